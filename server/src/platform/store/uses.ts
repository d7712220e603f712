import type { Db } from '../../kernel/context.ts'
import { countsOf } from '../../kernel/db/counts.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'

/*
 * What higher modules have at a store: cars, orders and fees. Each registers its own when it is loaded.
 */

/** What prevents the closing of the store `$1`, visible to the caller or not. */
export const storeBusiness = countsOf(['vehicles', 'orders'])

/** SQL: the number of cars at home in each store that has some: `store_id`, `count`. */
export let homeCarsSql: string
awaitRegistration(() => (homeCarsSql === undefined ? ['homeCars'] : []))

export function registerHomeCars(sql: string): void {
  homeCarsSql = sql
}

/** A fee that a service area may charge. */
interface AreaFee {
  readonly feeConfigId: string
  readonly kind: string
  readonly name: string
}

/** The fees that the areas of a store may charge. */
export let areaFeesOf: (db: Db, storeId: string) => Promise<AreaFee[]>
awaitRegistration(() => (areaFeesOf === undefined ? ['areaFees'] : []))

export function registerAreaFees(fees: typeof areaFeesOf): void {
  areaFeesOf = fees
}
