import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { dueFen, grownDebt } from '@cheyi/domain/money/debt/due'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { payKind, supplementReason } from '@cheyi/domain/money/payment/codes'
import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { tollStatus } from '@cheyi/domain/rental/toll/codes'
import { tollSteps, tollSummary, tollWords } from '@cheyi/domain/rental/toll/toll'
import { lockOrder } from '../../booking/order/actions.ts'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { tellOfRecords } from '../../kernel/events.ts'
import { claimsHaveLines, openClaims } from '../../money/claim/actions.ts'
import { approveBatch, deductInBatch, payableInBatch } from '../../money/deposit/actions.ts'
import { askLink } from '../../money/payment/online/actions.ts'
import { askSupplement, supplementsFollowed } from '../../money/supplement/actions.ts'
import { eachWork, enqueue } from '../../platform/job/actions.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'
import { withinOrderCredits } from '../company/actions.ts'
import { matchWithdrawn } from './match.ts'
import { clearRefunds } from './refunds.ts'
import * as store from './store.ts'

/*
 * All lines of an order are asked of its customer with one supplement (停车过路), which follows the rules of every supplement: it is paid by
 * its link, at the counter, from the rental deposit by a deduction, or with the settlement of the return. The lines follow its status. The
 * batch can deduct at once what the rental deposit suffices for; the lines of the bill are the evidence of the deduction.
 */

type Asked = ParsedOf<typeof contract.toll.charge>
interface Input extends Asked {
  /** Of orders whose deduction is too large for one person: the approved sum, fen. */
  readonly approved: Readonly<Record<string, number>>
}

export const chargeEach = eachWork<Input, { readonly id: string; readonly orderNo: string }>({
  kind: 'tollCharge',
  key: 'order.supplement',
  noun: '订单',
  ids: ({ orders }) => orders.map(({ orderId }) => orderId),
  act: chargeOrder,
  read: store.orderNos,
  text: ({ orderNo }) => orderNo,
})

/**
 * Charges an order with its lines, or charges none of them. The lock on the order serializes those who do it at the same time.
 * @throws Refusal badInput (-2) when the lines have changed since the caller saw them, forbidden (-3) to deduct without the permission,
 *   and as askSupplement, deductInBatch and askLink
 */
export async function chargeOrder(ctx: Context, input: Input, at: number): Promise<void> {
  const { act, orders, deposit, text, reason = '', approved } = input
  const { orderId, fen } = orders[at]!
  const order = await lockOrder(ctx, orderId)
  const rows = await store.lockDue(ctx, orderId)
  if (rows.reduce((sum, row) => sum + row.fen, 0) !== fen) throw badInput('orders', '待收明细已变化，请刷新后再收取')
  const ids = rows.map(({ id }) => id)
  pendingWorkChanges(ctx, 'toll', ids)
  tellOfRecords(ctx, 'toll.charge')
  if (act === 'waive') {
    await store.setEach(ctx, ids, { status: advance(tollSteps, 'waive', tollStatus.toCharge), reason, byHand: true })
    ctx.audit({ targetType: 'order', targetId: orderId, after: { tollLines: ids.length, amount: fen, reason } })
    return
  }
  const asked = { reasonCode: supplementReason.parkingToll, amount: fen, remark: tollSummary(rows) }
  const status = advance(tollSteps, 'charge', tollStatus.toCharge)
  const id = await askSupplement(ctx, order, asked, (supplementId) => store.setEach(ctx, ids, { status, supplementId }))
  // Money that the order had in advance has already paid its part.
  const charged = await lockOrder(ctx, orderId)
  const claim = (await openClaims(ctx, orderId, dueFen(charged))).find((one) => one.id === id)
  if (claim === undefined) return
  if (deposit) ctx.require('deposit.deduct')
  const left = deposit ? await deductInBatch(ctx, charged, claim, approved[orderId]) : claim.due
  if (text && left > 0) await askLink({ orderId, payKind: payKind.supplement, refId: id, way: signWay.sms }, ctx)
  ctx.audit({ targetType: 'order', targetId: orderId, after: { supplement: id, amount: fen, owed: left } })
}

/** The most that each order's deposit may pay, fen. */
async function mostOfDeposits(ctx: Context, orders: Asked['orders']): Promise<ReadonlyMap<string, number>> {
  const ids = orders.map(({ orderId }) => orderId)
  const deposits = await payableInBatch(ctx, ids, depositKind.rental)
  return new Map(orders.map(({ orderId, fen }) => [orderId, Math.min(fen, deposits.get(orderId)?.payable ?? 0)]))
}

/** What the deposits leave of each order is a debt of its company. @throws Refusal as `withinOrderCredits` */
async function withinCredits(ctx: Context, asked: Asked['orders'], deposits: ReadonlyMap<string, number>) {
  const rows = await store.payers(
    ctx,
    asked.map(({ orderId }) => orderId),
  )
  const fenOf = new Map(asked.map(({ orderId, fen }) => [orderId, fen - (deposits.get(orderId) ?? 0)]))
  await withinOrderCredits(
    ctx,
    rows.map((order) => ({ order, more: grownDebt(dueFen(order), fenOf.get(order.id)!) })),
  )
}

/**
 * Starts the batch as a job; the result of the job contains the outcome and the reason of each refusal.
 * @throws Refusal badInput (-2), orderNotFound (2002) for an order that is not visible to the account, lineFull (-7), forbidden (-3) to
 *   deduct without the permission, approvalNeeded (1036)
 */
export const charge: HandlerOf<'toll', 'charge'> = async (input, ctx) => {
  const ids = input.orders.map(({ orderId }) => orderId)
  if (new Set(ids).size < ids.length) throw badInput('orders', '同一订单只能选择一次')
  if (input.act === 'waive' && !input.reason) throw badInput('reason', '请填写不收的原因')
  if ((await store.orderNos(ctx, ids)).length < ids.length) throw new Refusal('orderNotFound', { field: 'orders' })
  if (input.deposit) ctx.require('deposit.deduct', 'deposit')
  const deposits = input.deposit ? await mostOfDeposits(ctx, input.orders) : new Map<string, number>()
  const approved = await approveBatch(ctx, deposits)
  if (input.act === 'ask') await withinCredits(ctx, input.orders, deposits)
  const jobId = await enqueue(ctx, chargeEach, { ...input, approved })
  ctx.audit({
    targetType: 'job',
    targetId: jobId,
    after: { orders: ids.length, ...(input.reason && { reason: input.reason }) },
  })
  return { jobId }
}

const follows = new Map<number, 'pay' | 'withdraw'>([
  [supplementStatus.paid, 'pay'],
  [supplementStatus.cancelled, 'withdraw'],
])

// The lines of a supplement that is cancelled can be charged again, except what the provider has given back.
supplementsFollowed(async (ctx, ids, status) => {
  const step = follows.get(status)
  const rows = step === undefined ? [] : await store.ofSupplements(ctx, ids)
  for (const [from, same] of Map.groupBy(rows, (row) => row.status)) {
    const lines = same.map(({ id }) => id)
    pendingWorkChanges(ctx, 'toll', lines)
    tellOfRecords(ctx, 'toll.charge')
    const to = advance(tollSteps, step!, from)
    if (step === 'withdraw') {
      await store.setEach(ctx, lines, { status: to })
      await clearRefunds(ctx, lines)
      await matchWithdrawn(ctx, lines)
    } else await store.setPaid(ctx, lines, to)
  }
})

claimsHaveLines('supplement', async (ctx, id) =>
  (await store.ofSupplements(ctx, [id])).map((row) => ({ ...tollWords(row), fen: row.fen })),
)
