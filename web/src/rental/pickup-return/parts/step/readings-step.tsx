import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { returnWarnings } from '@cheyi/domain/rental/pickup-return/guards'
import { kilometres } from '../compare-words.ts'
import type { Flow, StepProps } from '../flow.ts'
import { type Before, beforePickup, ReadingsCard } from './readings-card.tsx'

/** Step 5: the readings, beside those of the pickup at a return, beside those of the last handover at a pickup. */
export const ReadingsStep = ({ flow }: StepProps) => <ReadingsCard of={flow} before={beforeOf(flow)} />

function beforeOf({ task, filled, inspection, now }: Flow): Before {
  const { type, pickupRecord, vehicle, order } = task
  if (type === handoverType.pickup) return beforePickup(vehicle?.odometerKm ?? 0, inspection)
  const from = pickupRecord?.mileageKm ?? 0
  const actualPickupAt = order.actualPickupAt ?? order.pickupAt
  const record = { fuelKind: task.fuelKind, slots: [], ...filled }
  return {
    when: '取车',
    fuelEighths: pickupRecord?.fuelEighths ?? null,
    batteryPct: pickupRecord?.batteryPct ?? null,
    mileageHint: (km) =>
      `取车 ${kilometres(from)} km${km !== null && km >= from ? `，行驶 ${kilometres(km - from)} km` : ''}`,
    warnings: returnWarnings({ actualPickupAt, actualAt: filled.at ?? now, pickupMileageKm: from, record }),
  }
}
