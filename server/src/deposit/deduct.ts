import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { DEDUCTION_SPAN } from '@cheyi/domain/approval/rules'
import { type DepositKind, deductResult, depositKind, depositKinds, depositMode } from '@cheyi/domain/deposit/codes'
import { capturableFen, type DeductionLine, depositsFor, refuseBadDeduction } from '@cheyi/domain/deposit/deduct'
import { advanceDeposit } from '@cheyi/domain/deposit/steps'
import { isCancelled, orderSteps } from '@cheyi/domain/order/steps'
import { type PayMode, payMode } from '@cheyi/domain/payment/codes'
import { deducted } from '@cheyi/domain/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { secondPerson } from '../approval/actions.ts'
import { openCharges } from '../expense/actions.ts'
import { type Context, newId } from '../kernel/context.ts'
import { linkMedia } from '../media/actions.ts'
import { lockOrder, logOrder, notifyCustomer, type OrderRow, returnTermsOf } from '../order/actions.ts'
import { post, refreshSettlement } from '../payment/actions.ts'
import * as store from './store.ts'
import { depositView } from './view.ts'

type Input = ParsedOf<typeof contract.deposit.deduct>

/** A posted claim that a deposit may pay, fen. `refId` is the charge's row, where it has one. */
export interface Charge {
  readonly code: 'expense' | 'order' | 'penalty'
  readonly refId: string | null
  readonly name: string
  readonly owed: number
}

/** What of an order is open: each charge of a handover by itself, then the rest as one. One query. */
export async function chargesOf(ctx: Context, order: OrderRow): Promise<Charge[]> {
  const { rows, open } = await openCharges(ctx, order)
  const charges: Charge[] = rows.flatMap((row) => {
    const owed = open.expenses.get(row.id)
    return owed === undefined ? [] : { code: 'expense', refId: row.id, name: row.name, owed }
  })
  if (open.rest === 0) return charges
  const rest: Pick<Charge, 'code' | 'name'> = isCancelled(order.status)
    ? { code: 'penalty', name: '违约金' }
    : { code: 'order', name: '订单费用' }
  return [...charges, { ...rest, refId: null, owed: open.rest }]
}

/** The deposits that may pay what an order owes: the rental one, and the violation one by the merchant's own rule. */
export async function payingKinds(ctx: Context, order: OrderRow): Promise<DepositKind[]> {
  const { crossDeduct } = await returnTermsOf(ctx, order)
  return depositsFor('other', crossDeduct)
}

/** How a deposit may be deducted from now: one taken by hand is deducted by hand. */
export const deductModesOf = (row: store.DepositRow): PayMode[] =>
  row.mode === depositMode.offline ? [payMode.offlineDeduct] : []

/**
 * Takes what the customer owes out of a deposit. Only posted charges are paid, none with more than is open of it.
 * @throws Refusal orderStatusRefuses (2001), amountWrong (4002), beyondDeposit (4006), badInput (-2)
 */
export async function deduct(input: Input, ctx: Context) {
  const order = await lockOrder(ctx, input.orderId)
  advance(orderSteps, 'deduct', order.status)
  const row = await lockRow(ctx, order.id, input.kind)
  if (!(await payingKinds(ctx, order)).includes(input.kind)) throw badInput('kind', '违章押金只能用于支付违章费用')
  if (row.heldFen > 0 && !deductModesOf(row).includes(input.mode)) throw badInput('mode', '线下收取的押金只能线下扣款')
  if (input.photoIds.length === 0) throw badInput('photoIds', '请上传扣款凭证')
  checkLines(input.lines, await chargesOf(ctx, order))
  const changed = await take(ctx, order, row, { ...input, owed: order.owedFen, byHand: true })
  return { deposit: depositView(changed), deductResult: deductResult.succeeded, supplementId: null }
}

async function lockRow(ctx: Context, orderId: string, kind: DepositKind): Promise<store.DepositRow> {
  const row = (await store.lockRows(ctx.db, orderId)).find((one) => one.kind === kind)
  if (row === undefined) throw new Refusal('depositRuleMissing')
  return row
}

/** Every line names an open charge, and all lines of a charge together take no more than is open of it. */
function checkLines(lines: Input['lines'], charges: readonly Charge[]): void {
  const keyOf = (line: { code: string; refId?: string | null }) => `${line.code}:${line.refId ?? ''}`
  const open = new Map(charges.map((charge) => [keyOf(charge), charge.owed]))
  for (const line of lines) {
    const left = open.get(keyOf(line))
    if (left === undefined || line.amount > left) throw new Refusal('amountWrong', { field: 'lines' })
    open.set(keyOf(line), left - line.amount)
  }
}

export interface Deduction {
  readonly lines: readonly DeductionLine[]
  readonly mode: PayMode
  readonly reason: string
  readonly photoIds: readonly string[]
  /** What the customer owes before it, fen. */
  readonly owed: number
  /** Somebody chose the sum: what was taken within a day counts as one, so that a large one is not taken in parts. */
  readonly byHand: boolean
}

/**
 * Takes money out of a deposit that is held by hand: at once, in the books (J16), with word to the customer. Whatever takes
 * from a deposit comes here, and a large sum needs a second person whichever call asks.
 * @throws Refusal approvalNeeded (1036), amountWrong (4002), beyondDeposit (4006)
 */
async function take(
  ctx: Context,
  order: OrderRow,
  row: store.DepositRow,
  deduction: Deduction,
): Promise<store.DepositRow> {
  const amount = deduction.lines.reduce((sum, line) => sum + line.amount, 0)
  refuseBadDeduction(row, amount, deduction.owed)
  const before = deduction.byHand ? await store.deductedSince(ctx, order.id, ctx.now - DEDUCTION_SPAN) : 0
  const stores = [order.storeId, order.returnStoreId]
  await secondPerson(ctx, 'deduction', { fen: amount, before, orderNo: order.orderNo }, stores)
  const kind = row.kind
  const state = advanceDeposit(row, 'deduct', { ...row, capturedFen: row.capturedFen + amount })

  const id = await newId(ctx)
  await store.insertDeduction(ctx.db, {
    id,
    orderId: order.id,
    depositId: row.id,
    amountFen: amount,
    lines: deduction.lines,
    mode: deduction.mode,
    reason: deduction.reason,
    photoIds: [...deduction.photoIds],
    result: deductResult.succeeded,
  })
  await linkMedia(ctx, deduction.photoIds, { biz: 'deposit', bizId: id, orderId: order.id })
  await post(ctx, order.id, deducted(id, kind, 'paid', amount))
  const changed = await store.update(ctx, row, {
    holdStatus: state.holdStatus,
    capturedFen: row.capturedFen + amount,
  })
  await refreshSettlement(ctx, order.id)
  await notifyCustomer(ctx, order, 'depositDeducted', {
    ref: id,
    deposit: depositKinds.text(kind),
    amount,
    reason: deduction.reason,
  })
  const detail = { amount, reason: deduction.reason }
  logOrder(ctx, order.id, { action: 'deduct', from: order.status, to: order.status, detail })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { deposit: kind, ...detail } })
  return changed
}

/**
 * Pays what the order owes out of its rental deposit as far as that reaches, as a settlement or a cancel that agreed to
 * it does. `order` is under its lock.
 * @returns what was taken, fen
 */
export async function deductOwed(ctx: Context, order: OrderRow, owed: number, reason: string): Promise<number> {
  const row = (await store.lockRows(ctx.db, order.id)).find((one) => one.kind === depositKind.rental)
  if (row === undefined) return 0
  const amount = Math.min(owed, capturableFen(row.payStatus, row))
  if (amount <= 0) return 0
  const code = isCancelled(order.status) ? 'penalty' : 'order'
  await take(ctx, order, row, {
    lines: [{ code, amount }],
    mode: payMode.offlineDeduct,
    reason,
    photoIds: [],
    owed,
    byHand: false,
  })
  return amount
}
