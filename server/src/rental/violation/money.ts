import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatAmount, formatMoney } from '@cheyi/domain/money'
import { claimName, standingClaim } from '@cheyi/domain/money/claim/claim'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { availableFen } from '@cheyi/domain/money/deposit/steps'
import { flowKind, payMode, payWay, payWays } from '@cheyi/domain/money/payment/codes'
import {
  account,
  borneFineEntry,
  type Entry,
  finePaymentEntry,
  reversalEntry,
} from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { beyond, maxClaimLines, type ViolationLines, violationTotal } from '@cheyi/domain/rental/violation/claim'
import { isCustomers, isDue, violationSteps } from '@cheyi/domain/rental/violation/violation'
import { lockOrder, type OrderRow, returnTermsOf } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, newId, requireFound } from '../../kernel/context.ts'
import { openCashShift, ownCashShift } from '../../money/cash-shift/actions.ts'
import { claimMoney, claimOf, netCollectedOf, openClaims, refundableOf } from '../../money/claim/actions.ts'
import { openClaim, refundClaim, waiveClaim } from '../../money/claim/steps/actions.ts'
import { deductClaim, depositsOf, depositView, releaseDeposit } from '../../money/deposit/actions.ts'
import {
  postCashShift,
  prove,
  refreshSettlement,
  releaseProofs,
  requireCash,
  requireShift,
} from '../../money/payment/actions.ts'
import { creditExcessOf } from '../company/actions.ts'
import { payBackClaim } from '../damage/actions.ts'
import { lockViolationAtVersion, step } from './match.ts'
import * as store from './store.ts'

/*
 * The costs of a violation: the fine that the merchant paid, the claim on the customer, and the parts of it that are
 * refunded or waived.
 */

/** What the claim consists of; the penalty is what the agency fee and the fine leave of it. */
export const linesOf = ({ payableFen, passedFen: fine, agencyFen: agency }: store.ViolationRow): ViolationLines => ({
  fine,
  agency,
  penalty: (payableFen ?? 0) - fine - agency,
})

export const partsOf = ({ payableFen, passedFen }: store.ViolationRow) => ({
  payable: payableFen ?? 0,
  passed: passedFen,
})

const lineNames = { fine: '代缴罚款', agency: '代办费', penalty: '违约金' } as const

/** How the amount of a claim is made, for its bill. */
const formulaOf = (lines: ViolationLines): string =>
  (['fine', 'agency', 'penalty'] as const)
    .filter((line) => lines[line] > 0)
    .map((line) => `${lineNames[line]}${formatMoney(lines[line])}`)
    .join(' + ')

/** The maximum claim on the customer, line by line. `order`: the order that the violation is matched to; `fine`: what the merchant paid. */
export async function maxClaimOf(
  ctx: Context,
  order: OrderRow,
  row: store.ViolationRow,
  fine: store.FineRow | undefined,
): Promise<ViolationLines> {
  const terms = await returnTermsOf(ctx, order)
  const paidFen = fine === undefined ? 0 : fine.amountFen - fine.borneFen
  return maxClaimLines({ ...row, paidFen, terms })
}

/**
 * Records that the merchant paid the fine (journal 12), or reverses a record made by mistake.
 * @throws Refusal violationStatusRefuses (8004), badInput (-2), shiftNeeded (4017), stale (-5)
 */
export const recordFinePaid: HandlerOf<'violation', 'paid'> = async ({ violationId, version, amount, ...by }, ctx) => {
  const { row } = await lockViolationAtVersion(ctx, violationId, version)
  advance(violationSteps, 'pay', row.status)
  const fine = await store.fineOf(ctx, row.id)
  if (amount === undefined) return takeBack(ctx, row, fine)
  if (fine !== undefined) throw badInput('amount', '已登记代缴罚款，有误请先撤回')
  if (row.fineFen !== null && amount > row.fineFen)
    throw badInput('amount', `缴款金额不能超过罚款金额${formatMoney(row.fineFen)}`)
  const { payWay: way, slipNo = '', voucherIds = [] } = by
  if (way === undefined) throw badInput('payWay', '请选择付款方式')
  if (voucherIds.length === 0) throw badInput('voucherIds', '请上传缴款凭证')
  if (way === payWay.cash) {
    await requireShift(ctx)
    await requireCash(ctx, amount)
  }
  const cashShift = await ownCashShift(ctx)
  const storeId = cashShift?.storeId ?? row.storeId
  if (storeId === null) throw badInput('payWay', '该违章不属于任何门店，请先匹配车辆')
  const id = await newId(ctx)
  const shiftId = cashShift?.id ?? null
  await store.insertFine(ctx, {
    id,
    violationId: row.id,
    storeId,
    shiftId,
    amountFen: amount,
    payWay: way,
    slipNo,
    voucherIds: [...voucherIds],
    decides: row.fineFen === null,
  })
  await prove(ctx, { voucherIds, slipNo }, { recordId: id, ...(row.orderId !== null && { orderId: row.orderId }) })
  const of = { storeId, shiftId, cashierId: ctx.accountId, kind: flowKind.violation }
  await postCashShift(ctx, finePaymentEntry(id, amount, way), of)
  // Without a responsible customer the whole fine is the merchant's own cost.
  if (!isCustomers(row.matchType)) await bearRest(ctx, row)
  // The amount paid is the fine that the authority decided.
  const decided = row.fineFen === null ? { fineFen: amount } : {}
  return step(ctx, row, 'pay', decided, `${payWays.text(way)} ${formatMoney(amount)}`)
}

async function takeBack(ctx: Context, row: store.ViolationRow, fine: store.FineRow | undefined) {
  if (fine === undefined) throw badInput('amount', '没有登记过代缴罚款')
  if (row.passedFen > 0) throw badInput('amount', '罚款已向客户收取，不能撤回')
  const { storeId, amountFen, payWay: way } = fine
  const shiftId = await openCashShift(ctx, fine.shiftId)
  const of = { storeId, shiftId, cashierId: ctx.accountId, kind: flowKind.violation }
  const reverse = async (entry: Entry) =>
    postCashShift(ctx, reversalEntry(entry), { ...of, reversesTxnId: await store.txnOf(ctx, entry.idemKey) })
  await reverse(finePaymentEntry(fine.id, amountFen, way))
  // What was the merchant's own cost is borne anew with the right amount.
  if (fine.borneFen > 0) await reverse(borneFineEntry(fine.id, fine.borneFen))
  await store.takeBackFine(ctx, fine.id)
  await releaseProofs(ctx, fine.id)
  // The authority has still not decided: the next payment may be of another amount.
  return step(ctx, row, 'pay', fine.decides ? { fineFen: null } : {}, `撤回代缴 ${formatMoney(amountFen)}`)
}

/** The part of a paid fine that is not charged to a customer is the merchant's own cost. */
export async function bearRest(ctx: Context, row: store.ViolationRow): Promise<void> {
  const fine = await store.fineOf(ctx, row.id)
  if (fine === undefined) return
  const rest = fine.amountFen - fine.borneFen - row.passedFen
  if (rest <= 0) return
  await store.bear(ctx, fine.id, rest)
  const of = { storeId: fine.storeId, shiftId: null, cashierId: ctx.accountId, kind: flowKind.violation }
  await postCashShift(ctx, borneFineEntry(fine.id, rest), of)
}

/**
 * Sets the customer's claim of a violation (journal 12), deducts it from the violation deposit, or does both.
 * @throws Refusal violationStatusRefuses (8004), orderStatusRefuses (2001), amountWrong (4002), beyondViolationDeposit (8005),
 *   approvalNeeded (1036), badInput (-2) for a line beyond the agreed amount, stale (-5)
 */
export const deduct: HandlerOf<'violation', 'deduct'> = async ({ violationId, version, lines, take }, ctx) => {
  const { row, orders } = await lockViolationAtVersion(ctx, violationId, version)
  const order = row.orderId === null ? undefined : orders.get(row.orderId)
  if (order === undefined) throw new Refusal('violationStatusRefuses')
  if (lines === undefined && take === undefined) throw badInput('lines', '请填写费用')
  if (lines !== undefined) await charge(ctx, order, row, lines)
  const result = take === undefined ? null : await takeFrom(ctx, order, row, take)
  const { id, status, version: now } = requireFound(await store.rowById(ctx, row.id))
  const due = await uncollectedOf(ctx, order.id, id)
  return {
    violationId: id,
    status,
    version: now,
    deductResult: result,
    due,
    overCredit: await creditExcessOf(ctx, order),
  }
}

/** The uncollected amount of a violation, fen. */
async function uncollectedOf(ctx: Context, orderId: string, id: string): Promise<number> {
  const order = await lockOrder(ctx, orderId)
  return (await openClaims(ctx, orderId, dueFen(order))).find((claim) => claim.id === id)?.due ?? 0
}

async function charge(ctx: Context, order: OrderRow, row: store.ViolationRow, lines: ViolationLines): Promise<void> {
  advance(orderSteps, 'damage', order.status)
  advance(violationSteps, 'charge', row.status, row)
  const most = await maxClaimOf(ctx, order, row, await store.fineOf(ctx, row.id))
  const over = beyond(lines, most)
  if (over !== null) throw badInput(`lines.${over}`, `不能超过${formatMoney(most[over])}`)
  const total = violationTotal(lines)
  if (total === 0) throw badInput('lines.agency', '费用合计须大于0，不收费请直接核销')
  await openClaim(ctx, order.id, {
    kind: 'violation',
    id: row.id,
    subject: row.act,
    formula: formulaOf(lines),
    note: row.no,
    payableFen: total,
    passedFen: lines.fine,
    credited: account.violationIncome,
  })
  await step(ctx, row, 'charge', { agencyFen: lines.agency }, formatMoney(total))
}

type Take = NonNullable<Parameters<typeof deduct>[0]['take']>

async function takeFrom(
  ctx: Context,
  order: OrderRow,
  { id, act }: store.ViolationRow,
  { payMode: mode, amount, slipNo }: Take,
) {
  const row = requireFound(await store.rowById(ctx, id))
  advance(violationSteps, 'deduct', row.status, row)
  const due = await uncollectedOf(ctx, order.id, id)
  if (amount > due) throw new Refusal('amountWrong', { field: 'take.amount', owed: due })
  const deposit = (await depositsOf(ctx, order.id)).find(({ kind }) => kind === depositKind.violation)
  if (deposit === undefined || amount > availableFen(deposit))
    throw new Refusal('beyondViolationDeposit', { field: 'take.amount' })
  const claim = { kind: 'violation', id, name: claimName('violation', act), amount, mode, slipNo } as const
  return deductClaim(ctx, await lockOrder(ctx, order.id), claim)
}

/** Waives the uncollected part of a claim (J20). @throws Refusal violationStatusRefuses (8004), stale (-5) */
export const waive: HandlerOf<'violation', 'waive'> = async ({ violationId, version, reason }, ctx) => {
  const { row, orders } = await lockViolationAtVersion(ctx, violationId, version)
  advance(violationSteps, 'waive', row.status, row)
  const left = await openOf(ctx, row)
  await waiveClaim(ctx, orders.get(row.orderId!)!, row.id, left)
  return step(ctx, row, 'waive', {}, `${formatMoney(left)} ${reason}`)
}

/** The part of a claim that no payment of its own has covered, fen. */
async function openOf(ctx: Context, row: store.ViolationRow): Promise<number> {
  const { collected } = await claimMoney(ctx, row.orderId!)
  return Math.max(0, standingClaim(claimOf(row)) - Math.max(0, netCollectedOf([row], collected)(row.id)))
}

/** Removes the whole claim: the uncollected part is waived, the rest is refunded by its original payment method. */
export async function dropClaim(ctx: Context, order: OrderRow, row: store.ViolationRow): Promise<void> {
  if (row.payableFen === null) return
  const left = isDue(row.deductState) ? await openOf(ctx, row) : 0
  if (left > 0) await waiveClaim(ctx, order, row.id, left)
  const back = standingClaim(claimOf(row)) - left
  if (back > 0) await refundPart(ctx, order, row.id, back, null)
}

/** Reverses a part of a claim (J17) and refunds its money. */
async function refundPart(
  ctx: Context,
  order: OrderRow,
  id: string,
  fen: number,
  by: Parameters<typeof payBackClaim>[3]['by'],
): Promise<void> {
  const refundId = await newId(ctx)
  await refundClaim(ctx, order, id, { fen, refundId })
  await refreshSettlement(ctx, order.id)
  await payBackClaim(ctx, order, id, { fen, refundId, by })
}

/** The collection state of a claim, as the refund rules need it. */
export const collectionState = ({ payableFen, deductState: state }: store.ViolationRow) =>
  payableFen === null ? 'nothing' : isDue(state) ? 'collecting' : 'met'

/**
 * Refunds the violation deposit of an order, or what was collected for one violation: the latter returns to the deposit
 * while the deposit is held, otherwise it is paid out to the customer.
 * @throws Refusal openCasesBlock (4011), releaseTooEarly (4012), beyondRefundable (4010), violationStatusRefuses (8004),
 *   badInput (-2)
 */
export const refund: HandlerOf<'violation', 'refund'> = async (input, ctx) => {
  const { orderId, amount, early = false, voucherIds = [], payWay: way, slipNo } = input
  const byHand = input.payMode === payMode.offlineOut
  if (byHand && voucherIds.length === 0) throw badInput('voucherIds', '请上传退款凭证')
  if (orderId !== undefined) {
    if (early) ctx.require('deposit.release')
    const asked = {
      orderId,
      kind: depositKind.violation,
      amount,
      early,
      voucherIds: byHand ? voucherIds : [],
      payWay: way,
      slipNo,
    }
    const { deposit } = await releaseDeposit(asked, ctx)
    return { paidOut: amount ?? 0, deposit }
  }
  const { row, orders } = await lockViolationAtVersion(ctx, input.violationId!)
  const order = row.orderId === null ? undefined : orders.get(row.orderId)
  advance(violationSteps, 'refund', row.status)
  const most = order === undefined ? 0 : refundableOf(row, collectionState(row), await claimMoney(ctx, order.id))
  if (order === undefined || amount! > most)
    throw new Refusal('beyondRefundable', { field: 'amount', n: formatAmount(most) })
  await refundPart(ctx, order, row.id, amount!, byHand ? { voucherIds, payWay: way, slipNo } : null)
  await step(ctx, row, 'refund', {}, `${formatMoney(amount!)} ${input.reason}`)
  const deposit = (await depositsOf(ctx, order.id)).find(({ kind }) => kind === depositKind.violation)
  return { paidOut: amount!, deposit: deposit === undefined ? null : depositView(deposit) }
}
