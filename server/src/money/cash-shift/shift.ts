import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { formatMoney } from '@cheyi/domain/money'
import {
  differenceOf,
  FIRST_FLOAT,
  floatDifference,
  floatNeedsReason,
  isOpenShift,
  shiftSteps,
} from '@cheyi/domain/money/cash-shift/shift'
import { flowKind, offlinePayWays, payWay } from '@cheyi/domain/money/payment/codes'
import { cashDifferenceEntry, cashFloatEntry, handInEntry } from '@cheyi/domain/money/payment/ledger'
import { DIFFERENCE_SPAN } from '@cheyi/domain/platform/approval/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, newId, requireFound } from '../../kernel/context.ts'
import { secondPerson } from '../../platform/approval/actions.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { cashOutside, postCashShift, prove, shiftFlows } from '../payment/actions.ts'
import * as store from './store.ts'

type Input<K extends keyof typeof contract.cashShift> = ParsedOf<(typeof contract.cashShift)[K]>

/** The expected amount of each payment method in a shift now, with its components. Fen. */
export async function linesOf(ctx: Context, shift: Pick<store.ShiftRow, 'id' | 'openingFen'>) {
  const flows = new Map((await shiftFlows(ctx, [shift.id])).map((flow) => [flow.way, flow]))
  return offlinePayWays.map((way) => {
    const { receivedFen: received = 0, paidBackFen: paidBack = 0, handedInFen: gone = 0 } = flows.get(way) ?? {}
    const opening = way === payWay.cash ? shift.openingFen : 0
    return { way, received, paidBack, handedIn: gone, expected: opening + received - paidBack - gone }
  })
}

/** The expected cash in a shift now, fen. */
const cashIn = async (ctx: Context, shift: store.ShiftRow): Promise<number> =>
  (await linesOf(ctx, shift)).find(({ way }) => way === payWay.cash)!.expected

/**
 * Checks that the caller may end a shift: their own, or any with the permission for the merchant's money, for a cashier who left without
 * closing.
 */
function endable(ctx: Context, shift: store.ShiftRow | undefined): store.ShiftRow {
  const { cashierId } = requireFound(shift)
  if (cashierId !== ctx.accountId && !ctx.can('data.money')) throw new Refusal('notFound')
  return shift!
}

/** A shift that the caller may end; undefined once it is closed. @throws Refusal notFound (-4) */
export async function openShift(ctx: Context, id: string): Promise<store.ShiftRow | undefined> {
  const shift = endable(ctx, await store.shiftById(ctx.db, id))
  return isOpenShift(shift.status) ? shift : undefined
}

/**
 * Opens the caller's shift with the cash they counted. Counted cash above the ledger's amount for the store is posted as its float; cash
 * that they do not take stays outside of shifts, where it remains visible.
 * @throws Refusal notFound (-4), badInput (-2) when they have an open shift or a different amount has no reason, approvalNeeded (1036)
 */
export async function open({ storeId, opening, reason: given = '' }: Input<'open'>, ctx: Context) {
  const storeName = await store.lockCashShift(ctx, inSight(ctx, storeId))
  if (storeName === undefined) throw new Refusal('notFound', { field: 'storeId' })
  const [known, { cashShifts }, { first }] = await Promise.all([
    cashOutside(ctx, storeId),
    payTermsOf(ctx, storeId),
    store.lastClose(ctx, storeId),
  ])
  const difference = floatDifference(opening, known)
  const reason = given || (difference > 0 && first ? FIRST_FLOAT : '')
  if (floatNeedsReason(difference, first) && reason === '')
    throw badInput('reason', `清点现金与账面 ${formatMoney(Math.max(0, known))} 不一致，请填写原因`)
  const facts = { asked: cashShifts.floatSigned, opening, difference, storeName, reason }
  const openingSignedBy = await secondPerson(ctx, 'cashFloat', facts, [storeId])
  const begun = { storeId, openingFen: opening, knownFen: known, openingReason: difference === 0 ? '' : reason }
  const id = await store.insertShift(ctx, { ...begun, openingSignedBy })
  if (id === undefined) throw badInput('storeId', '您有进行中的班次，请先交班')
  const float = Math.max(0, opening - Math.max(0, known))
  const of = { storeId, shiftId: null, cashierId: ctx.accountId, kind: flowKind.float }
  if (float > 0) await postCashShift(ctx, cashFloatEntry(id, float), of)
  ctx.audit({ targetType: 'shift', targetId: id, after: { storeId, opening, float, reason } })
  return { id }
}

/**
 * Closes a shift with the counted amount of each payment method. A difference is one entry with its reason. A second person must approve
 * a large one; the limit also counts the unapproved differences of the cashier within a day. Later money falls into the cashier's next
 * shift.
 * @throws Refusal notFound (-4), stale (-5) when it is closed or money moved since the count, badInput (-2), approvalNeeded (1036)
 */
export async function close({ id, counts, reason = '' }: Input<'close'>, ctx: Context) {
  const shift = endable(ctx, await store.lockShift(ctx.db, id))
  const status = advance(shiftSteps, 'close', shift.status)
  const lines = await linesOf(ctx, shift)
  if (new Set(counts.map(({ way }) => way)).size < counts.length) throw badInput('counts', '收款方式重复')
  for (const { way, expected } of lines) {
    const count = counts.find((one) => one.way === way)
    if (count === undefined && (expected !== 0 || way === payWay.cash)) throw new Refusal('stale')
    if (count !== undefined && count.expected !== expected) throw new Refusal('stale')
  }
  const difference = differenceOf(counts)
  if (difference.gross > 0 && reason === '') throw badInput('reason', '请填写差额原因')
  const before = await store.unsignedSince(ctx, shift.cashierId, ctx.now - DIFFERENCE_SPAN)
  const facts = { ...difference, before, ...(await store.names(ctx, shift.storeId, shift.cashierId)) }
  // When another account closes the shift, that account requests the approval; the cashier is excluded, because it is their own
  // difference.
  const signedBy = await secondPerson(ctx, 'cashDifference', facts, [shift.storeId], [shift.cashierId])
  const of = { storeId: shift.storeId, shiftId: id, cashierId: shift.cashierId, kind: flowKind.difference }
  await postCashShift(ctx, cashDifferenceEntry(id, counts), of)
  await store.insertCounts(
    ctx.db,
    counts.map(({ way, expected, counted }) => ({
      shiftId: id,
      payWay: way,
      expectedFen: expected,
      countedFen: counted,
    })),
  )
  await store.closeShift(ctx, id, { status, signedBy, reason })
  ctx.audit({ targetType: 'shift', targetId: id, after: { difference: difference.net, reason } })
  return { difference: difference.net }
}

/**
 * Records a cash deposit to the bank (J23) from the caller's own shift in that store, or from the cash outside of shifts.
 * @returns the remaining cash there, fen
 * @throws Refusal notFound (-4), forbidden (-3), amountWrong (4002) for more than there is
 */
export async function handIn({ storeId, amount, voucherIds, slipNo = '', note = '' }: Input<'handIn'>, ctx: Context) {
  if ((await store.lockCashShift(ctx, inSight(ctx, storeId))) === undefined)
    throw new Refusal('notFound', { field: 'storeId' })
  const own = await store.ownOpen(ctx, { lock: true })
  const shift = own?.storeId === storeId ? own : undefined
  if (shift === undefined) ctx.require('data.money')
  const there = shift === undefined ? await cashOutside(ctx, storeId) : await cashIn(ctx, shift)
  if (amount > there) throw new Refusal('amountWrong', { field: 'amount', owed: Math.max(0, there) })
  const id = await newId(ctx)
  const shiftId = shift?.id ?? null
  const row = { id, storeId, shiftId, amountFen: amount, slipNo, note, voucherIds: [...voucherIds] }
  await store.insertHandIn(ctx.db, row)
  await prove(ctx, { voucherIds, slipNo }, { recordId: id })
  await postCashShift(ctx, handInEntry(id, amount), {
    storeId,
    shiftId,
    cashierId: ctx.accountId,
    kind: flowKind.handIn,
  })
  ctx.audit({ targetType: 'store', targetId: storeId, after: { handedIn: amount, note } })
  return { id, left: there - amount }
}
