import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { formatMoney } from '@cheyi/domain/money'
import { notifyLevel, notifyType } from '@cheyi/domain/notify/notice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import {
  costTotal,
  endProblem,
  isInHand,
  type MaintainceAction,
  maintainceSteps,
} from '@cheyi/domain/ticket/maintaince'
import { formatDateTime } from '@cheyi/domain/time'
import { writeReadings } from '../inventory/actions.ts'
import { type Context, found, type HandlerOf, sameVersion } from '../kernel/context.ts'
import { screen } from '../kernel/screen.ts'
import { linkMedia } from '../media/actions.ts'
import { settingsOf } from '../merchant/actions.ts'
import { notify } from '../notify/actions.ts'
import { type Effect, freeVehicle } from '../stock/actions.ts'
import { checkAssignee, KIND, logOf, noteOf, reasonOf, replan, shown, take, tell, tellAssignee } from './plan.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.ticket.maintainceHandle>

/** A ticket under its lock, as its writer saw it. @throws Refusal notFound (-4), stale (-5) */
async function locked(ctx: Context, id: string, version: number): Promise<store.TicketRow> {
  const row = found(await store.lock(ctx, id))
  sameVersion(version, row.version)
  return row
}

export const edit: HandlerOf<'ticket', 'maintainceEdit'> = async ({ ticketId, version, ...input }, ctx) => {
  const row = await locked(ctx, ticketId, version)
  advance(maintainceSteps, 'edit', row.status)
  const { patch, effect } = await replan(ctx, row, input)
  // Without a plan nothing is taken any more.
  if (patch.planStart === null) freeVehicle(ctx, { kind: KIND, refId: row.id }, false)
  const log = [...row.log, logOf(ctx, 'edit', noteOf(effect, input))]
  const saved = await store.update(ctx, row, { ...patch, log })
  await tell(ctx, saved)
  if (saved.assigneeId !== row.assigneeId) await tellAssignee(ctx, { ...saved, plate: await plateOf(ctx, row) })
  ctx.audit({
    targetType: 'ticket',
    targetId: row.id,
    before: { planStart: row.planStart, planEnd: row.planEnd, assigneeId: row.assigneeId },
    after: { planStart: saved.planStart, planEnd: saved.planEnd, assigneeId: saved.assigneeId, ...reasonOf(input) },
  })
  return { version: saved.version, ...shown(effect) }
}

type Patch = Parameters<typeof store.update>[2]
interface Done {
  readonly patch: Patch
  readonly note?: string
  readonly effect?: Effect
}
type Act = (ctx: Context, row: store.TicketRow, input: Input) => Promise<Done> | Done

const acts: Readonly<Record<Exclude<MaintainceAction, 'edit'>, Act>> = {
  async assign(ctx, row, { assigneeId = null }) {
    await checkAssignee(ctx, assigneeId, row.storeId)
    return { patch: { assigneeId }, note: assigneeId === null ? '待派单' : '' }
  },
  quote(ctx, _, { quote }) {
    ctx.require('ticket.cost')
    if (quote === undefined) throw badInput('quote', '请输入报价')
    return { patch: { quoteFen: quote, quotedBy: ctx.accountId }, note: formatMoney(quote) }
  },
  approve(ctx, row) {
    ctx.require('ticket.cost')
    const { quoteFen } = row
    if (quoteFen === null) throw badInput('quote', '尚无报价')
    if (ctx.accountId === row.createdBy || ctx.accountId === row.quotedBy)
      throw new Refusal('forbidden', { 原因: '报价须由建单人、报价人以外的人审批' })
    return { patch: { approvedFen: quoteFen, approvedBy: ctx.accountId }, note: formatMoney(quoteFen) }
  },
  async send(ctx, row, input) {
    const { odometerKm, photoIds } = await arriving(ctx, row, input, (await vehicleOf(ctx, row)).odometerKm)
    const planEnd = input.planEnd ?? row.planEnd
    if (planEnd === null || planEnd <= ctx.now) throw badInput('planEnd', '请选择晚于现在的计划完工时间')
    const plan = checked({ from: ctx.now, to: planEnd })
    const effect = await take(ctx, row, plan, input)
    return {
      patch: {
        planStart: row.planStart !== null && row.planStart < planEnd ? row.planStart : ctx.now,
        planEnd,
        actualStart: ctx.now,
        startKm: odometerKm,
        startPhotoIds: photoIds,
      },
      note: `里程 ${odometerKm} km`,
      effect,
    }
  },
  async extend(ctx, row, input) {
    const { planEnd } = input
    if (planEnd === undefined) throw badInput('planEnd', '请选择计划完工')
    if (planEnd <= ctx.now) throw badInput('planEnd', '计划完工须晚于现在')
    const effect = await take(ctx, row, checked({ from: row.actualStart!, to: planEnd }), input)
    return { patch: { planEnd }, note: `${formatDateTime(planEnd)}，${reason(input)}`, effect }
  },
  finish: () => ({ patch: {} }),
  cost(ctx, _, { costs }) {
    ctx.require('ticket.cost')
    if (costs === undefined) throw badInput('costs', '请填写费用')
    return { patch: { costs }, note: `合计 ${formatMoney(costTotal(costs))}` }
  },
  async accept(ctx, row, input) {
    const { odometerKm, photoIds } = await arriving(ctx, row, input, row.startKm ?? 0)
    freeVehicle(ctx, { kind: KIND, refId: row.id }, true)
    return {
      patch: { actualEnd: ctx.now, endKm: odometerKm, endPhotoIds: photoIds },
      note: `里程 ${odometerKm} km`,
    }
  },
  reject: (_, __, input) => ({ patch: {}, note: reason(input) }),
  cancel(ctx, row, input) {
    const begun = isInHand(row.status)
    freeVehicle(ctx, { kind: KIND, refId: row.id }, begun)
    if (!begun) return { patch: {} }
    return { patch: { actualEnd: ctx.now }, note: reason(input) }
  },
}

/** One step of a ticket. @throws Refusal ticketStatusRefuses (7004), ticketNotApproved (7005), stale (-5), badInput (-2), as taking the car */
export const handle: HandlerOf<'ticket', 'maintainceHandle'> = async (input, ctx) => {
  const { action } = input
  if (action === 'edit') throw badInput('action', '请用修改工单')
  const row = await locked(ctx, input.ticketId, input.version)
  const status = await next(ctx, row, action)
  const { patch, note = '', effect = { moved: [], pinned: [], harmed: [] } } = await acts[action](ctx, row, input)
  const words = [
    note,
    input.note !== note && action !== 'extend' && action !== 'reject' && input.note,
    noteOf(effect, input),
  ]
  const said = [...new Set(words.filter(Boolean))].join('；')
  const saved = await store.update(ctx, row, { ...patch, status, log: [...row.log, logOf(ctx, action, said)] })
  await tell(ctx, saved)
  const plate = await plateOf(ctx, row)
  if (action === 'assign' && saved.assigneeId !== row.assigneeId) await tellAssignee(ctx, { ...saved, plate })
  if (action === 'quote') await askApproval(ctx, saved, plate)
  ctx.audit({
    targetType: 'ticket',
    targetId: row.id,
    before: { status: row.status },
    after: { status, action, note: said, ...reasonOf(input) },
  })
  return { status: saved.status, version: saved.version, ...shown(effect) }
}

/** Where a step leads to, judged with the quote where it matters. */
async function next(ctx: Context, row: store.TicketRow, action: Exclude<MaintainceAction, 'edit'>) {
  if (action !== 'send' && action !== 'finish') return advance(maintainceSteps, action, row.status)
  return advance(maintainceSteps, action, row.status, await quoted(ctx, row))
}

/** The quote of a ticket against the merchant's limit. */
export async function quoted(ctx: Context, row: Pick<store.TicketRow, 'quoteFen' | 'approvedFen' | 'storeId'>) {
  const { maintainApproveLimitFen: limit } = await settingsOf(ctx, row.storeId)
  return { quote: row.quoteFen, approved: row.approvedFen, limit }
}

async function vehicleOf(ctx: Context, row: store.TicketRow) {
  return found(await store.vehicleById(ctx, row.vehicleId))
}
const plateOf = async (ctx: Context, row: store.TicketRow): Promise<string> => (await vehicleOf(ctx, row)).plate

/** What is read off the car, and its pictures, which are the ticket's from now on. */
async function arriving(ctx: Context, row: store.TicketRow, { odometerKm, photoIds }: Input, least: number) {
  if (odometerKm === undefined) throw badInput('odometerKm', '请输入里程')
  if (odometerKm < least) throw badInput('odometerKm', `里程不能小于${least}公里`)
  if (!photoIds?.length) throw badInput('photoIds', '请上传车辆照片')
  await linkMedia(ctx, photoIds, { biz: 'ticket', bizId: row.id })
  writeReadings(ctx, row.vehicleId, { mileageKm: odometerKm, fuelPct: null, batteryPct: null })
  return { odometerKm, photoIds }
}

function checked(plan: { readonly from: number; readonly to: number }) {
  const problem = endProblem(plan)
  if (problem !== null) throw badInput(problem.field, problem.message)
  return plan
}

function reason({ note }: Input): string {
  if (!note) throw badInput('note', '请填写原因')
  return note
}

/** Others who may approve a quote beyond the limit are told of it. */
async function askApproval(ctx: Context, row: store.TicketRow, plate: string): Promise<void> {
  const { limit } = await quoted(ctx, row)
  if ((row.quoteFen ?? 0) <= limit) return
  await notify(ctx, {
    type: notifyType.approval,
    level: notifyLevel.important,
    ref: `ticketQuote/${row.id}/${row.quoteFen}`,
    title: `维保报价待审批 ${plate}`,
    body: `${row.no} 报价${formatMoney(row.quoteFen ?? 0)}，超过${formatMoney(limit)}`,
    link: screen('ticket.detail', { ticketId: row.id }),
    to: { key: 'ticket.cost', storeIds: [row.storeId] },
  })
}
