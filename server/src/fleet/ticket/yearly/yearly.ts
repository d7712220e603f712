import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { costPayers, maintenanceTypes, yearlyResults } from '@cheyi/domain/fleet/ticket/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { type YearlyAction, yearly, yearlySteps } from '@cheyi/domain/fleet/ticket/yearly'
import { formatMoment } from '@cheyi/domain/near'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { renewInspection } from '../../inventory/inspection/actions.ts'
import { freeVehicle } from '../../stock/actions.ts'
import { chosenGarage } from '../garage/handlers.ts'
import { type Acts, cancel, editTicket, endAhead, handleTicket, reason, requireValidEnds, takeNow } from '../handle.ts'
import { garageColumns } from '../maintenance.ts'
import { createTicket, type Own, take } from '../plan.ts'
import type * as store from '../store.ts'
import * as yearlies from './store-yearly.ts'

/*
 * Tickets of yearly inspection.
 */

type Input = ParsedOf<typeof contract.ticket.yearlyHandle>

const passed = yearlyResults.code.passed

/** The only ticket for the present inspection end of the car. @throws Refusal as {@link createTicket} */
export const create: HandlerOf<'ticket', 'yearlyCreate'> = async ({ garageId, ...input }, ctx) =>
  createTicket(ctx, yearly, input, ofPaper(ctx, input.vehicleId, await atStation(ctx, garageId)))

/** @throws Refusal badInput (-2) if a ticket for it exists */
async function ofPaper(ctx: Context, vehicleId: string, facts: Own): Promise<Own> {
  const dueOn = await yearlies.paperEnd(ctx, vehicleId)
  const no = await yearlies.numberFor(ctx, vehicleId, dueOn)
  if (no !== undefined) throw badInput('vehicleId', `该车本次年检已有工单 ${no}`)
  return { ...facts, dueOn }
}

export const edit: HandlerOf<'ticket', 'yearlyEdit'> = ({ garageId, ...input }, ctx) =>
  editTicket(ctx, yearly, input, {
    own(row) {
      advance(yearlySteps, 'edit', row.status)
      return atStation(ctx, garageId, row.garageId)
    },
  })

/** The station of an inspection and its texts, as columns. */
async function atStation(ctx: Context, garageId: string | undefined, current: string | null = null): Promise<Own> {
  const station = await chosenGarage(ctx, garageId, current)
  return { garageId: garageId ?? null, agency: station?.name ?? '', place: station?.address ?? '' }
}

const acts: Acts<Exclude<YearlyAction, 'edit' | 'assign'>, Input> = {
  start: async (ctx, row, input) => {
    const { patch, effect } = await goes(ctx, row, input)
    return { patch: { ...patch, actualStart: ctx.now }, effect }
  },
  async extend(ctx, row, input) {
    // A garage has the car: a new plan is made when it is shown again.
    if (row.planStart === null) throw new Refusal('ticketStatusRefuses')
    const planEnd = endAhead(ctx, yearly, input.planEnd)
    const effect = await take(ctx, yearly, row, requireValidEnds(yearly, { from: row.planStart, to: planEnd }), input)
    return { patch: { planEnd }, note: `${formatMoment(planEnd, ctx.now)}，${reason(input)}`, effect }
  },
  async pass(ctx, row, { inspectedOn, newEndOn, photoIds, fee }) {
    if (fee !== undefined) ctx.require('ticket.cost')
    const today = localDate(ctx.now)
    const startOn = inspectedOn ?? today
    if (startOn > today) throw badInput('inspectedOn', '检验日期不能晚于今天')
    if (newEndOn === undefined) throw badInput('newEndOn', '请选择新有效期')
    if (!photoIds?.length) throw badInput('photoIds', '请上传年检证明')
    freeVehicle(ctx, { kind: yearly.occupancy, refId: row.id }, true)
    await renewInspection(ctx, { vehicleId: row.vehicleId, startOn, endOn: newEndOn, mediaIds: photoIds })
    return {
      patch: {
        actualEnd: ctx.now,
        inspectionResult: passed,
        inspectedOn: startOn,
        newEndOn,
        certificateIds: photoIds,
        ...(fee !== undefined && { costs: [{ item: '年检费', amount: fee, payer: costPayers.code.merchant }] }),
      },
      note: `有效期至 ${newEndOn}`,
    }
  },
  fail: (_, __, input) => ({ patch: { inspectionResult: yearlyResults.code.failed }, note: reason(input) }),
  recheck: (ctx, row, input) => goes(ctx, row, input),
  async repair(ctx, row, input) {
    ctx.require('ticket.maintenance')
    const { planEnd, items, garageId, confirm, force, forceReason } = input
    if (!items) throw badInput('items', '请填写维修项目')
    const open = await yearlies.repairOf(ctx, row.id)
    if (open?.open) throw new Refusal('ticketVehicleHasTicket', { no: open.no })
    freeVehicle(ctx, { kind: yearly.occupancy, refId: row.id }, true)
    const { vehicleId, priority, assigneeId } = row
    const plan = { planStart: ctx.now, planEnd: endAhead(ctx, yearly, planEnd), priority, confirm, force, forceReason }
    const { no, moved, pinned, harmed } = await createTicket(
      ctx,
      maintenance,
      { vehicleId, ...plan, ...(assigneeId !== null && { assigneeId }), remark: `年检单 ${row.no} 不合格` },
      {
        maintainType: maintenanceTypes.code.repair,
        work: items,
        originId: row.id,
        ...(await garageColumns(ctx, garageId)),
      },
    )
    return { patch: { planStart: null, planEnd: null }, note: `维保单 ${no}`, effect: { moved, pinned, harmed } }
  },
  cancel,
}

/** The car is shown at the station from now on. */
async function goes(ctx: Context, row: store.TicketRow, input: Input) {
  const { planEnd, effect } = await takeNow(ctx, yearly, row, input)
  return { patch: { planStart: ctx.now, planEnd }, effect }
}

/** @throws Refusal ticketStatusRefuses (7004), stale (-5), badInput (-2), as taking the car and as a new document of it */
export const handle: HandlerOf<'ticket', 'yearlyHandle'> = (input, ctx) => {
  const { action } = input
  if (action === 'edit') throw badInput('action', '请用修改工单')
  return handleTicket(ctx, yearly, input, {
    next: (row) => advance(yearlySteps, action, row.status),
    act: action === 'assign' ? undefined : acts[action],
  })
}
