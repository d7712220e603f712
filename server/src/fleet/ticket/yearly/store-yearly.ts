import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { ticketKind, yearlyStatus } from '@cheyi/domain/fleet/ticket/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import type { TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import type { Context } from '../../../kernel/context.ts'
import type { Columns } from '../../../kernel/db/columns.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { pendingWorkChanges } from '../../../platform/pending-work/actions.ts'
import { type NewTicket, RENTED_UNTIL } from '../store.ts'

const openStatuses = ({ groups }: TicketProfile) => [...groups.todo, ...groups.running]

/** The last valid day of the inspection of a car; null without one, or without the car. */
export async function paperEnd(ctx: Context, vehicleId: string): Promise<string | null> {
  const [row] = await ctx.query<{ on: string | null }>(
    'select inspection_expire_on as "on" from vehicle where id = $1',
    [vehicleId],
  )
  return row?.on ?? null
}

/** The ticket for an inspection end of a car; a store that had the car before may have done it. */
export async function numberFor(ctx: Context, vehicleId: string, dueOn: string | null): Promise<string | undefined> {
  const [row] = await ctx.elevatedAtOnce(() =>
    ctx.query(
      sql<{
        no: string
      }>`select no from ticket where vehicle_id = $1 and kind = ${ticketKind.yearly} and due_on is not distinct from $2::date
        and (status in (${openStatuses(yearly)}) or status = ${yearlyStatus.done} and due_on is not null)`,
      [vehicleId, dueOn],
    ),
  )
  return row?.no
}

/** The facts of a car that its inspection depends on; after the inspection it may belong to another store. */
export async function carOf(ctx: Context, vehicleId: string) {
  const [row] = await ctx.elevatedAtOnce(() =>
    ctx.query<{
      useNature: Columns['useNature']
      registerOn: string | null
      inspectionExpireOn: string | null
      rentedUntil: number | null
    }>(
      sql`select v.use_nature, v.register_on, v.inspection_expire_on, ${RENTED_UNTIL} as rented_until from vehicle v where v.id = $1`,
      [vehicleId],
    ),
  )
  return row!
}

/** The latest maintenance ticket that a ticket led to. */
export const repairOf = (ctx: Context, ticketId: string) =>
  ctx.query.first(
    sql<{ ticketId: string; no: string; status: number; open: boolean }>`select id as ticket_id, no, status,
        status in (${openStatuses(maintenance)}) as open
       from ticket where origin_id = $1 and kind = ${ticketKind.maintenance} order by id desc limit 1`,
    [ticketId],
  )

/** Cars in service whose inspection ends by a day and that have no ticket for it, not even a cancelled one. */
export const dueCars = (ctx: Context, until: string) =>
  ctx.query(
    sql<{
      vehicleId: string
      storeId: string
      dueOn: string
      plate: string
    }>`select v.id as vehicle_id, v.home_store_id as store_id,
        v.inspection_expire_on as due_on, v.plate
       from vehicle v
      where v.lifecycle = ${lifecycle.inService} and v.inspection_expire_on <= $1::date
        and not exists (select from ticket t where t.vehicle_id = v.id and t.kind = ${ticketKind.yearly} and t.due_on = v.inspection_expire_on)
      order by v.id`,
    [until],
  )

/** Inserts a ticket for an inspection end of a car; no row if another transaction has just made it. */
export function insertOnce(ctx: Context, row: NewTicket) {
  pendingWorkChanges(ctx, 'ticket', [row.id])
  return ctx.db
    .insertInto('ticket')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning(['id', 'kind', 'no', 'status', 'version', 'storeId'])
    .executeTakeFirst()
}
