import type { OrderKind, OrderStatus } from '@cheyi/domain/booking/order/codes'
import type { CostKind } from '@cheyi/domain/fleet/cost/codes'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { endOfMonth } from '@cheyi/domain/fleet/cost/spread'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { monthsFrom } from '@cheyi/domain/insight/data/contributions'
import type { CarSums, ProfitKey } from '@cheyi/domain/insight/profit/profit'
import { pick } from '@cheyi/domain/pick'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { camelCase } from '../../kernel/db/letter-case.ts'
import { type Bind, likePlate, parameters, readOnce } from '../../kernel/db/sql.ts'

type Asking = Pick<Context, 'query'>

/** Months of a list, both inclusive, and the part of the fleet. */
export interface FleetFilter {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly storeId?: string | undefined
  readonly modelId?: string | undefined
  readonly ownership?: number | undefined
  /** Whether an agreement with an owner was in force in the months. */
  readonly entrusted?: boolean | undefined
  readonly keyword?: string | undefined
}

const earned = ['rent_fen', 'service_fen', 'other_fen', 'fleet', 'rented', 'down', 'idle', 'km'] as const
const spent = ['running_fen', 'depreciation_fen', 'owner_fen'] as const
const summedColumnsSql = (columns: readonly string[], prefix = '') =>
  columns.map((column) => `coalesce(sum(${prefix}${column}), 0)::bigint as ${column}`).join(', ')

export interface SumRow {
  readonly rentFen: number
  readonly serviceFen: number
  readonly otherFen: number
  readonly runningFen: number
  readonly depreciationFen: number
  readonly ownerFen: number
  readonly fleet: number
  readonly rented: number
  readonly down: number
  readonly idle: number
  readonly km: number
}

export const sumsOf = (row: SumRow): CarSums => ({
  rent: row.rentFen,
  service: row.serviceFen,
  other: row.otherFen,
  running: row.runningFen,
  depreciation: row.depreciationFen,
  owner: row.ownerFen,
  ...pick(row, 'fleet', 'rented', 'down', 'idle', 'km'),
})

/**
 * SQL of the sums of each vehicle of a filter that the caller sees: stored sums by month, whose number does not grow with the history of
 * orders. `month`: one row for each month.
 */
function carsSql(
  { from, to, storeId, modelId, ownership, entrusted, keyword }: FleetFilter,
  bind: Bind,
  month = false,
): string {
  const months = bind(monthsFrom(from, to))
  const by = month ? 'vehicle_id, month' : 'vehicle_id'
  const using = month ? '(vehicle_id, month)' : '(vehicle_id)'
  const conditions = [
    storeId && `v.home_store_id = ${bind(storeId)}::bigint`,
    modelId && `v.model_id = ${bind(modelId)}::bigint`,
    ownership !== undefined && `v.ownership = ${bind(ownership)}::smallint`,
    entrusted !== undefined &&
      `${entrusted ? '' : 'not '}exists (select from owner_agreement a where a.vehicle_id = v.id and a.from_on <= ${bind(endOfMonth(to))}::date
         and coalesce(a.to_on >= ${bind(from)}::date, true))`,
    keyword && `v.plate like ${bind(likePlate(keyword))}`,
  ].filter(Boolean)
  // By the key that begins with the month: sorted by vehicle, a plan would read every month of the history.
  const rowsOf = (table: string, columns: readonly string[]) =>
    readOnce(`select vehicle_id, month, ${columns.join(', ')} from ${table} where month = any (${months}::date[])`)
  // Vehicles are read once: a plan for any merchant would look up each of them by itself.
  const fleet = readOnce(
    `select v.id, v.home_store_id, v.model_id, v.ownership, v.plate, v.lifecycle from vehicle v
      ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}`,
  )
  return `select ${month ? 's.vehicle_id, s.month' : 's.vehicle_id'}, v.home_store_id, v.model_id, v.ownership, v.plate, v.lifecycle,
      ${[...earned, ...spent].map((column) => `coalesce(s.${column}, 0)::bigint as ${column}`).join(', ')}
    from ((select ${by}, ${summedColumnsSql(earned)} from ${rowsOf('figure_car', earned)} r where vehicle_id <> 0 group by ${by}) f
      full join (select ${by}, ${summedColumnsSql(spent)} from ${rowsOf('vehicle_cost_month', spent)} r group by ${by}) c using ${using}) s
      join ${fleet} v on v.id = s.vehicle_id`
}

const income = '(x.rent_fen + x.service_fen + x.other_fen)'
const cost = '(x.running_fen + x.depreciation_fen)'
const contribution = `(${income} - ${cost} - x.owner_fen)`
const per = (value: string, times: number, of: string) =>
  `coalesce(round((${value}) * ${times}.0 / nullif(${of}, 0)), -1)::bigint`
/** SQL of the figures of domain `profit.ts`, by which rows are sorted; a figure without a divisor comes last. */
const figureSql: Readonly<Record<ProfitKey, string>> = {
  contribution,
  income,
  cost,
  owner: 'x.owner_fen',
  utilisation: per('x.rented', 10_000, 'x.fleet'),
  perDay: per(income, 1440, 'x.fleet'),
  perRentedDay: per(income, 1440, 'x.rented'),
  perKm: per(income, 1, 'x.km'),
  rented: 'x.rented',
  idle: 'x.idle',
  down: 'x.down',
  km: 'x.km',
}

interface CarRow extends SumRow {
  readonly vehicleId: string
  readonly plate: string
  readonly modelName: string
  readonly storeName: string
  readonly ownership: Columns['ownership']
  readonly lifecycle: Columns['lifecycle']
  readonly rank: number
}

/** Sort keys in a cursor are not negative. */
const SHIFT = 1_000_000_000_000_000
export const cursorOf = ({ rank, vehicleId }: Pick<CarRow, 'rank' | 'vehicleId'>) => [rank + SHIFT, vehicleId] as const

/** Sums of all vehicles of a filter, and how many of them lost money or stood. */
export interface Total extends SumRow {
  readonly cars: number
  readonly losing: number
  readonly lost: number
  readonly low: number
  readonly high: number
  readonly idle: number
  readonly idleCost: number
}

export type Only = 'losing' | 'idle'
const onlySql: Readonly<Record<Only, string>> = {
  losing: `${contribution} < 0`,
  idle: '(x.rented = 0 and x.fleet > 0)',
}
const totalSql = {
  ...Object.fromEntries([...earned, ...spent].map((column) => [camelCase(column), `coalesce(sum(x.${column}), 0)`])),
  cars: 'count(*)',
  losing: `count(*) filter (where ${onlySql.losing})`,
  lost: `coalesce(sum(${contribution}) filter (where ${onlySql.losing}), 0)`,
  low: `coalesce(min(${contribution}), 0)`,
  high: `coalesce(max(${contribution}), 0)`,
  idle: `count(*) filter (where ${onlySql.idle})`,
  idleCost: `coalesce(sum(${cost}) filter (where ${onlySql.idle}), 0)`,
}

/** A page of vehicles; with the first one the sums of all, whatever `only` says. */
export async function cars(
  ctx: Asking,
  { only, ...filter }: FleetFilter & { readonly only?: Only | undefined },
  sort: { readonly key: ProfitKey; readonly order: 'asc' | 'desc' },
  after: readonly string[] | null,
  limit: number,
): Promise<{ readonly rows: CarRow[]; readonly total: Total | null }> {
  const { values, bind } = parameters()
  const of = carsSql(filter, bind)
  const sign = sort.order === 'desc' ? '<' : '>'
  const place =
    after === null
      ? ''
      : `where (y.rank, y.vehicle_id) ${sign} (${bind(Number(after[0]) - SHIFT)}::bigint, ${bind(after[1])}::bigint)`
  const total =
    after === null
      ? `(select jsonb_build_object(${Object.entries(totalSql)
          .map(([name, value]) => `'${name}', ${value}`)
          .join(', ')}) from x)`
      : 'null::jsonb'
  // The total comes without a row too.
  const rows = await ctx.query<{ readonly [K in keyof CarRow]: CarRow[K] | null } & { readonly total: Total | null }>(
    `with x as materialized (${of})
     select c.*, t.total from (select ${total} as total) t left join
       (select y.*, m.name as model_name, st.name as store_name
         from (select * from (select x.*, ${figureSql[sort.key]} as rank from x ${only ? `where ${onlySql[only]}` : ''}) y ${place}
               order by y.rank ${sort.order}, y.vehicle_id ${sort.order} limit ${bind(limit)}) y
           join ${readOnce('select id, name from model')} m on m.id = y.model_id
           join ${readOnce('select id, name from store')} st on st.id = y.home_store_id) c on true
      order by c.rank ${sort.order}, c.vehicle_id ${sort.order}`,
    values,
  )
  return {
    rows: rows.filter((row): row is CarRow & { total: Total | null } => row.vehicleId !== null),
    total: rows[0]!.total,
  }
}

/** Income of orders that never had a vehicle. */
export async function withoutCar(ctx: Asking, { from, to }: FleetFilter): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(rent_fen + service_fen + other_fen), 0)::bigint as fen from figure_car
      where vehicle_id = 0 and month between $1::date and $2::date`,
    [from, to],
  )
  return row!.fen
}

export type GroupBy = 'store' | 'model' | 'ownership' | 'month'
const groupSql: Readonly<Record<GroupBy, { readonly key: string; readonly name: string }>> = {
  store: { key: 'x.home_store_id', name: '(select s.name from store s where s.id = g.key)' },
  model: { key: 'x.model_id', name: '(select m.name from model m where m.id = g.key)' },
  ownership: { key: 'x.ownership', name: `''` },
  month: { key: 'x.month', name: `''` },
}

export function groups(ctx: Asking, filter: FleetFilter, by: GroupBy) {
  const { values, bind } = parameters()
  const { key, name } = groupSql[by]
  return ctx.query<SumRow & { readonly key: string; readonly name: string | null; readonly cars: number }>(
    `select g.*, g.key::text as key, ${name} as name
       from (select ${key} as key, count(distinct x.vehicle_id)::int as cars, ${summedColumnsSql([...earned, ...spent], 'x.')}
               from (${carsSql(filter, bind, by === 'month')}) x group by 1) g order by g.key`,
    values,
  )
}

export const vehicle = (ctx: Asking, vehicleId: string) =>
  ctx.query.first<{
    vehicleId: string
    plate: string
    modelName: string
    storeName: string
    ownership: Columns['ownership']
    lifecycle: Columns['lifecycle']
    purchaseOn: LocalDate | null
    purchaseFen: number | null
    insuranceOn: LocalDate | null
    inspectionOn: LocalDate | null
  }>(
    `select v.id as vehicle_id, v.plate, m.name as model_name, s.name as store_name, v.ownership, v.lifecycle, v.purchase_on::text as purchase_on,
         v.purchase_fen, least(v.insurance_expire_on, v.commercial_expire_on)::text as insurance_on, v.inspection_expire_on::text as inspection_on
        from vehicle v join model m on m.id = v.model_id join store s on s.id = v.home_store_id where v.id = $1`,
    [vehicleId],
  )

export type MonthRow = SumRow & { readonly month: LocalDate; readonly capitalFen: number }

/** The months of one vehicle until one, newest first. */
export const monthsOf = (ctx: Asking, vehicleId: string, to: LocalDate) =>
  ctx.query<MonthRow>(
    `select month::text as month, ${[...earned, ...spent, 'capital_fen'].map((column) => `coalesce(${column}, 0)::bigint as ${column}`).join(', ')}
       from (select * from figure_car where vehicle_id = $1 and month <= $2::date) f
         full join (select * from vehicle_cost_month where vehicle_id = $1 and month <= $2::date) c using (vehicle_id, month)
      order by month desc`,
    [vehicleId, to],
  )

/** Since when a vehicle in service has been nobody's; null while somebody has it, or it is not in service. */
export async function idleSince(ctx: Asking, vehicleId: string): Promise<number | null> {
  const [row] = await ctx.query<{ since: number | null }>(
    `select case when not exists (select from vehicle_use u where u.vehicle_id = $1 and u.since_at <= (select app_now())
         and (u.until_at is null or u.until_at > (select app_now())))
       then greatest(p.from_at, (select max(u.until_at) from vehicle_use u where u.vehicle_id = $1 and u.until_at <= (select app_now()))) end as since
      from (select max(from_at) as from_at from vehicle_period where vehicle_id = $1 and lifecycle = ${lifecycle.inService} and to_at is null) p
     where p.from_at is not null`,
    [vehicleId],
  )
  return row?.since ?? null
}

/** What insurance and inspection of a vehicle cost the last time, of a year. */
export async function lastCosts(ctx: Asking, vehicleId: string, since: LocalDate) {
  const [row] = await ctx.query<{ insurance: number | null; inspection: number | null }>(
    `select (sum(e.fen) filter (where e.kind = ${costKind.insurance}))::bigint as insurance,
        (sum(e.fen) filter (where e.kind = ${costKind.inspection}))::bigint as inspection
       from vehicle_cost e where e.vehicle_id = $1 and e.voided_at is null and e.from_on >= $2::date`,
    [vehicleId, since],
  )
  return row!
}

/** The orders of the income of a vehicle in some months, the newest first. */
export const incomeOrders = (
  ctx: Asking,
  vehicleId: string,
  { from, to }: Pick<FleetFilter, 'from' | 'to'>,
  after: string | null,
  limit: number,
) =>
  ctx.query<{
    orderId: string
    orderNo: string
    orderKind: OrderKind
    status: OrderStatus
    storeId: string
    returnStoreId: string
    pickupAt: number
    returnAt: number
    rent: number
    service: number
    other: number
  }>(
    `select o.id as order_id, o.order_no, o.order_kind, o.status, o.store_id, o.return_store_id,
       coalesce(o.actual_pickup_at, o.pickup_at) as pickup_at, coalesce(o.actual_return_at, o.return_at) as return_at, f.rent, f.service, f.other
      from (select order_id, sum(rent_fen)::bigint as rent, sum(service_fen)::bigint as service, sum(other_fen)::bigint as other from figure_car_order
             where vehicle_id = $1 and month between $2::date and $3::date and ($4::bigint is null or order_id < $4)
             group by order_id order by order_id desc limit $5) f
        join "order" o on o.id = f.order_id order by f.order_id desc`,
    [vehicleId, from, to, after, limit],
  )

export const incomeSum = async (ctx: Asking, vehicleId: string, { from, to }: Pick<FleetFilter, 'from' | 'to'>) =>
  (
    await ctx.query<{ fen: number; orders: number }>(
      `select coalesce(sum(rent_fen + service_fen + other_fen), 0)::bigint as fen, count(distinct order_id)::int as orders from figure_car_order
        where vehicle_id = $1 and month between $2::date and $3::date`,
      [vehicleId, from, to],
    )
  )[0]!

export interface LifeRow {
  readonly type: 'rental' | 'ticket' | 'damage' | 'cost'
  readonly id: string
  readonly at: number
  readonly until: number | null
  readonly no: string
  readonly fen: number | null
  readonly ticketKind: Columns['ticket.kind'] | null
  readonly costKind: CostKind | null
  readonly orderId: string | null
  readonly orderKind: number | null
  readonly storeId: string | null
  readonly returnStoreId: string | null
}

/** What happened to one vehicle, the latest first: each kind is read by its index, up to the number of rows. */
export function life(ctx: Asking, vehicleId: string, after: readonly string[] | null, limit: number) {
  const { values, bind } = parameters()
  const car = `${bind(vehicleId)}::bigint`
  const most = bind(limit)
  const before = after === null ? null : `(${bind(at(Number(after[0])))}::timestamptz, ${bind(after[1])}::bigint)`
  const part = (time: string, id: string) =>
    `${before === null ? '' : `and (date_trunc('milliseconds', ${time}), ${id}) < ${before}`} order by ${time} desc, ${id} desc limit ${most}`
  const day = `e.from_on::timestamp at time zone 'Asia/Shanghai'`
  return ctx.query<LifeRow>(
    `select * from (
       (select 'rental' as type, a.id, a.from_at as at, a.to_at as until, o.order_no as no,
          (select sum(f.rent_fen + f.service_fen + f.other_fen)::bigint from figure_car_order f where f.order_id = o.id and f.vehicle_id = a.vehicle_id) as fen,
          null::smallint as ticket_kind, null::smallint as cost_kind, o.id as order_id, o.order_kind, o.store_id, o.return_store_id
         from vehicle_assignment a join "order" o on o.id = a.order_id where a.vehicle_id = ${car} and not a.void ${part('a.from_at', 'a.id')})
       union all
       (select 'ticket', t.id, coalesce(t.actual_start, t.created_at), t.actual_end, t.no, null, t.kind, null, null, null, t.store_id, t.to_store_id
         from ticket t where t.vehicle_id = ${car} ${part('coalesce(t.actual_start, t.created_at)', 't.id')})
       union all
       (select 'damage', d.id, d.created_at, null, o.order_no, null, null, null, o.id, o.order_kind, o.store_id, o.return_store_id
         from damage_order d join "order" o on o.id = d.order_id where d.vehicle_id = ${car} ${part('d.created_at', 'd.id')})
       union all
       (select 'cost', e.id, ${day}, null, '', e.fen, null, e.kind, null, null, null, null
         from vehicle_cost e where e.vehicle_id = ${car} and e.voided_at is null and e.from_on <= (app_now() at time zone 'Asia/Shanghai')::date
           and e.kind not in (${costKind.depreciation}, ${costKind.ownerShare}) ${part(day, 'e.id')})) x
      order by x.at desc, x.id desc limit ${most}`,
    values,
  )
}
