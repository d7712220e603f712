import { lifecycle } from '@cheyi/domain/inventory/codes'
import { occupancyKind } from '@cheyi/domain/inventory/occupancy-codes'
import { shiftStatus } from '@cheyi/domain/till/shift'
import type { Context } from '../kernel/context.ts'
import { billedTally, tallies, vehiclesTally } from '../order/actions.ts'
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
      : `select name as day, sum(n)::bigint as fen from ${tallies} t
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

const inService = `lifecycle = ${lifecycle.inService}`
const onRent = 'select vehicle_id from occupancy where active and on_rent'
const worksNow = (...kinds: number[]) =>
  `active and kind in (${kinds.join(', ')}) and from_at <= ${now} and to_at > ${now}`
const { shunting, maintenance, inspection } = occupancyKind

/** Cars of one store, or of each that the account sees: ranges of two indexes, where the policy alone would read all cars. */
const carsOf = (storeId: string | undefined): string => {
  const ofEach = (where: string) =>
    `select v.id from (select distinct unnest($2::bigint[]) as s) s, lateral (select id from vehicle where ${inService} and ${where} offset 0) v`
  const home = ofEach('home_store_id = s')
  return storeId === undefined
    ? `${home} union all ${ofEach('current_store_id = s and home_store_id <> all ($2)')}`
    : home
}

/**
 * What they do: the few that do something are hashed, and each car is looked up there. A join of guessed sizes may go through
 * all of them for each car; `offset 0` keeps it one look.
 */
const doingOfSome = (storeId: string | undefined): string =>
  `select count(*)::int as total, (count(*) filter (where doing = 1))::int as rented,
    (count(*) filter (where doing = 2))::int as maintenance, (count(*) filter (where doing = 3))::int as shunting
  from (select case when v.id in (${onRent}) then 1
      when v.id in (select vehicle_id from occupancy where ${worksNow(maintenance, inspection)}) then 2
      when v.id in (select vehicle_id from occupancy where ${worksNow(shunting)}) then 3 end as doing
    from (${carsOf(storeId)}) v offset 0) f`

/** The same of all that the merchant has, from the sum that is kept; what is on rent is counted by itself, but for cars out of service. */
const doingOfAll = `select (select coalesce(sum(n), 0) from ${tallies} t where name = '${vehiclesTally}')::int as total,
    (select count(*) from (${onRent} group by 1) o
      where vehicle_id not in (select id from vehicle where lifecycle in (${lifecycle.waiting}, ${lifecycle.off})))::int as rented,
    (count(*) filter (where cared))::int as maintenance, (count(*) filter (where not cared))::int as shunting
  from (select vehicle_id, bool_or(kind <> ${shunting}) as cared from occupancy
      where ${worksNow(shunting, maintenance, inspection)} group by 1) w,
    lateral (select from vehicle v where v.id = w.vehicle_id and ${inService}
      and not exists (select from occupancy r where r.vehicle_id = v.id and r.active and r.on_rent) offset 0) v`

/** One look: cars in service by what they do now, and the caller's shift. A rented car counts as that, whatever else. */
export async function fleet({ query, identity }: Context, { storeId, shift }: FleetAsk): Promise<FleetRow> {
  const all = identity.scope === 'all' && storeId === undefined
  const [row] = await query<FleetRow>(
    `select c.*, w.* from (${all ? doingOfAll : doingOfSome(storeId)}) c
     left join (select t.name as shift_store, s.opened_at as shift_at, ${shiftCashSql('s')} as shift_cash
       from till_shift s join store t on t.id = s.store_id
       where $1 and s.cashier_id = actor() and s.status = ${shiftStatus.open}) w on true`,
    all ? [shift] : [shift, storeId === undefined ? identity.storeIds : [storeId]],
  )
  return row!
}
