import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import type { TicketGroup, TicketKind, TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'
import { accountStatus } from '@cheyi/domain/platform/account/codes'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import type { TicketCounter } from '@cheyi/domain/platform/todo/counters'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { TOTAL_CAP } from '../../kernel/db/paging.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import { like, likePlate, parameters, readOnce, type Sql, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { orders } from '../../kernel/orders.ts'
import { countsNowSql, pendingWorkChanges } from '../../platform/pending-work/actions.ts'
import { ticketsIn } from '../stock/actions.ts'
import { tellOfCar } from './car-time.ts'

export type TicketRow = Selectable<DB['ticket']>

/** A row whose id is assigned before the insert. */
export type NewTicket = Insertable<DB['ticket']> & { readonly id: string }

export function insert(ctx: Context, row: NewTicket): void {
  pendingWorkChanges(ctx, 'ticket', [row.id])
  ctx.queue(ctx.db.insertInto('ticket').values(row))
}

export async function update(ctx: Context, row: TicketRow, patch: Patch<'ticket'>): Promise<TicketRow> {
  pendingWorkChanges(ctx, 'ticket', [row.id])
  const saved = saveRow(ctx, 'ticket', row, patch)
  await tellOfCar(ctx, row.vehicleId, patch)
  return saved
}

/** Locks a ticket until the transaction ends; `kinds`: the allowed kinds. */
export const lock = (ctx: Context, id: string, kinds: readonly TicketKind[]): Promise<TicketRow | undefined> =>
  ctx.db.selectFrom('ticket').selectAll().where('id', '=', id).where('kind', 'in', kinds).forUpdate().executeTakeFirst()

export const vehicleById = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('vehicle')
    .innerJoin('model', 'model.id', 'vehicle.modelId')
    .select([
      'vehicle.id',
      'vehicle.plate',
      'vehicle.homeStoreId',
      'vehicle.lifecycle',
      'vehicle.odometerKm',
      'vehicle.reportedKm',
      'vehicle.careOn',
      'model.energy',
    ])
    .where('vehicle.id', '=', id)
    .executeTakeFirst()

/** A ticket as lists show it. */
export interface ListRow extends TicketRow {
  readonly plate: string
  readonly odometerKm: number
  readonly modelName: string
  readonly storeName: string
  readonly toStoreName: string | null
  readonly energy: Columns['energy']
  readonly assigneeName: string | null
  readonly assigneeGone: boolean
  /** The overdue order that still has the car and reaches into the plan. */
  readonly awaitsReturn: OutputOf<typeof contract.ticket.hub>['open'][number]['awaitsReturn']
}

const WAITING = ticketsIn('todo')

/**
 * The timer of orders extends the occupancy of a late car up to the planned start of the ticket. The occupancy says when its car is due, so
 * that orders of cars that are not late are not looked up.
 */
const awaits =
  () => sql`(select jsonb_build_object('orderId', o.id::text, 'orderNo', o.order_no, 'orderKind', o.order_kind,
      'returnAt', (extract(epoch from o.return_at) * 1000)::bigint)
    from occupancy c join ${orders.facts} o on o.merchant_id = c.merchant_id and o.id = c.ref_id
    where ${WAITING} and c.merchant_id = t.merchant_id and c.vehicle_id = t.vehicle_id and c.kind = ${occupancyKind.order} and c.active and c.on_rent
      and c.return_at < app_now() and c.to_at >= t.plan_start limit 1)`

const select =
  () => sql`select t.*, v.plate, v.odometer_km, m.name as model_name, m.energy, s.name as store_name, d.name as to_store_name, a.name as assignee_name,
    coalesce(a.status <> ${accountStatus.enabled} or a.deleted_at is not null, false) as assignee_gone,
    ${awaits()} as awaits_return`
/**
 * What a ticket `t` names. Most rows have the same few models and stores. Every car has a model, but an inner join would
 * let the planner combine each ticket with each model before it looks the car up.
 */
const NAMED = sql`join vehicle v on v.merchant_id = t.merchant_id and v.id = t.vehicle_id
    left join ${readOnce('select id, name, energy from model')} m on m.id = v.model_id
    join ${readOnce('select id, name from store')} s on s.id = t.store_id
    left join store d on d.merchant_id = t.merchant_id and d.id = t.to_store_id
    left join account a on a.merchant_id = t.merchant_id and a.id = t.assignee_id`
const FROM = sql`from ticket t ${NAMED}`

/**
 * Staff of the target store see the ticket, and with it a car that is not theirs yet: so the joined rows are read with
 * all stores visible, and the tickets are filtered here as their row policy does.
 */
const inStoresSql = (n: number) =>
  sql`($${n}::bigint[] is null or t.store_id = any ($${n}) or t.to_store_id = any ($${n}))`
const storesOfCaller = ({ identity }: Context) => (identity.scope === 'all' ? null : identity.storeIds)
const queryAllStores = <R>(ctx: Context, text: Sql<R>, values: readonly unknown[]): Promise<R[]> =>
  ctx.elevated(() => ctx.query(text, [...values]))

export async function byId(ctx: Context, id: string, { kind }: TicketProfile): Promise<ListRow | undefined> {
  const [row] = await queryAllStores(
    ctx,
    sql<ListRow>`${select()} ${FROM} where t.id = $1 and t.kind = $2 and ${inStoresSql(3)}`,
    [id, kind, storesOfCaller(ctx)],
  )
  return row
}

/** The plate of a car, by the id of the car or of its ticket. */
export type PlateRow = Pick<ListRow, 'id' | 'plate'>

/** The plates of those cars that are visible to the account. */
export const platesOf = (ctx: Context, ids: readonly string[]) =>
  ctx.query<PlateRow>('select id, plate from vehicle where id = any ($1)', [ids])

/** The plates of those tickets of a kind that are visible to the account. */
export const platesOfTickets = (ctx: Context, ids: readonly string[], { kind }: TicketProfile) =>
  queryAllStores(
    ctx,
    sql<PlateRow>`select t.id, v.plate ${FROM} where t.id = any ($1::bigint[]) and t.kind = $2 and ${inStoresSql(3)}`,
    [ids, kind, storesOfCaller(ctx)],
  )

/** The filters of every list of tickets. */
export interface Filter
  extends Pick<
    ParsedOf<typeof contract.ticket.maintenancePage>,
    'group' | 'storeId' | 'vehicleId' | 'mine' | 'keyword'
  > {
  /** Of the type enumeration of its kind. */
  readonly type?: number
  readonly toStoreId?: string
}

/** The type column of a kind. */
const typeOf: Readonly<Partial<Record<TicketKind, Sql>>> = {
  [ticketKind.maintenance]: sql`t.maintain_type`,
  [ticketKind.relocation]: sql`t.reason`,
}

/**
 * The tickets `t` of a kind that were asked for, with the conditions that were and no others: a plan made for whatever values would read
 * every one with its car.
 */
function filterOf(ctx: Context, { kind }: TicketProfile, ask: Filter) {
  const { values, bind } = parameters()
  const conditions = [`t.kind = ${kind}`]
  if (ask.type !== undefined) conditions.push(`${typeOf[kind] ?? 'null::int'} = ${bind(ask.type)}::int`)
  if (ask.storeId !== undefined) conditions.push(`t.store_id = ${bind(ask.storeId)}::bigint`)
  if (ask.vehicleId !== undefined) conditions.push(`t.vehicle_id = ${bind(ask.vehicleId)}::bigint`)
  if (ask.mine) conditions.push('t.assignee_id = (select actor())')
  if (ask.toStoreId !== undefined) conditions.push(`t.to_store_id = ${bind(ask.toStoreId)}::bigint`)
  const stores = storesOfCaller(ctx)
  if (stores !== null) {
    const own = `${bind(stores)}::bigint[]`
    conditions.push(`(t.store_id = any (${own}) or t.to_store_id = any (${own}))`)
  }
  let from = 'ticket t'
  if (ask.keyword) {
    const [plate, text] = [bind(likePlate(ask.keyword)), bind(like(ask.keyword))]
    from += ' join vehicle v on v.merchant_id = t.merchant_id and v.id = t.vehicle_id'
    conditions.push(
      `(v.plate like ${plate} or t.no ilike ${text} or t.garage_name ilike ${text} or t.agency ilike ${text})`,
    )
  }
  return { values, bind, from: from as Sql, where: conditions.join(' and ') as Sql }
}

const inGroupSql = (of: TicketProfile, group: TicketGroup | undefined): Sql =>
  group === undefined ? sql`` : sql`and t.status in (${of.groups[group]})`

/** Newest first, from before an id. */
export function page(ctx: Context, of: TicketProfile, ask: Filter, before: string | null, limit: number) {
  const { values, bind, from, where } = filterOf(ctx, of, ask)
  const behind = (before === null ? '' : `and t.id < ${bind(before)}::bigint`) as Sql
  return queryAllStores(
    ctx,
    sql<ListRow>`${select()} from (select t.* from ${from} where ${where} ${inGroupSql(of, ask.group)} ${behind}
        order by t.id desc limit ${limit}) t ${NAMED} order by t.id desc`,
    values,
  )
}

/** The due day of an inspection, in days since 1970; tickets without a known day come last. */
const DUE_DAY = sql`coalesce(t.due_on - '1970-01-01'::date, 2147483647)`

/** By due day, from after a day and an id. */
export function pageByDue(
  ctx: Context,
  of: TicketProfile,
  ask: Filter,
  [day, id]: readonly (string | null)[],
  limit: number,
) {
  const { values, bind, from, where } = filterOf(ctx, of, ask)
  const behind = (day == null ? '' : `and (${DUE_DAY}, t.id) > (${bind(day)}::int, ${bind(id)}::bigint)`) as Sql
  return queryAllStores(
    ctx,
    sql<ListRow & { readonly dueDay: number }>`${select()}, ${DUE_DAY} as due_day
      from (select t.* from ${from} where ${where} ${inGroupSql(of, ask.group)} ${behind} order by ${DUE_DAY}, t.id limit ${limit}) t ${NAMED}
      order by ${DUE_DAY}, t.id`,
    values,
  )
}

/** How many are in each tab, up to the cap of totals. */
export const counts = async (ctx: Context, of: TicketProfile, ask: Filter) => {
  const { values, from, where } = filterOf(ctx, of, ask)
  const upToCap = (group: TicketGroup) =>
    sql`(select count(*)::int from (select from ${from} where ${where} ${inGroupSql(of, group)} limit ${TOTAL_CAP + 1}) x)`
  const [row] = await queryAllStores(
    ctx,
    sql<
      Record<TicketGroup, number>
    >`select ${upToCap('todo')} as todo, ${upToCap('running')} as running, ${upToCap('done')} as done,
      ${upToCap('cancelled')} as cancelled`,
    values,
  )
  return row!
}

const OPEN = ticketsIn('todo', 'running')
const COUNTS_NOW = countsNowSql('w') as Sql
const LATE = sql`((case when ${WAITING} then t.plan_start else t.plan_end end < $2) is true or (t.due_on < ($2::timestamptz at time zone 'Asia/Shanghai')::date) is true)`

const BY_URGENCY = sql`${LATE} desc nulls last, (t.assignee_id = (select actor())) desc nulls last,
  least(coalesce(t.plan_end, t.due_on at time zone 'Asia/Shanghai', t.created_at), t.due_on at time zone 'Asia/Shanghai'), t.id`

interface OpenAsk {
  readonly kinds: readonly TicketKind[]
  readonly storeId: string | null
  /** Only those that this counter of the home page counts now. */
  readonly waits: TicketCounter | null
}

/** Open tickets of some kinds, and finished ones that wait for approval: late ones first, then own ones, then by due time. */
export const open = (ctx: Context, { kinds, storeId, waits }: OpenAsk, limit: number) =>
  queryAllStores(
    ctx,
    sql<ListRow>`${select()} from (select t.* from ticket t
        where t.kind = any ($3::int[]) ${waits === 'ticketApprove' ? sql`` : sql`and ${OPEN}`} and ($1::bigint is null or $1 in (t.store_id, t.to_store_id))
          and ${inStoresSql(4)} and ($5::text is null or t.id in (select w.subject_id from pending_work w where w.kind = $5 and ${COUNTS_NOW}))
        order by ${BY_URGENCY} limit ${limit}) t ${NAMED} order by ${BY_URGENCY}`,
    [storeId, at(ctx.now), kinds, storesOfCaller(ctx), waits],
  )

/** The newest tickets of some kinds for a car. */
export const ofVehicle = (ctx: Context, kinds: readonly TicketKind[], vehicleId: string) =>
  ctx.query(
    sql<ListRow>`${select()} ${FROM} where t.vehicle_id = $1 and t.kind = any ($2::int[]) order by t.id desc limit 10`,
    [vehicleId, kinds],
  )

/** Number of open tickets of some kinds, by kind. */
export const openCounts = (ctx: Context, kinds: readonly TicketKind[], storeId: string | null) =>
  ctx.query(
    sql<{ kind: TicketKind; todo: number; running: number; overdue: number }>`select k.kind,
        count(*) filter (where ${WAITING}) as todo,
        count(*) filter (where ${ticketsIn('running')}) as running,
        count(*) filter (where ${LATE}) as overdue
       from unnest($3::int[]) k (kind) left join ticket t on t.kind = k.kind and ${OPEN} and ($1::bigint is null or $1 in (t.store_id, t.to_store_id))
      group by k.kind order by k.kind`,
    [storeId, at(ctx.now), kinds],
  )

/** Number of tickets of some kinds that each counter of the home page counts. */
export const waitCounts = (ctx: Context, kinds: readonly TicketKind[], storeId: string | null) =>
  ctx.query<{ kind: TicketCounter; count: number }>(
    `select w.kind, count(*)::int as count from pending_work w
      where w.subject = 'ticket' and w.order_kind = any ($1::smallint[]) and ($2::bigint is null or $2 in (w.store_id, w.return_store_id))
        and ${countsNowSql('w')} group by w.kind`,
    [kinds, storeId],
  )

export const visibleTickets = (ctx: Context, ids: readonly string[]) =>
  queryAllStores(ctx, sql<ListRow>`${select()} ${FROM} where t.id = any ($1::bigint[]) and ${inStoresSql(2)}`, [
    ids,
    storesOfCaller(ctx),
  ])

export async function storeById(ctx: Context, storeId: string): Promise<{ id: string } | undefined> {
  const [row] = await ctx.query<{ id: string }>('select id from store where id = $1', [storeId])
  return row
}

export async function storeNames(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.query<{ id: string; name: string }>(
    'select id, name from store where id = any ($1::bigint[])',
    [ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whether a car may be sent to a store. */
export const isOpenStore = async (ctx: Context, storeId: string): Promise<boolean> =>
  (await ctx.query(sql`select from store where id = $1 and status = ${storeStatus.open}`, [storeId])).length > 0

/** SQL of the agreed return of the customer who has a car `v`. */
export const RENTED_UNTIL = sql`(select c.return_at from occupancy c where c.vehicle_id = v.id and c.on_rent and c.active limit 1)`

const CARS_BY = {
  plate: sql`v.plate`,
  free: sql`t.open_no is not null, c.return_at nulls first, v.plate`,
  inspection: sql`v.inspection_expire_on nulls last, v.plate`,
} as const

/** Cars that a ticket may be for, the given one first. The joined tables are read once, not for each car. */
export const vehicles = (
  ctx: Context,
  { keyword, vehicleId, by }: { keyword?: string; vehicleId?: string; by: keyof typeof CARS_BY },
  limit: number,
) =>
  ctx.query(
    sql<{
      vehicleId: string
      plate: string
      modelName: string
      storeId: string
      storeName: string
      odometerKm: number
      inspectionExpireOn: string | null
      openNo: string | null
      rentedUntil: number | null
    }>`select v.id as vehicle_id, v.plate, m.name as model_name, v.home_store_id as store_id, s.name as store_name, v.odometer_km, v.inspection_expire_on,
        t.open_no, c.return_at as rented_until
       from ${readOnce(`select * from vehicle where lifecycle = ${lifecycle.inService} and ($1 = '' or plate like $1 or id = $2::bigint)`)} v
         join ${readOnce('select id, name from model')} m on m.id = v.model_id
         join ${readOnce('select id, name from store')} s on s.id = v.home_store_id
         left join ${readOnce(`select t.vehicle_id, min(t.no) as open_no from ticket t where ${OPEN} group by 1`)} t on t.vehicle_id = v.id
         left join ${readOnce('select vehicle_id, return_at from occupancy where on_rent and active')} c on c.vehicle_id = v.id
      order by (v.id = $2::bigint) desc nulls last, ${CARS_BY[by]}, v.id limit ${limit}`,
    [keyword ? likePlate(keyword) : '', vehicleId ?? null],
  )

/** The customer or other ticket that has the car now, while a ticket waits for it; with the agreed end. */
export const keeperOf = (ctx: Context, { id, vehicleId }: TicketRow) =>
  ctx.query.first(
    sql<{
      refId: string
      kind: 0 | TicketKind
      no: string
      dueAt: number
    }>`select c.ref_id, c.kind, coalesce(o.order_no, t.no) as no,
        coalesce(o.return_at, t.plan_end) as due_at
       from occupancy c left join ${orders.facts} o on c.on_rent and o.merchant_id = c.merchant_id and o.id = c.ref_id
         left join ticket t on c.kind = t.kind and t.merchant_id = c.merchant_id and t.id = c.ref_id and ${ticketsIn('running')}
      where c.vehicle_id = $1 and c.active and c.ref_id <> $2 and coalesce(o.id, t.id) is not null order by c.from_at limit 1`,
    [vehicleId, id],
  )

/** Another ticket by its number. */
export const linkedTicket = (ctx: Context, id: string) =>
  ctx.query.first<{ ticketId: string; no: string }>('select id as ticket_id, no from ticket where id = $1', [id])

export async function namesOf(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.query<{ id: string; name: string }>(
    'select id, name from account where id = any ($1::bigint[])',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whether an account may be assigned a ticket of a store: enabled, and with access to the store; null: to any store. */
export async function maySee(ctx: Context, accountId: string, storeId: string | null): Promise<boolean> {
  const rows = await ctx.query(
    sql`select from account where id = $1 and status = ${accountStatus.enabled} and deleted_at is null
        and ($2::bigint is null or cardinality(store_ids) = 0 or $2::bigint = any (store_ids))`,
    [accountId, storeId],
  )
  return rows.length > 0
}
