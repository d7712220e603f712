import { formatAmount, formatMoney } from '@cheyi/domain/money'
import { type DepositKind, deductResult } from '@cheyi/domain/money/deposit/codes'
import type { DeductionLine } from '@cheyi/domain/money/deposit/deduct'
import { captureFrom, endsHold, nextByMachine, productOf } from '@cheyi/domain/money/deposit/hold'
import { platformFreeFen } from '@cheyi/domain/money/deposit/platform-deduct'
import { advanceDeposit, availableFen } from '@cheyi/domain/money/deposit/steps'
import { type PayMode, payMode } from '@cheyi/domain/money/payment/codes'
import { deductionEntry } from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { OrderRow } from '../../booking/order/actions.ts'
import { type Context, newId } from '../../kernel/context.ts'
import { askCapture, type Proof, post, recordCapture } from '../payment/actions.ts'
import * as holds from './hold-store.ts'
import { requestOfPlatform } from './platform.ts'
import * as store from './store.ts'

/** The available part of a deposit: paid in, held by authorizations, and held by the platform that sold the order. Fen. */
export interface Funds {
  readonly paidFen: number
  readonly holds: readonly holds.LiveHold[]
  readonly platformFen: number
}

/** One query if authorizations hold the deposit, otherwise none. */
export const fundsOf = async (ctx: Context, row: store.DepositRow): Promise<Funds> =>
  fundsWith(row, await holds.liveHolds(ctx, [row]))

const fundsWith = (row: store.DepositRow, live: readonly holds.LiveHold[]): Funds => ({
  paidFen: availableFen(row) - sumOf(live),
  holds: live,
  platformFen: platformFreeFen(row),
})

const sumOf = (live: readonly holds.LiveHold[]): number => live.reduce((sum, hold) => sum + hold.availableFen, 0)

export const freeOf = ({ paidFen, holds: live, platformFen }: Funds): number => paidFen + sumOf(live) + platformFen

const byMachine = (hold: Pick<holds.LiveHold, 'payWay'>): boolean => productOf(hold.payWay).byMachine

/**
 * The funds that a settlement may use by itself: without authorizations that need a completion at the card machine, and without what a
 * platform holds, which only staff request.
 */
export const withoutMachine = (funds: Funds): Funds => ({
  ...funds,
  platformFen: 0,
  holds: funds.holds.filter((hold) => !byMachine(hold)),
})

/**
 * The funds that a batch may use: without what a platform holds, and without authorizations that end with their first capture, because it
 * would release the rest of the deposit while the car is still out. A person decides about both.
 */
export const lasting = (funds: Funds): Funds => ({
  ...funds,
  platformFen: 0,
  holds: funds.holds.filter(({ payWay }) => !endsHold(payWay)),
})

/** What a batch can deduct, and what only a person can because it is an authorization that ends with its first capture. Fen. */
export interface InBatch {
  readonly payable: number
  readonly once: number
}

export const batchFundsOf = (funds: Funds): InBatch => ({
  payable: freeOf(lasting(funds)),
  once: sumOf(funds.holds.filter(({ payWay }) => endsHold(payWay))),
})

/** The same of one kind of deposit of each of these orders; one query more if authorizations hold any of them. */
export async function payableInBatch(
  ctx: Context,
  orderIds: readonly string[],
  kind: DepositKind,
): Promise<ReadonlyMap<string, InBatch>> {
  const rows = await store.ofOrders(ctx, orderIds, kind)
  const live = Map.groupBy(await holds.liveHolds(ctx, rows), ({ depositId }) => depositId)
  return new Map(rows.map((row) => [row.orderId, batchFundsOf(fundsWith(row, live.get(row.id) ?? []))]))
}

/**
 * The funds that can pay a charge: `payable` is paid in or held by a provider and needs no card machine, `machine` can be captured at
 * the card machine now. Fen; one query if authorizations hold the deposit.
 */
export async function payingFen(
  ctx: Context,
  row: store.DepositRow,
): Promise<{ readonly payable: number; readonly machine: number }> {
  const funds = await fundsOf(ctx, row)
  return { payable: freeOf(withoutMachine(funds)), machine: nextByMachine(funds.holds)?.availableFen ?? 0 }
}

/**
 * The part of a deposit that can be converted: paid in, or held and releasable in parts. Fen; one query if authorizations hold the
 * deposit.
 */
export async function convertibleFen(ctx: Context, row: store.DepositRow): Promise<number> {
  const { paidFen, holds: live } = await fundsOf(ctx, row)
  return freeOf({
    paidFen,
    holds: live.filter(({ payWay }) => productOf(payWay).partialUnfreeze),
    platformFen: 0,
  })
}

/**
 * Paid-in money and the card machine's authorizations are deducted manually, a provider's by a request to it, and what a platform holds by
 * a request to the platform.
 */
export function fundsOfMode({ paidFen, holds: live, platformFen }: Funds, mode: PayMode): Funds {
  if (mode === payMode.platformDeduct) return { paidFen: 0, holds: [], platformFen }
  return mode === payMode.offlineDeduct
    ? { paidFen, holds: live.filter(byMachine), platformFen: 0 }
    : { paidFen: 0, holds: live.filter((hold) => !byMachine(hold)), platformFen: 0 }
}

export const modesOf = (funds: Funds): PayMode[] =>
  [payMode.onlineIn, payMode.platformDeduct, payMode.offlineDeduct].filter(
    (mode) => freeOf(fundsOfMode(funds, mode)) > 0,
  )

/** A capture at the card machine: an amount in fen from its slip. */
export interface ByMachine {
  readonly fen: number
  readonly proof: Proof
}

/**
 * Splits a sum of which a part was captured at the card machine; that part comes from the first authorization there to expire.
 * @throws Refusal beyondDeposit (4006) where that authorization holds less
 */
export function partsWith(funds: Funds, fen: number, machine: ByMachine): Part[] {
  const hold = nextByMachine(funds.holds)
  const most = hold?.availableFen ?? 0
  if (hold === undefined || machine.fen > most) throw new Refusal('beyondDeposit', { n: formatAmount(most) })
  return [
    { hold, fen: machine.fen, tiedFen: most, proof: machine.proof },
    ...partsOf(withoutMachine(funds), fen - machine.fen),
  ]
}

/** An amount from one authorization, or (null) from paid-in money or the platform. */
interface Part {
  readonly hold: holds.LiveHold | null
  readonly byPlatform?: true
  readonly fen: number
  readonly tiedFen: number
  /** The proof of a capture at the card machine. */
  readonly proof?: Proof
}

/**
 * Splits a sum over the funds: authorizations first, in the order of their expiry, then paid-in money, which does not expire.
 * @throws Refusal orderStatusRefuses (2001) for a hold that takes no further capture
 */
export function partsOf({ paidFen, holds: live, platformFen }: Funds, fen: number): Part[] {
  const parts: Part[] = captureFrom(live, fen)
  const left = fen - parts.reduce((sum, part) => sum + part.fen, 0)
  const paid = Math.min(paidFen, left)
  const asked = Math.min(platformFen, left - paid)
  if (paid > 0) parts.push({ hold: null, fen: paid, tiedFen: 0 })
  if (asked > 0) parts.push({ hold: null, byPlatform: true, fen: asked, tiedFen: 0 })
  return parts
}

/**
 * The same parts with the number of the slip of a completion at the card machine.
 * @throws Refusal badInput (-2) when the number is missing for such a completion, given without one, or given for more than one
 * authorization
 */
export function withSlipNo(parts: readonly Part[], slipNo: string | undefined): readonly Part[] {
  const done = parts.filter(({ hold }) => hold !== null && byMachine(hold))
  const [first] = done
  if (first === undefined) {
    if (slipNo !== undefined) throw badInput('slipNo', '本次扣款没有用到POS机预授权，请不要填写流水号')
    return parts
  }
  if (slipNo === undefined) throw badInput('slipNo', '请填写预授权完成的流水号')
  if (done.length > 1)
    throw badInput('slipNo', `一个流水号只对应一笔预授权完成，本次请先扣${formatMoney(first.fen)}以内`)
  return parts.map((part) => (part === first ? { ...part, proof: { voucherIds: [], slipNo } } : part))
}

/** Whether a provider or the platform decides about the part. */
export const isAsked = ({ hold, byPlatform }: Part): boolean =>
  byPlatform === true || (hold !== null && !byMachine(hold))

export interface Cause {
  readonly lines: readonly DeductionLine[]
  readonly reason: string
  readonly photoIds: readonly string[]
}

/** Records one part of a deduction, and executes it if no provider decides about it. `order` and `row` are under their locks. */
export async function takePart(
  ctx: Context,
  order: OrderRow,
  row: store.DepositRow,
  part: Part,
  { lines, reason, photoIds }: Cause,
): Promise<{ id: string; row: store.DepositRow }> {
  const id = await newId(ctx)
  const { hold, fen, tiedFen, proof = { voucherIds: [] } } = part
  if (part.byPlatform) return { id, row: await requestOfPlatform(ctx, row, { id, fen, lines, reason, photoIds }) }
  const asked = isAsked(part)
  await store.insertDeduction(ctx.db, {
    id,
    orderId: order.id,
    depositId: row.id,
    amountFen: fen,
    lines,
    mode: asked ? payMode.onlineIn : payMode.offlineDeduct,
    reason,
    photoIds: [...photoIds],
    result: asked ? null : deductResult.succeeded,
    ...(hold === null ? {} : { holdId: hold.id, payWay: hold.payWay, tiedFen }),
  })
  if (asked) {
    await askCapture(ctx, { id, orderId: order.id, kind: row.kind, amount: fen, hold: hold! })
    return { id, row: store.update(ctx, row, { inFlightFen: row.inFlightFen + tiedFen }) }
  }
  await post(ctx, order.id, deductionEntry(id, row.kind, hold?.payWay ?? 'paid', fen))
  if (hold !== null) {
    await recordCapture(ctx, { id, orderId: order.id, kind: row.kind, amount: fen, hold }, proof)
    return { id, row: await applyCapture(ctx, row, hold, { fen, tiedFen }) }
  }
  const funds = { ...row, capturedFen: row.capturedFen + fen }
  const { holdStatus } = advanceDeposit(row, 'deduct', funds)
  return { id, row: store.update(ctx, row, { holdStatus, capturedFen: funds.capturedFen }) }
}

/** An amount was captured from an authorization; the capture released the rest of the amount that it tied up. */
export async function applyCapture(
  ctx: Context,
  row: store.DepositRow,
  hold: holds.HoldRow,
  { fen, tiedFen, inFlightFen = row.inFlightFen }: { fen: number; tiedFen: number; inFlightFen?: number },
): Promise<store.DepositRow> {
  holds.take(ctx, hold, { captured: fen, released: tiedFen - fen })
  const funds = {
    ...row,
    capturedFen: row.capturedFen + fen,
    releasedFen: row.releasedFen + tiedFen - fen,
    inFlightFen,
  }
  const { holdStatus } = advanceDeposit(row, 'captured', funds)
  return store.update(ctx, row, {
    holdStatus,
    capturedFen: funds.capturedFen,
    releasedFen: funds.releasedFen,
    inFlightFen,
    expireAt: await holds.firstExpiry(ctx.db, row.id),
  })
}
