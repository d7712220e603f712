import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { badInput } from '@cheyi/domain/refusal'
import { type Context, implement } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { enqueue, enqueueExport } from '../../platform/job/actions.ts'
import { closedMonths, refuseNoMonth } from '../closing/actions.ts'
import { accounts, type Subject, saveAccount, subjectsOf } from './accounts.ts'
import { exportAuditorFile } from './auditor-file.ts'
import * as store from './store.ts'
import { exportVouchers, makeVouchers } from './work.ts'

type Voucher = OutputOf<typeof contract.bookkeeping.list>['list'][number]

/** The number of selectable months: five years. */
const SHOWN = 60

/** @throws Refusal badInput (-2) for a month that is not closed */
async function refuseOpen(ctx: Context, month: string): Promise<void> {
  refuseNoMonth(month)
  if (!(await closedMonths(ctx, SHOWN)).includes(month)) throw badInput('month', `${month} 还没有结账，结账后才有凭证`)
}

const viewWith =
  (subjects: readonly Subject[]) =>
  ({ number, day, storeName, lines }: store.VoucherRow): Voucher => ({
    number,
    day,
    storeName,
    lines: lines.map(({ journal, account, customer, debitFen, creditFen, rateBp }) => {
      const { code, name } = subjects.find((subject) => subject.account === account)!
      return {
        journal,
        account,
        code,
        name,
        customer,
        debit: debitFen,
        credit: creditFen,
        rateBp,
      } as Voucher['lines'][number]
    }),
  })

export const bookkeeping = implement(contract.bookkeeping, {
  async months(_, ctx) {
    const [closed, made] = await Promise.all([closedMonths(ctx, SHOWN), store.monthsMade(ctx)])
    const of = new Map(made.map((row) => [row.month, row]))
    return {
      list: closed.map((month) => ({
        month,
        vouchers: of.get(month)?.vouchers ?? null,
        madeAt: of.get(month)?.madeAt ?? null,
      })),
    }
  },

  /** @throws Refusal badInput (-2) for a month that is not closed */
  async list({ month: asked, ...paging }, ctx) {
    if (asked !== undefined) await refuseOpen(ctx, asked)
    const month = asked ?? (await closedMonths(ctx, 1))[0] ?? null
    const after = Number(cursorKeys(paging, 'int')?.[0] ?? 0)
    if (month === null) return { list: [], nextCursor: null, total: 0, totalCapped: false, month, madeAt: null }
    const made = store.madeVouchers(ctx, month)
    const [subjects, answer] = await Promise.all([
      subjectsOf(ctx),
      listAnswer(paging, {
        rows: store.page(ctx, month, after, pageSize(paging) + 1),
        count: async () => (await made)?.vouchers ?? 0,
        keys: ({ number }) => [number],
        view: (row) => row,
      }),
    ])
    return { ...answer, list: answer.list.map(viewWith(subjects)), month, madeAt: (await made)?.madeAt ?? null }
  },

  /**
   * Makes the vouchers of a closed month, again where they exist: the numbers stay, because its entries cannot change.
   * @throws Refusal badInput (-2) for a month that is not closed, lineFull (-7)
   */
  async make({ month }, ctx) {
    await refuseOpen(ctx, month)
    const jobId = await enqueue(ctx, makeVouchers, { month })
    ctx.audit({ targetType: 'month', targetId: month.replace('-', ''), after: { month } })
    return { jobId }
  },

  /** @throws Refusal badInput (-2) for a month without vouchers, tooFrequent (-7) */
  async exportAll(input, ctx) {
    await refuseOpen(ctx, input.month)
    if ((await store.madeVouchers(ctx, input.month)) === undefined)
      throw badInput('month', `${input.month} 还没有生成凭证`)
    return enqueueExport(ctx, exportVouchers, input)
  },

  /** @throws Refusal badInput (-2) for a month that is not closed, tooFrequent (-7) */
  async auditorExport(input, ctx) {
    await refuseOpen(ctx, input.month)
    return enqueueExport(ctx, exportAuditorFile, input)
  },

  accounts,
  saveAccount,
})
