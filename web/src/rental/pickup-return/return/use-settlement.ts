import { readsBattery, readsFuel } from '@cheyi/domain/rental/pickup-return/record'
import { toMinute } from '@cheyi/domain/time'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import type { Flow } from '../parts/flow.ts'

/** The settlement of the return with the entered values; not requested before the readings exist. */
export function useSettlement({ task, filled, now }: Flow) {
  const { mileageKm, fuelEighths, batteryPct } = filled
  const ready =
    mileageKm !== null &&
    (fuelEighths !== null || !readsFuel(task.fuelKind)) &&
    (batteryPct !== null || !readsBattery(task.fuelKind))
  const actualReturnAt = filled.at ?? toMinute(now)
  const answer = useRead(
    calls.pickupReturn.settlement,
    {
      orderId: task.order.orderId,
      actualReturnAt,
      returnStoreId: filled.returnStoreId ?? undefined,
      mileageKm: mileageKm ?? 0,
      fuelEighths: fuelEighths ?? undefined,
      batteryPct: batteryPct ?? undefined,
    },
    { enabled: ready, keepPrevious: true },
  )
  return { ...answer, ready, actualReturnAt }
}
