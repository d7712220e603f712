import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { formatMoney } from '@cheyi/domain/money'
import { notifyLevel, notifyType } from '@cheyi/domain/notify/notice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { isInHand } from '@cheyi/domain/ticket/kinds'
import { costTotal, isCare, type MaintainceAction, maintaince, maintainceSteps } from '@cheyi/domain/ticket/maintaince'
import { formatDateTime, localDate } from '@cheyi/domain/time'
import { writeCare, writeReadings } from '../inventory/actions.ts'
import type { Context, HandlerOf } from '../kernel/context.ts'
import { linkMedia } from '../media/actions.ts'
import { settingsOf } from '../merchant/actions.ts'
import { notify } from '../notify/actions.ts'
import { checkedNext } from './care.ts'
import { takeCase } from './damage.ts'
import { type Acts, checked, editTicket, handleTicket, planTo, reason, vehicleOf } from './handle.ts'
import { createTicket, giveBack, linkTo, type Own, take } from './plan.ts'
import type * as store from './store.ts'

/*
 * Tickets of maintenance.
 */

type Input = ParsedOf<typeof contract.ticket.maintainceHandle>
type Facts = ParsedOf<typeof contract.ticket.maintainceEdit>

const ofFacts = ({
  type,
  items,
  garageName,
  garagePhone,
  garageAddress,
}: Omit<Facts, 'ticketId' | 'version'>): Own => ({
  maintainType: type,
  work: items,
  garageName: garageName ?? '',
  garagePhone: garagePhone ?? '',
  garageAddress: garageAddress ?? '',
})

export const create: HandlerOf<'ticket', 'maintainceCreate'> = async ({ damageId, ...input }, ctx) => {
  const { quote } = input
  if (quote !== undefined) ctx.require('ticket.cost')
  const asked = quote === undefined ? {} : { quoteFen: quote, quotedBy: ctx.accountId }
  if (damageId !== undefined) await takeCase(ctx, damageId, input.vehicleId)
  return createTicket(ctx, maintaince, input, { ...ofFacts(input), ...asked, damageId: damageId ?? null })
}

export const edit: HandlerOf<'ticket', 'maintainceEdit'> = (input, ctx) =>
  editTicket(ctx, maintaince, input, (row) => {
    advance(maintainceSteps, 'edit', row.status)
    const { quote } = input
    if (quote === undefined || quote === row.quoteFen) return ofFacts(input)
    ctx.require('ticket.cost')
    return { ...ofFacts(input), quoteFen: quote, quotedBy: ctx.accountId }
  })

const acts: Acts<Exclude<MaintainceAction, 'edit' | 'assign'>, Input> = {
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
    const plan = checked(maintaince, { from: ctx.now, to: planEnd })
    const effect = await take(ctx, maintaince, row, plan, input)
    return {
      patch: {
        ...planTo(row, planEnd, ctx.now),
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
    const effect = await take(ctx, maintaince, row, checked(maintaince, { from: row.actualStart!, to: planEnd }), input)
    return {
      patch: planTo(row, planEnd, row.actualStart!),
      note: `${formatDateTime(planEnd)}，${reason(input)}`,
      effect,
    }
  },
  finish: () => ({ patch: {} }),
  cost(ctx, _, { costs }) {
    ctx.require('ticket.cost')
    if (costs === undefined) throw badInput('costs', '请填写费用')
    return { patch: { costs }, note: `合计 ${formatMoney(costTotal(costs))}` }
  },
  async accept(ctx, row, input) {
    const { odometerKm, photoIds } = await arriving(ctx, row, input, row.startKm ?? 0)
    await giveBack(ctx, row, true)
    const patch = { actualEnd: ctx.now, endKm: odometerKm, endPhotoIds: photoIds }
    if (!isCare(row.maintainType)) return { patch, note: `里程 ${odometerKm} km` }
    const done = { km: odometerKm, on: localDate(ctx.now) }
    const { nextKm, nextOn } = checkedNext(done, input)
    writeCare(ctx, row.vehicleId, { ...done, nextKm, nextOn })
    const next = [nextKm !== null && `下次保养 ${nextKm} km`, nextOn !== null && `下次保养 ${nextOn}`]
    return {
      patch: { ...patch, nextCareKm: nextKm, nextCareOn: nextOn },
      note: [`里程 ${odometerKm} km`, ...next].filter(Boolean).join('，'),
    }
  },
  reject: (_, __, input) => ({ patch: {}, note: reason(input) }),
  async cancel(ctx, row, input) {
    const begun = isInHand(row)
    await giveBack(ctx, row, begun)
    if (!begun) return { patch: {} }
    return { patch: { actualEnd: ctx.now }, note: reason(input) }
  },
}

/** @throws Refusal ticketStatusRefuses (7004), ticketNotApproved (7005), stale (-5), badInput (-2), as taking the car */
export const handle: HandlerOf<'ticket', 'maintainceHandle'> = async (input, ctx) => {
  const { action } = input
  if (action === 'edit') throw badInput('action', '请用修改工单')
  return handleTicket(ctx, maintaince, input, {
    next: async (row) =>
      action === 'send' || action === 'finish'
        ? advance(maintainceSteps, action, row.status, await quoted(ctx, row))
        : advance(maintainceSteps, action, row.status),
    act: action === 'assign' ? undefined : acts[action],
    after: (row, plate) => (action === 'quote' ? askApproval(ctx, row, plate) : undefined),
  })
}

/** The quote of a ticket against the merchant's limit. */
export async function quoted(ctx: Context, row: Pick<store.TicketRow, 'quoteFen' | 'approvedFen' | 'storeId'>) {
  const { maintainApproveLimitFen: limit } = await settingsOf(ctx, row.storeId)
  return { quote: row.quoteFen, approved: row.approvedFen, limit }
}

/** What is read off the car, and its pictures, which are the ticket's from now on. */
async function arriving(ctx: Context, row: store.TicketRow, { odometerKm, photoIds }: Input, least: number) {
  if (odometerKm === undefined) throw badInput('odometerKm', '请输入里程')
  if (odometerKm < least) throw badInput('odometerKm', `里程不能小于${least}公里`)
  if (!photoIds?.length) throw badInput('photoIds', '请上传车辆照片')
  await linkMedia(ctx, photoIds, { biz: 'ticket', bizId: row.id })
  writeReadings(ctx, row.vehicleId, { mileageKm: odometerKm, fuelPct: null, batteryPct: null })
  return { odometerKm, photoIds }
}

/** Others who may approve a quote beyond the limit are told of it. */
async function askApproval(ctx: Context, row: store.TicketRow, plate: string): Promise<void> {
  const { limit } = await quoted(ctx, row)
  if ((row.quoteFen ?? 0) <= limit) return
  notify(ctx, {
    type: notifyType.approval,
    level: notifyLevel.important,
    ref: `ticketQuote/${row.id}/${row.quoteFen}`,
    title: `维保报价待审批 ${plate}`,
    body: `${row.no} 报价${formatMoney(row.quoteFen ?? 0)}，超过${formatMoney(limit)}`,
    link: linkTo(row),
    to: { key: 'ticket.cost', storeIds: [row.storeId] },
  })
}
