import { randomUUID } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type FuelKind, type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import {
  fuelKindOf,
  recordProblems,
  type StoredMark,
  type StoredPhoto,
} from '@cheyi/domain/rental/pickup-return/record'
import { keyOf } from '@cheyi/domain/step'
import { lockOrder } from '../../booking/order/actions.ts'
import { restoreEngine } from '../../fleet/vehicle-control/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { chargeMarks } from '../../money/expense/actions.ts'
import { linkMedia, unlinkMedia } from '../../platform/media/actions.ts'
import { startDriverTask } from '../driver/actions.ts'
import { blocksOf, recordFacts, type Situation, situationOf, stepsOfPeople } from './facts.ts'
import * as store from './store.ts'
import { recordViews } from './view.ts'

type Input = ParsedOf<typeof contract.pickupReturn.pickUp>

/** The step and the file category of each handover. */
export const flows = {
  [handoverType.pickup]: { step: 'pickUp', biz: 'pickup' },
  [handoverType.return]: { step: 'return', biz: 'return' },
} as const

/**
 * Saves what the operator has filled in so far; missing fields are unchanged. Nothing is lost when a phone fails, and
 * another phone can continue. Concurrent writes are detected by version, see {@link refuseStale}.
 */
export async function save(type: HandoverType, input: Input, ctx: Context) {
  const order = await lockOrder(ctx, input.orderId)
  const flow = flows[type]
  advance(orderSteps, flow.step, order.status)
  ctx.require(keyOf(orderSteps, flow.step))
  const situation = await situationOf(ctx, order, type)
  const { vehicle } = situation
  if (input.returnStoreId !== undefined && !(await store.isOpenStore(ctx.db, input.returnStoreId)))
    throw new Refusal('notFound', { field: 'returnStoreId' })
  if (vehicle === null) throw new Refusal('orderStatusRefuses')
  refuseStale(situation, input.version)
  const begins = type === handoverType.pickup && situation.record === undefined
  const [before] = await Promise.all([
    openRecord(ctx, situation, type),
    // An engine that was disabled remotely is enabled before the car is handed to a customer.
    begins ? restoreEngine(ctx, vehicle.id) : undefined,
  ])
  // Photos of another car are released with the draft that was started for it.
  const marked = (situation.outdated ?? before).damageMarks

  const steps = [...(input.steps ?? []), ...(input.step === undefined ? [] : [input.step])]
  const photos = input.photos === undefined ? before.photos : mergePhotos(before, input, ctx.now)
  const damageMarks = input.damageMarks === undefined ? before.damageMarks : storedMarks(type, input.damageMarks)
  const record = store.update(ctx, before, {
    at: input.at ?? before.at,
    returnStoreId: input.returnStoreId ?? before.returnStoreId,
    mileageKm: input.mileageKm ?? before.mileageKm,
    fuelEighths: input.fuelEighths ?? before.fuelEighths,
    batteryPct: input.batteryPct ?? before.batteryPct,
    photos,
    damageMarks,
    accessories: input.accessories ?? before.accessories,
    keyCount: input.keyCount ?? before.keyCount,
    signatureId: input.signatureId ?? before.signatureId,
    extra: {
      ...before.extra,
      ...(input.readByDevice !== undefined && { readByDevice: input.readByDevice }),
      ...(input.note !== undefined && { note: input.note }),
      ...(input.parkingNote !== undefined && { parkingNote: input.parkingNote }),
    },
    operatorId: ctx.accountId,
    operatorName: ctx.identity.name,
    stepDone: [...new Set([...before.stepDone, ...steps])].sort(),
  })
  await linkFiles(ctx, flow.biz, order.id, before, record)
  await chargeMarks(ctx, order.id, marked, record.damageMarks)
  startDriverTask(ctx, order.id, type)

  const after = { ...situation, record, outdated: undefined }
  if (!input.draft) refuseIncomplete(after)
  const blocking = await blocksOf(ctx, after, type, {
    actualAt: input.at ?? record.at ?? ctx.now,
    owed: dueFen(order),
    override: false,
  })
  const [view] = await recordViews(ctx, [record], () => vehicle.plate)
  ctx.audit({ targetType: 'order', targetId: order.id, after: { record: record.id, steps } })
  return {
    record: view!,
    stepDone: record.stepDone,
    blocking,
  }
}

/**
 * Only the first save of a record (a new one, or one restarted for another car) has no version. A later save without a
 * version means that another user has started the record meanwhile.
 * @throws Refusal stale (-5) with the current version and the account that saved it
 */
export function refuseStale({ record }: Situation, sent: number | undefined): void {
  if (sent !== record?.version)
    throw new Refusal('stale', { version: record?.version ?? null, operatorName: record?.operatorName ?? null })
}

/**
 * The draft of this handover, created by the first save. After another car was assigned it is restarted for that car:
 * readings and photos of one car must never be in the record of another.
 */
export async function openRecord(ctx: Context, situation: Situation, type: HandoverType) {
  const { order, vehicle, record, outdated, pickupRecord } = situation
  const fuelKind = fuelKindOf(vehicle!.energy)
  if (outdated !== undefined) return beginAnew(ctx, outdated, { vehicleId: vehicle!.id, fuelKind }, flows[type].biz)
  if (record === undefined)
    return store.insert(ctx.db, {
      orderId: order.id,
      type,
      seq: pickupRecord?.seq,
      vehicleId: vehicle!.id,
      returnStoreId: type === handoverType.return ? order.returnStoreId : null,
      fuelKind,
      accessories: [],
      operatorName: ctx.identity.name,
    })
  if (!record.draft) throw new Refusal('orderStatusRefuses')
  return record
}

/** Keeps the people and the time; removes readings, marks and photos of the other car. */
async function beginAnew(
  ctx: Context,
  before: store.RecordRow,
  car: { readonly vehicleId: string; readonly fuelKind: FuelKind },
  biz: 'pickup' | 'return',
): Promise<store.RecordRow> {
  await unlinkMedia(ctx, filesOf(before), { biz, bizId: before.id })
  return store.update(ctx, before, {
    ...car,
    mileageKm: null,
    fuelEighths: null,
    batteryPct: null,
    photos: [],
    damageMarks: [],
    accessories: [],
    keyCount: null,
    handedInAt: null,
    stepDone: stepsOfPeople(before),
  })
}

function mergePhotos(before: store.RecordRow, input: Input, now: number): StoredPhoto[] {
  const kept = new Map(before.photos.map((photo) => [photo.mediaId, photo]))
  return input.photos!.map(({ slot, mediaId }) => ({
    slot,
    mediaId,
    reissued: false,
    at: kept.get(mediaId)?.at ?? now,
  }))
}

/** @throws Refusal badInput (-2) for an amount on a mark that is not new at a return */
export const storedMarks = (
  type: HandoverType,
  marks: NonNullable<Input['damageMarks']>,
  within: '' | 'swap.old.' = '',
): StoredMark[] =>
  marks.map((mark, i) => {
    if (mark.amount !== undefined && !(mark.isNew && type === handoverType.return))
      throw badInput(`${within}damageMarks.${i}.amount`, '只有还车时新增的损伤可以收费')
    return {
      ...mark,
      markId: mark.markId ?? randomUUID().slice(0, 8),
      photoIds: mark.photoIds ?? [],
      reason: mark.reason ?? '',
    }
  })

/** Marks of an earlier handover, which are not charged here. */
export const earlierMarks = (marks: readonly StoredMark[]): StoredMark[] =>
  marks.map(({ amount, ...mark }) => ({ ...mark, isNew: false }))

/** The photos of a record: its own and those of the marks that it adds. */
const filesOf = (row: store.RecordRow): string[] => [
  ...row.photos.map((photo) => photo.mediaId),
  ...row.damageMarks.filter((mark) => mark.isNew).flatMap((mark) => mark.photoIds),
]

export async function linkFiles(
  ctx: Context,
  biz: 'pickup' | 'return',
  orderId: string,
  before: store.RecordRow,
  record: store.RecordRow,
): Promise<void> {
  const now = filesOf(record)
  const had = filesOf(before)
  await linkMedia(
    ctx,
    now.filter((id) => !had.includes(id)),
    { biz, bizId: record.id, orderId },
  )
  await unlinkMedia(
    ctx,
    had.filter((id) => !now.includes(id)),
    { biz, bizId: record.id },
  )
  if (record.signatureId !== null && record.signatureId !== before.signatureId)
    await linkMedia(ctx, [record.signatureId], { biz: 'signature', bizId: record.id, orderId })
}

/** @throws Refusal photosIncomplete (5003) or badInput (-2) for the first missing item */
function refuseIncomplete(situation: Situation): void {
  const [problem] = recordProblems(recordFacts(situation))
  if (problem === undefined) return
  if (problem.field === 'photos') throw new Refusal('photosIncomplete', { field: 'photos' })
  throw badInput(problem.field, problem.text)
}
