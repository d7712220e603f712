import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { isInHand } from '@cheyi/domain/fleet/ticket/kinds'
import {
  RELOCATION_PHOTOS,
  type RelocationAction,
  relocation,
  relocationSteps,
} from '@cheyi/domain/fleet/ticket/relocation'
import { formatKm } from '@cheyi/domain/length'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput } from '@cheyi/domain/refusal'
import { fuelKind } from '@cheyi/domain/rental/pickup-return/codes'
import { fuelKindOf } from '@cheyi/domain/rental/pickup-return/record'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { notify } from '../../platform/notify/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { bringVehicle, writeReadings } from '../inventory/actions.ts'
import { arrive, moveAway } from '../stock/actions.ts'
import { type Acts, editTicket, extending, handleTicket, planTo, reason, takeNow, vehicleOf } from './handle.ts'
import { createTicket, giveBack, linkTo, type Own, SAME_STORE, wayOf } from './plan.ts'
import * as store from './store.ts'

/*
 * Cars that are moved from one store to another. Staff of the first store plan the move and release the car; staff of
 * either store receive it.
 */

type Input = ParsedOf<typeof contract.ticket.relocationHandle>
type Facts = Omit<ParsedOf<typeof contract.ticket.relocationEdit>, 'ticketId' | 'version'>

/** @throws Refusal badInput (-2) naming the store */
async function ofFacts(ctx: Context, facts: Facts): Promise<Own> {
  const { toStoreId, reason, mode, carrier, waybill, changeHome } = facts
  if (!(await store.isOpenStore(ctx, toStoreId))) throw badInput('toStoreId', '调入门店不存在或已停业')
  return { toStoreId, reason, mode, carrier: carrier ?? '', waybill: waybill ?? '', changeHome }
}

export const create: HandlerOf<'ticket', 'relocationCreate'> = (input, ctx) =>
  createTicket(ctx, relocation, input, ofFacts(ctx, input))

export const edit: HandlerOf<'ticket', 'relocationEdit'> = (input, ctx) =>
  editTicket(ctx, relocation, input, {
    own(row) {
      inSight(ctx, row.storeId)
      advance(relocationSteps, 'edit', row.status)
      if (input.toStoreId === row.storeId) throw badInput('toStoreId', SAME_STORE)
      return ofFacts(ctx, input)
    },
  })

const acts: Acts<Exclude<RelocationAction, 'edit' | 'assign'>, Input> = {
  async depart(ctx, row, input) {
    inSight(ctx, row.storeId)
    const read = await readingAtEnd(ctx, row, input, null)
    const { planEnd, effect } = await takeNow(ctx, relocation, row, input)
    if (row.changeHome) await moveAway(ctx, row.vehicleId)
    return {
      patch: {
        ...planTo(row, planEnd, ctx.now),
        actualStart: ctx.now,
        startKm: read.km,
        startFuelPct: read.fuelPct,
        startBatteryPct: read.batteryPct,
        startPhotoIds: read.photoIds,
      },
      note: read.words,
      effect,
    }
  },
  extend: extending(relocation),
  async arrive(ctx, row, input) {
    const read = await readingAtEnd(ctx, row, input, row.startKm)
    const { id: refId, vehicleId } = row
    const where = { storeId: row.toStoreId!, changesHome: row.changeHome }
    await arrive(ctx, { vehicleId, kind: relocation.occupancy, refId }, where)
    return {
      patch: {
        actualEnd: ctx.now,
        endKm: read.km,
        endFuelPct: read.fuelPct,
        endBatteryPct: read.batteryPct,
        endPhotoIds: read.photoIds,
      },
      note: read.words,
    }
  },
  async cancel(ctx, row, input) {
    const begun = isInHand(row)
    if (!begun) inSight(ctx, row.storeId)
    await giveBack(ctx, row, begun)
    if (!begun) return { patch: {} }
    const { standsAt } = input
    if (standsAt === undefined || (standsAt !== row.storeId && standsAt !== row.toStoreId))
      throw badInput('standsAt', '请选择车辆现在所在的门店')
    const why = reason(input)
    await ctx.elevated(async () => bringVehicle(ctx, row.vehicleId, { storeId: standsAt, changesHome: false }))
    return { patch: { actualEnd: ctx.now }, note: why }
  },
}

/** @throws Refusal ticketStatusRefuses (7004), stale (-5), badInput (-2), forbidden (-3) at the other end, as taking the car */
export const handle: HandlerOf<'ticket', 'relocationHandle'> = (input, ctx) => {
  const { action } = input
  if (action === 'edit') throw badInput('action', '请用修改工单')
  return handleTicket(ctx, relocation, input, {
    next: (row) => advance(relocationSteps, action, row.status),
    act: action === 'assign' ? undefined : acts[action],
    after: (saved, plate) => (action === 'depart' || action === 'arrive' ? tellEnds(ctx, saved, plate) : undefined),
  })
}

/** Notifies the target store and the creator of the move that the car has left, or has arrived. */
async function tellEnds(ctx: Context, row: store.TicketRow, plate: string): Promise<void> {
  const arrived = row.actualEnd !== null
  const way = await wayOf(ctx, row)
  const when = arrived
    ? `${formatMoment(ctx.now, ctx.now)} 到达`
    : `${formatMoment(ctx.now, ctx.now)} 出发，${formatMoment(row.planEnd!, ctx.now)} 到`
  const notice = {
    type: notifyType.ticket,
    level: notifyLevel.normal,
    title: `调车${arrived ? '到达' : '出发'} ${displayPlate(plate)}`,
    body: `${way}，${when}（${row.no}）`,
    link: linkTo(row),
  }
  // The same reference for both, so that no account is notified twice.
  const ref = `relocation/${row.id}/${arrived ? 'arrived' : 'left'}`
  notify(ctx, { ...notice, ref, to: { key: relocation.key, storeIds: [row.toStoreId!] } })
  if (row.createdBy !== ctx.accountId) notify(ctx, { ...notice, ref, to: { accountIds: [row.createdBy] } })
}

/** The mileage at one end and its photos, which belong to the ticket from now on. @throws Refusal badInput (-2) naming the field */
async function readingAtEnd(ctx: Context, row: store.TicketRow, input: Input, startKm: number | null) {
  const { odometerKm: km, photoIds } = input
  const car = await vehicleOf(ctx, row)
  if (km === undefined) throw badInput('odometerKm', '请输入里程')
  if (startKm !== null && km < startKm) throw badInput('odometerKm', '到达里程不能小于出发里程')
  if (startKm === null && km < car.odometerKm) throw badInput('odometerKm', `里程不能小于 ${formatKm(car.odometerKm)}`)
  const asks = fuelKindOf(car.energy)
  const fuelPct = asks === fuelKind.electric ? null : (input.fuelPct ?? null)
  const batteryPct = asks === fuelKind.oil ? null : (input.batteryPct ?? null)
  if (asks !== fuelKind.electric && fuelPct === null) throw badInput('fuelPct', '请输入油量')
  if (asks !== fuelKind.oil && batteryPct === null) throw badInput('batteryPct', '请输入电量')
  if ((photoIds?.length ?? 0) < RELOCATION_PHOTOS)
    throw badInput('photoIds', `请上传至少${RELOCATION_PHOTOS}张车辆照片`)
  await linkMedia(ctx, photoIds!, { biz: 'ticket', bizId: row.id })
  await ctx.elevated(async () => writeReadings(ctx, row.vehicleId, { mileageKm: km, fuelPct, batteryPct }))
  const words = [`里程 ${km} km`, fuelPct !== null && `油量 ${fuelPct}%`, batteryPct !== null && `电量 ${batteryPct}%`]
  return { km, fuelPct, batteryPct, photoIds: [...photoIds!], words: words.filter(Boolean).join('，') }
}
