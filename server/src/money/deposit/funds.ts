import { formatAmount, formatMoney } from '@cheyi/domain/money'
import { deductResult } from '@cheyi/domain/money/deposit/codes'
import type { DeductionLine } from '@cheyi/domain/money/deposit/deduct'
import { captureFrom, nextByMachine, productOf } from '@cheyi/domain/money/deposit/hold'
import { advanceDeposit, availableFen } from '@cheyi/domain/money/deposit/steps'
import { type PayMode, payMode } from '@cheyi/domain/money/payment/codes'
import { deducted } from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { OrderRow } from '../../booking/order/actions.ts'
import { type Context, newId } from '../../kernel/context.ts'
import { askCapture, type Proof, post, recordCapture } from '../payment/actions.ts'
import * as holds from './hold-store.ts'
import * as store from './store.ts'

/** What of a deposit is free: paid in, and held by authorisations. Fen. */
export interface Funds {
  readonly paidFen: number
  readonly holds: readonly holds.LiveHold[]
}

/** One query where the deposit is held by authorisations, none else. */
export async function fundsOf(ctx: Context, row: store.DepositRow): Promise<Funds> {
  const live = await holds.liveHolds(ctx, row)
  return { paidFen: availableFen(row) - sumOf(live), holds: live }
}

const sumOf = (live: readonly holds.LiveHold[]): number => live.reduce((sum, hold) => sum + hold.availableFen, 0)

export const freeOf = ({ paidFen, holds: live }: Funds): number => paidFen + sumOf(live)

const byMachine = (hold: Pick<holds.LiveHold, 'payWay'>): boolean => productOf(hold.payWay).byMachine

/** Without those authorisations that somebody has to complete at the card machine. */
export const withoutMachine = (funds: Funds): Funds => ({
  ...funds,
  holds: funds.holds.filter((hold) => !byMachine(hold)),
})

/**
 * What of a deposit pays a charge: what was paid in, and what a provider holds, without anybody at the card machine; and what
 * may be captured there at once. Fen; a query where it is held by authorisations.
 */
export async function payingFen(
  ctx: Context,
  row: store.DepositRow,
): Promise<{ readonly payable: number; readonly machine: number }> {
  const funds = await fundsOf(ctx, row)
  return { payable: freeOf(withoutMachine(funds)), machine: nextByMachine(funds.holds)?.availableFen ?? 0 }
}

/** What of a deposit may be made another: paid in, and held in parts. Fen; a query where it is held. */
export async function convertibleFen(ctx: Context, row: store.DepositRow): Promise<number> {
  const { paidFen, holds: live } = await fundsOf(ctx, row)
  return freeOf({ paidFen, holds: live.filter(({ payWay }) => productOf(payWay).partialUnfreeze) })
}

/** Money in hand and the card machine's authorisations are taken by hand, what a provider holds by asking it. */
export const byMode = ({ paidFen, holds: live }: Funds, mode: PayMode): Funds =>
  mode === payMode.offlineDeduct
    ? { paidFen, holds: live.filter(byMachine) }
    : { paidFen: 0, holds: live.filter((hold) => !byMachine(hold)) }

export const modesOf = (funds: Funds): PayMode[] =>
  [payMode.onlineIn, payMode.offlineDeduct].filter((mode) => freeOf(byMode(funds, mode)) > 0)

/** What somebody captured at the card machine: a sum of fen off its slip. */
export interface ByMachine {
  readonly fen: number
  readonly proof: Proof
}

/**
 * What a sum is taken from of which a part was captured at the card machine, from the authorisation there that ends soonest.
 * @throws Refusal beyondDeposit (4006) where that does not hold so much
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

/** A sum out of one authorisation, or (null) out of what was paid in. */
interface Part {
  readonly hold: holds.LiveHold | null
  readonly fen: number
  readonly tiedFen: number
  /** Of what the card machine captured. */
  readonly proof?: Proof
}

/**
 * What a sum is taken from: authorisations that end soonest first, then what was paid in, which ends never.
 * @throws Refusal orderStatusRefuses (2001) for a hold that takes no further capture
 */
export function partsOf({ paidFen, holds: live }: Funds, fen: number): Part[] {
  const parts: Part[] = captureFrom(live, fen)
  const rest = Math.min(paidFen, fen - parts.reduce((sum, part) => sum + part.fen, 0))
  return rest > 0 ? [...parts, { hold: null, fen: rest, tiedFen: 0 }] : parts
}

/**
 * The same with the number of the slip that its completion at the card machine printed.
 * @throws Refusal badInput (-2) without the number of what is completed there, with one where nothing is, and where more than
 *   one authorisation is
 */
export function slipped(parts: readonly Part[], slipNo: string | undefined): readonly Part[] {
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

/** A provider decides about it. */
export const isAsked = ({ hold }: Part): boolean => hold !== null && !byMachine(hold)

interface Cause {
  readonly lines: readonly DeductionLine[]
  readonly reason: string
  readonly photoIds: readonly string[]
}

/** Records one part of a deduction, and carries it out where that is ours to say. `order` and `row` are under their locks. */
export async function takePart(
  ctx: Context,
  order: OrderRow,
  row: store.DepositRow,
  part: Part,
  { lines, reason, photoIds }: Cause,
): Promise<{ id: string; row: store.DepositRow }> {
  const id = await newId(ctx)
  const { hold, fen, tiedFen, proof = { voucherIds: [] } } = part
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
    return { id, row: await store.update(ctx, row, { inFlightFen: row.inFlightFen + tiedFen }) }
  }
  await post(ctx, order.id, deducted(id, row.kind, hold?.payWay ?? 'paid', fen))
  if (hold !== null) {
    await recordCapture(ctx, { id, orderId: order.id, kind: row.kind, amount: fen, hold }, proof)
    return { id, row: await captured(ctx, row, hold, { fen, tiedFen }) }
  }
  const funds = { ...row, capturedFen: row.capturedFen + fen }
  const { holdStatus } = advanceDeposit(row, 'deduct', funds)
  return { id, row: await store.update(ctx, row, { holdStatus, capturedFen: funds.capturedFen }) }
}

/** A sum was captured from an authorisation, which let the rest of what it tied go with it. */
export async function captured(
  ctx: Context,
  row: store.DepositRow,
  hold: holds.HoldRow,
  { fen, tiedFen, inFlightFen = row.inFlightFen }: { fen: number; tiedFen: number; inFlightFen?: number },
): Promise<store.DepositRow> {
  await holds.take(ctx, hold, { captured: fen, released: tiedFen - fen })
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
