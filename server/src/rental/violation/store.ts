import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { nameKey } from '@cheyi/domain/alike'
import type { OrderKind } from '@cheyi/domain/booking/order/codes'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import { normalisePlate } from '@cheyi/domain/platform/check/plate'
import { deductState, matchType, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { type CarTime, NEAR_BY_HAND, type PlateCarrier, type RentalStretch } from '@cheyi/domain/rental/violation/match'
import { freshStatuses, inHandStatuses, violationGroups } from '@cheyi/domain/rental/violation/violation'
import { END_OF_TIME, type Instant, MINUTE } from '@cheyi/domain/time'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { saveRow } from '../../kernel/db/save-row.ts'
import { like, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'

export type ViolationRow = Selectable<DB['violation']>

export async function insert(
  ctx: Context,
  row: Insertable<DB['violation']> & { readonly id: string },
): Promise<ViolationRow> {
  pendingWorkChanges(ctx, 'violation', [row.id])
  return ctx.db.insertInto('violation').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function update(
  ctx: Context,
  row: ViolationRow,
  patch: Updateable<DB['violation']>,
): Promise<ViolationRow> {
  pendingWorkChanges(ctx, 'violation', [row.id])
  return saveRow(ctx, 'violation', row, patch)
}

/** The whole rows of an order, latest first. */
export const rowsOf = (ctx: Context, orderId: string): Promise<ViolationRow[]> =>
  ctx.db
    .selectFrom('violation')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('occurAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const read = (ctx: Context, id: string): Promise<ViolationRow | undefined> =>
  ctx.db.selectFrom('violation').selectAll().where('id', '=', id).executeTakeFirst()

export const byIds = (ctx: Context, ids: readonly string[]) =>
  ctx.query<ViolationRow>('select * from violation where id = any ($1::bigint[]) order by id', [ids])

/** The columns that identify the customer's phone number of each order. */
export const customersOf = (ctx: Context, orderIds: readonly string[]) =>
  ctx.query<Pick<Selectable<DB['order']>, 'id' | 'renterId' | 'contactPhoneEnc'>>(
    'select id, renter_id, contact_phone_enc from "order" where id = any ($1::bigint[])',
    [orderIds],
  )

/** The violations of a customer's link: those of the joint notice, or the single one of its order. */
export const ofNotice = (ctx: Context, refId: string, orderId: string) =>
  ctx.query<ViolationRow>(
    'select * from violation where notice_id = $1 or id = $1 and order_id = $2 order by occur_at desc, id desc',
    [refId, orderId],
  )

/** Marks claims as paid. The version is unchanged, so that an open page of staff does not become stale. */
export const setPaid = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    `update violation set deduct_state = ${deductState.deducted}, met_at = app_now(), updated_at = app_now() where id = any ($1::bigint[])`,
    [ids],
  )

/** Locks the row until the transaction ends; the lock on its order must be taken first. */
export const lock = (ctx: Context, id: string): Promise<ViolationRow | undefined> =>
  ctx.db.selectFrom('violation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export type FineRow = Selectable<DB['violationFine']>

/** The fine that the merchant paid; a reversed record is not returned. */
export const fineOf = (ctx: Context, violationId: string): Promise<FineRow | undefined> =>
  ctx.db
    .selectFrom('violationFine')
    .selectAll()
    .where('violationId', '=', violationId)
    .where('takenBackAt', 'is', null)
    .executeTakeFirst()

export const insertFine = (ctx: Context, row: Insertable<DB['violationFine']>) =>
  ctx.db.insertInto('violationFine').values(row).execute()

export const bear = (ctx: Context, id: string, fen: number) =>
  ctx.query('update violation_fine set borne_fen = borne_fen + $2 where id = $1', [id, fen])

export const takeBackFine = (ctx: Context, id: string) =>
  ctx.query('update violation_fine set taken_back_at = app_now() where id = $1', [id])

/** The ledger transaction of the payment of a fine. */
export async function fineTxn(ctx: Context, fineId: string): Promise<string> {
  const [row] = await ctx.query<{ id: string }>(`select id from ledger_txn where idem_key = 'J12:paid:' || $1`, [
    fineId,
  ])
  return row!.id
}

/**
 * Violations that customers handle whose deadline has passed without a proof to review, in the order in which orders are
 * locked.
 */
export const lapsed = (ctx: Context) =>
  ctx.query<{ id: string }>(
    `select id from violation where status = ${violationStatus.byCustomer} and handed_in_at is null and deadline_at <= app_now()
      order by order_id, id limit 200`,
  )

/** Violations without a holder and without a manual decision, latest first. */
export const unmatched = (ctx: Context, most: number) =>
  ctx.query<Pick<ViolationRow, 'id' | 'plate' | 'occurAt'>>(
    `select id, plate, occur_at from violation where status = ${violationStatus.unmatched} and not by_hand order by id desc limit $1`,
    [most],
  )

/** The customer's uploaded photos; they are not reviewed before they are submitted. */
export const setSent = (ctx: Context, id: string, sentIds: readonly string[]) =>
  ctx.query('update violation set sent_ids = $2, updated_at = app_now() where id = $1', [id, sentIds])

/** Violations of a car that follow its assignment automatically, under their locks. Call it within `ctx.elevated`. */
export const following = (ctx: Context, vehicleId: string): Promise<ViolationRow[]> =>
  ctx.db
    .selectFrom('violation')
    .selectAll()
    .where('vehicleId', '=', vehicleId)
    .where('byHand', '=', false)
    .where('status', 'in', freshStatuses)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Violations of a car that were matched to the order automatically and are being processed since, under their locks. Call it
 * as {@link following}.
 */
export const inHand = (ctx: Context, vehicleId: string, orderId: string): Promise<ViolationRow[]> =>
  ctx.db
    .selectFrom('violation')
    .selectAll()
    .where('vehicleId', '=', vehicleId)
    .where('orderId', '=', orderId)
    .where('matchType', '=', matchType.automatic)
    .where('status', 'in', inHandStatuses)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Serializes the registration of violations, so that the same violation entered by two users is one row. It must be the last
 * lock of a transaction.
 */
export const lockRegister = (ctx: Context) =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('violation', merchant()))`)

/** Existing rows that may be the reported violation, void ones excluded. Call it within `ctx.elevated`. */
export const alike = (ctx: Context, { plate, occurAt, docNo }: Pick<ViolationRow, 'plate' | 'occurAt' | 'docNo'>) =>
  ctx.query(
    sql<ViolationRow>`select * from violation where status <> ${violationStatus.void} and (plate = $1 and occur_at = $2 or doc_no = $3) order by id`,
    [plate, at(occurAt), docNo],
  )

interface CarrierRow extends PlateCarrier {
  readonly homeStoreId: string
  readonly modelName: string
}

/** Cars that carry or carried one of the plates. Call it within `ctx.elevated`. */
export const carriers = (ctx: Context, plates: readonly string[]) =>
  ctx.query(
    sql<CarrierRow>`select v.id as vehicle_id, v.plate, v.former_plates as former, v.home_store_id, m.name as model_name,
        coalesce((select min(p.from_at) from vehicle_period p where p.vehicle_id = v.id), v.created_at) as from,
        (select min(p.from_at) from vehicle_period p where p.vehicle_id = v.id and p.lifecycle = ${lifecycle.disposed}) as to
       from vehicle v join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
      where v.plate = any ($1) or v.former_plates <> '[]'
        and exists (select from jsonb_to_recordset(v.former_plates) as f (plate text) where f.plate = any ($1))
      order by v.id`,
    [plates],
  )

export const vehicleById = (ctx: Context, id: string) =>
  ctx.query.first(
    sql<{
      plate: string
      homeStoreId: string
      modelName: string
    }>`select v.plate, v.home_store_id, m.name as model_name
         from vehicle v join model m on m.merchant_id = v.merchant_id and m.id = v.model_id where v.id = $1`,
    [id],
  )

/** A range of minutes of a car that is queried. */
export interface CarMinutes {
  readonly vehicleId: string
  readonly first: Instant
  readonly last: Instant
}

/**
 * The holders of cars around some minutes, including the range within which a match by hand is allowed: one statement. Call
 * it within `ctx.elevated`.
 */
export async function carTimes(ctx: Context, asked: readonly CarMinutes[]): Promise<ReadonlyMap<string, CarTime>> {
  const rows = await ctx.query<HeldRow>(
    `select s.* from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as a (car, first, last) cross join lateral (
       select vehicle_id, 'rentals' as kind, order_id as id, from_at as "from", to_at as "to" from vehicle_assignment where vehicle_id = a.car and not void
       union all
       select vehicle_id, 'driven', account_id, started_at, ended_at from driver_task where vehicle_id = a.car and started_at is not null
       union all
       select vehicle_id, case when kind = ${ticketKind.relocation} then 'driven' else 'away' end, assignee_id, actual_start, actual_end
         from ticket where vehicle_id = a.car and actual_start is not null and (kind <> ${ticketKind.relocation} or assignee_id is not null)) s
     where s."from" <= a.last and (s."to" is null or s."to" >= a.first) order by s."from"`,
    [
      asked.map(({ vehicleId }) => vehicleId),
      asked.map(({ first }) => at(first - NEAR_BY_HAND - MINUTE)),
      asked.map(({ last }) => at(last + NEAR_BY_HAND + MINUTE)),
    ],
  )
  const byCar = Map.groupBy(rows, ({ vehicleId }) => vehicleId)
  return new Map(asked.map(({ vehicleId }) => [vehicleId, timeOf(byCar.get(vehicleId) ?? [])]))
}

interface HeldRow {
  readonly vehicleId: string
  readonly kind: keyof CarTime
  readonly id: string | null
  readonly from: Instant
  readonly to: Instant | null
}
function timeOf(rows: readonly HeldRow[]): CarTime {
  const of = (kind: keyof CarTime) => rows.filter((row) => row.kind === kind)
  return {
    rentals: of('rentals').map(({ id, from, to }) => ({ orderId: id!, from, to })),
    driven: of('driven').map(({ id, from, to }) => ({ accountId: id!, from, to })),
    away: of('away').map(({ from, to }) => ({ from, to })),
  }
}

/** The holders of a car around one minute. */
export const carTime = async (ctx: Context, vehicleId: string, minute: Instant): Promise<CarTime> =>
  (await carTimes(ctx, [{ vehicleId, first: minute, last: minute }])).get(vehicleId)!

/** The periods in which an order held cars. */
export const stretchesOf = (ctx: Context, orderId: string) =>
  ctx.query<RentalStretch & { readonly vehicleId: string }>(
    'select order_id, vehicle_id, from_at as "from", to_at as "to" from vehicle_assignment where order_id = $1 and not void order by from_at',
    [orderId],
  )

/**
 * The number of the newest document of some types that an order has; '' for none. `unless`: a status whose documents do not
 * count.
 */
export async function agreementNo(
  ctx: Context,
  orderId: string,
  types: readonly number[],
  unless: number,
): Promise<string> {
  const [row] = await ctx.query<{ agreementNo: string }>(
    `select agreement_no from agreement where order_id = $1 and type = any ($2::smallint[]) and status <> $3 and agreement_no <> '' order by id desc limit 1`,
    [orderId, types, unless],
  )
  return row?.agreementNo ?? ''
}

interface OrderName {
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly contactName: string
}

/** The data to name orders by, by ID; orders not visible to the account are missing. */
export async function orderNames(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, OrderName>()
  const rows = await ctx.query<OrderName & { readonly id: string }>(
    'select id, order_no, order_kind, contact_name from "order" where id = any ($1::bigint[])',
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A violation with the names that lists show. */
export interface ListRow extends ViolationRow {
  readonly modelName: string | null
  readonly orderNo: string | null
  readonly orderKind: OrderKind | null
  readonly contactName: string | null
  readonly staffName: string | null
  readonly dueMs: number
}

const DUE = sql`coalesce((extract(epoch from i.deadline_at) * 1000)::bigint, ${END_OF_TIME})`
const SELECT = sql`select i.*, m.name as model_name, o.order_no, o.order_kind, o.contact_name, a.name as staff_name, ${DUE} as due_ms`
const FROM = sql`from violation i
    left join vehicle v on v.merchant_id = i.merchant_id and v.id = i.vehicle_id
    left join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
    left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id
    left join account a on a.merchant_id = i.merchant_id and a.id = i.driver_id`

export const byId = (ctx: Context, id: string): Promise<ListRow | undefined> =>
  ctx.query.first(sql<ListRow>`${SELECT} ${FROM} where i.id = $1`, [id])

/** The violations of an order, latest first. */
export const ofOrder = (ctx: Context, orderId: string) =>
  ctx.query(sql<ListRow>`${SELECT} ${FROM} where i.order_id = $1 order by i.occur_at desc, i.id desc`, [orderId])

type Filter = Omit<ParsedOf<typeof contract.violation.page>, 'pageNum' | 'pageSize' | 'cursor'>

const FILTER = sql`($1::bigint is null or i.store_id = $1) and ($2::bigint is null or i.vehicle_id = $2)
      and ($3::int is null or i.handle_way = $3)
      and ($4::text = '' or i.plate like $5 or i.no ilike $4 or o.order_no ilike $4 or o.contact_key = $6)`

/**
 * The status that decides the tab in the list. A violation with the customer is due for the merchant when a proof was
 * submitted or the deadline has passed; a transfer is due when the renter must be notified, or when their time for an
 * objection is over.
 */
const STANDS = sql`(case when i.status = ${violationStatus.byCustomer} and i.handed_in_at is not null
      or i.status in (${violationStatus.byCustomer}, ${violationStatus.transferring}) and i.deadline_at <= (select app_now())
    then ${violationStatus.open} else i.status end)`

const valuesOf = ({ storeId, vehicleId, handleWay, keyword = '' }: Filter): unknown[] => [
  storeId ?? null,
  vehicleId ?? null,
  handleWay ?? null,
  keyword === '' ? '' : like(keyword),
  like(normalisePlate(keyword)),
  nameKey(keyword),
]

/** Sorted by due time first, then the latest; the rows after a cursor. */
export const page = (ctx: Context, ask: Filter, after: readonly string[] | null, limit: number) =>
  ctx.query(
    sql<ListRow>`${SELECT} ${FROM} where ${FILTER} and ($7::int[] is null or ${STANDS} = any ($7))
        and ($8::bigint is null or (${DUE}, -(extract(epoch from i.occur_at) * 1000)::bigint, -i.id) > ($8::bigint, -$9::bigint, -$10::bigint))
      order by ${DUE}, i.occur_at desc, i.id desc limit $11`,
    [...valuesOf(ask), ask.group ? violationGroups[ask.group] : null, ...(after ?? [null, null, null]), limit],
  )

export const counts = async (ctx: Context, ask: Filter) => {
  const { todo, running, toClose, ended } = violationGroups
  const [row] = await ctx.query(
    sql<{ todo: number; running: number; toClose: number; ended: number; late: number; soon: number }>`select
        count(*) filter (where ${STANDS} in (${todo})) as todo, count(*) filter (where ${STANDS} in (${running})) as running,
        count(*) filter (where i.status in (${toClose})) as to_close, count(*) filter (where i.status in (${ended})) as ended,
        count(*) filter (where i.status in (${[...todo, ...running]}) and i.deadline_at <= (select app_now())) as late,
        count(*) filter (where i.status in (${[...todo, ...running]}) and i.deadline_at > (select app_now())
          and i.deadline_at <= (select app_now()) + interval '2 days') as soon
       ${FROM} where ${FILTER}`,
    valuesOf(ask),
  )
  return row!
}

export async function namesOf(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.query<{ id: string; name: string }>(
    'select id, name from account where id = any ($1::bigint[])',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Accounts of the merchant by name, including closed ones. */
export const people = (ctx: Context) =>
  ctx.query<{ accountId: string; name: string }>(
    'select id as account_id, name from account order by name, id limit 1000',
  )
