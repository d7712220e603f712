import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { orderSteps, wasReturned } from '@cheyi/domain/booking/order/steps'
import { undoUntil } from '@cheyi/domain/booking/order/timers'
import { formatAmount } from '@cheyi/domain/money'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { type DepositKind, depositKind, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { heldBackFen, refuseBadRelease } from '@cheyi/domain/money/deposit/deduct'
import { releaseFrom } from '@cheyi/domain/money/deposit/hold'
import { hasReleaseFailed } from '@cheyi/domain/money/deposit/status'
import { advanceDeposit, availableFen } from '@cheyi/domain/money/deposit/steps'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { depositReleaseEntry } from '@cheyi/domain/money/payment/ledger'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, notifyCustomer, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { closeTask, closeTasks } from '../../platform/todo/actions.ts'
import { openDamages } from '../claim/actions.ts'
import {
  depositPayouts,
  type depositsPaidIn,
  finishWhenPaidBack,
  hasUnsentPayouts,
  type PaidBackBy,
  type PaidOut,
  type PaymentRow,
  payOut,
  postAll,
  queueDepositPayout,
  queueUnfreezes,
  refreshSettlement,
  retryDepositPayouts,
  withdrawDepositPayouts,
} from '../payment/actions.ts'
import { type Funds, freeOf, fundsOf } from './funds.ts'
import { firstExpiry, byId as holdById, type LiveHold, take } from './hold-store.ts'
import * as store from './store.ts'
import { depositView } from './view.ts'

type Input = ParsedOf<typeof contract.deposit.release>

/**
 * Releases a deposit: the whole available amount by default; a pending release does not block the rest. A manual payout is a to-do until
 * its voucher is recorded, in this call or in a later one. A voucher applies to the pending payouts, if there are any.
 * @throws Refusal orderStatusRefuses (2001), releaseTooEarly (4012), openCasesBlock (4011), beyondRefundable (4010), amountWrong (4002)
 */
export async function release(input: Input, ctx: Context) {
  const order = await lockOrder(ctx, input.orderId)
  const { voucherIds = [], payWay, slipNo } = input
  const by = { voucherIds, payWay, slipNo }
  advance(orderSteps, voucherIds.length > 0 ? 'proveRelease' : 'release', order.status)
  const rows = await store.lockRows(ctx, order.id)
  const row = rows.find((one) => one.kind === input.kind)
  if (row === undefined) throw new Refusal('depositRuleMissing')
  const waiting = voucherIds.length === 0 ? [] : await depositPayouts(ctx, order.id, row.id)
  if (waiting.length > 0) {
    const asked = waiting.reduce((sum, payment) => sum + payment.amountFen, 0)
    if (input.amount !== undefined && input.amount !== asked) throw new Refusal('amountWrong', { amount: asked })
    return { deposit: depositView(await finish(ctx, order, row, waiting, by)) }
  }

  advance(orderSteps, 'release', order.status)
  refuseEarly(ctx, order, row, input.early ?? false)
  const heldBack = retainedFen(order, rows, row)
  const releasable = releasableFen(order, rows, row)
  const amount = input.amount ?? releasable
  if (amount === 0 || amount > releasable) await refuseOpenCases(ctx, order, row)
  if (amount === 0) throw new Refusal('beyondRefundable', { n: formatAmount(releasable) })
  refuseBadRelease(row, amount, heldBack)
  const parts = await releaseParts(ctx, row, amount)
  if (parts.fen !== amount) throw badInput('amount', '该预授权只能整笔撤销，请先扣款或输入全部金额')
  const asked = await ask(ctx, order, row, parts, voucherIds.length > 0 ? ctx.now : await releaseAfter(ctx, order))
  const changed =
    voucherIds.length === 0 ? asked : await finish(ctx, order, asked, await depositPayouts(ctx, order.id, row.id), by)
  return { deposit: depositView(changed) }
}

/** Cases with an unknown amount retain a deposit after the return. @throws Refusal openCasesBlock (4011) */
async function refuseOpenCases(ctx: Context, order: OrderRow, row: store.DepositRow): Promise<void> {
  const damages = row.kind === depositKind.rental && order.expectedDamageFen > 0
  const violations = row.kind === depositKind.violation && wasReturned(order.status) ? order.openViolations : 0
  const n = damages ? await openDamages(ctx, order.id) : violations
  if (n > 0) throw new Refusal('openCasesBlock', { n })
}

/** A violation deposit is released on its release day; an earlier release must be confirmed. */
function refuseEarly(ctx: Context, order: OrderRow, row: store.DepositRow, knowingly: boolean): void {
  if (row.kind !== depositKind.violation || !wasReturned(order.status) || knowingly) return
  if (row.dueReleaseAt === null || row.dueReleaseAt > ctx.now) throw new Refusal('releaseTooEarly')
}

/**
 * After a return the deposit retains the open debt and the possible amount of damage in assessment; the deposits of a cancelled order
 * are released in full.
 */
function retainedFen(order: OrderRow, rows: readonly store.DepositRow[], row: store.DepositRow): number {
  if (!wasReturned(order.status)) return 0
  const inHand = Object.fromEntries(rows.map((one) => [one.kind, availableFen(one)]))
  return heldBackFen(row.kind, inHand, { ...order, debtFen: dueFen(order) })
}

/** The releasable amount of a deposit now, fen. `rows` are those of the order. */
export const releasableFen = (order: OrderRow, rows: readonly store.DepositRow[], row: store.DepositRow): number =>
  Math.max(0, availableFen(row) - retainedFen(order, rows, row))

/** Payouts of a settlement wait until the return can no longer be undone. */
export async function releaseAfter(ctx: Context, order: OrderRow): Promise<number> {
  if (!wasReturned(order.status) || order.settledAt === null) return ctx.now
  const { undoMinutes } = await settingsOf(ctx, order.storeId)
  return Math.max(ctx.now, undoUntil(order.settledAt, undoMinutes))
}

/** The parts of a release, fen: paid-in money first, then authorizations. */
interface ReleaseParts {
  readonly fen: number
  readonly paidFen: number
  readonly holds: ReturnType<typeof releaseFrom<LiveHold>>
}

/** Splits a release; the sum may be lower where an authorization can only be released as a whole. */
async function releaseParts(ctx: Context, row: store.DepositRow, amount: number): Promise<ReleaseParts> {
  const funds = await fundsOf(ctx, row)
  const paidFen = Math.min(funds.paidFen, amount)
  const holds = releaseFrom(funds.holds, amount - paidFen)
  return { fen: holds.reduce((sum, { fen }) => sum + fen, paidFen), paidFen, holds }
}

/** What {@link ask} pays back from; see `queueDepositPayout`. */
type PaidFrom = Pick<NonNullable<Parameters<typeof queueDepositPayout>[4]>, 'except' | 'receipts'>

/** The deposits of an order under their locks, and the payments that they were paid by. */
export interface Locked {
  readonly rows: Promise<readonly store.DepositRow[]>
  readonly receipts: ReturnType<typeof depositsPaidIn>
}

/** Queues the release of a part of a deposit. `order` and `row` are under their locks. */
async function ask(
  ctx: Context,
  order: OrderRow,
  row: store.DepositRow,
  { fen: amount, paidFen, holds }: ReleaseParts,
  after: number,
  from: PaidFrom = {},
): Promise<store.DepositRow> {
  const inFlight = row.inFlightFen + amount
  const state = advanceDeposit(row, 'askRelease', { ...row, inFlightFen: inFlight })
  if (paidFen > 0) await queueDepositPayout(ctx, order, row, paidFen, { releaseAfter: after, ...from })
  await queueUnfreezes(ctx, order, row, holds, after)
  // A released authorization needs no renewal.
  closeTasks(
    ctx,
    taskKind.expiry,
    holds.map(({ hold }) => hold.id),
  )
  closeTask(ctx, taskKind.violation, row.id)
  logOrder(ctx, order, { action: 'release', detail: { amount } })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { releaseDeposit: row.kind, amount } })
  return store.update(ctx, row, { holdStatus: state.holdStatus, inFlightFen: inFlight, withdrawnAt: null })
}

/**
 * Returns the former cover of a deposit after its replacement. `order` and `row` are under their locks.
 * @param except the receipt that replaced it
 */
export async function releaseFormerCover(
  ctx: Context,
  order: OrderRow,
  row: store.DepositRow,
  before: Funds,
  except?: string,
): Promise<store.DepositRow> {
  const holds = before.holds.map((hold) => ({ hold, fen: hold.availableFen })).filter(({ fen }) => fen > 0)
  const parts = { fen: freeOf(before), paidFen: before.paidFen, holds }
  return parts.fen === 0 ? row : ask(ctx, order, row, parts, ctx.now, { except })
}

/** Records a manual payout of a release. */
async function finish(
  ctx: Context,
  order: OrderRow,
  row: store.DepositRow,
  waiting: readonly PaymentRow[],
  by: PaidBackBy,
): Promise<store.DepositRow> {
  return releaseDone(ctx, order, row, await payOut(ctx, order, waiting, by, taskKind.deposit))
}

/**
 * Records that the clerk paid out, at the counter and at once, what a return had queued of the rental deposit. `order` is under its
 * lock.
 * @throws Refusal forbidden (-3) without `deposit.release`, amountWrong (4002) when the sum of the manual payouts differs
 */
export async function handBack(ctx: Context, order: OrderRow, amount: number, by: PaidBackBy): Promise<void> {
  ctx.require('deposit.release')
  const [rows, payouts] = await Promise.all([store.lockRows(ctx, order.id), depositPayouts(ctx, order.id)])
  const row = rows.find(({ kind }) => kind === depositKind.rental)
  const waiting = payouts.filter(({ refId }) => refId === row?.id)
  // Payouts of an earlier replacement are a separate to-do.
  const byHand = waiting.filter(({ payMode: mode, createdAt }) => mode === payMode.offlineOut && createdAt === ctx.now)
  const sum = byHand.reduce((total, { amountFen }) => total + amountFen, 0)
  if (row === undefined || sum !== amount) throw new Refusal('amountWrong', { field: 'handBack', amount: sum })
  await finish(ctx, order, row, byHand, by)
}

/** The money is paid out (J13), or an authorization is released; a cancellation that waited for it becomes final. */
export async function releaseDone(
  ctx: Context,
  order: OrderRow,
  row: store.DepositRow,
  paid: readonly PaidOut[],
): Promise<store.DepositRow> {
  const kind = row.kind
  const amount = paid.reduce((sum, payment) => sum + payment.amount, 0)
  const posted = prefetch(
    postAll(
      ctx,
      order.id,
      paid
        .filter(({ holdId }) => holdId === null)
        .map(({ id, amount: fen, way }) => ({ ...depositReleaseEntry(id, kind, fen, way), paymentId: id })),
    ),
  )
  for (const { holdId, amount: fen } of paid)
    if (holdId !== null) take(ctx, requireFound(await holdById(ctx.db, holdId)), { released: fen })
  const [inFlight, released] = [row.inFlightFen - amount, row.releasedFen + amount]
  const funds = { ...row, inFlightFen: inFlight, releasedFen: released }
  const state = advanceDeposit(row, 'releaseDone', funds)
  const changed = store.update(ctx, row, {
    holdStatus: state.holdStatus,
    inFlightFen: inFlight,
    releasedFen: released,
    ...(row.expireAt === null ? {} : { expireAt: await firstExpiry(ctx.db, row.id) }),
  })
  logOrder(ctx, { ...order, status: null }, { action: 'proveRelease', detail: { amount } })
  const told = { ref: paid[0]!.id, deposit: depositKinds.text(kind), amount }
  await Promise.all([posted, refreshSettlement(ctx, order.id), notifyCustomer(ctx, order, 'depositReleased', told)])
  ctx.audit({ targetType: 'order', targetId: order.id, after: { depositReleased: kind, amount } })
  await finishWhenPaidBack(ctx, order)
  return changed
}

/**
 * Sends a failed release again.
 * @throws Refusal notFound (-4); amountWrong (4002) unless it failed
 */
export async function retry({ depositId }: { depositId: string }, ctx: Context) {
  const { orderId } = requireFound(await store.byId(ctx.db, depositId))
  const order = await lockOrder(ctx, orderId)
  const row = (await store.lockRows(ctx, order.id)).find((one) => one.id === depositId)!
  await retryDepositPayouts(ctx, order.id, depositId)
  const resumed = resume(ctx, row)
  ctx.audit({ targetType: 'deposit', targetId: depositId })
  return { deposit: depositView(resumed) }
}

/** Marks a failed release as pending again. @throws Refusal amountWrong (4002) unless it failed */
function resume(ctx: Context, row: store.DepositRow): store.DepositRow {
  const state = advanceDeposit(row, 'retryRelease', row)
  return store.update(ctx, row, { holdStatus: state.holdStatus })
}

/**
 * Withdraws the unsent releases of a deposit: the money is held again, to be deducted or released later by a person; the job ignores the
 * deposit from now on.
 * @throws Refusal notFound (-4), orderStatusRefuses (2001), beyondRefundable (4010) when none is pending
 */
export async function withdraw({ depositId, reason }: { depositId: string; reason: string }, ctx: Context) {
  const { orderId } = requireFound(await store.byId(ctx.db, depositId))
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'withdrawRelease', order.status)
  const row = (await store.lockRows(ctx, order.id)).find((one) => one.id === depositId)!
  const { amount, changed } = await takeBack(ctx, row, { withdrawnAt: ctx.now })
  const detail = { amount, reason }
  logOrder(ctx, order, { action: 'withdrawRelease', detail })
  ctx.audit({ targetType: 'deposit', targetId: depositId, after: { withdrawn: row.kind, ...detail } })
  return { deposit: depositView(changed) }
}

/**
 * Withdraws unsent releases of deposits that may have to pay for new damage or violations; the job releases an excess again. `order` is
 * under its lock.
 */
export async function keepForCases(ctx: Context, order: OrderRow): Promise<void> {
  if (!wasReturned(order.status)) return
  for (const row of await store.lockRows(ctx, order.id)) {
    // A debt without violations retains only the rental deposit.
    if (row.inFlightFen === 0 || (row.kind === depositKind.violation && order.openViolations === 0)) continue
    const kept = heldBackFen(row.kind, { [row.kind]: row.heldFen }, { ...order, debtFen: dueFen(order) })
    if (availableFen(row) < kept && (await hasUnsentPayouts(ctx, order.id, row.id))) await takeBack(ctx, row, {})
  }
}

/** Withdraws the unsent releases of a deposit. @returns the withdrawn sum, fen, and the deposit */
async function takeBack(ctx: Context, row: store.DepositRow, more: { withdrawnAt?: number }) {
  const amount = await withdrawDepositPayouts(ctx, row.orderId, row.id)
  const inFlight = row.inFlightFen - amount
  const state = advanceDeposit(row, 'dropRelease', { ...row, inFlightFen: inFlight })
  const changed = store.update(ctx, row, { holdStatus: state.holdStatus, inFlightFen: inFlight, ...more })
  await refreshSettlement(ctx, row.orderId)
  return { amount, changed }
}

/** Marks every failed release of an order as pending again; the caller, who holds the order's lock, requeues them. */
export async function resumeReleases(ctx: Context, orderId: string): Promise<void> {
  for (const row of await store.lockRows(ctx, orderId)) if (hasReleaseFailed(row.holdStatus)) resume(ctx, row)
}

/**
 * Queues the release of the available parts of an order's deposits, without what an open debt retains after a return. `order` is under
 * its lock and has its current debt.
 * @param options.kinds which deposits, default both
 * @param options.after nothing is sent before (epoch ms), default now
 * @param options.locked the deposits, if nothing has changed them since
 * @returns whether any part goes back
 */
export async function releaseHeld(
  ctx: Context,
  order: OrderRow,
  {
    kinds = depositKinds.values,
    after = ctx.now,
    locked,
  }: { kinds?: readonly DepositKind[]; after?: number; locked?: Locked | undefined } = {},
): Promise<boolean> {
  const rows = await (locked?.rows ?? store.lockRows(ctx, order.id))
  let receipts = locked?.receipts
  let released = false
  for (const row of rows) {
    const amount = releasableFen(order, rows, row)
    if (!kinds.includes(row.kind) || amount === 0) continue
    const parts = await releaseParts(ctx, row, amount)
    if (parts.fen === 0) continue
    await ask(ctx, order, row, parts, after, { receipts: await receipts })
    // What was paid back is not refundable again.
    receipts = undefined
    released = true
  }
  return released
}

/** Undoes the part of a return that concerns deposits: withdraws its releases and clears the release day. `order` is under its lock. */
export async function takeBackReleases(ctx: Context, orderId: string): Promise<void> {
  for (const row of await store.lockRows(ctx, orderId)) {
    const back = row.inFlightFen > 0 ? (await takeBack(ctx, row, {})).changed : row
    if (back.dueReleaseAt !== null) store.update(ctx, back, { dueReleaseAt: null })
  }
}
