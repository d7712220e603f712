import { readsBattery, readsFuel } from '@cheyi/domain/rental/pickup-return/record'
import { kilometres } from '../compare-words.ts'
import type { Flow } from '../flow.ts'
import { photoTiles } from '../photo/photo-tiles.ts'

/** `18,236 km · 7/8 · 5 张照片 · 1 处新增损伤`: summary of the car, shown once nothing of it is missing. */
export function carNote(flow: Flow): string {
  const { mileageKm, fuelEighths, batteryPct, marks } = flow.filled
  const { fuelKind } = flow.task
  const fresh = marks.filter(({ isNew }) => isNew).length
  return [
    mileageKm !== null && `${kilometres(mileageKm)} km`,
    readsFuel(fuelKind) && fuelEighths !== null && `${fuelEighths}/8`,
    readsBattery(fuelKind) && batteryPct !== null && `${batteryPct}%`,
    `${photoTiles(flow).length} 张照片`,
    fresh > 0 && `${fresh} 处新增损伤`,
  ]
    .filter(Boolean)
    .join(' · ')
}
