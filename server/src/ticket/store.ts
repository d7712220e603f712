import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { accountStatus } from '@cheyi/domain/account/codes'
import { lifecycle } from '@cheyi/domain/inventory/codes'
import { maintainceStatus, ticketKind } from '@cheyi/domain/ticket/codes'
import { inHandStatuses, openStatuses, ticketGroups } from '@cheyi/domain/ticket/maintaince'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { at } from '../kernel/db/instant.ts'
import { sql } from '../kernel/db/sql.ts'
import type { DB } from '../kernel/db/tables.gen.ts'

export type TicketRow = Selectable<DB['ticket']>

export const insert = (ctx: Context, row: Insertable<DB['ticket']>) => ctx.db.insertInto('ticket').values(row).execute()

export const update = (ctx: Context, row: TicketRow, patch: Updateable<DB['ticket']>): Promise<TicketRow> =>
  ctx.db
    .updateTable('ticket')
    .set({ ...patch, version: row.version + 1, updatedAt: ctx.now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Under a lock until the transaction ends. */
export const lock = (ctx: Context, id: string): Promise<TicketRow | undefined> =>
  ctx.db
    .selectFrom('ticket')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', ticketKind.maintaince)
    .forUpdate()
    .executeTakeFirst()

export const vehicleById = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('vehicle')
    .select(['id', 'plate', 'homeStoreId', 'lifecycle', 'odometerKm'])
    .where('id', '=', id)
    .executeTakeFirst()

/** A ticket as lists name it. */
export interface ListRow extends TicketRow {
  readonly plate: string
  readonly odometerKm: number
  readonly modelName: string
  readonly storeName: string
  readonly assigneeName: string | null
  readonly assigneeGone: boolean
}

const SELECT = sql`select t.*, v.plate, v.odometer_km, m.name as model_name, s.name as store_name, a.name as assignee_name,
    coalesce(a.status <> ${accountStatus.enabled} or a.deleted_at is not null, false) as assignee_gone`
const FROM = sql`from ticket t join vehicle v on v.merchant_id = t.merchant_id and v.id = t.vehicle_id
    join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
    join store s on s.merchant_id = t.merchant_id and s.id = t.store_id
    left join account a on a.merchant_id = t.merchant_id and a.id = t.assignee_id`

export async function byId(ctx: Context, id: string): Promise<ListRow | undefined> {
  const [row] = await ctx.query(sql<ListRow>`${SELECT} ${FROM} where t.id = $1 and t.kind = ${ticketKind.maintaince}`, [
    id,
  ])
  return row
}

type Filter = Omit<ParsedOf<typeof contract.ticket.maintaincePage>, 'pageNum' | 'pageSize' | 'cursor'>

const FILTER = sql`t.kind = ${ticketKind.maintaince} and ($1::int is null or t.maintain_type = $1)
      and ($2::bigint is null or t.store_id = $2) and ($3::bigint is null or t.vehicle_id = $3)
      and (not $4::boolean or t.assignee_id = (select actor()))
      and ($5::text = '' or v.plate ilike $5 or t.no ilike $5 or t.garage_name ilike $5)`

const valuesOf = (ask: Filter): unknown[] => [
  ask.type ?? null,
  ask.storeId ?? null,
  ask.vehicleId ?? null,
  ask.mine ?? false,
  ask.keyword ? `%${ask.keyword.replaceAll('·', '').replaceAll(/[\\%_]/g, '\\$&')}%` : '',
]

/** Newest first, from before an id. */
export const page = (ctx: Context, ask: Filter, before: string | null, limit: number) =>
  ctx.query(
    sql<ListRow>`${SELECT} ${FROM} where ${FILTER} and ($6::int[] is null or t.status = any ($6)) and ($7::bigint is null or t.id < $7)
      order by t.id desc limit $8`,
    [...valuesOf(ask), ask.group ? ticketGroups[ask.group] : null, before, limit],
  )

export const counts = async (ctx: Context, ask: Filter) => {
  const [row] = await ctx.query(
    sql<{ todo: number; running: number; done: number; cancelled: number }>`select
        count(*) filter (where t.status = ${maintainceStatus.waiting}) as todo,
        count(*) filter (where t.status in (${inHandStatuses})) as running,
        count(*) filter (where t.status = ${maintainceStatus.done}) as done,
        count(*) filter (where t.status = ${maintainceStatus.cancelled}) as cancelled
       from ticket t join vehicle v on v.merchant_id = t.merchant_id and v.id = t.vehicle_id where ${FILTER}`,
    valuesOf(ask),
  )
  return row!
}

const LATE = sql`(case when t.status = ${maintainceStatus.waiting} then t.plan_start else t.plan_end end < $2)`

/** What is open: late ones first, then own ones, then by when they are due. */
export const open = (ctx: Context, storeId: string | null, limit: number) =>
  ctx.query(
    sql<ListRow>`${SELECT} ${FROM} where t.kind = ${ticketKind.maintaince} and t.status in (${openStatuses})
        and ($1::bigint is null or t.store_id = $1)
      order by ${LATE} desc nulls last, (t.assignee_id = (select actor())) desc nulls last, coalesce(t.plan_end, t.created_at), t.id
      limit ${limit}`,
    [storeId, at(ctx.now)],
  )

export async function openCounts(ctx: Context, storeId: string | null) {
  const [row] = await ctx.query(
    sql<{ todo: number; running: number; overdue: number; reassign: number }>`select
        count(*) filter (where t.status = ${maintainceStatus.waiting}) as todo,
        count(*) filter (where t.status in (${inHandStatuses})) as running,
        count(*) filter (where ${LATE}) as overdue,
        count(*) filter (where a.status <> ${accountStatus.enabled} or a.deleted_at is not null) as reassign
       from ticket t left join account a on a.merchant_id = t.merchant_id and a.id = t.assignee_id
      where t.kind = ${ticketKind.maintaince} and t.status in (${openStatuses}) and ($1::bigint is null or t.store_id = $1)`,
    [storeId, at(ctx.now)],
  )
  return row!
}

/** Cars that a ticket may be for, by plate. */
export const vehicles = (
  ctx: Context,
  { keyword, vehicleId }: { keyword?: string; vehicleId?: string },
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
      openNo: string | null
    }>`select v.id as vehicle_id, v.plate, m.name as model_name, v.home_store_id as store_id, s.name as store_name, v.odometer_km,
        (select min(t.no) from ticket t where t.vehicle_id = v.id and t.kind = ${ticketKind.maintaince}
            and t.status in (${openStatuses})) as open_no
       from vehicle v join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
         join store s on s.merchant_id = v.merchant_id and s.id = v.home_store_id
      where v.lifecycle = ${lifecycle.inService} and ($1 = '' or v.plate ilike $1)
      order by (v.id = $2::bigint) desc nulls last, v.plate, v.id limit ${limit}`,
    [keyword ? `%${keyword.replaceAll('·', '').replaceAll(/[\\%_]/g, '\\$&')}%` : '', vehicleId ?? null],
  )

/** Names of accounts. */
export async function namesOf(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.query<{ id: string; name: string }>(
    'select id, name from account where id = any ($1::bigint[])',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whether somebody may be given a ticket of a store: enabled, and there. */
export async function maySee(ctx: Context, accountId: string, storeId: string): Promise<boolean> {
  const rows = await ctx.query(
    sql`select from account where id = $1 and status = ${accountStatus.enabled} and deleted_at is null
        and (cardinality(store_ids) = 0 or $2::bigint = any (store_ids))`,
    [accountId, storeId],
  )
  return rows.length > 0
}
