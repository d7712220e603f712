import { formatLength } from '@cheyi/domain/length'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type PhotoSlot, photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import { type ComparedRow, comparedRows, kilometres, minutesBetween } from '../parts/compare-words.ts'
import type { HandoverRecord } from '../parts/types.ts'

/** One car's time on the order, from pickup to return. A swapped order has several. */
export interface Segment {
  readonly vehicleId: string
  readonly plate: string
  readonly pickup: HandoverRecord | undefined
  readonly back: HandoverRecord | undefined
}

/** The records of an order by car, in the order of use. Records come by kind, then by time. */
export function segmentsOf(records: readonly HandoverRecord[]): Segment[] {
  const cars = [...new Set(records.map(({ vehicleId }) => vehicleId))]
  return cars.map((vehicleId) => {
    const own = records.filter((record) => record.vehicleId === vehicleId)
    return {
      vehicleId,
      plate: own[0]?.plate ?? '',
      pickup: own.findLast(({ type }) => type === handoverType.pickup),
      back: own.findLast(({ type }) => type === handoverType.return),
    }
  })
}

const empty = { at: null, mileageKm: null, fuelEighths: null, batteryPct: null, operatorName: '' }

/** The compared values of a car: times, readings, keys and operator. */
export function rowsOf({ pickup, back }: Segment): ComparedRow[] {
  const fuelKind = (back ?? pickup)!.fuelKind
  const from = pickup ?? { ...empty, fuelKind }
  const to = back ?? { ...empty, fuelKind }
  const plain = (text: string) => ({ text, tone: 'plain' }) as const
  const keys = [pickup?.keyCount ?? null, back?.keyCount ?? null] as const
  return [
    ...comparedRows(from, to, {
      time: from.at !== null && to.at !== null ? plain(formatLength(minutesBetween(from.at, to.at))) : null,
      driven:
        from.mileageKm !== null && to.mileageKm !== null
          ? plain(`${kilometres(to.mileageKm - from.mileageKm)} km`)
          : null,
    }),
    ...(keys.some((count) => count !== null)
      ? [
          {
            label: '钥匙',
            from: keys[0] === null ? '—' : `${keys[0]} 把`,
            to: keys[1] === null ? '—' : `${keys[1]} 把`,
            difference:
              keys[0] !== null && keys[1] !== null && keys[1] < keys[0]
                ? ({ text: `−${keys[0] - keys[1]} 把`, tone: 'danger' } as const)
                : null,
          },
        ]
      : []),
    { label: '经办', from: by(pickup), to: by(back), difference: null },
  ]
}

const by = (record: HandoverRecord | undefined): string =>
  record === undefined ? '—' : record.byCustomer ? '客户自助' : record.operatorName || '—'

export type RecordPhoto = HandoverRecord['photos'][number]

/** One place of the car at both ends. */
export interface PhotoPair {
  readonly slot: string
  readonly label: string
  readonly before: RecordPhoto | undefined
  readonly after: RecordPhoto | undefined
}

/** Photos that show no side of the car and cannot be compared. */
const freeSlots: readonly string[] = ['extra', 'video', 'parking'] satisfies readonly PhotoSlot[]

/** The guided places photographed at either end, in the order of the camera. */
export function pairsOf({ pickup, back }: Segment): PhotoPair[] {
  return Object.entries(photoSlots).flatMap(([slot, label]) => {
    if (freeSlots.includes(slot)) return []
    const taken = (record: HandoverRecord | undefined) =>
      record?.photos.find((photo) => photo.slot === slot && !photo.reissued)
    const [before, after] = [taken(pickup), taken(back)]
    return before || after ? [{ slot, label, before, after }] : []
  })
}

/** Photos outside the guided places, including those added later. */
export const freePhotos = (record: HandoverRecord | undefined): RecordPhoto[] => {
  const guided = new Set<RecordPhoto>()
  for (const slot of Object.keys(photoSlots)) {
    if (freeSlots.includes(slot)) continue
    const first = record?.photos.find((photo) => photo.slot === slot && !photo.reissued)
    if (first) guided.add(first)
  }
  return record?.photos.filter((photo) => !guided.has(photo)) ?? []
}
