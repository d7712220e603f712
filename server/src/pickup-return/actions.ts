import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { AutoExpense } from '@cheyi/domain/expense/item'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { fuelKindOf, fuelPctOf } from '@cheyi/domain/pickup-return/record'
import { Refusal } from '@cheyi/domain/refusal'
import { writeReadings } from '../inventory/actions.ts'
import type { Context } from '../kernel/context.ts'
import { linkMedia } from '../media/actions.ts'
import type { OrderRow } from '../order/actions.ts'
import { situationOf } from './facts.ts'
import { settle } from './settlement.ts'
import * as store from './store.ts'

/**
 * What the system would charge for the return as its draft stands, before anybody lowered a charge; nothing while the
 * reading of the odometer is missing.
 */
export async function computedCharges(ctx: Context, order: OrderRow): Promise<readonly AutoExpense[]> {
  const situation = await situationOf(ctx, order, handoverType.return)
  const { record, vehicle } = situation
  if (record === undefined || record.mileageKm === null || vehicle === null) return []
  const { mileageKm, fuelEighths, batteryPct } = record
  const settled = await settle(ctx, situation, record.at ?? ctx.now, { mileageKm, fuelEighths, batteryPct })
  return settled.computed
}

type Swap = NonNullable<ParsedOf<typeof contract.arrange.plan>['swap']>

/**
 * Notes a swap on the road: the readings of the car that came back close its stretch, those of the new one are a pickup
 * record of their own (the next `seq`). `before` and `after` are the order on the old and on the new car.
 * @throws Refusal mileageBelowPickup (5002)
 */
export async function recordSwap(ctx: Context, before: OrderRow, after: OrderRow, swap: Swap): Promise<void> {
  const [pickup, car] = await Promise.all([
    store.current(ctx.db, before.id, handoverType.pickup),
    store.vehicle(ctx.db, after.vehicleId!),
  ])
  const startKm = pickup?.mileageKm ?? 0
  if (swap.old.mileageKm < startKm)
    throw new Refusal('mileageBelowPickup', { fromKm: startKm, field: 'swap.old.mileageKm' })
  if (swap.new.mileageKm < car!.odometerKm)
    throw new Refusal('mileageBelowPickup', { fromKm: car!.odometerKm, field: 'swap.new.mileageKm' })
  store.closeAssignment(ctx, before.id, before.vehicleId!, ctx.now, swap.old.mileageKm)
  store.openAssignment(ctx, after.id, after.vehicleId!, ctx.now, swap.new.mileageKm)
  for (const [vehicleId, readings] of [
    [before.vehicleId!, swap.old],
    [after.vehicleId!, swap.new],
  ] as const)
    writeReadings(ctx, vehicleId, {
      mileageKm: readings.mileageKm,
      fuelPct: readings.fuelEighths === undefined ? null : fuelPctOf(readings.fuelEighths),
      batteryPct: readings.batteryPct ?? null,
    })
  const record = await store.insert(ctx.db, {
    orderId: after.id,
    type: handoverType.pickup,
    seq: (pickup?.seq ?? 0) + 1,
    vehicleId: after.vehicleId!,
    at: ctx.now,
    mileageKm: swap.new.mileageKm,
    fuelKind: fuelKindOf(car!.energy),
    fuelEighths: swap.new.fuelEighths ?? null,
    batteryPct: swap.new.batteryPct ?? null,
    photos: [...swap.old.photoIds, ...swap.new.photoIds].map((mediaId) => ({
      slot: 'extra',
      mediaId,
      reissued: false,
      at: ctx.now,
    })),
    accessories: [],
    extra: { note: `换车：${swap.reason}` },
    operatorName: ctx.identity.name,
    draft: false,
  })
  await linkMedia(ctx, [...swap.old.photoIds, ...swap.new.photoIds], {
    biz: 'pickup',
    bizId: record.id,
    orderId: after.id,
  })
}
