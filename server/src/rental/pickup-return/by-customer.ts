import { dueFen } from '@cheyi/domain/money/debt/due'
import { Refusal } from '@cheyi/domain/refusal'
import { type HandoverType, handoverType, recordVerify } from '@cheyi/domain/rental/pickup-return/codes'
import type { Blocking } from '@cheyi/domain/rental/pickup-return/guards'
import type { PhotoFault } from '@cheyi/domain/rental/pickup-return/photo-fault'
import {
  fuelKindOf,
  MAX_RECORD_MEDIA,
  type PhotoSlot,
  type StoredMark,
} from '@cheyi/domain/rental/pickup-return/record'
import { returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import { toMinute } from '@cheyi/domain/time'
import type { OrderRow } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { chargesFen, liveExpenses } from '../../money/expense/actions.ts'
import { unlinkMedia } from '../../platform/media/actions.ts'
import { confirm } from './confirm.ts'
import { blocksOf, type Situation, situationOf } from './facts.ts'
import { earlierMarks, flows, linkFiles, openRecord, refuseStale, storedMarks } from './save.ts'
import * as store from './store.ts'

/*
 * A handover record that the customer fills in by self-service. It is the only record of the handover: staff may continue it
 * at any time, and the version that they reviewed is the one that is confirmed. Each function requires the lock on the
 * order.
 */

export type { Situation }
export const situationFor = situationOf

type MarkInput = Parameters<typeof storedMarks>[1][number]

export interface CustomerChange {
  readonly mileageKm?: number | undefined
  readonly fuelEighths?: number | undefined
  readonly batteryPct?: number | undefined
  readonly damageMarks?: readonly MarkInput[] | undefined
  /** At a return: the places of the keys and of the car. */
  readonly keyNote?: string | undefined
  readonly parkingNote?: string | undefined
}

/** A photo that was just uploaded, for a position of the car. */
interface Arrived {
  readonly slot: PhotoSlot
  readonly mediaId: string
  readonly fault?: PhotoFault
}

/**
 * Stores what the customer has filled in so far. A photo replaces the previous one of its position; additional photos are
 * stored side by side.
 * @throws Refusal tooManyFiles (11002), notFound (-4) for a mark's photo that does not belong to this record
 */
export async function fillByCustomer(
  ctx: Context,
  order: OrderRow,
  type: HandoverType,
  change: CustomerChange,
  arrived?: Arrived,
): Promise<store.RecordRow> {
  const situation = await situationOf(ctx, order, type)
  if (situation.vehicle === null) throw new Refusal('orderStatusRefuses')
  const opened = await openRecord(ctx, situation, type)
  // The response was lost and the upload is repeated: the photo is already stored.
  if (arrived !== undefined && opened.photos.some(({ mediaId }) => mediaId === arrived.mediaId)) return opened
  // A customer cannot remove known damage without staff.
  const known =
    situation.record === undefined ? earlierMarks((await lastCarState(ctx, situation))?.row?.damageMarks ?? []) : []
  const before = { ...opened, damageMarks: opened.damageMarks.length > 0 ? opened.damageMarks : known }
  const kept =
    arrived === undefined || arrived.slot === 'extra'
      ? before.photos
      : before.photos.filter(({ slot }) => slot !== arrived.slot)
  if (arrived !== undefined && kept.length >= MAX_RECORD_MEDIA)
    throw new Refusal('tooManyFiles', { 说明: `最多上传${MAX_RECORD_MEDIA}张，请先删除再上传` })
  const marks = change.damageMarks === undefined ? before.damageMarks : marksOf(type, before, [...change.damageMarks])
  const record = store.update(ctx, before, {
    mileageKm: change.mileageKm ?? before.mileageKm,
    fuelEighths: change.fuelEighths ?? before.fuelEighths,
    batteryPct: change.batteryPct ?? before.batteryPct,
    photos: arrived === undefined ? kept : [...kept, { ...arrived, reissued: false, at: ctx.now }],
    damageMarks: marks,
    extra: {
      ...before.extra,
      ...(change.keyNote !== undefined && { keyNote: change.keyNote }),
      ...(change.parkingNote !== undefined && { parkingNote: change.parkingNote }),
    },
    byCustomer: true,
    operatorName: ctx.identity.name,
  })
  await linkFiles(ctx, flows[type].biz, order.id, before, record)
  return record
}

/**
 * The marks found by the customer, in addition to the known ones. A customer may reference only photos of this record; only
 * staff set the price of a mark.
 */
function marksOf(type: HandoverType, record: store.RecordRow, marks: MarkInput[]): StoredMark[] {
  const own = new Set([
    ...record.photos.map(({ mediaId }) => mediaId),
    ...record.damageMarks.flatMap((one) => one.photoIds),
  ])
  const amountOf = (markId: string) => record.damageMarks.find((one) => one.markId === markId)?.amount
  const found = storedMarks(
    type,
    marks.filter(({ isNew }) => isNew).map(({ amount: _, ...mark }) => mark),
  )
  if (found.some(({ photoIds }) => photoIds.some((id) => !own.has(id))))
    throw new Refusal('notFound', { field: 'damageMarks' })
  return [
    ...record.damageMarks.filter(({ isNew }) => !isNew),
    ...found.map((mark) => {
      const amount = amountOf(mark.markId)
      return amount === undefined ? mark : { ...mark, amount }
    }),
  ]
}

/** Removes a photo that is not referenced any more. */
export async function removePhotoByCustomer(ctx: Context, order: OrderRow, type: HandoverType, mediaId: string) {
  const { record } = await situationOf(ctx, order, type)
  const before = requireFound(record)
  if (!before.draft) throw new Refusal('orderStatusRefuses')
  if (!before.photos.some((photo) => photo.mediaId === mediaId)) throw new Refusal('notFound', { field: 'mediaId' })
  store.update(ctx, before, { photos: before.photos.filter((photo) => photo.mediaId !== mediaId) })
  if (!before.damageMarks.some(({ photoIds }) => photoIds.includes(mediaId)))
    await unlinkMedia(ctx, [mediaId], { biz: flows[type].biz, bizId: before.id })
}

/** Sets the review status of the customer's record. */
export const markRecord = (ctx: Context, record: store.RecordRow, verify: keyof typeof recordVerify): store.RecordRow =>
  store.update(ctx, record, { verify: recordVerify[verify] })

/** The readings and marks of the car at its previous handover; for a return, at the pickup of this order. */
export async function lastCarState(ctx: Context, { vehicle, pickupRecord }: Situation) {
  if (vehicle === null) return null
  const row = pickupRecord ?? (await store.lastOfVehicle(ctx.db, vehicle.id))
  return {
    at: row?.at ?? null,
    mileageKm: pickupRecord?.mileageKm ?? vehicle.odometerKm,
    fuelKind: fuelKindOf(vehicle.energy),
    fuelEighths: row?.fuelEighths ?? (vehicle.fuelPct === null ? null : Math.round(vehicle.fuelPct / 12.5)),
    batteryPct: row?.batteryPct ?? vehicle.batteryPct,
    row: row ?? null,
  }
}

interface Checked {
  /** The version of the record that staff reviewed. */
  readonly version: number
  readonly mileageKm?: number | undefined
  readonly fuelEighths?: number | undefined
  readonly batteryPct?: number | undefined
}

/** @throws Refusal stale (-5) where the customer has changed the record since */
async function acceptRecord(ctx: Context, situation: Situation, checked: Checked, more: Partial<store.RecordRow> = {}) {
  refuseStale(situation, checked.version)
  return store.update(ctx, requireFound(situation.record), {
    ...(checked.mileageKm !== undefined && { mileageKm: checked.mileageKm }),
    ...(checked.fuelEighths !== undefined && { fuelEighths: checked.fuelEighths }),
    ...(checked.batteryPct !== undefined && { batteryPct: checked.batteryPct }),
    verify: recordVerify.passed,
    operatorId: ctx.accountId,
    operatorName: ctx.identity.name,
    ...more,
  })
}

/**
 * Confirms the pickup with the customer's record after the review by staff, with the guards of every pickup and in the same
 * transaction.
 * @throws Refusal stale (-5) where the customer has changed the record since; as {@link confirm}
 */
export async function handOverChecked(ctx: Context, order: OrderRow, checked: Checked) {
  await acceptRecord(ctx, await situationOf(ctx, order, handoverType.pickup), checked)
  const expectAmount = dueFen(order) + chargesFen(await liveExpenses(ctx, order.id, handoverType.pickup))
  return confirm({ orderId: order.id, type: handoverType.pickup, actualAt: toMinute(ctx.now), expectAmount }, ctx)
}

/** The steps of a return that a customer completes by self-service. */
const ofTheCar: readonly number[] = [returnStep.order, returnStep.time, returnStep.photos, returnStep.readings]

/** What blocks the review of a return by self-service; its settlement and document follow at the counter. */
export async function blocksOfReturned(ctx: Context, situation: Situation, handedInAt: number): Promise<Blocking[]> {
  const { order } = situation
  const intent = { actualAt: toMinute(handedInAt), owed: dueFen(order), override: false }
  const blocks = await blocksOf(ctx, situation, handoverType.return, intent)
  return blocks.filter(({ step }) => ofTheCar.includes(step))
}

/**
 * Accepts the customer's return record after the review by staff: it becomes the record of the return, dated by its
 * submission, and the settlement and document follow on the normal page of a return.
 * @throws Refusal stale (-5), orderStatusRefuses (2001), photosIncomplete (5003), badInput (-2), mileageBelowPickup (5002)
 */
export async function acceptReturned(ctx: Context, order: OrderRow, checked: Checked, handedInAt: number) {
  const situation = await situationOf(ctx, order, handoverType.return)
  const record = await acceptRecord(ctx, situation, checked, handInTimes(handedInAt))
  const [block] = await blocksOfReturned(ctx, { ...situation, record }, handedInAt)
  if (block !== undefined) throw new Refusal(block.key, block.detail)
}

/** Staff continue the record at the counter; `handedInAt`: the time of the customer's submission, which remains its date. */
export const takeRecordOver = (ctx: Context, record: store.RecordRow, handedInAt: number | null) =>
  store.update(ctx, record, {
    verify: recordVerify.passed,
    ...(handedInAt !== null && record.type === handoverType.return && handInTimes(handedInAt)),
  })

const handInTimes = (handedInAt: number) => ({ at: toMinute(handedInAt), handedInAt: toMinute(handedInAt) })
