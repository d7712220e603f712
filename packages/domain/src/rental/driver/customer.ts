import { isOver, rentalStatuses } from '../../booking/order/steps.ts'
import { type DueFacts, dueFen } from '../../money/debt/due.ts'
import type { Fen } from '../../money.ts'
import type { Instant } from '../../time.ts'

/** Sort keys of the list of customers, each from the highest value down. */
export const customerSorts = ['newest', 'orders', 'spent', 'owed', 'last'] as const
export type CustomerSort = (typeof customerSorts)[number]

/** The store of figures over all stores, and the tag of figures without a filter by tag. */
export const ALL_STORES = '0'
export const ANY_TAG = ''

/** What an order adds to the figures of its renter. */
export interface RentalFacts extends DueFacts {
  readonly status: number
  readonly storeId: string
  readonly returnStoreId: string
  readonly totalFen: Fen
  /** The planned pickup, or the real one. */
  readonly pickedUpAt: Instant
  /** A company pays the order, so that its debt is not the renter's. */
  readonly companyPays: boolean
}

/** The rentals of a customer at a store, for the list under a tag. */
export interface CustomerFigure {
  readonly storeId: string
  readonly tag: string
  readonly orders: number
  readonly spentFen: Fen
  readonly owedFen: Fen
  /** The latest pickup; 0: none. */
  readonly lastAt: Instant
}

type Sums = Omit<CustomerFigure, 'storeId' | 'tag'>

const NONE: Sums = { orders: 0, spentFen: 0, owedFen: 0, lastAt: 0 }

/**
 * The figures of a customer: over all stores, and for each store at which a rental began or ended, each of them without a tag and under
 * each tag of the customer. A customer without rentals has those over all stores.
 */
export function customerFigures(rentals: readonly RentalFacts[], tags: readonly string[]): CustomerFigure[] {
  const sums = new Map<string, Sums>([[ALL_STORES, NONE]])
  for (const rental of rentals.filter(({ status }) => rentalStatuses.some((one) => one === status)))
    for (const storeId of new Set([ALL_STORES, rental.storeId, rental.returnStoreId]))
      sums.set(storeId, addRental(sums.get(storeId) ?? NONE, rental))
  return [...sums].flatMap(([storeId, of]) => [ANY_TAG, ...new Set(tags)].map((tag) => ({ storeId, tag, ...of })))
}

const addRental = (sums: Sums, rental: RentalFacts): Sums => ({
  orders: sums.orders + 1,
  spentFen: sums.spentFen + rental.totalFen,
  owedFen: sums.owedFen + (isOver(rental.status) && !rental.companyPays ? Math.max(0, dueFen(rental)) : 0),
  lastAt: Math.max(sums.lastAt, rental.pickedUpAt),
})
