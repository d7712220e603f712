import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { nameKey } from '@cheyi/domain/alike'
import type { OrderKind } from '@cheyi/domain/booking/order/codes'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { vehicleUse } from '@cheyi/domain/fleet/vehicle-control/codes'
import { claimState } from '@cheyi/domain/money/claim/codes'
import { type DeductState, deductState, matchType, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { type CarTime, NEAR_BY_HAND, type PlateCarrier, type RentalStretch } from '@cheyi/domain/rental/violation/match'
import { freshStatuses, inHandStatuses, violationGroups } from '@cheyi/domain/rental/violation/violation'
import { END_OF_TIME, type Instant, MINUTE } from '@cheyi/domain/time'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { TOTAL_CAP } from '../../kernel/db/paging.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import { like, likePlate, parameters, type Sql, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { type ClaimColumns, claimColumnsSql, noClaim } from '../../money/claim/actions.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'

/** A violation with what it costs the customer. */
export type ViolationRow = Selectable<DB['violation']> & ClaimColumns & { readonly deductState: DeductState }

/** SQL: how far the costs of a violation are collected, by its claim `c`; a failed deduction leaves them due. */
const DEDUCT_STATE = sql`case c.state when ${claimState.due} then ${deductState.due} when ${claimState.met} then ${deductState.deducted}
  when ${claimState.ended} then ${deductState.waived} else ${deductState.none} end as deduct_state`
const CLAIM = sql`left join claim c on c.merchant_id = i.merchant_id and c.id = i.id`
const ROWS = sql<ViolationRow>`select i.*, ${claimColumnsSql}, ${DEDUCT_STATE} from violation i ${CLAIM}`

export async function insert(
  ctx: Context,
  row: Insertable<DB['violation']> & { readonly id: string },
): Promise<ViolationRow> {
  pendingWorkChanges(ctx, 'violation', [row.id])
  const inserted = await ctx.db.insertInto('violation').values(row).returningAll().executeTakeFirstOrThrow()
  return { ...inserted, ...noClaim, deductState: deductState.none }
}

export async function update(ctx: Context, row: ViolationRow, patch: Patch<'violation'>): Promise<ViolationRow> {
  pendingWorkChanges(ctx, 'violation', [row.id])
  return { ...row, ...saveRow(ctx, 'violation', row, patch) }
}

/** The whole rows of an order, latest first. */
export const rowsOf = (ctx: Context, orderId: string): Promise<ViolationRow[]> =>
  ctx.query(sql<ViolationRow>`${ROWS} where i.order_id = $1 order by i.occur_at desc, i.id desc`, [orderId])

export const rowById = (ctx: Context, id: string): Promise<ViolationRow | undefined> =>
  ctx.query.first(sql<ViolationRow>`${ROWS} where i.id = $1`, [id])

export const byIds = (ctx: Context, ids: readonly string[]) =>
  ctx.query(sql<ViolationRow>`${ROWS} where i.id = any ($1::bigint[]) order by i.id`, [ids])

/** The columns that identify the customer's phone number of each order. */
export const customersOf = (ctx: Context, orderIds: readonly string[]) =>
  ctx.query<Pick<Selectable<DB['order']>, 'id' | 'renterId' | 'contactPhoneEnc'>>(
    'select id, renter_id, contact_phone_enc from "order" where id = any ($1::bigint[])',
    [orderIds],
  )

/** The violations of a customer's link: those of the joint notice, or the single one of its order. */
export const ofNotice = (ctx: Context, refId: string, orderId: string) =>
  ctx.query(
    sql<ViolationRow>`${ROWS} where i.notice_id = $1 or i.id = $1 and i.order_id = $2 order by i.occur_at desc, i.id desc`,
    [refId, orderId],
  )

/** Locks the row until the transaction ends; the lock on its order must be taken first. */
export const lock = (ctx: Context, id: string): Promise<ViolationRow | undefined> =>
  ctx.query.first(sql<ViolationRow>`${ROWS} where i.id = $1 for update of i`, [id])

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

/** The ledger transaction of an entry of a fine. */
export async function txnOf(ctx: Context, idemKey: string): Promise<string> {
  const [row] = await ctx.query<{ id: string }>('select id from ledger_txn where idem_key = $1', [idemKey])
  return row!.id
}

/**
 * Violations that customers handle whose deadline has passed without a proof to review, in the order in which orders are
 * locked.
 */
export const lapsedViolations = (ctx: Context) =>
  ctx.query<{ id: string }>(
    `select id from violation where status = ${violationStatus.byCustomer} and handed_in_at is null and deadline_at <= app_now()
      order by order_id, id limit 200`,
  )

/** Violations without a holder and without a manual decision, latest first. */
export const unmatchedViolations = (ctx: Context, most: number) =>
  ctx.query<Pick<ViolationRow, 'id' | 'plate' | 'occurAt'>>(
    `select id, plate, occur_at from violation where status = ${violationStatus.unmatched} and not by_hand order by id desc limit $1`,
    [most],
  )

/** The customer's uploaded photos; they are not reviewed before they are submitted. */
export const setSent = (ctx: Context, id: string, sentIds: readonly string[]) =>
  ctx.query('update violation set sent_ids = $2, updated_at = app_now() where id = $1', [id, sentIds])

/** Violations of a car that follow its assignment automatically, under their locks. Call it within `ctx.elevated`. */
export const following = (ctx: Context, vehicleId: string): Promise<ViolationRow[]> =>
  ctx.query(
    sql<ViolationRow>`${ROWS} where i.vehicle_id = $1 and not i.by_hand and i.status in (${freshStatuses}) order by i.id for update of i`,
    [vehicleId],
  )

/**
 * Violations of a car that were matched to the order automatically and are being processed since, under their locks. Call it
 * as {@link following}.
 */
export const inHand = (ctx: Context, vehicleId: string, orderId: string): Promise<ViolationRow[]> =>
  ctx.query(
    sql<ViolationRow>`${ROWS} where i.vehicle_id = $1 and i.order_id = $2 and i.match_type = ${matchType.automatic}
        and i.status in (${inHandStatuses}) order by i.id for update of i`,
    [vehicleId, orderId],
  )

/**
 * Serializes the registration of violations, so that the same violation entered by two users is one row. It must be the last
 * lock of a transaction.
 */
export const lockRegister = (ctx: Context) =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('violation', merchant()))`)

/** Existing rows that may be the reported violation, void ones excluded. Call it within `ctx.elevated`. */
export const alike = (ctx: Context, { plate, occurAt, docNo }: Pick<ViolationRow, 'plate' | 'occurAt' | 'docNo'>) =>
  ctx.query(
    sql<ViolationRow>`${ROWS} where i.status <> ${violationStatus.void} and (i.plate = $1 and i.occur_at = $2 or i.doc_no = $3) order by i.id`,
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
 * it within `ctx.elevated`. A driver answers for the time of their record alone: that they might move the car for longer keeps an alarm silent,
 * but is no proof that they did.
 */
export async function carTimes(ctx: Context, asked: readonly CarMinutes[]): Promise<ReadonlyMap<string, CarTime>> {
  const rows = await ctx.query(
    sql<HeldRow>`select u.vehicle_id, u.kind, u.order_id, u.account_id, t."from", t."to"
      from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as a (car, first, last)
      join vehicle_use u on u.vehicle_id = a.car
      left join driver_task k on u.kind = ${vehicleUse.drive} and k.merchant_id = u.merchant_id and k.id = u.ref_id
      cross join lateral (select case when u.kind = ${vehicleUse.drive} then k.started_at else u.since_at end as "from",
          case when u.kind = ${vehicleUse.drive} then k.ended_at else u.until_at end as "to") t
     where u.since_at <= a.last and (u.until_at is null or u.until_at >= a.first)
       and t."from" <= a.last and (t."to" is null or t."to" >= a.first) order by t."from"`,
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
  readonly kind: Columns['vehicleUse.kind']
  readonly orderId: string | null
  readonly accountId: string | null
  readonly from: Instant
  readonly to: Instant | null
}

/** Work on a car and an own use are the merchant's; so is a move by a carrier, of whom no employee is known. */
const timeOf = (rows: readonly HeldRow[]): CarTime => ({
  rentals: rows.flatMap(({ kind, orderId, from, to }) =>
    kind === vehicleUse.order ? [{ orderId: orderId!, from, to }] : [],
  ),
  driven: rows.flatMap(({ kind, accountId, from, to }) =>
    (kind === vehicleUse.drive || kind === vehicleUse.relocation) && accountId !== null
      ? [{ accountId, from, to }]
      : [],
  ),
  away: rows.flatMap(({ kind, accountId, from, to }) =>
    kind === vehicleUse.work || kind === vehicleUse.own || (kind === vehicleUse.relocation && accountId === null)
      ? [{ from, to }]
      : [],
  ),
})

/** The holders of a car around one minute. */
export const carTime = async (ctx: Context, vehicleId: string, minute: Instant): Promise<CarTime> =>
  (await carTimes(ctx, [{ vehicleId, first: minute, last: minute }])).get(vehicleId)!

/** The periods in which an order held cars, those of other stores too. */
export const stretchesOf = (ctx: Context, orderId: string) =>
  ctx.elevatedAtOnce(() =>
    ctx.query<RentalStretch & { readonly vehicleId: string }>(
      `select order_id, vehicle_id, since_at as "from", until_at as "to" from vehicle_use
        where order_id = $1 and kind = ${vehicleUse.order} order by since_at`,
      [orderId],
    ),
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

/** When it is due, in ms; as the index of the list has it. */
const DUE = sql`coalesce(epoch_ms(i.deadline_at), ${END_OF_TIME})`
const SELECT = sql`select i.*, ${claimColumnsSql}, ${DEDUCT_STATE}, m.name as model_name, o.order_no, o.order_kind, o.contact_name, a.name as staff_name, ${DUE} as due_ms`
/** What a violation `i` names, with its claim. */
const NAMED = sql`left join vehicle v on v.merchant_id = i.merchant_id and v.id = i.vehicle_id
    left join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
    left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id
    left join account a on a.merchant_id = i.merchant_id and a.id = i.driver_id ${CLAIM}`

export const byId = (ctx: Context, id: string): Promise<ListRow | undefined> =>
  ctx.query.first(sql<ListRow>`${SELECT} from violation i ${NAMED} where i.id = $1`, [id])

/** The violations of an order, latest first. */
export const ofOrder = (ctx: Context, orderId: string) =>
  ctx.query(
    sql<ListRow>`${SELECT} from violation i ${NAMED} where i.order_id = $1 order by i.occur_at desc, i.id desc`,
    [orderId],
  )

type Filter = Omit<ParsedOf<typeof contract.violation.page>, 'pageNum' | 'pageSize' | 'cursor'>

/**
 * The violations `i` that were asked for, with the conditions that were and no others: a plan made for whatever values would read every one
 * with its order.
 */
function filterOf({ storeId, vehicleId, handleWay, keyword = '' }: Filter) {
  const { values, bind } = parameters()
  const conditions = ['true']
  if (storeId !== undefined) conditions.push(`i.store_id = ${bind(storeId)}::bigint`)
  if (vehicleId !== undefined) conditions.push(`i.vehicle_id = ${bind(vehicleId)}::bigint`)
  if (handleWay !== undefined) conditions.push(`i.handle_way = ${bind(handleWay)}::int`)
  let from = 'violation i'
  if (keyword !== '') {
    from += ' left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id'
    const [text, plate, name] = [bind(like(keyword)), bind(likePlate(keyword)), bind(nameKey(keyword))]
    conditions.push(
      `(i.plate like ${plate} or i.no ilike ${text} or o.order_no ilike ${text} or o.contact_key = ${name})`,
    )
  }
  return { values, bind, from: from as Sql, where: conditions.join(' and ') as Sql }
}

/** Those that the merchant must look at again: a proof was submitted, or a deadline has passed. */
const AWAITS = sql`(i.status = ${violationStatus.byCustomer} and i.handed_in_at is not null
    or i.status in (${violationStatus.byCustomer}, ${violationStatus.transferring}) and i.deadline_at <= (select app_now()))`

/**
 * The status that decides the tab in the list. A violation with the customer is due for the merchant when a proof was
 * submitted or the deadline has passed; a transfer is due when the renter must be notified, or when their time for an
 * objection is over.
 */
const STANDS = sql`(case when ${AWAITS} then ${violationStatus.open} else i.status end)`

const { todo, running, toClose, ended } = violationGroups
/** SQL of the violations of a tab, by statuses of an index first: most have ended. */
const inGroupSql: Readonly<Record<keyof typeof violationGroups, Sql>> = {
  todo: sql`(i.status in (${todo}) or i.status in (${running}) and ${AWAITS})`,
  running: sql`(i.status in (${running}) and ${STANDS} in (${running}))`,
  toClose: sql`i.status in (${toClose})`,
  ended: sql`i.status in (${ended})`,
}

/** Sorted by due time first, then the latest; the rows after a cursor. */
export function page(ctx: Context, ask: Filter, after: readonly string[] | null, limit: number) {
  const { values, bind, from, where } = filterOf(ask)
  const group = ask.group === undefined ? sql`` : sql`and ${inGroupSql[ask.group]}`
  const behind = (
    after === null
      ? ''
      : `and (${DUE}, -epoch_ms(i.occur_at), -i.id) > (${bind(after[0])}::bigint, -${bind(after[1])}::bigint, -${bind(after[2])}::bigint)`
  ) as Sql
  const order = sql`order by ${DUE}, -epoch_ms(i.occur_at), -i.id`
  return ctx.query(
    sql<ListRow>`${SELECT} from (select i.* from ${from} where ${where} ${group} ${behind} ${order} limit ${limit}) i ${NAMED} ${order}`,
    values,
  )
}

/** How many are in each tab, of those that have ended up to the cap of totals. */
export async function counts(ctx: Context, ask: Filter) {
  const { values, from, where } = filterOf(ask)
  const [row] = await ctx.query(
    sql<{ todo: number; running: number; toClose: number; ended: number; late: number; soon: number }>`select open.*,
        (select count(*)::int from (select from ${from} where ${where} and ${inGroupSql.ended} limit ${TOTAL_CAP + 1}) x) as ended
       from (select count(*) filter (where ${STANDS} in (${todo}))::int as todo, count(*) filter (where ${STANDS} in (${running}))::int as running,
          count(*) filter (where i.status in (${toClose}))::int as to_close,
          count(*) filter (where i.status in (${[...todo, ...running]}) and i.deadline_at <= (select app_now()))::int as late,
          count(*) filter (where i.status in (${[...todo, ...running]}) and i.deadline_at > (select app_now())
            and i.deadline_at <= (select app_now()) + interval '2 days')::int as soon
         from ${from} where ${where} and i.status in (${[...todo, ...running, ...toClose]})) open`,
    values,
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
