import { lifecycle } from '@cheyi/domain/inventory/codes'
import { occupancyKind } from '@cheyi/domain/inventory/occupancy-codes'
import { shiftStatus } from '@cheyi/domain/till/shift'
import type { Context } from '../kernel/context.ts'
import { at } from '../kernel/db/instant.ts'
import { billedTally, rentedTally, talliesOf, vehiclesTally } from '../order/actions.ts'
import { shiftCashSql, unshiftedCashSql } from '../payment/actions.ts'

const now = '(select app_now())'
const { shunting, maintenance, inspection } = occupancyKind

interface FiguresAsk {
  /** Cars of that home store, orders of that pickup store. */
  readonly storeId: string | undefined
  /** Booking dates, YYYY-MM-DD, of which is told what was billed. */
  readonly billedOn: readonly string[]
  /** The one of them that is compared with today, as it stood a week before now. */
  readonly weekAgo: string
  /** A week before now. */
  readonly asOf: number
  /** With the caller's shift, and the cash of no shift: their own, or of the whole merchant. */
  readonly shift: 'own' | 'all' | null
  /** Today, YYYY-MM-DD. */
  readonly today: string
}

interface Figures {
  /** Cars in service, and what they do now: a rented one counts as that, whatever else. */
  readonly fleet: Readonly<Record<'total' | 'rented' | 'maintenance' | 'shunting', number>>
  /** The caller's open shift: its store, since when, and the cash there should be, fen. */
  readonly shift: { readonly storeName: string; readonly openedAt: number; readonly cash: number } | null
  /** Cash that was taken today in no shift and that none has counted since, fen; null where nobody asked. */
  readonly unshifted: number | null
  /** Fen sold (J1, J3, less what was called off, J4, J5) on a date that was asked for, of orders that the account sees. */
  billedOn(date: string): number
  /** The same of the day a week ago until this time of the day. */
  readonly weekAgo: number
}

interface FiguresRow {
  /** Kept sums by their names; null without any. */
  sums: Readonly<Record<string, number>> | null
  later: number
  maintenance: number
  shunting: number
  shiftStore: string | null
  shiftAt: number | null
  shiftCash: number | null
  unshifted: number | null
}

/** `store`: the parameter of the store that is asked for; whoever asks for none is spared the comparisons. */
const isAt = (column: string, store: string | undefined) => (store === undefined ? 'true' : `${column} = ${store}`)

/**
 * What was billed on dates ($3), from the books, order by order, of those that one made or drove ($4): `billed` with day and n;
 * orders are read for a store alone. What was billed on few days is of late orders: none that one made before the first of them
 * is looked at. A range with two ends, or PostgreSQL would plan it anew at each call.
 */
const billedOfEach = (store: string | undefined) => `
  days as materialized (select id, order_id, posted_on from ledger_txn where journal in (1, 3, 4, 5) and posted_on = any ($3::date[])),
  txns as materialized (select d.* from days d
    where (d.order_id in (select id from "order" where created_by = $4 and id between (select min(order_id) from days) and 9223372036854775807)
        or d.order_id = any (array(select order_id from driver_task where account_id = $4)))
      and ${store === undefined ? 'true' : `exists (select from "order" o where o.id = d.order_id and ${isAt('o.store_id', store)})`}),
  entries as materialized (select txn_id, credit_fen - debit_fen as n from ledger_entry
    where txn_id = any (array(select id from txns)) and account = 'unearned'),
  billed as (select t.posted_on as day, e.n from txns t join entries e on e.txn_id = t.id)`

/** What came of the day a week ago (`day`) after this time of it (`asOf`): sums are kept by whole days. */
const laterSql = (day: string, asOf: string, ordersOf: string | undefined) => `
  select coalesce(sum(e.credit_fen - e.debit_fen), 0) as later
    from ledger_txn t join ledger_entry e on e.txn_id = t.id and e.account = 'unearned'
   where t.journal in (1, 3, 4, 5) and t.posted_on = ${day}::date and t.created_at > ${asOf}
     and ${ordersOf === undefined ? 'true' : `exists (select from "order" o where o.id = t.order_id and ${ordersOf})`}`

/**
 * What the cars are doing that are worked on. Few are at a time, each looked up by its id: `offset 0` keeps PostgreSQL from
 * going through the fleet for them.
 */
const workedOnSql = (store: string | undefined) => `
  select (count(*) filter (where cared))::int as maintenance, (count(*) filter (where not cared))::int as shunting
    from (select vehicle_id, bool_or(kind <> ${shunting}) as cared from occupancy
        where active and kind in (${shunting}, ${maintenance}, ${inspection}) and from_at <= ${now} and to_at > ${now} group by 1) w,
      lateral (select from vehicle v where v.id = w.vehicle_id and v.lifecycle = ${lifecycle.inService} and ${isAt('v.home_store_id', store)}
        and not exists (select from occupancy r where r.vehicle_id = v.id and r.active and r.on_rent) offset 0) v`

/** The figures of home in one look. Own orders have no kept sums: what was billed of them is looked up. */
export async function figures({ query, identity, accountId }: Context, ask: FiguresAsk): Promise<Figures> {
  const { storeId, billedOn, weekAgo, asOf, shift, today } = ask
  const own = identity.scope === 'own' && billedOn.length > 0
  const store = storeId === undefined ? undefined : own ? '$5' : '$3'
  const values: unknown[] = [shift !== null, [vehiclesTally, rentedTally, ...billedOn.map(billedTally)]]
  if (own) values.push(billedOn, accountId)
  if (store !== undefined) values.push(storeId)
  const param = (value: unknown) => `$${values.push(value)}`
  const narrowed = identity.scope !== 'all' || store !== undefined
  const later =
    billedOn.length === 0
      ? 'select 0 as later'
      : laterSql(param(weekAgo), param(at(asOf)), narrowed ? isAt('o.store_id', store) : undefined)
  const unshiftedOf = () =>
    unshiftedCashSql(
      param(today),
      [
        shift === 'own' ? 'e.cashier_id = actor()' : 'true',
        identity.scope === 'all' ? 'true' : `e.store_id = any (${param(identity.storeIds)}::bigint[])`,
        isAt('e.store_id', store),
      ].join(' and '),
    )
  const unshifted = shift === null ? 'null::bigint' : unshiftedOf()
  const [row] = await query<FiguresRow>(
    `${own ? `with ${billedOfEach(store)}` : ''}
     select (select json_object_agg(name, n) from (select name, sum(n)::bigint as n from (
           select name, n from ${talliesOf(identity, store !== undefined)} t where name = any ($2::text[]) and ${isAt('store_id', store)}
           ${own ? `union all select '${billedTally('')}' || day, n from billed` : ''}) t
         group by name) s) as sums, l.*, w.*, x.*, ${unshifted} as unshifted
       from (${workedOnSql(store)}) w cross join (${later}) l
       left join (select t.name as shift_store, s.opened_at as shift_at, ${shiftCashSql('s')} as shift_cash
         from till_shift s join store t on t.id = s.store_id
         where $1 and s.cashier_id = actor() and s.status = ${shiftStatus.open}) x on true`,
    values,
  )
  const { sums, later: sinceThen, shiftStore, shiftAt, shiftCash, unshifted: loose, ...doing } = row!
  const sum = (name: string) => sums?.[name] ?? 0
  return {
    fleet: { total: sum(vehiclesTally), rented: sum(rentedTally), ...doing },
    shift:
      shiftStore === null || shiftAt === null || shiftCash === null
        ? null
        : { storeName: shiftStore, openedAt: shiftAt, cash: shiftCash },
    unshifted: loose,
    billedOn: (date) => sum(billedTally(date)),
    weekAgo: sum(billedTally(weekAgo)) - sinceThen,
  }
}
