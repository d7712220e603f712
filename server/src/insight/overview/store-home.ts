import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { shiftStatus } from '@cheyi/domain/money/cash-shift/shift'
import { addDays, startOfDate } from '@cheyi/domain/time'
import { billedTally } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { talliesSql } from '../../kernel/db/tallies.ts'
import { shiftCashSql, unshiftedCashSql } from '../../money/payment/actions.ts'

const { relocation, maintenance, inspection } = occupancyKind

interface FiguresAsk {
  /** Cars of that home store, orders of that pickup store. */
  readonly storeId: string | undefined
  /** Booking dates, YYYY-MM-DD, whose billed amounts are requested. */
  readonly billedOn: readonly string[]
  /** The date that is compared with today, as it was one week ago at this time. */
  readonly weekAgo: string
  /** One week ago. */
  readonly asOf: number
  /** Whether to include the caller's shift, and the cash outside of shifts: their own, or of the whole merchant. */
  readonly shift: 'own' | 'all' | null
  /** Today, YYYY-MM-DD. */
  readonly today: string
}

interface Figures {
  /** Cars in service by their present state; a rented car counts only as rented. */
  readonly fleet: Readonly<Record<'total' | 'rented' | 'maintenance' | 'relocation', number>>
  /** The caller's open shift: its store, its start, and the expected cash, fen. */
  readonly shift: { readonly storeName: string; readonly openedAt: number; readonly cash: number } | null
  /** Cash taken today outside of shifts and not counted since, fen; null if not requested. */
  readonly unshifted: number | null
  /** Fen sold (J1, J3, minus cancellations, J4, J5) on a requested date, for the orders that the account sees. */
  billedOn(date: string): number
  /** The same for the day a week ago until this time of day. */
  readonly weekAgo: number
}

/** SQL: whether a column is the requested store, a parameter; null for any. */
const isAt = (column: string, store: string) => `(${store}::bigint is null or ${column} = ${store})`

/** Cars in service by their present state; rented comes before what is planned for the car. */
async function fleetOf(query: Context['query'], storeId: string | null): Promise<Figures['fleet']> {
  const [row] = await query<Figures['fleet']>(
    `select count(*)::int as total, (count(*) filter (where d.rented))::int as rented,
       (count(*) filter (where not d.rented and d.cared))::int as maintenance,
       (count(*) filter (where not d.rented and not d.cared))::int as relocation
     from vehicle v left join (
       select vehicle_id, bool_or(rented) as rented, bool_or(cared) as cared from (
         select vehicle_id, true as rented, false as cared from occupancy where active and on_rent
         union all
         select vehicle_id, false, kind <> ${relocation} from occupancy
          where active and kind in (${relocation}, ${maintenance}, ${inspection}) and from_at <= (select app_now()) and to_at > (select app_now())) o
       group by vehicle_id) d on d.vehicle_id = v.id
     where v.lifecycle = ${lifecycle.inService} and ${isAt('v.home_store_id', '$1')}`,
    [storeId],
  )
  return row!
}

/**
 * SQL of the ids of a person's own orders: created or driven by `account`. The ids are selected separately from the
 * ledger, because in one join the planner reads the ledger entries of every order the person ever had.
 */
const ownOrdersSql = (account: string, store: string) =>
  `select o.id from "order" o where o.created_by = ${account} and ${isAt('o.store_id', store)}
   union all select o.id from driver_task t join "order" o on o.id = t.order_id where t.account_id = ${account} and ${isAt('o.store_id', store)}`

/**
 * Billed amounts of dates, by the names of {@link billedTally}: from stored sums, or for own orders from the entries by
 * their creation time, since only the end of a month (J8) is backdated.
 */
async function billedOf(
  { query, identity, accountId }: Context,
  dates: readonly string[],
  storeId: string | null,
): Promise<Map<string, number>> {
  if (dates.length === 0) return new Map()
  const names = dates.map(billedTally)
  const rows =
    identity.scope === 'own'
      ? await query<{ name: string; n: number }>(
          `with sold as materialized (select d.name, e.order_id, e.credit_fen - e.debit_fen as fen
               from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) d (name, since, until)
                 join ledger_entry e on e.account = 'unearned' and e.posted_at >= d.since and e.posted_at < d.until),
             own as materialized (${ownOrdersSql('$5', '$4')})
           select name, sum(fen)::bigint as n from sold where order_id in (select id from own) group by name`,
          [
            names,
            dates.map((date) => at(startOfDate(date))),
            dates.map((date) => at(startOfDate(addDays(date, 1)))),
            storeId,
            accountId,
          ],
        )
      : await query<{ name: string; n: number }>(
          `select name, sum(n)::bigint as n from ${talliesSql} t
            where name = any ($1::text[]) and ${isAt('store_id', '$2')} group by name`,
          [names, storeId],
        )
  return new Map(rows.map(({ name, n }) => [name, n]))
}

/** Amounts of a day after an instant of it, because sums are only stored for whole days. */
async function laterOf(
  { query, identity, accountId }: Context,
  day: string,
  asOf: number,
  storeId: string | null,
): Promise<number> {
  const sold = `sold as materialized (select e.order_id, e.credit_fen - e.debit_fen as fen from ledger_entry e
      where e.account = 'unearned' and e.posted_at > $1 and e.posted_at < $2)`
  // The ids are read in one scan: single look-ups would read an order of any store for each entry of the day.
  const here = `here as materialized (select o.id from "order" o
      where o.id = any (array(select order_id from sold where not $4)) and ${isAt('o.store_id', '$3')})`
  const later = 'select coalesce(sum(fen), 0)::bigint as later from sold'
  const window = [at(asOf), at(startOfDate(addDays(day, 1)))]
  const [row] =
    identity.scope === 'own'
      ? await query<{ later: number }>(
          `with ${sold}, own as materialized (${ownOrdersSql('$4', '$3')}) ${later} where order_id in (select id from own)`,
          [...window, storeId, accountId],
        )
      : await query<{ later: number }>(`with ${sold}, ${here} ${later} where $4 or order_id in (select id from here)`, [
          ...window,
          storeId,
          identity.scope === 'all' && storeId === null,
        ])
  return row!.later
}

/** The caller's open shift, and the cash outside of shifts. */
async function drawerOf(
  { query, identity }: Context,
  { shift, today }: FiguresAsk,
  storeId: string | null,
): Promise<Pick<Figures, 'shift' | 'unshifted'>> {
  if (shift === null) return { shift: null, unshifted: null }
  const loose = unshiftedCashSql(
    '$1',
    [
      shift === 'own' ? 'e.cashier_id = actor()' : 'true',
      '($2::bigint[] is null or e.store_id = any ($2::bigint[]))',
      isAt('e.store_id', '$3'),
    ].join(' and '),
  )
  const [row] = await query<{
    unshifted: number
    storeName: string | null
    openedAt: number | null
    cash: number | null
  }>(
    `select ${loose} as unshifted, x.* from (select 1) one
       left join (select t.name as store_name, s.opened_at, ${shiftCashSql('s')} as cash
         from cash_shift s join store t on t.id = s.store_id
         where s.cashier_id = actor() and s.status = ${shiftStatus.open}) x on true`,
    [today, identity.scope === 'all' ? null : identity.storeIds, storeId],
  )
  const { unshifted, storeName, openedAt, cash } = row!
  return {
    shift: storeName === null || openedAt === null || cash === null ? null : { storeName, openedAt, cash },
    unshifted,
  }
}

/** The figures of the home page, queried in one round trip. */
export async function figures(ctx: Context, ask: FiguresAsk): Promise<Figures> {
  const { billedOn, weekAgo, asOf } = ask
  const storeId = ask.storeId ?? null
  const [fleet, billed, later, drawer] = await Promise.all([
    fleetOf(ctx.query, storeId),
    billedOf(ctx, billedOn, storeId),
    billedOn.length === 0 ? 0 : laterOf(ctx, weekAgo, asOf, storeId),
    drawerOf(ctx, ask, storeId),
  ])
  const sum = (date: string) => billed.get(billedTally(date)) ?? 0
  return { fleet, ...drawer, billedOn: sum, weekAgo: sum(weekAgo) - later }
}
