import { lifecycle } from '@cheyi/domain/inventory/codes'
import { occupancyKind } from '@cheyi/domain/inventory/occupancy-codes'
import { shiftStatus } from '@cheyi/domain/till/shift'
import type { Context } from '../kernel/context.ts'
import { billedTally, tallies } from '../order/actions.ts'
import { shiftCashSql } from '../payment/actions.ts'

const now = '(select app_now())'

/** Fen billed (J1, and what channels add, J3) on booking dates, for orders that the account sees: nothing of a date with none. */
export async function billedOn(
  { query, identity, accountId }: Context,
  { storeId, dates }: { storeId: string | undefined; dates: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const own = identity.scope === 'own'
  const rows = await query<{ day: string; fen: number }>(
    own
      ? `with ${billedOfEach} select day::text, sum(n)::bigint as fen from billed group by day`
      : `select name as day, sum(n)::bigint as fen from ${tallies} t
          where name = any ($2::text[]) and ($1::bigint is null or store_id = $1) group by name`,
    own ? [storeId ?? null, dates, accountId] : [storeId ?? null, dates.map(billedTally)],
  )
  const fen = new Map(rows.map((row) => [row.day, row.fen]))
  return new Map(dates.map((date) => [date, fen.get(own ? date : billedTally(date)) ?? 0]))
}

/**
 * The same from the books, order by order, of those one made or drove: `billed` with day and n; orders are read for a store
 * alone. What was billed on few days is of late orders: none that one made before the first of them is looked at.
 */
const billedOfEach = `
  days as materialized (select id, order_id, posted_on from ledger_txn where journal in (1, 3) and posted_on = any ($2::date[])),
  txns as materialized (select d.* from days d
    where (d.order_id in (select id from "order" where created_by = $3 and id >= (select min(order_id) from days))
        or d.order_id = any (array(select order_id from driver_task where account_id = $3)))
      and ($1::bigint is null or exists (select from "order" o where o.id = d.order_id and o.store_id = $1))),
  entries as materialized (select txn_id, credit_fen - debit_fen as n from ledger_entry
    where txn_id = any (array(select id from txns)) and account = 'unearned'),
  billed as (select t.posted_on as day, e.n from txns t join entries e on e.txn_id = t.id)`

export interface FleetRow {
  total: number
  rented: number
  maintenance: number
  shunting: number
  /** The caller's open shift: its store, since when, and the cash there should be, fen; null without one, or not asked for. */
  shiftStore: string | null
  shiftAt: number | null
  shiftCash: number | null
}

interface FleetAsk {
  /** Cars of that home store. */
  readonly storeId: string | undefined
  /** With the caller's shift. */
  readonly shift: boolean
}

/** One look: cars in service by what they do now, and the caller's shift. A rented car counts as that, whatever else. */
export async function fleet(query: Context['query'], { storeId, shift }: FleetAsk): Promise<FleetRow> {
  const { shunting, maintenance, inspection } = occupancyKind
  const worked = (...kinds: number[]) => `select vehicle_id from occupancy
    where active and kind in (${kinds.join(', ')}) and from_at <= ${now} and to_at > ${now}`
  // The few that do something are hashed, and each car is looked up there: a join of guessed sizes may go through all of
  // them for each car. `offset 0` keeps it one look.
  const [row] = await query<FleetRow>(
    `select c.*, w.* from (select count(*)::int as total, (count(*) filter (where doing = 1))::int as rented,
       (count(*) filter (where doing = 2))::int as maintenance, (count(*) filter (where doing = 3))::int as shunting
     from (select case when v.id in (select vehicle_id from occupancy where active and on_rent) then 1
         when v.id in (${worked(maintenance, inspection)}) then 2 when v.id in (${worked(shunting)}) then 3 end as doing
       from vehicle v where v.lifecycle = ${lifecycle.inService} and ($1::bigint is null or v.home_store_id = $1)
       offset 0) f) c
     left join (select t.name as shift_store, s.opened_at as shift_at, ${shiftCashSql('s')} as shift_cash
       from till_shift s join store t on t.id = s.store_id
       where $2 and s.cashier_id = actor() and s.status = ${shiftStatus.open}) w on true`,
    [storeId ?? null, shift],
  )
  return row!
}
