import type { AutoExpense } from '@cheyi/domain/expense/item'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import type { Context } from '../kernel/context.ts'
import { msOrNull } from '../kernel/instant.ts'
import type { OrderRow } from '../order/actions.ts'
import { situationOf } from './facts.ts'
import { settle } from './settlement.ts'

/**
 * What the system would charge for the return as its draft stands, before anybody lowered a charge; nothing while the
 * reading of the odometer is missing.
 */
export async function computedCharges(ctx: Context, order: OrderRow): Promise<readonly AutoExpense[]> {
  const situation = await situationOf(ctx, order, handoverType.return)
  const { record, vehicle } = situation
  if (record === undefined || record.mileage_km === null || vehicle === null) return []
  const settled = await settle(ctx, situation, msOrNull(record.at) ?? ctx.now, {
    mileageKm: record.mileage_km,
    fuelEighths: record.fuel_eighths,
    batteryPct: record.battery_pct,
  })
  return settled.computed
}
