import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { displayPlate } from '@cheyi/domain/check/plate'
import { isInService } from '@cheyi/domain/inventory/codes'
import { occupancyKind } from '@cheyi/domain/inventory/occupancy-codes'
import { notifyLevel, notifyType } from '@cheyi/domain/notify/notice'
import { badInput } from '@cheyi/domain/refusal'
import { ticketKind } from '@cheyi/domain/ticket/codes'
import { type Plan, planProblem, type TicketLog } from '@cheyi/domain/ticket/maintaince'
import { formatDateTime } from '@cheyi/domain/time'
import { type Context, found, type HandlerOf, newId } from '../kernel/context.ts'
import { emit } from '../kernel/events.ts'
import { screen } from '../kernel/screen.ts'
import { notify } from '../notify/actions.ts'
import { blockVehicle, type Effect } from '../stock/actions.ts'
import { inSight } from '../store/actions.ts'
import * as store from './store.ts'

export const KIND = occupancyKind.maintenance

type Facts = Omit<ParsedOf<typeof contract.ticket.maintainceCreate>, 'vehicleId'>
type Consent = Pick<Facts, 'confirm' | 'force' | 'forceReason'>

const NO_EFFECT: Effect = { moved: [], pinned: [], harmed: [] }

/** A new ticket; with a plan it takes the car at once. @throws Refusal as {@link blockVehicle}; forbidden (-3) for costs without their key */
export const create: HandlerOf<'ticket', 'maintainceCreate'> = async ({ vehicleId, ...input }, ctx) => {
  if (input.quote !== undefined) ctx.require('ticket.cost')
  const vehicle = found(await store.vehicleById(ctx, vehicleId))
  if (!isInService(vehicle.lifecycle)) throw badInput('vehicleId', '车辆未上架，不能创建工单')
  const storeId = inSight(ctx, vehicle.homeStoreId)
  const plan = planOf(input, ctx.now)
  await checkAssignee(ctx, input.assigneeId ?? null, storeId)
  const id = await newId(ctx)
  const effect = plan === null ? NO_EFFECT : await take(ctx, { id, vehicleId }, plan, input)
  const no = await ctx.nextNumber('WB')
  await store.insert(ctx, {
    id,
    no,
    kind: ticketKind.maintaince,
    vehicleId,
    storeId,
    ...columnsOf(ctx, input, plan),
    log: [logOf(ctx, 'create', noteOf(effect, input))],
  })
  await tell(ctx, { id, no, storeId, status: 1, version: 1 })
  await tellAssignee(ctx, { id, no, assigneeId: input.assigneeId ?? null, plate: vehicle.plate, planStart: plan?.from })
  ctx.audit({ targetType: 'ticket', targetId: id, after: { no, vehicleId, ...plan, ...reasonOf(input) } })
  return { ticketId: id, no, ...shown(effect) }
}

/** Plan and facts of a ticket that has not begun. @throws as {@link create}; ticketStatusRefuses (7004), stale (-5) */
export async function replan(
  ctx: Context,
  row: store.TicketRow,
  input: Facts,
): Promise<{ patch: Parameters<typeof store.update>[2]; effect: Effect }> {
  if (input.quote !== undefined && input.quote !== row.quoteFen) ctx.require('ticket.cost')
  const plan = planOf(input, ctx.now, row)
  await checkAssignee(ctx, input.assigneeId ?? null, row.storeId)
  const effect = plan === null ? NO_EFFECT : await take(ctx, row, plan, input)
  const patch = columnsOf(ctx, input, plan)
  const quotes = input.quote === undefined || input.quote === row.quoteFen
  return { patch: quotes ? { ...patch, quoteFen: row.quoteFen, quotedBy: row.quotedBy } : patch, effect }
}

function columnsOf(ctx: Context, input: Facts, plan: Plan | null) {
  return {
    planStart: plan?.from ?? null,
    planEnd: plan?.to ?? null,
    assigneeId: input.assigneeId ?? null,
    priority: input.priority,
    maintainType: input.type,
    work: input.items,
    garageName: input.garageName ?? '',
    garagePhone: input.garagePhone ?? '',
    garageAddress: input.garageAddress ?? '',
    quoteFen: input.quote ?? null,
    quotedBy: input.quote === undefined ? null : ctx.accountId,
    remark: input.remark ?? '',
  }
}

/** @throws Refusal badInput (-2) naming the field */
function planOf(input: Facts, now: number, row?: store.TicketRow): Plan | null {
  const { planStart, planEnd } = input
  if (planStart === undefined && planEnd === undefined) return null
  if (planStart === undefined) throw badInput('planStart', '请选择计划送修')
  if (planEnd === undefined) throw badInput('planEnd', '请选择计划完工')
  const plan = { from: planStart, to: planEnd }
  // What stands may be changed in another thing although its begin has passed.
  const problem = planProblem(plan, row?.planStart === planStart ? Math.min(now, planStart) : now)
  if (problem !== null) throw badInput(problem.field, problem.message)
  return plan
}

/** Takes the car for a ticket. @throws Refusal forbidden (-3) to force it without the key, as {@link blockVehicle} */
export async function take(
  ctx: Context,
  ticket: { readonly id: string; readonly vehicleId: string },
  { from, to }: Plan,
  { confirm = false, force = false, forceReason = '' }: Consent,
): Promise<Effect> {
  if (force) ctx.require('ticket.force')
  if (force && forceReason === '') throw badInput('forceReason', '请填写强制占用原因')
  const block = { vehicleId: ticket.vehicleId, kind: KIND, refId: ticket.id, from, to }
  return blockVehicle(ctx, block, { confirm, force })
}

/** @throws Refusal badInput (-2) for somebody who cannot see the store, or is not there any more */
export async function checkAssignee(ctx: Context, accountId: string | null, storeId: string): Promise<void> {
  if (accountId !== null && !(await store.maySee(ctx, accountId, storeId)))
    throw badInput('assigneeId', '该员工已停用或不属于此门店')
}

export const logOf = (ctx: Context, action: TicketLog['action'], note: string): TicketLog => ({
  at: ctx.now,
  by: ctx.accountId,
  action,
  note,
})

/** What became of orders, for the history. */
export function noteOf({ moved, pinned, harmed }: Effect, { forceReason }: Consent): string {
  const words = [
    moved.length + pinned.length > 0 && `${moved.length + pinned.length}个订单改派其他车`,
    harmed.length > 0 && `强制占用，${harmed.length}个订单待排车：${forceReason}`,
  ]
  return words.filter(Boolean).join('；')
}

export const reasonOf = ({ force, forceReason }: Consent) => (force ? { forceReason } : {})

export const shown = ({ moved, pinned, harmed }: Effect) => ({
  moved: [...moved],
  pinned: [...pinned],
  harmed: [...harmed],
})

/** Pages that show it ask again. */
export const tell = (
  ctx: Context,
  { id, status, version, storeId }: Pick<store.TicketRow, 'id' | 'status' | 'version' | 'storeId'> & { no: string },
): Promise<void> | void =>
  emit(ctx, 'ticket.changed', id, { ticketId: id, kind: 'maintaince', status, version }, { storeIds: [storeId] })

/** Whoever is to see to it is told, unless they did it themselves. */
export async function tellAssignee(
  ctx: Context,
  ticket: {
    readonly id: string
    readonly no: string
    readonly assigneeId: string | null
    readonly plate: string
    readonly planStart?: number | null
  },
): Promise<void> {
  const { id, no, assigneeId, plate, planStart } = ticket
  if (assigneeId === null || assigneeId === ctx.accountId) return
  await notify(ctx, {
    type: notifyType.ticket,
    level: notifyLevel.important,
    ref: `ticket/${id}/${assigneeId}`,
    title: `维保单 ${displayPlate(plate)}`,
    body: planStart ? `${no}由您负责，计划${formatDateTime(planStart)}送修` : `${no}由您负责，请预约送修时间`,
    link: screen('ticket.detail', { ticketId: id }),
    to: { accountIds: [assigneeId] },
  })
}
