import { ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { type Patch, saveRow } from '../../../kernel/db/save-row.ts'
import { sql } from '../../../kernel/db/sql.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'
import { talliesSql } from '../../../kernel/db/tallies.ts'
import { ticketsIn } from '../../stock/actions.ts'

export type GarageRow = Selectable<DB['garage']>

interface Choice extends Pick<GarageRow, 'name' | 'phone' | 'address' | 'works'> {
  readonly garageId: string
}

/** Enabled ones, the one of the newest ticket first. */
export const choices = (ctx: Context, limit: number) =>
  ctx.query(
    sql<Choice>`select g.id as garage_id, g.name, g.phone, g.address, g.works from garage g
      where g.enabled and g.merged_into_id is null
      order by (select max(t.id) from ticket t where t.garage_id = g.id) desc nulls last, g.id desc limit ${limit}`,
  )

interface Listed extends Choice, Pick<GarageRow, 'enabled' | 'version'> {
  readonly openCount: number
  readonly cost: number
}

/** Enabled ones first, then the newest; `year`: the year of the costs. Both sums are kept by the database with each change of a ticket. */
export const page = (
  ctx: Context,
  { keyword, year, after }: { keyword: string; year: string; after: readonly string[] | null },
  limit: number,
) =>
  ctx.query(
    sql<Listed>`with page as materialized (select * from garage g where g.merged_into_id is null and ($1 = '' or strpos(lower(g.name || ' ' || g.phone || ' ' || g.address), $1) > 0)
           and ($2::int is null or (g.enabled::int, g.id) < ($2, $3::bigint)) order by g.enabled desc, g.id desc limit ${limit}),
         sums as materialized (select name, sum(n)::bigint as n from ${talliesSql} t
           where name = any (array(select 'garage ' || g.id || k from page g, unnest(array[' open', ' ' || $4]) k)) group by name)
       select g.id as garage_id, g.name, g.phone, g.address, g.works, g.enabled, g.version,
         coalesce((select n from sums where name = 'garage ' || g.id || ' open'), 0)::int as open_count,
         coalesce((select n from sums where name = 'garage ' || g.id || ' ' || $4), 0) as cost
        from page g order by g.enabled desc, g.id desc`,
    [keyword.toLowerCase(), after?.[0] ?? null, after?.[1] ?? null, year],
  )

/** Locks the row until the end of the transaction; undefined for one that was merged into another. */
export const lock = (ctx: Context, id: string): Promise<GarageRow | undefined> =>
  ctx.db
    .selectFrom('garage')
    .selectAll()
    .where('id', '=', id)
    .where('mergedIntoId', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Keeps the row from being merged into another until the end of the transaction. */
export const hold = (ctx: Context, id: string): Promise<GarageRow | undefined> =>
  ctx.db
    .selectFrom('garage')
    .selectAll()
    .where('id', '=', id)
    .where('mergedIntoId', 'is', null)
    .forShare()
    .executeTakeFirst()

export const insert = (ctx: Context, row: Insertable<DB['garage']>): Promise<{ id: string }> =>
  ctx.db.insertInto('garage').values(row).returning('id').executeTakeFirstOrThrow()

export const update = (ctx: Context, garage: GarageRow, patch: Patch<'garage'>) => saveRow(ctx, 'garage', garage, patch)

/** Tickets of a garage become those of another, or take its changed texts; an ended ticket keeps the texts that it had. */
export async function retarget(ctx: Context, fromId: string, to: GarageRow): Promise<number> {
  const rows = await ctx.query(
    sql<{ id: string }>`with moved as (update ticket t set garage_id = $2,
         garage_name = case when ${ticketsIn('todo', 'running')} and t.kind = ${ticketKind.maintenance} then $3 else t.garage_name end,
         garage_phone = case when ${ticketsIn('todo', 'running')} and t.kind = ${ticketKind.maintenance} then $4 else t.garage_phone end,
         garage_address = case when ${ticketsIn('todo', 'running')} and t.kind = ${ticketKind.maintenance} then $5 else t.garage_address end,
         agency = case when ${ticketsIn('todo', 'running')} and t.kind = ${ticketKind.yearly} then $3 else t.agency end,
         place = case when ${ticketsIn('todo', 'running')} and t.kind = ${ticketKind.yearly} then $5 else t.place end
       where t.garage_id = $1 and ($1 <> $2 or ${ticketsIn('todo', 'running')}) returning t.id) select id from moved`,
    [fromId, to.id, to.name, to.phone, to.address],
  )
  return rows.length
}
