import { lifecycle } from '@cheyi/domain/inventory/codes'
import { orderStatus } from '@cheyi/domain/order/codes'
import type { Context } from '../kernel/context.ts'

/*
 * Sums of what is long to count, kept by triggers: orders by kind and status, and what was
 * billed on a day, by the stores of their orders; cars in service and those that are out, by where they belong and stand.
 * Who sees only own orders sees the sums of cars alone, and counts orders.
 */

const tallies = `(select name, store_id, return_store_id, n from tally
  union all select name, store_id, return_store_id, n from tally_change)`
/** All stores together, for who sees all of them. */
const totals = `(select name, null::bigint as store_id, null::bigint as return_store_id, n from tally_total
  union all select name, null, null, n from tally_change)`

/**
 * The sums in sight, of some stores or of all, to select from: `name`, `store_id`, `return_store_id`, `n`. What one sum is,
 * several rows add up to.
 */
export const talliesOf = ({ scope }: Context['identity'], ofSome: boolean): string =>
  scope === 'all' && !ofSome ? totals : tallies

/** How many orders of a kind are in a status, dropped drafts aside. */
export const ordersTally = (kind: number, status: number): string => `order ${kind} ${status}`

/** Fen billed (J1, and what channels add, J3) on a date, YYYY-MM-DD. */
export const billedTally = (date: string): string => `billed ${date}`

/** How many cars are in service. */
export const vehiclesTally = 'vehicle'

/** How many of them are out. */
export const rentedTally = 'rented'

/** Adds up what changed of the merchant, so that each sum is one row again. */
export const foldTallies = async (ctx: Context): Promise<void> => {
  await ctx.query('select tally_fold()')
}

/** A sum that is kept, and what counting says; of all stores together where no store is named. */
export interface TallyDifference {
  readonly name: string
  readonly storeId: string | null
  readonly returnStoreId: string | null
  readonly kept: number
  readonly counted: number
}

/** Sums of all stores in sight against what they sum: triggers keep them, so none differs. */
export const tallyDifferences = (ctx: Pick<Context, 'query'>): Promise<TallyDifference[]> =>
  ctx.query<TallyDifference>(
    `with kept as (select name, store_id, return_store_id, sum(n) as n from ${tallies} t group by 1, 2, 3
       union all select name, null, null, sum(n) from ${totals} t group by 1),
     each as (
       select 'order ' || order_kind || ' ' || status as name, store_id, return_store_id, count(*) as n from "order"
        where status <> ${orderStatus.cancelled} or prev_status is distinct from ${orderStatus.notSubmitted} group by 1, 2, 3
       union all
       select 'billed ' || t.posted_on, o.store_id, o.return_store_id, sum(e.credit_fen - e.debit_fen)
         from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned'
           join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
        where t.journal in (1, 3, 4, 5) group by 1, 2, 3
       union all
       select '${vehiclesTally}', home_store_id, current_store_id, count(*) from vehicle where lifecycle = ${lifecycle.inService}
        group by 2, 3
       union all
       select '${rentedTally}', v.home_store_id, v.current_store_id, count(*) from occupancy o
           join vehicle v on v.merchant_id = o.merchant_id and v.id = o.vehicle_id
        where o.on_rent and o.active and v.lifecycle = ${lifecycle.inService} group by 2, 3),
     counted as (select * from each union all select name, null, null, sum(n) from each group by 1)
     select coalesce(k.name, c.name) as name, coalesce(k.store_id, c.store_id) as store_id,
         coalesce(k.return_store_id, c.return_store_id) as return_store_id,
         coalesce(k.n, 0)::bigint as kept, coalesce(c.n, 0)::bigint as counted
       from kept k full join counted c on (k.name, coalesce(k.store_id, 0), coalesce(k.return_store_id, 0))
         = (c.name, coalesce(c.store_id, 0), coalesce(c.return_store_id, 0))
      where coalesce(k.n, 0) <> coalesce(c.n, 0) order by name`,
  )
