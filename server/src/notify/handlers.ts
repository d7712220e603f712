import { contract } from '@cheyi/contract/index'
import { effectiveSettings } from '@cheyi/domain/merchant/setting'
import {
  isAskedFor,
  isOn,
  isTexted,
  mayMute,
  notifyType,
  notifyWay,
  notifyWays,
  raised,
  switchOf,
} from '@cheyi/domain/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, implement } from '../kernel/context.ts'
import { cursorKeys, pageSize } from '../kernel/db/paging.ts'
import { listed } from '../kernel/listed.ts'
import { orderName } from '../order/actions.ts'
import * as store from './store.ts'

/** The badge says 99+ beyond. */
const BADGE_CAP = 100

export const notify = implement(contract.notify, {
  async page({ type, unread, ...ask }, ctx) {
    const filter = { type: type ?? null, unread: unread ?? false }
    return listed(ask, {
      rows: store.page(ctx, filter, cursorKeys(ask, 'id')?.[0] ?? null, pageSize(ask) + 1),
      count: () => store.count(ctx, filter),
      keys: ({ id }) => [id],
      view: (row) => ({
        ...row,
        about: row.orderName === null ? '' : orderName(row.orderName, ctx.now),
        read: row.readAt !== null,
        at: row.createdAt,
      }),
    })
  },

  unread: async (_, ctx) => ({ count: await unreadOf(ctx) }),

  async read({ ids, all }, ctx) {
    if (all) await store.readAll(ctx)
    else {
      const given = new Set(ids)
      if ((await store.read(ctx, [...given])) !== given.size) throw new Refusal('notFound')
    }
    return { count: await unreadOf(ctx) }
  },

  switches: (_, ctx) => shown(ctx),

  async setting({ type, way, on }, ctx) {
    if (!on && !mayMute(type)) throw new Refusal('badInput', { 字段: '账号安全消息不能关闭', field: 'on' })
    const name = switchOf(type, way)
    ctx.audit({ targetType: 'account', targetId: ctx.accountId, after: { [name]: on } })
    await store.set(ctx, name, on !== isAskedFor(type, way))
    return shown(ctx)
  },
})

const unreadOf = (ctx: Parameters<typeof store.count>[0]) => store.count(ctx, { type: null, unread: true }, BADGE_CAP)

/** Every type that is raised, as one's own switches stand; text messages where the merchant's matrix sends one any. */
async function shown(ctx: Context) {
  const { muted, roleIds, settings } = await store.mine(ctx)
  const matrix = effectiveSettings(settings).notify
  const mine = raised.filter((type) => type !== notifyType.morning || ctx.can('data'))
  return mine.map((type) => ({
    type,
    ways: notifyWays.values
      .filter((way) => way !== notifyWay.sms || isTexted(type, matrix, roleIds))
      .map((way) => ({ way, on: isOn(type, way, muted), fixed: !mayMute(type) })),
  }))
}
