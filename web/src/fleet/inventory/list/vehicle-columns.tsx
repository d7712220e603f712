import { plateColors } from '@cheyi/domain/fleet/inventory/codes'
import { vehicleColumns as titles, type VehicleColumn } from '@cheyi/domain/fleet/inventory/columns'
import { nextText } from '@cheyi/domain/fleet/inventory/next'
import { type ExpiryKind, expiriesOf } from '@cheyi/domain/fleet/inventory/papers'
import { formatKm } from '@cheyi/domain/length'
import { localDate } from '@cheyi/domain/time'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { expiryMarks, stateMark, type VehicleCard } from '../parts/vehicle-words.ts'

/** A day that is near or past; on a card a tag says so. */
const paper = (key: VehicleColumn, kind: ExpiryKind): ListColumn<VehicleCard, VehicleColumn> => ({
  key,
  title: titles[key],
  kind: 'text',
  width: 88,
  card: 'none',
  extra: kind !== 'insurance' && kind !== 'inspection',
  ...(kind === 'insurance' && { sort: 'expiry' }),
  of: ({ expiry }) => expiry[kind],
  inkOf({ expiry }, now) {
    const near = expiriesOf(expiry, localDate(now)).find((one) => one.kind === kind)
    return near && (near.daysLeft <= 7 ? 'danger' : 'warning')
  },
})

/** What is known of a car: table, card, and export file. */
export const vehicleColumns: readonly ListColumn<VehicleCard, VehicleColumn>[] = [
  {
    key: 'picture',
    title: '图片',
    kind: 'picture',
    Picture: ({ item }) => <CarPicture image={item.image} carType={item.carType} />,
  },
  {
    key: 'plate',
    title: titles.plate,
    kind: 'plate',
    width: 108,
    card: 'title',
    sort: 'plate',
    of: ({ plate }) => plate,
  },
  {
    key: 'state',
    title: titles.state,
    kind: 'tag',
    width: 80,
    card: 'end',
    sort: 'state',
    of: (car) => [stateMark(car)],
  },
  {
    key: 'papers',
    title: '证件提醒',
    kind: 'tag',
    only: 'card',
    of: (car, now) => expiryMarks(car, now),
  },
  { key: 'model', title: titles.model, kind: 'text', width: 120, card: 'title', of: ({ modelName }) => modelName },
  { key: 'next', title: titles.next, kind: 'text', width: 168, card: 'note', of: (car, now) => nextText(car, now) },
  { key: 'store', title: titles.store, kind: 'text', width: 100, of: ({ storeName }) => storeName },
  {
    key: 'odometer',
    title: titles.odometer,
    kind: 'number',
    width: 84,
    sort: 'odometer',
    of: ({ odometerKm }) => odometerKm,
    words: formatKm,
  },
  { key: 'parkingNote', title: titles.parkingNote, kind: 'text', width: 80, of: ({ parkingNote }) => parkingNote },
  {
    key: 'plateColor',
    title: titles.plateColor,
    kind: 'text',
    width: 88,
    card: 'none',
    extra: true,
    of: ({ plateColor }) => plateColors.text(plateColor),
  },
  paper('insurance', 'insurance'),
  paper('commercial', 'commercial'),
  paper('inspection', 'inspection'),
  paper('plateExpiry', 'plate'),
]
