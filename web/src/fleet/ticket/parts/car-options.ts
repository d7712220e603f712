import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { formatDateTime } from '@cheyi/domain/time'

interface Car {
  readonly vehicleId: string
  readonly plate: string
  readonly modelName: string
  readonly storeName: string
  readonly openNo: string | null
  readonly rentedUntil: number | null
}

/** Cars with what stands against taking one now: those that are free first, then those that come back first. */
export const carOptions = (cars: readonly Car[]) =>
  cars
    .toSorted((a, b) => freeAt(a) - freeAt(b))
    .map(({ vehicleId, plate, modelName, storeName, openNo, rentedUntil }) => ({
      value: vehicleId,
      label: displayPlate(plate),
      note: [modelName, storeName, stateOf(openNo, rentedUntil)].join(' · '),
    }))

const freeAt = ({ openNo, rentedUntil }: Car): number =>
  openNo === null ? (rentedUntil ?? 0) : Number.MAX_SAFE_INTEGER

function stateOf(openNo: string | null, rentedUntil: number | null): string {
  const states = [rentedUntil && `在租至 ${formatDateTime(rentedUntil)}`, openNo && `有未完结工单 ${openNo}`]
  return states.filter(Boolean).join('，') || '空闲'
}

/** An end of an empty stretch of a lane, as an address names it. */
export const instantOf = (text: string): number | null => (/^\d{12,14}$/.test(text) ? Number(text) : null)
