import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { momentText } from '../../../kernel/now.ts'

interface Car {
  readonly vehicleId: string
  readonly plate: string
  readonly modelName: string
  readonly storeName: string
  readonly openNo: string | null
  readonly rentedUntil: number | null
}

/** Options for the cars, each with the reason why it cannot be taken now: free cars first, then by the time of their return. */
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
  const states = [rentedUntil && `在租至 ${momentText(rentedUntil)}`, openNo && `有未完结工单 ${openNo}`]
  return states.filter(Boolean).join('，') || '空闲'
}

/** Parses one end of an empty stretch of a lane from the address, in epoch milliseconds; null if it is not valid. */
export const instantOf = (text: string): number | null => (/^\d{12,14}$/.test(text) ? Number(text) : null)
