import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { isUncompared } from '@cheyi/domain/money/reconcile/bill'
import { Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, found, implement } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { listed } from '../../kernel/listed.ts'
import { clear } from './clear.ts'
import { takeTurn } from './fetch.ts'
import * as store from './store.ts'
import * as lists from './store-lists.ts'

const billOf = ({
  dayNo: _,
  channelId: __,
  lineCount,
  inFen,
  outFen,
  feeFen,
  borneFen,
  ...bill
}: lists.ShownBill): OutputOf<typeof contract.reconcile.detail> => ({
  ...bill,
  lines: lineCount,
  paid: inFen,
  refunded: outFen,
  fee: feeFen,
  borne: borneFen,
})

/** A bill that is visible to the account. @throws Refusal notFound (-4) */
const seen = async (ctx: Context, id: string): Promise<lists.ShownBill> =>
  found((await lists.billPage(ctx, { id }, null, 1))[0])

export const reconcile = implement(contract.reconcile, {
  async page(input, ctx) {
    const { state, payWay, period } = input
    const days = period === undefined ? {} : { from: localDate(period.from), to: localDate(period.to - 1) }
    const asked = { state, payWay, ...days }
    return listed(input, {
      rows: lists.billPage(ctx, asked, cursorKeys(input, 'int', 'id'), pageSize(input) + 1),
      count: () => lists.billCount(ctx, asked),
      keys: ({ dayNo, id }) => [dayNo, id],
      view: billOf,
    })
  },

  detail: async ({ id }, ctx) => billOf(await seen(ctx, id)),

  async differences(input, ctx) {
    await seen(ctx, input.billId)
    return listed(input, {
      rows: lists.differencePage(ctx, input, cursorKeys(input, 'id')?.[0] ?? null, pageSize(input) + 1),
      count: () => lists.differenceCount(ctx, input),
      keys: ({ id }) => [id],
      view: ({ outNo, theirsFen, oursFen, feeFen, borneFen, ...row }) => ({
        ...row,
        no: outNo,
        theirs: theirsFen,
        ours: oursFen,
        fee: feeFen,
        borne: borneFen,
      }),
    })
  },

  async retry({ id }, ctx) {
    const bill = await seen(ctx, id)
    if (!isUncompared(bill.state)) return billOf(bill)
    if (!(await store.mayAsk(ctx, id))) throw new Refusal('tooFrequent')
    const work = await takeTurn(ctx, bill)
    ctx.answerAfterCommit(async () => {
      await work()
      return ctx.asSystem(async (later) => billOf((await lists.billPage(later, { id }, null, 1))[0]!))
    })
    return billOf(bill)
  },

  clear,
})
