import { contract } from '@cheyi/contract/index'
import { maskPhone } from '@cheyi/domain/mask'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { cityName } from '@cheyi/domain/platform/region/regions'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, implement, requireFound } from '../../kernel/context.ts'
import { buildPage, isFirstPage, totalOf } from '../../kernel/db/paging.ts'
import { NOTHING_CHOSEN } from '../../kernel/identity.ts'
import { moveMerchant } from './actions.ts'
import * as store from './store.ts'

export const operator = implement(contract.operator, {
  async merchants(input, ctx) {
    if (!isAtDesk(ctx)) return { list: [], ...totalOf(0), nextCursor: null, counts: null }
    const first = isFirstPage(input)
    const [rows, counts] = await Promise.all([store.page(ctx.db, input), first ? store.counts(ctx.db) : null])
    const page = buildPage(rows, input, (row) => [row.id])
    return {
      list: page.rows.map((row) => ({
        ...row,
        merchantId: row.id,
        city: cityName(row.cityCode) ?? '',
        note: row.statusNote,
      })),
      ...totalOf(
        counts === null || input.name
          ? null
          : input.status === undefined
            ? sum(counts)
            : (counts.get(input.status) ?? 0),
      ),
      nextCursor: page.nextCursor,
      counts: counts && {
        reviewing: counts.get(merchantStatus.reviewing) ?? 0,
        normal: counts.get(merchantStatus.normal) ?? 0,
        suspended: counts.get(merchantStatus.suspended) ?? 0,
      },
    }
  },

  async history({ merchantId }, ctx) {
    requireDesk(ctx)
    requireFound(await store.lock(ctx.db, merchantId))
    const vault = await ctx.vaults.merchant(merchantId)
    return ctx.inMerchant({ merchantId, accountId: '0', scope: 'all', storeIds: [] }, async () => {
      const [owner, rows] = await Promise.all([store.ownerOf(ctx.db), store.historyOf(ctx.db)])
      return {
        mobile: owner?.mobileEnc ? maskPhone(vault.open('account.mobile', owner.id, owner.mobileEnc)) : '',
        list: rows.map((row) => ({ ...row, note: String(row.after?.note ?? '') })),
      }
    })
  },

  async review({ merchantId, action, note = '' }, ctx) {
    requireDesk(ctx)
    const { userId } = ctx.identity
    const { status, tell } = await moveMerchant(ctx, ctx.vaults, {
      merchantId,
      action,
      note,
      by: { userId, name: '平台运营', ip: ctx.ip, traceId: ctx.traceId },
      now: ctx.now,
    })
    ctx.afterCommit(() => tell(ctx.outside().sms))
    return { status }
  },
})

const sum = (counts: ReadonlyMap<number, number>): number => [...counts.values()].reduce((a, b) => a + b, 0)

/** Whether the caller is an operator who has not entered a merchant: inside a merchant, an operator acts as its guest. */
const isAtDesk = ({ identity }: Context): boolean => identity.operator && identity.merchantId === NOTHING_CHOSEN

function requireDesk(ctx: Context): void {
  if (!isAtDesk(ctx)) throw new Refusal('forbidden')
}
