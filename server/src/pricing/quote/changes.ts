import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import type { SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import type { BillChange } from '@cheyi/domain/pricing/quote/requote'
import type { DepositTerms, LongWish, Trip } from '@cheyi/domain/pricing/quote/trip'
import type { Context } from '../../kernel/context.ts'
import type { OrderRow } from '../../kernel/orders.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'
import type { LoadedRules } from './rules.ts'

/* Port of changes of orders: the quote of a change is the change itself without its writes, which the orders of rental register. */

/** The changeable parts of a booking; a missing field keeps the booked value. */
export interface ChangeWish
  extends Pick<Trip, 'storeId' | 'returnStoreId' | 'modelId' | 'pickupAt' | 'returnAt' | 'services'> {
  /** The order kind that the caller assumes; a different kind is refused. */
  readonly orderKind?: OrderKind
  /** For a long rental only. */
  readonly long?: Partial<LongWish>
}

/** A change with its price. */
export interface PricedChange {
  readonly trip: Trip & { readonly returnStoreId: string }
  readonly snapshot: SoldSnapshot
  readonly deposits: DepositTerms
  readonly loaded: LoadedRules
}

interface Changes {
  /** The order with the requested changes, priced, and the car that it would have. @throws the refusals of the change */
  preview(
    ctx: Context,
    orderId: string,
    wish: ChangeWish,
  ): Promise<
    PricedChange & {
      readonly prepay: OrderRow['prepayRule']
      readonly modification: {
        /** Total of the order as it is, fen. */
        readonly before: number
        readonly difference: number
        /** What would be owed then, fen. */
        readonly owed: number
        readonly changes: BillChange[]
        readonly plate: string | null
        readonly keepsCar: boolean
      }
    }
  >
}

export let changes: Changes
awaitRegistration(() => (changes === undefined ? ['changes'] : []))

export function registerChanges(functions: Changes): void {
  changes = functions
}
