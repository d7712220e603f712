import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { dueFen } from '@cheyi/domain/money/debt/due'
import type { AutoExpense } from '@cheyi/domain/money/expense/item'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { fuelKindOf, fuelPctOf, recordProblems, swapNote } from '@cheyi/domain/rental/pickup-return/record'
import { toMinute } from '@cheyi/domain/time'
import type { OrderRow } from '../../booking/order/actions.ts'
import { writeReadings } from '../../fleet/inventory/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { chargeMarks, chargesFen, liveExpenses } from '../../money/expense/actions.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { awaitSwapPaper } from '../agreement/actions.ts'
import { rematch } from '../violation/actions.ts'
import { situationOf } from './facts.ts'
import { earlyPrice } from './return/early.ts'
import { asOld, storedMarks } from './save.ts'
import { returnReadings, settle } from './settlement.ts'
import * as store from './store.ts'

export {
  acceptReturned,
  blocksOfReturned,
  type CustomerChange,
  dropPhotoOfCustomer,
  fillByCustomer,
  handOverChecked,
  lastSeen,
  markRecord,
  type Situation,
  situationFor,
  takeRecordOver,
} from './by-customer.ts'
export { blocksOf } from './facts.ts'
export { isOpenStore } from './store.ts'
export { recordViews } from './view.ts'

/**
 * What the system would charge for the return as its draft stands, before anybody lowered a charge; nothing while the
 * reading of the odometer is missing.
 */
export async function computedCharges(ctx: Context, order: OrderRow): Promise<readonly AutoExpense[]> {
  const situation = await situationOf(ctx, order, handoverType.return)
  const { record, vehicle } = situation
  if (record === undefined || record.mileageKm === null || vehicle === null) return []
  const settled = await settle(ctx, situation, record.at ?? ctx.now, returnReadings(situation))
  return settled.computed
}

/**
 * What a pickup will bill beyond what the order owes now: its charges and, where it is too early, the difference of the
 * longer rental, fen.
 * @param early whether somebody may pass an early pickup, who alone is charged for it
 */
export async function dueByPickup(ctx: Context, order: OrderRow, early: boolean): Promise<number> {
  const [charges, price] = await Promise.all([
    liveExpenses(ctx, order.id, handoverType.pickup),
    early ? earlyPrice(ctx, order, toMinute(ctx.now)) : null,
  ])
  return chargesFen(charges) + (price?.difference ?? 0)
}

/**
 * What a return will bill beyond what the order owes now as its draft stands, fen; below 0 where it gives back.
 * @throws Refusal badInput (-2) while the reading of the odometer is missing, mileageBelowPickup (5002)
 */
export async function dueByReturn(ctx: Context, order: OrderRow): Promise<number> {
  const situation = await situationOf(ctx, order, handoverType.return)
  const readings = returnReadings(situation)
  const settled = await settle(ctx, situation, situation.record?.at ?? toMinute(ctx.now), readings)
  return settled.view.balance - dueFen(order)
}

type Swap = NonNullable<ParsedOf<typeof contract.arrange.plan>['swap']>

/** A car of a swap: which of the two, by the name of its part of the input and in words. */
const sides = { old: '原车', new: '新车' } as const

/**
 * Notes a swap on the road. The car that came back gets the return that it never had, with the `seq` of its pickup, and
 * what was already seen of it for one; the other gets a pickup with the next `seq` and the marks it had before.
 * `before` and `after` are the order on the old and on the new car.
 * @returns the id of the paper that waits to be signed for it
 * @throws Refusal badInput (-2) for what a handover asks for and is missing, mileageBelowPickup (5002)
 */
export async function recordSwap(ctx: Context, before: OrderRow, after: OrderRow, swap: Swap): Promise<string> {
  const [pickup, begun, oldCar, newCar, last] = await Promise.all([
    store.current(ctx.db, before.id, handoverType.pickup),
    store.current(ctx.db, before.id, handoverType.return),
    store.vehicle(ctx.db, before.vehicleId!),
    store.vehicle(ctx.db, after.vehicleId!),
    store.lastOfVehicle(ctx.db, after.vehicleId!),
  ])
  const out = pickup!
  const back = swapped(ctx, swap, 'old', { car: oldCar!, fromKm: out.mileageKm ?? 0 })
  const taken = swapped(ctx, swap, 'new', { car: newCar!, fromKm: newCar!.odometerKm })
  store.closeAssignment(ctx, before.id, before.vehicleId!, ctx.now, swap.old.mileageKm)
  store.openAssignment(ctx, after.id, after.vehicleId!, ctx.now, swap.new.mileageKm)
  await rematch(ctx, before.vehicleId!, before.id)
  await rematch(ctx, after.vehicleId!, after.id)
  const seen = begun?.vehicleId === before.vehicleId ? begun : undefined
  const marked = seen && seen.damageMarks.length > 0 ? seen.damageMarks : asOld(out.damageMarks)
  const given = swap.old.damageMarks && storedMarks(handoverType.return, swap.old.damageMarks, 'swap.old.')
  const ended = {
    ...back,
    photos: [...(seen?.photos ?? []), ...back.photos],
    damageMarks: given ?? marked,
    ...(swap.old.storeId !== undefined && { returnStoreId: swap.old.storeId }),
  }
  const returned =
    begun === undefined
      ? await store.insert(ctx.db, { ...ended, orderId: after.id, type: handoverType.return, seq: out.seq })
      : await store.update(ctx, begun, ended)
  const markPhotos = (given ?? []).filter(({ isNew }) => isNew).flatMap(({ photoIds }) => photoIds)
  await linkMedia(ctx, [...idsOf(swap.old), ...markPhotos], { biz: 'return', bizId: returned.id, orderId: after.id })
  // What is new on it is charged with the return of the order, as its own marks are.
  await chargeMarks(ctx, after.id, seen?.damageMarks ?? [], ended.damageMarks)
  const record = await store.insert(ctx.db, {
    ...taken,
    orderId: after.id,
    type: handoverType.pickup,
    seq: out.seq + 1,
    damageMarks: asOld(last?.damageMarks ?? []),
  })
  await linkMedia(ctx, idsOf(swap.new), { biz: 'pickup', bizId: record.id, orderId: after.id })
  return awaitSwapPaper(ctx, after.id, record.id)
}

interface Seen {
  readonly car: store.VehicleRow
  /** The least that its odometer can say. */
  readonly fromKm: number
}

/** What of a car goes into its record, once nothing is missing; its readings go to the car itself. */
function swapped(ctx: Context, swap: Swap, side: keyof typeof sides, { car, fromKm }: Seen) {
  const { mileageKm, photos, ...energy } = swap[side]
  const { fuelEighths = null, batteryPct = null } = energy
  const fuelKind = fuelKindOf(car.energy)
  const slots = photos.map(({ slot }) => slot)
  const [problem] = recordProblems({ fuelKind, mileageKm, fuelEighths, batteryPct, slots })
  if (problem !== undefined) throw badInput(`swap.${side}.${problem.field}`, `${sides[side]}${problem.text}`)
  if (mileageKm < fromKm) throw new Refusal('mileageBelowPickup', { fromKm, field: `swap.${side}.mileageKm` })
  writeReadings(ctx, car.id, {
    mileageKm,
    fuelPct: fuelEighths === null ? null : fuelPctOf(fuelEighths),
    batteryPct,
  })
  return {
    vehicleId: car.id,
    at: ctx.now,
    mileageKm,
    fuelKind,
    fuelEighths,
    batteryPct,
    photos: photos.map((photo) => ({ ...photo, reissued: false, at: ctx.now })),
    accessories: [],
    extra: { note: swapNote(swap.reason) },
    operatorName: ctx.identity.name,
    draft: false,
  }
}

const idsOf = ({ photos }: Swap['old']): string[] => photos.map(({ mediaId }) => mediaId)
