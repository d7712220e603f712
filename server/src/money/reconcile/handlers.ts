import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { billSettlementEntry } from '@cheyi/domain/money/payment/ledger'
import { billState, isUncompared } from '@cheyi/domain/money/reconcile/bill'
import {
  bookingName,
  differenceState,
  differenceSteps,
  isOpenDifference,
  settlementOf,
} from '@cheyi/domain/money/reconcile/compare'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, implement, requireFound } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { screen } from '../../kernel/screen.ts'
import { secondPerson } from '../../platform/approval/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { isCountedBySql } from '../../platform/todo/actions.ts'
import { postSettlement } from '../payment/actions.ts'
import { finish, pairNow, recheck } from './compare-bill.ts'
import { takeTurn } from './fetch.ts'
import * as store from './store.ts'
import * as lists from './store-lists.ts'

/**
 * Handles a difference: compares both sides again, or posts the provider's amount with a reason, dated today (J23). A large one needs
 * approval by a second person.
 * @throws Refusal notFound (-4), stale (-5) when it is already handled, badInput (-2), approvalNeeded (1036)
 */
const clear: HandlerOf<'reconcile', 'clear'> = async ({ id, action, reason = '', storeId }, ctx) => {
  const { billId } = requireFound(await store.differenceById(ctx.db, id))
  requireFound((await lists.billPage(ctx, { id: billId }, null, 1))[0])
  const bill = requireFound(await store.lockBill(ctx, billId))
  const row = requireFound(await store.differenceById(ctx.db, id))
  if (!isOpenDifference(row.state)) throw new Refusal('stale')
  const pair = await pairNow(ctx, row, bill.channelId)
  const settlement = settlementOf(pair)
  const fen = settlement.theirsFen - settlement.oursFen
  const agrees = await (action === 'recheck' ? recheck(ctx, row, bill.channelId) : false)
  const facts = { fen: action === 'book' ? fen : 0, no: row.outNo, booking: bookingName(row.kind) }
  const signedBy = await secondPerson(ctx, 'billDifference', facts, row.storeId === null ? null : [row.storeId])
  if (action === 'recheck') {
    if (!agrees) return { state: row.state }
    await finish(ctx, billId)
    ctx.audit({ targetType: 'bill', targetId: billId, after: { action, outNo: row.outNo } })
    return { state: differenceState.agreed }
  }
  if (reason === '') throw badInput('reason', '请填写原因')
  const of = row.storeId ?? storeId
  if (of === undefined) throw badInput('storeId', '请选择入账门店')
  if (!(await store.hasStore(ctx, inSight(ctx, of)))) throw new Refusal('notFound', { field: 'storeId' })
  const { payWay } = await store.storeOfChannel(ctx, bill.channelId)
  await postSettlement(ctx, billSettlementEntry(`d${row.id}`, settlement), { storeId: of, way: payWay })
  const state = advance(differenceSteps, 'book', row.state)
  await store.updateDifference(ctx.db, [row.id], {
    state,
    reason,
    storeId: of,
    signedBy,
    clearedAt: ctx.now,
    clearedBy: ctx.accountId,
  })
  await finish(ctx, billId)
  ctx.audit({ targetType: 'bill', targetId: billId, after: { action, outNo: row.outNo, difference: fen, reason } })
  return { state }
}

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
const requireBill = async (ctx: Context, id: string): Promise<lists.ShownBill> =>
  requireFound((await lists.billPage(ctx, { id }, null, 1))[0])

export const reconcile = implement(contract.reconcile, {
  async page(input, ctx) {
    const { state, payWay, period } = input
    const days = period === undefined ? {} : { from: localDate(period.from), to: localDate(period.to - 1) }
    const asked = { state, payWay, ...days }
    return listAnswer(input, {
      rows: lists.billPage(ctx, asked, cursorKeys(input, 'int', 'id'), pageSize(input) + 1),
      count: () => lists.billCount(ctx, asked),
      keys: ({ dayNo, id }) => [dayNo, id],
      view: billOf,
    })
  },

  detail: async ({ id }, ctx) => billOf(await requireBill(ctx, id)),

  async differences(input, ctx) {
    await requireBill(ctx, input.billId)
    return listAnswer(input, {
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
    const bill = await requireBill(ctx, id)
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

isCountedBySql<number>(
  'bill',
  `select to_json(count(*)) from task where kind = '${taskKind.bill}' and done_at is null
     and ($1::bigint is null or store_id is null or store_id = $1)`,
  (count) => [{ name: '对账差异', count, link: screen('reconcile.list', { state: billState.differing }) }],
)
