import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { maintenanceStatus } from '@cheyi/domain/fleet/ticket/codes'
import {
  costTotal,
  isCare,
  type MaintenanceAction,
  maintenance,
  maintenanceSteps,
} from '@cheyi/domain/fleet/ticket/maintenance'
import { formatKm } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { badInput } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { writeCare, writeReadings } from '../inventory/actions.ts'
import { requireNextCare } from './care.ts'
import { takeCase } from './damage.ts'
import { chosenGarage } from './garage/handlers.ts'
import { type Acts, cancel, editTicket, extending, handleTicket, planTo, reason, takeNow, vehicleOf } from './handle.ts'
import { createTicket, giveBack, type Own } from './plan.ts'
import { asking, requirePendingAmount, spending, tellApprovers, tellOfDecision } from './spending.ts'
import * as store from './store.ts'

/*
 * Tickets of maintenance.
 */

type Input = ParsedOf<typeof contract.ticket.maintenanceHandle>
type Facts = ParsedOf<typeof contract.ticket.maintenanceEdit>

const ofFacts = async (
  ctx: Context,
  { type, items, garageId }: Omit<Facts, 'ticketId' | 'version'>,
  current: string | null = null,
): Promise<Own> => ({ maintainType: type, work: items, ...(await garageColumns(ctx, garageId, current)) })

/** The garage of a maintenance and its texts, as columns. */
export async function garageColumns(ctx: Context, garageId: string | undefined, current: string | null = null) {
  const garage = await chosenGarage(ctx, garageId, current)
  return {
    garageId: garageId ?? null,
    garageName: garage?.name ?? '',
    garagePhone: garage?.phone ?? '',
    garageAddress: garage?.address ?? '',
  }
}

export const create: HandlerOf<'ticket', 'maintenanceCreate'> = async ({ damageId, ...input }, ctx) => {
  const { quote } = input
  if (quote !== undefined) ctx.require('ticket.cost')
  if (damageId !== undefined) await takeCase(ctx, damageId, input.vehicleId)
  const facts = { ...(await ofFacts(ctx, input)), damageId: damageId ?? null }
  if (quote === undefined) return createTicket(ctx, maintenance, input, facts)
  const { homeStoreId: storeId, plate } = requireFound(await store.vehicleById(ctx, input.vehicleId))
  const blank = {
    storeId,
    status: maintenanceStatus.waiting,
    quoteFen: null,
    approvedFen: null,
    costs: [],
    askedAt: null,
    refused: false,
  }
  const asked = await asking(ctx, blank, { ...facts, quoteFen: quote }, true)
  const made = await createTicket(ctx, maintenance, input, asked)
  if (asked.askedAt)
    await tellApprovers(
      ctx,
      {
        ...blank,
        ...facts,
        garageName: facts.garageName ?? '',
        maintainType: input.type,
        quoteFen: quote,
        id: made.ticketId,
        no: made.no,
      },
      plate,
    )
  return made
}

export const edit: HandlerOf<'ticket', 'maintenanceEdit'> = async (input, ctx) => {
  let asks = false
  return editTicket(ctx, maintenance, input, {
    async own(row) {
      advance(maintenanceSteps, 'edit', row.status)
      const { quote } = input
      const facts = await ofFacts(ctx, input, row.garageId)
      if (quote === undefined || quote === row.quoteFen) return facts
      ctx.require('ticket.cost')
      const asked = await asking(ctx, row, { ...facts, quoteFen: quote }, true)
      asks = asked.askedAt === ctx.now
      return asked
    },
    after: (saved, plate) => (asks ? tellApprovers(ctx, saved, plate) : undefined),
  })
}

const acts: Acts<Exclude<MaintenanceAction, 'edit' | 'assign'>, Input> = {
  quote(ctx, _, { quote }) {
    ctx.require('ticket.cost')
    if (quote === undefined) throw badInput('quote', '请输入报价')
    return { patch: { quoteFen: quote }, note: formatMoney(quote) }
  },
  async approve(ctx, row) {
    const fen = await requirePendingAmount(ctx, row)
    return {
      patch: { approvedFen: fen, approvedBy: ctx.accountId, askedAt: null, refused: false },
      note: formatMoney(fen),
    }
  },
  async refuse(ctx, row, input) {
    const fen = await requirePendingAmount(ctx, row)
    return { patch: { askedAt: null, refused: true }, note: `${formatMoney(fen)}，${reason(input)}` }
  },
  async send(ctx, row, input) {
    const { odometerKm, photoIds } = await arriving(ctx, row, input, (await vehicleOf(ctx, row)).odometerKm)
    const { planEnd, effect } = await takeNow(ctx, maintenance, row, input)
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
  extend: extending(maintenance),
  finish: () => ({ patch: {} }),
  cost(ctx, row, { costs }) {
    ctx.require('ticket.cost')
    if (costs === undefined) throw badInput('costs', '请填写费用')
    const today = localDate(ctx.now)
    const late = costs.findIndex(({ on }) => on !== undefined && on > today)
    if (late >= 0) throw badInput(`costs.${late}.on`, '费用日期不能晚于今天')
    const dated = costs.map((cost) => ({ ...cost, on: cost.on ?? today }))
    const [earlier, now] = [costTotal(row.costs), costTotal(dated)]
    const was = row.costs.length > 0 && earlier !== now ? `，原 ${formatMoney(earlier)}` : ''
    return {
      patch: { costs: dated },
      note: `合计 ${formatMoney(now)}${was}`,
      changes: { before: { costs: row.costs }, after: { costs: dated } },
    }
  },
  async accept(ctx, row, input) {
    const { odometerKm, photoIds } = await arriving(ctx, row, input, row.startKm ?? 0)
    await giveBack(ctx, row, true)
    const patch = { actualEnd: ctx.now, endKm: odometerKm, endPhotoIds: photoIds }
    if (!isCare(row.maintainType)) return { patch, note: `里程 ${odometerKm} km` }
    const done = { km: odometerKm, on: localDate(ctx.now) }
    const { nextKm, nextOn } = requireNextCare(done, input)
    writeCare(ctx, row.vehicleId, { ...done, nextKm, nextOn })
    const next = [nextKm !== null && `下次保养 ${nextKm} km`, nextOn !== null && `下次保养 ${nextOn}`]
    return {
      patch: { ...patch, nextCareKm: nextKm, nextCareOn: nextOn },
      note: [`里程 ${odometerKm} km`, ...next].filter(Boolean).join('，'),
    }
  },
  reject: (_, __, input) => ({ patch: {}, note: reason(input) }),
  cancel,
}

/** @throws Refusal ticketStatusRefuses (7004), ticketNotApproved (7005), stale (-5), badInput (-2), as taking the car */
export const handle: HandlerOf<'ticket', 'maintenanceHandle'> = async (input, ctx) => {
  const { action } = input
  if (action === 'edit') throw badInput('action', '请用修改工单')
  const entersMoney = action === 'quote' || action === 'cost'
  const next = (row: store.TicketRow) =>
    action === 'send'
      ? advance(maintenanceSteps, action, row.status, spending(row))
      : advance(maintenanceSteps, action, row.status)
  let asks = false
  return handleTicket(ctx, maintenance, input, {
    next,
    act:
      action === 'assign'
        ? undefined
        : async (_, row) => {
            const done = await acts[action](ctx, row, input)
            const patch = await asking(ctx, row, { ...done.patch, status: next(row) }, entersMoney)
            asks = patch.askedAt === ctx.now
            return { ...done, patch }
          },
    after(saved, plate) {
      if (asks) return tellApprovers(ctx, saved, plate)
      if (action === 'approve' || action === 'refuse') return tellOfDecision(ctx, saved, plate, action, input.note)
    },
  })
}

/** The mileage of the car and its photos, which belong to the ticket from now on. */
async function arriving(ctx: Context, row: store.TicketRow, { odometerKm, photoIds }: Input, least: number) {
  if (odometerKm === undefined) throw badInput('odometerKm', '请输入里程')
  if (odometerKm < least) throw badInput('odometerKm', `里程不能小于 ${formatKm(least)}`)
  if (!photoIds?.length) throw badInput('photoIds', '请上传车辆照片')
  await linkMedia(ctx, photoIds, { biz: 'ticket', bizId: row.id })
  writeReadings(ctx, row.vehicleId, { mileageKm: odometerKm, fuelPct: null, batteryPct: null })
  return { odometerKm, photoIds }
}
