import type { OrderKind } from '@cheyi/domain/booking/order/codes'
import { type MaintenanceStatus, ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { DamagedPart } from '@cheyi/domain/rental/damage/claim'
import { damageWords } from '@cheyi/domain/rental/pickup-return/damage-words'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { sql } from '../../kernel/db/sql.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'
import { ticketsIn } from '../stock/actions.ts'

/*
 * Repairs of damage cases. A case is visible to the accounts that see its order.
 */

/** A damage case, as the tickets of its repair name it. */
interface DamageCase {
  readonly vehicleId: string
  readonly damagedParts: readonly DamagedPart[]
  readonly status: Columns['damageOrder.status']
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
}

/** The feature of damage cases registers how they are read. */
interface DamageCases {
  read(ctx: Context, damageId: string): Promise<DamageCase | undefined>
  /** Locks a visible case. @returns its car */
  lock(ctx: Context, damageId: string): Promise<{ readonly vehicleId: string } | undefined>
}

let damageCases: DamageCases
awaitRegistration(() => (damageCases === undefined ? ['damageCases'] : []))

export function registerDamageCases(functions: DamageCases): void {
  damageCases = functions
}

/** The damage case of a repair ticket; null if there is none or it is not visible to the reader. */
export async function damageOf(ctx: Context, damageId: string | null) {
  const row = damageId === null ? undefined : await damageCases.read(ctx, damageId)
  if (row === undefined) return null
  const { orderId, orderNo, orderKind, status } = row
  return { orderId, orderNo, orderKind, status }
}

/** Initial values of a ticket for a case. */
export const ofDamage: HandlerOf<'ticket', 'ofDamage'> = async ({ damageId }, ctx) => {
  const { vehicleId, damagedParts, orderId, orderNo, orderKind } = requireFound(await damageCases.read(ctx, damageId))
  return { vehicleId, items: damageWords(damagedParts), orderId, orderNo, orderKind }
}

/**
 * Locks the case of a new ticket: a case has at most one open ticket.
 * @throws Refusal notFound (-4) for a case that is not visible, badInput (-2) for one of another car;
 * ticketVehicleHasTicket (7002)
 */
export async function takeCase(ctx: Context, damageId: string, vehicleId: string): Promise<void> {
  const row = await damageCases.lock(ctx, damageId)
  if (requireFound(row).vehicleId !== vehicleId) throw badInput('damageId', '车损单不是这辆车的')
  const [open] = await ctx.query(
    sql<{ no: string }>`select t.no from ticket t where t.damage_id = $1 and ${ticketsIn('todo', 'running')}`,
    [damageId],
  )
  if (open !== undefined) throw new Refusal('ticketVehicleHasTicket', { no: open.no })
}

/** The latest ticket of each case that has one. */
export async function ticketsOfCases(ctx: Context, damageIds: readonly string[]) {
  if (damageIds.length === 0) return new Map<string, never>()
  const rows = await ctx.query(
    sql<{
      damageId: string
      ticketId: string
      no: string
      status: MaintenanceStatus
    }>`select distinct on (t.damage_id) t.damage_id, t.id as ticket_id, t.no, t.status
       from ticket t where t.damage_id = any ($1::bigint[]) and t.kind = ${ticketKind.maintenance} order by t.damage_id, t.id desc`,
    [damageIds],
  )
  return new Map(rows.map(({ damageId, ...ticket }) => [damageId, ticket]))
}
