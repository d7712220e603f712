import { lifecycle } from '@cheyi/domain/inventory/codes'
import { occupancyKind } from '@cheyi/domain/inventory/occupancy-codes'
import { shiftStatus } from '@cheyi/domain/till/shift'
import type { Context } from '../kernel/context.ts'
import { billedTally, rentedTally, talliesOf, vehiclesTally } from '../order/actions.ts'
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
      ? `with ${billedOfEach(storeId)} select day::text, sum(n)::bigint as fen from billed group by day`
      : `select name as day, sum(n)::bigint as fen from ${talliesOf(identity, storeId !== undefined)} t
          where name = any ($2::text[]) and ($1::bigint is null or store_id = $1) group by name`,
    own ? [storeId ?? null, dates, accountId] : [storeId ?? null, dates.map(billedTally)],
  )
  const fen = new Map(rows.map((row) => [row.day, row.fen]))
  return new Map(dates.map((date) => [date, fen.get(own ? date : billedTally(date)) ?? 0]))
}

/**
 * The same from the books, order by order, of those one made or drove: `billed` with day and n; orders are read for a store
 * alone. What was billed on few days is of late orders: none that one made before the first of them is looked at. A range with
 * two ends, and no condition of a store that nobody asked for, or PostgreSQL would plan it anew at each call.
 */
const billedOfEach = (storeId: string | undefined) => `
  days as materialized (select id, order_id, posted_on from ledger_txn where journal in (1, 3) and posted_on = any ($2::date[])),
  txns as materialized (select d.* from days d
    where (d.order_id in (select id from "order" where created_by = $3 and id between (select min(order_id) from days) and 9223372036854775807)
        or d.order_id = any (array(select order_id from driver_task where account_id = $3)))
      and ${storeId === undefined ? '$1::bigint is null' : 'exists (select from "order" o where o.id = d.order_id and o.store_id = $1)'}),
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

const ofStore = (column: string) => `($2::bigint is null or ${column} = $2)`
const { shunting, maintenance, inspection } = occupancyKind

/**
 * What the cars that the account sees are doing. Few are worked on at a time, each looked up by its id: `offset 0` keeps
 * PostgreSQL from going through the fleet for them.
 */
const doingSql = (tallies: string): string => `select c.*, w.*
  from (select coalesce(sum(n) filter (where name = '${vehiclesTally}'), 0)::int as total,
      coalesce(sum(n) filter (where name = '${rentedTally}'), 0)::int as rented
    from ${tallies} t where name in ('${vehiclesTally}', '${rentedTally}') and ${ofStore('store_id')}) c,
  (select (count(*) filter (where cared))::int as maintenance, (count(*) filter (where not cared))::int as shunting
    from (select vehicle_id, bool_or(kind <> ${shunting}) as cared from occupancy
        where active and kind in (${shunting}, ${maintenance}, ${inspection}) and from_at <= ${now} and to_at > ${now} group by 1) w,
      lateral (select from vehicle v where v.id = w.vehicle_id and v.lifecycle = ${lifecycle.inService} and ${ofStore('v.home_store_id')}
        and not exists (select from occupancy r where r.vehicle_id = v.id and r.active and r.on_rent) offset 0) v) w`

/** One look: cars in service by what they do now, and the caller's shift. A rented car counts as that, whatever else. */
export async function fleet({ query, identity }: Context, { storeId, shift }: FleetAsk): Promise<FleetRow> {
  const [row] = await query<FleetRow>(
    `select c.*, w.* from (${doingSql(talliesOf(identity, storeId !== undefined))}) c
     left join (select t.name as shift_store, s.opened_at as shift_at, ${shiftCashSql('s')} as shift_cash
       from till_shift s join store t on t.id = s.store_id
       where $1 and s.cashier_id = actor() and s.status = ${shiftStatus.open}) w on true`,
    [shift, storeId ?? null],
  )
  return row!
}
