import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { eachWork, enqueue } from '../../platform/job/actions.ts'
import { chosenGarage } from './garage/handlers.ts'
import { create } from './maintenance.ts'
import { checkAssignee } from './plan.ts'
import * as store from './store.ts'
import { edit } from './yearly/yearly.ts'

/*
 * The same ticket for many cars: each with its own rules and locks, and refused for its own reason.
 */

type Calls = typeof contract.ticket
type Maintenance = ParsedOf<Calls['maintenanceBatch']>
type Yearly = ParsedOf<Calls['yearlyBatch']>

const idsOf = (tickets: Yearly['tickets']): string[] => tickets.map(({ ticketId }) => ticketId)
const noun = '车辆'
const text = ({ plate }: store.PlateRow): string => displayPlate(plate)
const readYearly = (ctx: Context, ids: readonly string[]) => store.platesOfTickets(ctx, ids, yearly)

export const maintenanceEach = eachWork<Maintenance, store.PlateRow>({
  kind: 'maintenanceBatch',
  key: maintenance.key,
  noun,
  ids: ({ vehicleIds }) => vehicleIds,
  read: store.platesOf,
  text,
  act: (ctx, { vehicleIds, ...facts }, at) => create({ ...facts, vehicleId: vehicleIds[at]! }, ctx),
})

export const yearlyEach = eachWork<Yearly, store.PlateRow>({
  kind: 'yearlyBatch',
  key: yearly.key,
  noun,
  ids: ({ tickets }) => idsOf(tickets),
  read: readYearly,
  text,
  act: (ctx, { tickets, ...facts }, at) => edit({ ...facts, ...tickets[at]! }, ctx),
})

/** @throws Refusal badInput (-2) for a duplicate car or an unknown assignee, notFound (-4) for one that is not visible, lineFull (-7) */
export const maintenanceBatch: HandlerOf<'ticket', 'maintenanceBatch'> = async (input, ctx) => {
  const { vehicleIds } = input
  if (new Set(vehicleIds).size < vehicleIds.length) throw badInput('vehicleIds', '同一辆车只能选择一次')
  if ((await store.platesOf(ctx, vehicleIds)).length < vehicleIds.length)
    throw new Refusal('notFound', { field: 'vehicleIds' })
  // The store of each car is checked with its ticket.
  await checkAssignee(ctx, input.assigneeId ?? null, null)
  await chosenGarage(ctx, input.garageId)
  const jobId = await enqueue(ctx, maintenanceEach, input)
  ctx.audit({ targetType: 'job', targetId: jobId, after: { vehicles: vehicleIds.length } })
  return { jobId }
}

/** @throws Refusal badInput (-2) for a duplicate ticket or an unknown assignee, notFound (-4) for one that is not visible, lineFull (-7) */
export const yearlyBatch: HandlerOf<'ticket', 'yearlyBatch'> = async (input, ctx) => {
  const ids = idsOf(input.tickets)
  if (new Set(ids).size < ids.length) throw badInput('tickets', '同一张工单只能选择一次')
  if ((await readYearly(ctx, ids)).length < ids.length) throw new Refusal('notFound', { field: 'tickets' })
  await checkAssignee(ctx, input.assigneeId ?? null, null)
  await chosenGarage(ctx, input.garageId)
  const jobId = await enqueue(ctx, yearlyEach, input)
  ctx.audit({ targetType: 'job', targetId: jobId, after: { count: ids.length } })
  return { jobId }
}
