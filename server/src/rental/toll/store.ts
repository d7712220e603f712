import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { vehicleUse } from '@cheyi/domain/fleet/vehicle-control/codes'
import type { TollCard } from '@cheyi/domain/rental/toll/card'
import { type TollKind, tollStatus } from '@cheyi/domain/rental/toll/codes'
import type { KnownToll } from '@cheyi/domain/rental/toll/import/plan'
import { liveGroups, openStatuses } from '@cheyi/domain/rental/toll/toll'
import type { KnownCar } from '@cheyi/domain/rental/violation/holders'
import type { Instant } from '@cheyi/domain/time'
import type { Selectable } from 'kysely'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { snakeCase } from '../../kernel/db/letter-case.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import { type Bind, like, likePlate, parameters, readOnce, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

type Asking = Pick<Context, 'query'>
export type TollRow = Selectable<DB['tollLine']>

/** Serializes the import of lines, so that the same line of two files is one row. */
export const lockRegister = (ctx: Asking) =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('toll', merchant()))`)

/** The cars of cards by their numbers; `for update`: until the end of the transaction nobody else says another. */
export async function carsOfCards(
  ctx: Asking,
  cardNos: readonly string[],
  locked: '' | 'for update' = '',
): Promise<ReadonlyMap<string, TollCard>> {
  const rows = await ctx.query<TollCard & { cardNo: string }>(
    `select card_no, vehicle_id, former from toll_card where card_no = any ($1::text[]) ${locked}`,
    [cardNos],
  )
  return new Map(rows.map(({ cardNo, ...card }) => [cardNo, card]))
}

export const saveCard = (ctx: Asking, cardNo: string, { vehicleId, former }: TollCard) =>
  ctx.query(
    `insert into toll_card (card_no, vehicle_id, former) values ($1, $2, $3)
     on conflict (merchant_id, card_no) do update
       set vehicle_id = excluded.vehicle_id, former = excluded.former, updated_at = app_now(), updated_by = actor()`,
    [cardNo, vehicleId, JSON.stringify(former)],
  )

/** Cars by id, for the times of their current plate. */
export const carsById = (ctx: Asking, ids: readonly string[]) =>
  ctx.query(
    sql<KnownCar>`select v.id as vehicle_id, v.plate, '[]'::jsonb as former, v.home_store_id, v.created_at as "from",
        (select min(p.from_at) from vehicle_period p where p.vehicle_id = v.id and p.lifecycle = ${lifecycle.disposed}) as "to"
       from vehicle v where v.id = any ($1::bigint[])`,
    [ids],
  )

/** Cars of the caller's stores by a part of their plate. */
export const cars = (ctx: Asking, keyword: string) =>
  ctx.query(
    sql<{
      vehicleId: string
      plate: string
      modelName: string
    }>`select v.id as vehicle_id, v.plate, m.name as model_name
       from (select id, plate, model_id from vehicle where lifecycle <> ${lifecycle.disposed} and plate like $1 order by plate, id limit 20) v
         join ${readOnce('select id, name from model')} m on m.id = v.model_id order by v.plate, v.id`,
    [likePlate(keyword)],
  )

/** Lines that rows of a table may repeat. Call it within `ctx.elevated`. */
export const alike = (ctx: Asking, rows: readonly KnownToll[]) =>
  ctx.query(
    // Materialized, so that the plan of the rest cannot change it: statistics are out of date right after an import.
    sql<KnownToll>`with found as materialized (
        select k.id from unnest($1::text[], $2::text[]) as r (provider, line_no)
          join toll_line k on k.provider = r.provider and k.line_no = r.line_no and k.status <> ${tollStatus.void}
        union select k.id from unnest($1::text[], $2::text[]) as r (provider, line_no)
          join toll_line k on k.provider = r.provider and k.back_no = r.line_no and k.status <> ${tollStatus.void}
        union select k.id from unnest($3::text[], $5::timestamptz[]) as r (plate, out_at)
          join toll_line k on k.plate = r.plate and k.out_at = r.out_at where r.plate <> '' and k.status <> ${tollStatus.void}
        union select k.id from unnest($4::text[], $5::timestamptz[]) as r (card_no, out_at)
          join toll_line k on k.card_no = r.card_no and k.card_no <> '' and k.out_at = r.out_at where k.status <> ${tollStatus.void})
      select i.provider, coalesce(i.line_no, i.back_no) as line_no, i.plate, i.card_no, i.out_at, i.fen, i.place from found join toll_line i on i.id = found.id`,
    [
      rows.map(({ provider }) => provider),
      rows.map(({ lineNo }) => lineNo),
      rows.map(({ plate }) => plate),
      rows.map(({ cardNo }) => cardNo),
      rows.map(({ outAt }) => at(outAt)),
    ],
  )

/** The column definitions of a row that an import writes. */
const COLUMNS = `kind smallint, provider text, line_no text, back_no text, plate text, card_no text, vehicle_id bigint, in_at timestamptz, out_at timestamptz,
  place text, fen bigint, status smallint, order_id bigint, store_id bigint`
const names = COLUMNS.replaceAll(/ (bigint|text|smallint|timestamptz)/g, '')

export async function insertEach(ctx: Asking, rows: string): Promise<string[]> {
  const made = await ctx.query<{ id: string }>(
    `insert into toll_line (${names}) select ${names} from jsonb_to_recordset($1) as r (${COLUMNS}) returning id`,
    [rows],
  )
  return made.map(({ id }) => id)
}

export const lock = (ctx: Asking, lineId: string): Promise<TollRow | undefined> =>
  ctx.query.first<TollRow>('select * from toll_line where id = $1 for update', [lineId])

export const byId = (ctx: Asking, lineId: string): Promise<TollRow | undefined> =>
  ctx.query.first<TollRow>('select * from toll_line where id = $1', [lineId])

export const update = <Row extends Pick<TollRow, 'id' | 'version'>>(
  ctx: Context,
  row: Row,
  change: Patch<'tollLine'>,
) => saveRow(ctx, 'tollLine', row, change)

/** The lines of an order that can be charged now, under their locks. The caller holds the lock on the order. */
export const lockDue = (ctx: Asking, orderId: string) =>
  ctx.query(
    sql<TollRow>`select * from toll_line where order_id = $1 and status = ${tollStatus.toCharge} order by out_at, id for update`,
    [orderId],
  )

export const setEach = (
  ctx: Asking,
  ids: readonly string[],
  {
    status,
    supplementId = null,
    reason = '',
    byHand = false,
  }: {
    readonly status: number
    readonly supplementId?: string | null
    readonly reason?: string
    readonly byHand?: boolean
  },
) =>
  ctx.query(
    `update toll_line set status = $2, supplement_id = $3, reason = $4, by_hand = by_hand or $5, version = version + 1, updated_at = app_now()
      where id = any ($1::bigint[])`,
    [ids, status, supplementId, reason, byHand],
  )

/** Money back that is not paired yet, each with a line of the same sum that it names, or of the same car, time and place. */
export const refundPairs = (ctx: Asking) =>
  ctx.query(
    sql<{ backId: string; lineId: string }>`with back as materialized (
        select * from toll_line where fen < 0 and refund_of is null and status <> ${tollStatus.void})
      select b.id as back_id, o.id as line_id from back b join toll_line o on o.id = any (array(
          select n.id from toll_line n where n.provider = b.provider and n.line_no = b.back_no
          union select p.id from toll_line p where p.plate = b.plate and b.plate <> '' and p.out_at = b.out_at and p.place = b.place
          union select c.id from toll_line c
            where c.card_no = b.card_no and c.card_no <> '' and c.out_at = b.out_at and c.place = b.place))
       where o.fen = -b.fen and o.status <> ${tollStatus.void} and o.vehicle_id is not null
         and not exists (select from toll_line r where r.refund_of = o.id and r.status <> ${tollStatus.void})
       order by b.out_at, b.id, o.out_at desc, o.id`,
    [],
  )

export const lockEach = (ctx: Asking, ids: readonly string[]) =>
  ctx.query<TollRow>('select * from toll_line where id = any ($1::bigint[]) order by id for update', [ids])

/** Money back for these lines, under its locks. */
export const lockRefunds = (ctx: Asking, lineIds: readonly string[]) =>
  ctx.query(
    sql<TollRow>`select * from toll_line where refund_of = any ($1::bigint[]) and status <> ${tollStatus.void} order by id for update`,
    [lineIds],
  )

export const ofSupplements = (ctx: Asking, ids: readonly string[]) =>
  ctx.query<TollRow>('select * from toll_line where supplement_id = any ($1::bigint[]) order by out_at, id', [ids])

/** Lines of a card that are matched when its car is said; what is left of them can be matched once more. */
const MOST_OF_CARD = 2000

/** Lines of a card that no customer was asked for, and that are not of this car, from a time on or all of them: the newest. */
export const ofCard = (
  ctx: Asking,
  cardNo: string,
  { vehicleId, since }: { readonly vehicleId: string; readonly since: Instant | null },
) =>
  ctx.query(
    sql<TollRow>`select * from toll_line where card_no = $1 and card_no <> '' and vehicle_id is distinct from $2 and status in (${openStatuses})
        and ($3::timestamptz is null or out_at >= $3) order by out_at desc, id desc limit ${MOST_OF_CARD}`,
    [cardNo, vehicleId, since === null ? null : at(since)],
  )

/** Lines without a bearer, oldest first, that staff have not decided. */
export const unmatchedLines = (ctx: Asking, limit: number) =>
  ctx.query(
    sql<TollRow>`select * from toll_line where status = ${tollStatus.unmatched} and not by_hand order by out_at, id limit $1`,
    [limit],
  )

/** Those of the lines that no customer was asked for, under their locks. */
export const lockOpen = (ctx: Asking, ids: readonly string[]) =>
  ctx.query(
    sql<TollRow>`select * from toll_line where id = any ($1::bigint[]) and status in (${openStatuses}) order by id for update`,
    [ids],
  )

/** Those of the lines that still have no bearer, under their locks. */
export const lockUnmatched = (ctx: Asking, ids: readonly string[]) =>
  ctx.query(
    sql<TollRow>`select * from toll_line where id = any ($1::bigint[]) and status = ${tollStatus.unmatched} and not by_hand order by id for update`,
    [ids],
  )

/** Days after which lines that no order bears no longer follow the moves of employees. */
const FOLLOW_DAYS = 30

/**
 * Lines of a car that follow its rental times, under their locks: those of the order, and those since its rental began; without an order,
 * those of the last days. Call it within `ctx.elevated`.
 */
export const following = (ctx: Asking, vehicleId: string, orderId: string | null) =>
  ctx.query(
    // Two searches by index: a condition with `or` would read every line that the car ever had.
    sql<TollRow>`select * from toll_line l where l.id = any (array(
          select o.id from toll_line o where o.order_id = $2 and o.vehicle_id = $1
          union select c.id from toll_line c where c.vehicle_id = $1 and c.out_at >= case
            when $2::bigint is null then (select app_now()) - ${FOLLOW_DAYS} * interval '1 day'
            else (select min(u.since_at) from vehicle_use u where u.order_id = $2 and u.vehicle_id = $1 and u.kind = ${vehicleUse.order}) - interval '1 day' end))
        and l.fen > 0 and not l.by_hand and l.status in (${openStatuses}) order by l.id for update`,
    [vehicleId, orderId],
  )

/** Lines of a car that the customer of an order was asked for because of its rental times, under their locks. */
export const askedOf = (ctx: Asking, vehicleId: string, orderId: string) =>
  ctx.query(
    sql<TollRow>`select * from toll_line where order_id = $1 and vehicle_id = $2 and not by_hand
        and status in (${[tollStatus.asked, tollStatus.paid]}) order by id for update`,
    [orderId, vehicleId],
  )

/** A line with the names that lists show. */
export interface ListRow extends TollRow {
  readonly orderNo: string | null
  readonly orderKind: Columns['orderKind'] | null
  readonly contactName: string | null
}

type Filter = Omit<ParsedOf<typeof contract.toll.page>, 'pageNum' | 'pageSize' | 'cursor'>

/** The conditions that the input has; the others would only hide the index of the list. */
function conditionOf({ group, kind, storeId, vehicleId, orderId, keyword = '' }: Filter, bind: Bind): string {
  return [
    group !== undefined && `l.status = ${tollStatus[group]}`,
    kind !== undefined && `l.kind = ${bind(kind)}`,
    storeId !== undefined && `l.store_id = ${bind(storeId)}`,
    vehicleId !== undefined && `l.vehicle_id = ${bind(vehicleId)}`,
    orderId !== undefined && `l.order_id = ${bind(orderId)}`,
    keyword !== '' &&
      `(l.plate like ${bind(likePlate(keyword))} or l.card_no like ${bind(like(keyword))}
        or exists (select from "order" n where n.merchant_id = l.merchant_id and n.id = l.order_id and n.order_no ilike ${bind(like(keyword))}))`,
  ]
    .filter((one) => one !== false)
    .map((one) => ` and ${one}`)
    .join('')
}

/** Lines of a filter, the latest first, after a cursor. */
export function page(ctx: Asking, filter: Filter, after: readonly string[] | null, limit: number) {
  const { values, bind } = parameters()
  const place =
    after === null
      ? ''
      : ` and (l.out_at, l.id) < (${bind(at(Number(after[0])))}::timestamptz, ${bind(after[1])}::bigint)`
  return ctx.query<ListRow>(
    `select l.*, o.order_no, o.order_kind, o.contact_name
       from (select * from toll_line l where true${conditionOf(filter, bind)}${place} order by l.out_at desc, l.id desc limit ${bind(limit)}) l
       left join "order" o on o.merchant_id = l.merchant_id and o.id = l.order_id
      order by l.out_at desc, l.id desc`,
    values,
  )
}

/** Lines that somebody still has to do something about. They are few, and have an index of their statuses. */
export async function counts(ctx: Asking, filter: Filter) {
  const { values, bind } = parameters()
  const [row] = await ctx.query<Record<(typeof liveGroups)[number], number>>(
    `select ${liveGroups.map((group) => `count(*) filter (where l.status = ${tollStatus[group]})::int as ${snakeCase(group)}`).join(', ')}
       from toll_line l where l.status in (${liveGroups.map((group) => tollStatus[group]).join(', ')})${conditionOf({ ...filter, group: undefined }, bind)}`,
    values,
  )
  return row!
}

interface DueOrder {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: Columns['orderKind']
  readonly status: Columns['order.status']
  readonly contactName: string
  readonly plate: string
  readonly lines: number
  readonly fen: number
  readonly firstAt: Instant
  readonly lastAt: Instant
  readonly kinds: readonly TollKind[]
  /** Of all orders after the cursor. */
  readonly orders: number
  readonly allLines: number
  readonly allFen: number
}

/** Orders with lines to be charged, those of the oldest line first, after a cursor. */
export const dueOrders = (
  ctx: Asking,
  { storeId, orderId }: { readonly storeId?: string | undefined; readonly orderId?: string | undefined },
  after: readonly string[] | null,
  limit: number,
) =>
  ctx.query(
    sql<DueOrder>`select o.id as order_id, o.order_no, o.order_kind, o.status, o.contact_name, d.plate, d.lines, d.fen, d.first_at, d.last_at, d.kinds,
        count(*) over ()::int as orders, (sum(d.lines) over ())::int as all_lines, (sum(d.fen) over ())::bigint as all_fen
       from (select l.order_id, count(*)::int as lines, sum(l.fen)::bigint as fen, min(l.out_at) as first_at, max(l.out_at) as last_at,
           array_agg(l.kind) as kinds, (array_agg(l.plate order by l.out_at desc))[1] as plate
         from toll_line l where l.status = ${tollStatus.toCharge} group by l.order_id) d
       join "order" o on o.id = d.order_id
      where ($1::bigint is null or o.store_id = $1) and ($5::bigint is null or o.id = $5) and ($2::timestamptz is null or (d.first_at, o.id) > ($2::timestamptz, $3::bigint))
      order by d.first_at, o.id limit $4`,
    [storeId ?? null, after === null ? null : at(Number(after[0])), after?.[1] ?? null, limit, orderId ?? null],
  )

/** The orders that the caller may see, with their numbers. */
export const orderNos = (ctx: Asking, ids: readonly string[]) =>
  ctx.query<{ id: string; orderNo: string }>('select id, order_no from "order" where id = any ($1::bigint[])', [ids])

/** Who pays for these orders, and what they owe. */
export const payers = (ctx: Asking, ids: readonly string[]) =>
  ctx.query<Pick<OrderRow, 'id' | 'companyId' | 'storeId' | 'owedFen' | 'refundingFen'>>(
    'select id, company_id, store_id, owed_fen, refunding_fen from "order" where id = any ($1::bigint[])',
    [ids],
  )

export const setPaid = (ctx: Asking, ids: readonly string[], status: number) =>
  ctx.query(
    'update toll_line set status = $2, version = version + 1, updated_at = app_now() where id = any ($1::bigint[])',
    [ids, status],
  )
