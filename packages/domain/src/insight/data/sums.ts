/**
 * Sums from which figures are computed: whole numbers that can be added over days, stores, models and sources,
 * except `out`: orders with a car out at the end. Money in fen, time in minutes.
 */
export const sumKeys = [
  'rent',
  'renewalRent',
  'service',
  'other',
  'late',
  'collected',
  'refunded',
  'fleet',
  'rented',
  'down',
  'idle',
  'created',
  'cancelled',
  'cancelledByCustomer',
  'cancelledByMerchant',
  'cancelledByChannel',
  'cancelledBySystem',
  'pickups',
  'onTime',
  'lead',
  'returns',
  'stayed',
  'renewed',
  'damages',
  'violations',
  'km',
  'out',
] as const
export type SumKey = (typeof sumKeys)[number]
export type Sums = Readonly<Record<SumKey, number>>
type Writable = Record<SumKey, number>

export const noSums = (): Writable => Object.fromEntries(sumKeys.map((key) => [key, 0])) as Writable

export function addTo(sums: Writable, more: Partial<Sums>): void {
  for (const key in more) sums[key as SumKey] += more[key as SumKey] ?? 0
}
