import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { RefundTaskKind } from '@cheyi/contract/platform/todo'
import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { undoUntil } from '@cheyi/domain/booking/order/timers'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { depositKind, violationAt } from '@cheyi/domain/money/deposit/codes'
import { expenseSettle } from '@cheyi/domain/money/expense/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { monthClosedAt, spreadPosting } from '@cheyi/domain/money/payment/earning'
import { account, balancesOf, earlyReturnEntry, earningEntry, extraFuelEntry } from '@cheyi/domain/money/payment/ledger'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { isBackdated } from '@cheyi/domain/rental/pickup-return/backdated-return'
import type { OrderBefore } from '@cheyi/domain/rental/pickup-return/before'
import { handoverType, recordVerify } from '@cheyi/domain/rental/pickup-return/codes'
import { fuelPctOf } from '@cheyi/domain/rental/pickup-return/record'
import { pickupRefusal, returnRefusal } from '@cheyi/domain/rental/pickup-return/refuse'
import { keyOf } from '@cheyi/domain/step'
import { localDate, MINUTE, toMinute } from '@cheyi/domain/time'
import { freezeReturnTerms, lockOrder, logOrder, type OrderRow, updateOrder } from '../../booking/order/actions.ts'
import { writeReadings } from '../../fleet/inventory/actions.ts'
import { askHandOver, askTakeBack, handOver, takeBack } from '../../fleet/stock/actions.ts'
import { type Context, reserveIds } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import {
  convertHeld,
  deductOwed,
  depositsOf,
  giveBack,
  handBack,
  lockDeposits,
  payingFen,
  releaseHeld,
  startViolationHold,
} from '../../money/deposit/actions.ts'
import { chargeExpenses, chargesFen, liveExpenses, recordAutos } from '../../money/expense/actions.ts'
import {
  commissionDue,
  earningOf,
  earnUntilReturn,
  endLinks,
  expectReceipts,
  ledgerLines,
  post,
  postAll,
  receive,
  refreshSettlement,
  requireOffline,
} from '../../money/payment/actions.ts'
import { payTermsOf, refuseSuspended } from '../../platform/merchant/actions.ts'
import { assignRefundTasks, closeTask } from '../../platform/todo/actions.ts'
import { finishDriverTask } from '../driver/actions.ts'
import { billRest, terminatePlan } from '../instalment/actions.ts'
import { modifyOrder } from '../order/modify/actions.ts'
import { findOpenRenewal, lapseOpen } from '../renewal/actions.ts'
import { rematch } from '../violation/actions.ts'
import { guardOf, type Situation, situationOf } from './facts.ts'
import { earlyPrice } from './return/early.ts'
import { type Readings, returnReadings, type Settled, settle, settlementFacts } from './settlement.ts'
import * as store from './store.ts'

type Asked = ParsedOf<typeof contract.pickupReturn.confirm>
type Input = Asked & { readonly actualAt: number }

/** The only call for the pickup and return transitions of the status: 4 → 5 and 5 → 6. */
export async function confirm(asked: Asked, ctx: Context) {
  const input = { ...asked, actualAt: asked.actualAt ?? toMinute(ctx.now) }
  return input.type === handoverType.pickup ? confirmPickup(input, ctx) : confirmReturn(input, ctx)
}

/** The input, with the payment terms where a payment is taken by hand; they are queried together with the first statements. */
type Paying = Input & { readonly terms: ReturnType<typeof payTermsOf> | null }

async function begin(input: Input, ctx: Context) {
  refuseUnproven(input)
  const step = input.type === handoverType.pickup ? 'pickUp' : 'return'
  ctx.require(keyOf(orderSteps, step))
  const order = await lockOrder(ctx, input.orderId, input.version)
  const status = advance(orderSteps, step, order.status)
  const guard = prefetch(guardOf(ctx, order, input.type))
  const terms = input.settle === expenseSettle.offline ? prefetch(payTermsOf(ctx, order.storeId)) : null
  const ids = input.type === handoverType.pickup ? 0 : 1
  if (terms !== null) expectReceipts(ctx, ids + 1, input.payWay ?? payWay.cash)
  else if (ids > 0) reserveIds(ctx, ids)
  return { order, status, override: input.overrideReason !== undefined, guard, paying: { ...input, terms } }
}

async function confirmPickup(input: Input, ctx: Context) {
  refuseSuspended(ctx)
  const { order, status, override, guard, paying } = await begin(input, ctx)
  const asked = prefetch(liveExpenses(ctx, order.id, handoverType.pickup))
  const stay = askHandOver(ctx, order)
  const situation = await situationOf(ctx, order, handoverType.pickup)
  if (override) ctx.require('order.override')
  const expenses = await asked
  const early = override ? await earlyPrice(ctx, order, input.actualAt) : null
  const balance = dueFen(order) + (early?.difference ?? 0) + chargesFen(expenses)
  refuseChanged(input, balance)
  const owed = await leftOwed(ctx, input, situation, balance)
  const refusal = pickupRefusal((await guard)(situation, { actualAt: input.actualAt, owed, override }))
  if (refusal !== null) throw refusal

  const record = situation.record!
  await saveOrderBefore(ctx, record, {
    pinned: order.pinned,
    termsFixed: order.returnTerms !== null,
    ...(early && { agreed: { deposits: order.depositPolicySnapshot, cancel: order.cancelRuleSnapshot } }),
  })
  const current = early === null ? order : await modifyOrder(ctx, order, { ...early, reason: '提前取车' })
  const charged = prefetch(chargeExpenses(ctx, order.id, expenses))
  const out = updateOrder(ctx, current, { status, actualPickupAt: input.actualAt, pinned: true })
  await freezeReturnTerms(ctx, out)
  closeRecord(ctx, record, input.actualAt)
  // An early pickup has changed what the order holds.
  const handed = await handOver(ctx, out, early === null ? stay : askHandOver(ctx, out))
  writeReadings(ctx, out.vehicleId!, readingsOf(record))
  store.openAssignment(ctx, out.id, out.vehicleId!, input.actualAt, record.mileageKm!)
  finishDriverTask(ctx, out.id, handoverType.pickup)
  closeTask(ctx, taskKind.noShow, out.id)
  const follow = () => rematch(ctx, out.vehicleId!, out.id)
  // Where the customer pays, violations find their holder before the money is counted; else both are asked together.
  const pays = takesMoney(paying, balance)
  if (pays) await follow()
  const collected = await collect(ctx, out, paying, balance, record.id)
  const [money, moved] = await Promise.all([
    collected ?? refreshSettlement(ctx, out.id),
    !pays && follow(),
    charged,
    handed.checked,
  ])
  if (moved) await refreshSettlement(ctx, out.id)
  if (money.due <= 0) endLinks(ctx, out.id)
  logOrder(ctx, order, {
    action: 'pickUp',
    to: status,
    detail: { plate: out.plate, mileageKm: record.mileageKm, override: input.overrideReason },
  })
  ctx.audit({
    targetType: 'order',
    targetId: out.id,
    before: { status: order.status, total: order.totalFen },
    after: { status, total: current.totalFen, override: input.overrideReason },
  })
  return { status, version: out.version, settlement: null }
}

async function confirmReturn(input: Input, ctx: Context) {
  const { order, status, override, guard, paying } = await begin(input, ctx)
  const facts = prefetch(settlementFacts(ctx, order, input.actualAt))
  const renewal = prefetch(findOpenRenewal(ctx, order.id))
  const booked = prefetch(earningFacts(ctx, order))
  const place = askTakeBack(ctx, order)
  const deposits = lockDeposits(ctx, order.id)
  const situation = await situationOf(ctx, order, handoverType.return)
  if (override) ctx.require('order.override')
  const readings = returnReadings(situation)
  const record = situation.record!
  const settled = await settle(ctx, situation, input.actualAt, readings, facts)
  const { balance } = settled.view
  refuseChanged(input, balance)
  const owed = await leftOwed(ctx, input, situation, balance)
  const refusal = returnRefusal((await guard)(situation, { actualAt: input.actualAt, owed, override }))
  if (refusal !== null) throw refusal
  const backdated = await backdating(ctx, situation, input, readings)

  await lapseOpen(ctx, order, '车辆已还', renewal)
  await saveOrderBefore(ctx, record, { returnStoreId: order.returnStoreId, overdue: order.overdue })
  const back = updateOrder(ctx, order, {
    status,
    actualReturnAt: input.actualAt,
    returnStoreId: record.returnStoreId ?? order.returnStoreId,
    settledAt: ctx.now,
    overdue: false,
  })
  await chargeExpenses(ctx, order.id, await recordAutos(ctx, order.id, settled.expenses, settled.autos))
  const posted = await postReturn(ctx, back, record.id, settled, booked)
  const due = dueOf(settled)
  // Where money moves on, the books are compared first; else with all that the return has written.
  const moves = due < 0 || takesMoney(paying, balance)
  if (moves) {
    await posted.written
    await moneyAfter(ctx, order.id, due)
  }
  const collected = await collect(ctx, back, paying, balance, record.id)
  closeRecord(ctx, record, input.actualAt)
  await takeBack(ctx, back, place)
  writeReadings(ctx, back.vehicleId!, readingsOf(record), {
    note: record.extra.parkingNote ?? '',
    photoId: record.photos.findLast(({ slot }) => slot === 'parking')?.mediaId ?? null,
  })
  store.closeAssignment(ctx, back.id, back.vehicleId!, input.actualAt, readings.mileageKm)
  finishDriverTask(ctx, back.id, handoverType.return)

  const after = undoUntil(ctx.now, settled.undoMinutes)
  const { owed: owedFen, refunding: refundingFen } = collected ?? { owed: due, refunding: 0 }
  const owing = { ...back, owedFen, refundingFen }
  if (dueFen(owing) <= 0) endLinks(ctx, back.id)
  await giveBack(ctx, back, -dueFen(owing), { recordId: record.id, releaseAfter: after })
  const locked = moves ? lockDeposits(ctx, order.id) : deposits
  startViolationHold(ctx, back, input.actualAt, await locked.rows)
  const converts = settled.violationAt === violationAt.convert
  if (converts) await convertHeld(ctx, owing)
  await releaseHeld(ctx, owing, { kinds: [depositKind.rental], after, locked: converts ? undefined : locked })
  if (input.handBack !== undefined)
    await handBack(ctx, back, input.handBack, { voucherIds: input.handBackVoucherIds ?? [], payWay: input.handBackWay })
  // The last one sees all stores until it is answered, so the others are asked before it.
  const [, , , moved] = await Promise.all([
    posted.written,
    moves ? refreshSettlement(ctx, order.id) : moneyAfter(ctx, order.id, due),
    assignLater(ctx, back, input),
    rematch(ctx, back.vehicleId!, back.id),
  ])
  // A violation that found another holder is one less that keeps the order open.
  if (moved) await refreshSettlement(ctx, order.id)
  logOrder(ctx, order, {
    action: 'return',
    to: status,
    detail: { plate: back.plate, mileageKm: readings.mileageKm, balance, ...backdated, override: input.overrideReason },
  })
  ctx.audit({
    targetType: 'order',
    targetId: back.id,
    before: { status: order.status },
    after: { status, balance, ...backdated, override: input.overrideReason },
  })
  return { status, version: back.version, settlement: settled.view }
}

/** Assigns what is paid back later to the accounts and times that the form names. */
async function assignLater(ctx: Context, order: OrderRow, input: Input): Promise<void> {
  const { handBackBy, handBackDue, refundBy, refundDue } = input
  const assigned = async (
    kind: RefundTaskKind,
    accountId: string | undefined,
    dueAt: number | undefined,
    names: { readonly accountId: string; readonly dueAt: string },
  ) => {
    if (accountId !== undefined || dueAt !== undefined)
      await assignRefundTasks(ctx, order, kind, { accountId: accountId ?? null, dueAt: dueAt ?? null }, names)
  }
  await Promise.all([
    assigned('deposit', handBackBy, handBackDue, { accountId: 'handBackBy', dueAt: 'handBackDue' }),
    assigned('refund', refundBy, refundDue, { accountId: 'refundBy', dueAt: 'refundDue' }),
  ])
}

/**
 * Log data of a return that is dated well before now: the reason, and the amount that would be due now, fen.
 * @throws Refusal forbidden (-3) without `order.discount`, badInput (-2) without a reason
 */
async function backdating(ctx: Context, situation: Situation, { actualAt, backdateReason }: Input, readings: Readings) {
  const { graceMinutes } = situation.order.quoteSnapshot
  if (!isBackdated(actualAt, ctx.now, graceMinutes, situation.record?.handedInAt ?? null)) return {}
  ctx.require('order.discount', 'actualAt')
  if (backdateReason === undefined)
    throw badInput('backdateReason', `还车时间早于现在超过${graceMinutes}分钟，请填写补录原因`)
  const { view } = await settle(ctx, situation, toMinute(ctx.now), readings)
  return { backdated: backdateReason, balanceNow: view.balance }
}

/** @throws Refusal settlementChanged (5010): the amount due now differs from the amount shown to the operator */
function refuseChanged(input: Input, balance: number): void {
  if (input.expectAmount !== balance) throw new Refusal('settlementChanged', { balance })
}

/** What the order owes after the settlement, fen; negative is owed to the customer. */
export const dueOf = ({ view }: Settled): number => view.balance + view.violations

/**
 * The money of the order after its return is posted. The amount that the operator confirmed must equal the ledger balance;
 * `check:money` compares the bill with both. A difference is a bug, and the whole return is rolled back.
 */
export async function moneyAfter(ctx: Context, orderId: string, due: number) {
  const money = await refreshSettlement(ctx, orderId)
  if (money.due !== due)
    throw new Error(`return of order ${orderId}: the books say ${money.due} fen, the settlement ${due}`)
  return money
}

/** Whether the confirmation itself takes money. A payment by QR code was made before. */
const takesMoney = ({ settle: way }: Pick<Input, 'settle'>, due: number): boolean =>
  due > 0 && way !== undefined && way !== expenseSettle.online

/**
 * The amount that remains unpaid after the chosen settlement, for the guard, fen. A deposit covers what can be captured of
 * it; at a pickup it covers nothing while the order itself is unpaid.
 */
async function leftOwed(ctx: Context, input: Input, { order }: Situation, balance: number): Promise<number> {
  if (balance <= 0 || input.settle === expenseSettle.offline) return 0
  const unpaid = input.type === handoverType.pickup && dueFen(order) > 0
  if (input.settle !== expenseSettle.deposit || unpaid) return balance
  const rental = (await depositsOf(ctx, order.id)).find((row) => row.kind === depositKind.rental)
  const { payable } = rental === undefined ? { payable: 0 } : await payingFen(ctx, rental)
  return Math.max(0, balance - payable - (input.captured ?? 0))
}

/**
 * A capture at the card machine pays for the return that it is entered with, and requires the slip number.
 * @throws Refusal badInput (-2), amountWrong (4002) for more than is due
 */
function refuseUnproven({ type, captured, settle, slipNo, expectAmount }: Input): void {
  if (captured === undefined) return
  if (type !== handoverType.return || settle !== expenseSettle.deposit)
    throw badInput('captured', '预授权完成金额仅在还车结算选择押金抵扣时填写')
  if (captured > expectAmount)
    throw new Refusal('amountWrong', { field: 'captured', amount: Math.max(0, expectAmount) })
  if (slipNo === undefined) throw badInput('slipNo', '请填写预授权完成的流水号')
}

/**
 * Collects the amount due: by hand with its voucher, or from the rental deposit; the rest remains an open debt. A payment by
 * QR code was made before and is not due any more, so that no confirmation waits for the customer's phone.
 * @returns the money of the order afterwards; null where nothing was requested
 * @throws Refusal payWayClosed (4008) for a payment method that is not taken by hand
 */
async function collect(ctx: Context, order: OrderRow, input: Paying, due: number, recordId: string) {
  if (!takesMoney(input, due)) return null
  if (input.settle === expenseSettle.deposit) {
    const { captured, slipNo, voucherIds = [] } = input
    const machine = captured === undefined ? undefined : { fen: captured, proof: { voucherIds, slipNo } }
    await deductOwed(ctx, { ...order, owedFen: due }, due, { reason: '还车结算扣款', machine })
    return refreshSettlement(ctx, order.id)
  }
  const terms = await (input.terms ?? payTermsOf(ctx, order.storeId))
  const way = requireOffline(terms, input.payWay ?? payWay.cash)
  const { money } = await receive(ctx, order.id, {
    payKind: payKind.settlement,
    payWay: way,
    amount: due,
    refType: 'settlement',
    refId: recordId,
    voucherIds: input.voucherIds ?? [],
    slipNo: input.slipNo,
  })
  return money
}

/**
 * Posts the end of a contract's plan, which is fully billed or, after an early end, void in its rest. In this order: the
 * month before the return, if it is not posted yet (J8), the end of the plan, the credit of the shorter rental (J10), and the earning of all that
 * is left (J8), which also corrects a month that had earned too much.
 * @param booked what the ledger said before
 */
export async function postReturn(
  ctx: Context,
  order: OrderRow,
  recordId: string,
  settled: Settled,
  booked = earningFacts(ctx, order),
): Promise<Sent> {
  const { ending } = settled
  const facts = await booked
  const earning = await earnUntilReturn(ctx, order, monthClosedAt(ctx.now), facts.earning)
  if (ending.terminatedOn !== null) await terminatePlan(ctx, order.id, ending.terminatedOn)
  else if (ending.unbilled > 0) await postAll(ctx, order.id, await billRest(ctx, order.id))
  await postAll(ctx, order.id, [
    earlyReturnEntry(recordId, ending.givenBack),
    extraFuelEntry(recordId, settled.fuelCredit),
  ])
  const { posted } = earning
  const endsEarly = ending.terminatedOn !== null || ending.givenBack > 0
  const isAsBooked = posted === facts.earning.posted && !endsEarly && ending.unbilled === 0 && settled.fuelCredit === 0
  const { lines, billed, couponFen } = isAsBooked ? facts : await billFacts(ctx, order.id)
  const open = -(balancesOf(lines).get(account.unearned) ?? 0)
  const serviceFen = billed - ending.servicesBack(billed) - posted.serviceFen
  const amount = { rentFen: open - serviceFen, serviceFen }
  const commissionFen = commissionDue(order, earning, amount)
  const rest = earningEntry(recordId, 'settlement', { ...amount, couponFen, commissionFen })
  const days = spreadPosting(earning, amount, localDate(ctx.now))
  return { written: prefetch(post(ctx, order.id, rest, { days })) }
}

/** Statements that were sent: what is asked from now on finds what they write. Their answer is awaited before the end. */
interface Sent {
  readonly written: Promise<unknown>
}

/** What the ledger says of an order's bill, its services and its coupon. */
async function billFacts(ctx: Context, orderId: string) {
  const [lines, sums] = await Promise.all([ledgerLines(ctx, orderId), store.billedSums(ctx, orderId)])
  return { lines, ...sums }
}

/** The same with what the order has earned, before a return posts anything. */
async function earningFacts(ctx: Context, order: OrderRow) {
  const [bill, earning] = await Promise.all([billFacts(ctx, order.id), earningOf(ctx, order, monthClosedAt(ctx.now))])
  return { ...bill, earning }
}

/** Stores the values that the confirmation overwrites; queued before any other write. */
const saveOrderBefore = (ctx: Context, record: store.RecordRow, order: OrderBefore): Promise<void> =>
  ctx.elevated(async () => store.saveOrderBefore(ctx, record, order))

/** The confirming account has reviewed the record, including one that the customer submitted and that was not reviewed before. */
const closeRecord = (ctx: Context, record: store.RecordRow, actualAt: number) =>
  store.update(ctx, record, {
    draft: false,
    at: Math.floor(actualAt / MINUTE) * MINUTE,
    verify: recordVerify.passed,
  })

const readingsOf = (record: store.RecordRow) => ({
  mileageKm: record.mileageKm!,
  fuelPct: record.fuelEighths === null ? null : fuelPctOf(record.fuelEighths),
  batteryPct: record.batteryPct,
})
