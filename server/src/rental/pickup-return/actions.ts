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
import { registerHandovers } from '../../money/payment/actions.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { awaitSwapPaper } from '../agreement/actions.ts'
import { rematch } from '../violation/actions.ts'
import { situationOf } from './facts.ts'
import { earlyPrice } from './return/early.ts'
import { earlierMarks, storedMarks } from './save.ts'
import { returnReadings, settle } from './settlement.ts'
import * as store from './store.ts'

export {
  acceptReturned,
  blocksOfReturned,
  type CustomerChange,
  fillByCustomer,
  handOverChecked,
  lastCarState,
  markRecord,
  removePhotoByCustomer,
  type Situation,
  situationFor,
  takeRecordOver,
} from './by-customer.ts'
export { blocksOf, guardOf } from './facts.ts'
export { handedInSql, isHandedIn } from './return/handed-in.ts'
export { isOpenStore } from './store.ts'
export { recordViews } from './view.ts'

/**
 * The charges that the system computes for the return from its draft, before staff reduce any; none while the odometer
 * reading is missing.
 */
async function computedCharges(ctx: Context, order: OrderRow): Promise<readonly AutoExpense[]> {
  const situation = await situationOf(ctx, order, handoverType.return)
  const { record, vehicle } = situation
  if (record === undefined || record.mileageKm === null || vehicle === null) return []
  const settled = await settle(ctx, situation, record.at ?? ctx.now, returnReadings(situation))
  return settled.computed
}

/**
 * The amount that a pickup will bill in addition to the current debt: its charges and, for an early pickup, the price
 * difference of the longer rental, fen.
 * @param early whether the caller may approve an early pickup, because the difference is charged only then
 */
async function dueByPickup(ctx: Context, order: OrderRow, early: boolean): Promise<number> {
  const [charges, price] = await Promise.all([
    liveExpenses(ctx, order.id, handoverType.pickup),
    early ? earlyPrice(ctx, order, toMinute(ctx.now)) : null,
  ])
  return chargesFen(charges) + (price?.difference ?? 0)
}

/**
 * The amount that a return will bill in addition to the current debt, by its draft, fen; negative where it gives a credit.
 * @throws Refusal badInput (-2) while the odometer reading is missing, mileageBelowPickup (5002)
 */
async function dueByReturn(ctx: Context, order: OrderRow): Promise<number> {
  const situation = await situationOf(ctx, order, handoverType.return)
  const readings = returnReadings(situation)
  const settled = await settle(ctx, situation, situation.record?.at ?? toMinute(ctx.now), readings)
  return settled.view.balance - dueFen(order)
}

registerHandovers({ dueByPickup, dueByReturn, computedCharges })

type Swap = NonNullable<ParsedOf<typeof contract.arrange.plan>['swap']>

/** The two cars of a swap: the key is the name of the input field, the value its label. */
const sides = { old: '原车', new: '新车' } as const

/**
 * Records a swap of cars during a rental. The old car gets its return record, with the `seq` of its pickup and the data of a
 * return draft where there is one; the new car gets a pickup record with the next `seq` and its previous damage marks.
 * `before` and `after` are the order with the old and the new car.
 * @returns the ID of the document that must be signed for the swap
 * @throws Refusal badInput (-2) for missing values that a handover requires, mileageBelowPickup (5002)
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
  const back = swapCarData(ctx, swap, 'old', { car: oldCar!, fromKm: out.mileageKm ?? 0 })
  const taken = swapCarData(ctx, swap, 'new', { car: newCar!, fromKm: newCar!.odometerKm })
  store.closeAssignment(ctx, before.id, before.vehicleId!, ctx.now, swap.old.mileageKm)
  store.openAssignment(ctx, after.id, after.vehicleId!, ctx.now, swap.new.mileageKm)
  await rematch(ctx, before.vehicleId!, before.id)
  await rematch(ctx, after.vehicleId!, after.id)
  const seen = begun?.vehicleId === before.vehicleId ? begun : undefined
  const marked = seen && seen.damageMarks.length > 0 ? seen.damageMarks : earlierMarks(out.damageMarks)
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
      : store.update(ctx, begun, ended)
  const markPhotos = (given ?? []).filter(({ isNew }) => isNew).flatMap(({ photoIds }) => photoIds)
  await linkMedia(ctx, [...idsOf(swap.old), ...markPhotos], { biz: 'return', bizId: returned.id, orderId: after.id })
  // New damage of the old car is charged with the return of the order, together with that of the new car.
  await chargeMarks(ctx, after.id, seen?.damageMarks ?? [], ended.damageMarks)
  const record = await store.insert(ctx.db, {
    ...taken,
    orderId: after.id,
    type: handoverType.pickup,
    seq: out.seq + 1,
    damageMarks: earlierMarks(last?.damageMarks ?? []),
  })
  await linkMedia(ctx, idsOf(swap.new), { biz: 'pickup', bizId: record.id, orderId: after.id })
  return awaitSwapPaper(ctx, after.id, record.id)
}

interface Seen {
  readonly car: store.VehicleRow
  /** The lowest valid odometer reading. */
  readonly fromKm: number
}

/** The data of a car for its record, after the check for completeness; its readings are also stored with the car. */
function swapCarData(ctx: Context, swap: Swap, side: keyof typeof sides, { car, fromKm }: Seen) {
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
