import { isInService } from '@cheyi/domain/fleet/inventory/codes'
import { profileOf } from '@cheyi/domain/fleet/ticket/kinds'
import {
  type Plan,
  planProblem,
  planWords,
  type TicketLog,
  type TicketProfile,
} from '@cheyi/domain/fleet/ticket/ticket'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput } from '@cheyi/domain/refusal'
import { type Context, newId, requireFound } from '../../kernel/context.ts'
import { queueEvent } from '../../kernel/events.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { askCar, blockVehicle, type Effect, forgetMove, freeVehicle } from '../stock/actions.ts'
import * as store from './store.ts'

export interface Consent {
  readonly confirm?: boolean
  readonly force?: boolean
  readonly forceReason?: string
}

/** The fields of every plan of a ticket. */
export interface Facts extends Consent {
  readonly planStart?: number
  readonly planEnd?: number
  readonly assigneeId?: string
  readonly priority: 1 | 2
  readonly remark?: string
}

/** Columns of a ticket that only its kind has. */
export type Own = Partial<Omit<store.TicketRow, 'costs' | 'log'>> & Pick<Parameters<typeof store.update>[2], 'costs'>

export const SAME_STORE = '调出与调入门店不能相同'

const NO_EFFECT: Effect = { moved: [], pinned: [], harmed: [] }

/** Creates a ticket; with a plan it blocks the car at once. @throws Refusal as {@link blockVehicle}; badInput (-2) naming the field */
export async function createTicket(
  ctx: Context,
  of: TicketProfile,
  { vehicleId, ...input }: Facts & { readonly vehicleId: string },
  asked: Own | Promise<Own>,
) {
  const car = askCar(ctx, { vehicleId })
  const [row, id, own] = await Promise.all([store.vehicleById(ctx, vehicleId), newId(ctx), asked])
  const vehicle = requireFound(row)
  if (!isInService(vehicle.lifecycle)) throw badInput('vehicleId', '车辆未上架，不能创建工单')
  const storeId = inSight(ctx, vehicle.homeStoreId)
  if (own.toStoreId === storeId) throw badInput('toStoreId', SAME_STORE)
  const plan = planOf(of, input, ctx.now)
  await checkAssignee(ctx, input.assigneeId ?? null, storeId)
  const effect =
    plan === null ? NO_EFFECT : await take(ctx, of, { id, vehicleId, ...own }, remainingPlan(ctx, plan), input, car)
  const no = await ctx.nextNumber(of.number)
  const made = { ...own, id, no, kind: of.kind, storeId, status: 1, version: 1, assigneeId: input.assigneeId ?? null }
  store.insert(ctx, {
    id,
    no,
    kind: of.kind,
    vehicleId,
    storeId,
    ...columnsOf(input, plan),
    ...own,
    log: [logOf(ctx, 'create', noteOf(effect, input))],
  })
  tell(ctx, made)
  await tellAssignee(ctx, { ...made, plate: vehicle.plate, planStart: plan?.from ?? null })
  ctx.audit({ targetType: 'ticket', targetId: id, after: { no, vehicleId, ...plan, ...reasonOf(input) } })
  return { ticketId: id, no, ...effectView(effect) }
}

/** Changes plan and facts of a ticket that has not begun. @throws as {@link createTicket} */
export async function replan(
  ctx: Context,
  of: TicketProfile,
  row: store.TicketRow,
  input: Facts,
  own: Own,
): Promise<{ patch: Own; effect: Effect }> {
  const plan = planOf(of, input, ctx.now, row)
  await checkAssignee(ctx, input.assigneeId ?? null, row.storeId)
  const effect = plan === null ? NO_EFFECT : await take(ctx, of, { ...row, ...own }, remainingPlan(ctx, plan), input)
  return { patch: { ...columnsOf(input, plan), ...own }, effect }
}

/**
 * The time that a plan blocks of a car. It begins now at the earliest, also within the minute in which the plan begins:
 * until now the car was with its previous holder.
 */
const remainingPlan = ({ now }: Context, { from, to }: Plan): Plan => ({
  from: to > now ? Math.max(from, now) : from,
  to,
})

const columnsOf = (input: Facts, plan: Plan | null) => ({
  planStart: plan?.from ?? null,
  planEnd: plan?.to ?? null,
  assigneeId: input.assigneeId ?? null,
  priority: input.priority,
  remark: input.remark ?? '',
})

/** @throws Refusal badInput (-2) naming the field */
function planOf(of: TicketProfile, { planStart, planEnd }: Facts, now: number, row?: store.TicketRow): Plan | null {
  if (planStart === undefined && planEnd === undefined) return null
  const { start, end } = planWords(of)
  if (planStart === undefined) throw badInput('planStart', `请选择${start}`)
  if (planEnd === undefined) throw badInput('planEnd', `请选择${end}`)
  const plan = { from: planStart, to: planEnd }
  // Other fields of an existing plan may be changed although its begin has passed.
  const problem = planProblem(of, plan, row?.planStart === planStart ? Math.min(now, planStart) : now)
  if (problem !== null) throw badInput(problem.field, problem.message)
  return plan
}

type Taken = Pick<store.TicketRow, 'id' | 'vehicleId'> & {
  readonly toStoreId?: string | null
  readonly changeHome?: boolean
}

/** Blocks the car for a ticket. @throws Refusal forbidden (-3) to force it without the permission, as {@link blockVehicle} */
export async function take(
  ctx: Context,
  of: TicketProfile,
  ticket: Taken,
  { from, to }: Plan,
  { confirm = false, force = false, forceReason = '' }: Consent,
  car?: ReturnType<typeof askCar>,
): Promise<Effect> {
  if (force) ctx.require('ticket.force')
  if (force && forceReason === '') throw badInput('forceReason', '请填写强制占用原因')
  const { id: refId, vehicleId, toStoreId, changeHome } = ticket
  const block = { vehicleId, kind: of.occupancy, refId, from, to, toStoreId: changeHome ? toStoreId : null }
  return blockVehicle(ctx, block, { confirm, force }, car)
}

/** Releases the block of a ticket: from now on if it has begun, otherwise all of it. */
export async function giveBack(ctx: Context, row: store.TicketRow, begun: boolean): Promise<void> {
  freeVehicle(ctx, { kind: profileOf(row.kind).occupancy, refId: row.id }, begun)
  if (row.changeHome) await forgetMove(ctx, { vehicleId: row.vehicleId, refId: row.id })
}

/** @throws Refusal badInput (-2) for an account that cannot see the store or is disabled */
export async function checkAssignee(ctx: Context, accountId: string | null, storeId: string | null): Promise<void> {
  if (accountId !== null && !(await store.maySee(ctx, accountId, storeId)))
    throw badInput('assigneeId', '该员工已停用或不属于此门店')
}

export const logOf = (ctx: Context, action: string, note: string): TicketLog => ({
  at: ctx.now,
  by: ctx.accountId,
  action,
  note,
})

/** The effect on orders, for the history. */
export function noteOf({ moved, pinned, harmed }: Effect, { forceReason }: Consent): string {
  const words = [
    moved.length + pinned.length > 0 && `${moved.length + pinned.length}个订单改派其他车`,
    harmed.length > 0 && `强制占用，${harmed.length}个订单待排车：${forceReason}`,
  ]
  return words.filter(Boolean).join('；')
}

export const reasonOf = ({ force, forceReason }: Consent) => (force ? { forceReason } : {})

export const effectView = ({ moved, pinned, harmed }: Effect) => ({
  moved: [...moved],
  pinned: [...pinned],
  harmed: [...harmed],
})

type Told = Pick<store.TicketRow, 'id' | 'kind' | 'no' | 'status' | 'version' | 'storeId'> & {
  readonly toStoreId?: string | null
}

/** Pages that show the ticket reload it. */
export const tell = (ctx: Context, { id, kind, status, version, storeId, toStoreId }: Told): void =>
  queueEvent(
    ctx,
    'ticket.changed',
    id,
    { ticketId: id, kind: profileOf(kind).path, status, version },
    { storeIds: toStoreId ? [storeId, toStoreId] : [storeId] },
  )

/** Target page of a notification about a ticket. */
export const linkTo = ({ id, kind }: Pick<Told, 'id' | 'kind'>) =>
  screen(`${profileOf(kind).path}.detail`, { ticketId: id })

/** Recipients of a notification about a ticket: its assignee, otherwise all accounts with the permission. */
export const whoSees = ({ kind, storeId, assigneeId }: Pick<store.TicketRow, 'kind' | 'storeId' | 'assigneeId'>) =>
  assigneeId === null ? { key: profileOf(kind).key, storeIds: [storeId] } : { accountIds: [assigneeId] }

/** The way of a moved car: 杭州东站店→虹桥机场店. Recipients see both store names, whichever store is theirs. */
export async function wayOf(ctx: Context, { storeId, toStoreId }: Pick<store.TicketRow, 'storeId' | 'toStoreId'>) {
  const names = await ctx.elevated(() => store.storeNames(ctx, [storeId, toStoreId!]))
  return `${names.get(storeId) ?? ''}→${names.get(toStoreId!) ?? ''}`
}

/** Notifies the assignee, unless the assignee made the change; tickets that they have not read of yet become one notice. */
export async function tellAssignee(
  ctx: Context,
  ticket: Pick<store.TicketRow, 'id' | 'kind' | 'no' | 'storeId' | 'assigneeId' | 'planStart'> & {
    readonly plate: string
    readonly toStoreId?: string | null
  },
): Promise<void> {
  const { id, kind, no, storeId, toStoreId = null, assigneeId, plate, planStart } = ticket
  if (assigneeId === null || assigneeId === ctx.accountId) return
  const { noun, words } = profileOf(kind)
  notify(ctx, {
    type: notifyType.ticket,
    level: notifyLevel.important,
    ref: `ticketGiven/${id}`,
    gathers: { ref: 'ticketGiven/', title: '{n}张工单由您负责', link: screen('ticket.hub', {}) },
    title: `${noun} ${displayPlate(plate)}`,
    body: [
      toStoreId && (await wayOf(ctx, { storeId, toStoreId })),
      planStart
        ? `${no}由您负责，计划 ${formatMoment(planStart, ctx.now)} ${words.begin}`
        : `${no}由您负责，请预约${words.begin}时间`,
    ]
      .filter(Boolean)
      .join('，'),
    link: linkTo(ticket),
    to: { accountIds: [assigneeId] },
  })
}
