import { lifecycle } from '@cheyi/domain/inventory/codes'
import { occupancyKind } from '@cheyi/domain/inventory/occupancy-codes'
import { shiftStatus } from '@cheyi/domain/till/shift'
import type { Context } from '../kernel/context.ts'
import { billedTally, tallies } from '../order/actions.ts'

const now = '(select app_now())'

/** Fen billed (J1, and what channels add, J3) on two booking dates, for orders that the account sees. */
export async function billedOn(
  { query, identity, accountId }: Context,
  { storeId, dates }: { storeId: string | undefined; dates: readonly [string, string] },
): Promise<readonly [number, number]> {
  const own = identity.scope === 'own'
  const [row] = await query<{ firstFen: number; secondFen: number }>(
    `${own ? `with ${billedOfEach}` : ''}
     select coalesce(sum(b.n) filter (where b.day = $2), 0)::bigint as first_fen,
       coalesce(sum(b.n) filter (where b.day = $3), 0)::bigint as second_fen
     from ${own ? 'billed' : `(select name as day, n from ${tallies} t where $1::bigint is null or t.store_id = $1)`} b
     where b.day in ($2, $3)`,
    own ? [storeId ?? null, ...dates, accountId] : [storeId ?? null, ...dates.map(billedTally)],
  )
  return [row!.firstFen, row!.secondFen]
}

/** The same from the books, order by order, of those one made or drove: `billed` with day and n; orders are read for a store alone. */
const billedOfEach = `
  days as materialized (select id, order_id, posted_on from ledger_txn where journal in (1, 3) and posted_on in ($2, $3)),
  txns as materialized (select d.* from days d
    where (d.order_id in (select id from "order" where created_by = $4)
        or d.order_id = any (array(select order_id from driver_task where account_id = $4)))
      and ($1::bigint is null or exists (select from "order" o where o.id = d.order_id and o.store_id = $1))),
  entries as materialized (select txn_id, credit_fen - debit_fen as n from ledger_entry
    where txn_id = any (array(select id from txns)) and account = 'unearned'),
  billed as (select t.posted_on as day, e.n from txns t join entries e on e.txn_id = t.id)`

export interface FleetRow {
  total: number
  rented: number
  maintenance: number
  shunting: number
  /** The caller's open shift: its store, and since when; null without one. */
  shiftStore: string | null
  shiftAt: number | null
}

const OPEN_SHIFT = `s.cashier_id = actor() and s.status = ${shiftStatus.open}`

/** One look: cars in service by what they do now, and the caller's shift; `storeId`: of that home store. A rented car counts as that, whatever else. */
export async function fleet(query: Context['query'], storeId: string | undefined): Promise<FleetRow> {
  const { shunting, maintenance, inspection } = occupancyKind
  const worked = (...kinds: number[]) => `select vehicle_id from occupancy
    where active and kind in (${kinds.join(', ')}) and from_at <= ${now} and to_at > ${now}`
  // The few that do something are hashed, and each car is looked up there: a join of guessed sizes may go through all of
  // them for each car. `offset 0` keeps it one look.
  const [row] = await query<FleetRow>(
    `select count(*)::int as total, (count(*) filter (where doing = 1))::int as rented,
       (count(*) filter (where doing = 2))::int as maintenance, (count(*) filter (where doing = 3))::int as shunting,
       (select t.name from till_shift s join store t on t.id = s.store_id where ${OPEN_SHIFT}) as shift_store,
       (select s.opened_at from till_shift s where ${OPEN_SHIFT}) as shift_at
     from (select case when v.id in (select vehicle_id from occupancy where active and on_rent) then 1
         when v.id in (${worked(maintenance, inspection)}) then 2 when v.id in (${worked(shunting)}) then 3 end as doing
       from vehicle v where v.lifecycle = ${lifecycle.inService} and ($1::bigint is null or v.home_store_id = $1)
       offset 0) f`,
    [storeId ?? null],
  )
  return row!
}
