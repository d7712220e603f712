import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { careAfterCorrection } from '@cheyi/domain/fleet/inventory/care'
import {
  documentKind,
  type InsuranceKind,
  insuranceKind,
  isDisposed,
  isInService,
  isModelInUse,
  type PlateColor,
  type PlateKind,
  plateKind,
} from '@cheyi/domain/fleet/inventory/codes'
import { pick } from '@cheyi/domain/pick'
import { normalisePlate, plateColorOf, plateKindOf, plateProblem } from '@cheyi/domain/platform/check/plate'
import { normaliseVin, vinProblem } from '@cheyi/domain/platform/check/vin'
import { isClosedStore } from '@cheyi/domain/platform/merchant/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { linkMedia, unlinkMedia } from '../../platform/media/actions.ts'
import { holdsOf, leavePool, moveBlocks, type Released } from '../stock/actions.ts'
import { enters, lockVehicle, poolOf } from './life.ts'
import { requireOwnership } from './ownership.ts'
import * as store from './store.ts'

type Feature = typeof contract.inventory
type Input = ParsedOf<Feature['save']>

/** @throws Refusal plateInvalid (6010), plateTaken (6012), vinTaken (6013), vehicleBusy (6014), stale (-5) */
export const saveVehicle: HandlerOf<'inventory', 'save'> = async (input, ctx) => {
  const entered = enteredPlate(input, localDate(ctx.now))
  const vin = normaliseVin(input.vin)
  const vinWrong = vinProblem(vin)
  if (vinWrong !== null) throw badInput('vin', vinWrong)
  const to = { storeId: input.homeStoreId, modelId: input.modelId }
  const open = await opennessOf(ctx, to)
  await store.lockRegister(ctx)
  const before = input.vehicleId === undefined ? null : await lockVehicle(ctx, input.vehicleId, input.version, to)
  requireOpen(before, to, open)
  const values = {
    ...fieldsOf(input),
    plate: entered.plate,
    plateKind: entered.kind,
    plateColor: input.plateColor ?? plateColorOf(entered.kind),
    plateExpireOn: entered.kind === plateKind.temporary ? (input.plateExpireOn ?? null) : null,
    vin,
  }
  return before === null ? create(ctx, input, values) : change(ctx, input, before, values)
}

interface Place {
  readonly storeId: string
  readonly modelId: string
}

/** The status of a model and a store. @throws Refusal notFound (-4) */
async function opennessOf(ctx: Context, { storeId, modelId }: Place) {
  const { model, store: shop } = await store.openness(ctx, modelId, storeId)
  if (model === null) throw new Refusal('notFound', { field: 'modelId' })
  if (shop === null) throw new Refusal('notFound', { field: 'homeStoreId' })
  return { model, store: shop }
}

/**
 * A closed store has no cars, and a model that is off none in service; what a car has already is not asked again.
 * @throws Refusal badInput (-2)
 */
function requireOpen(
  before: store.VehicleTable | null,
  to: Place,
  open: { readonly model: number; readonly store: number },
): void {
  if (before?.homeStoreId !== to.storeId && isClosedStore(open.store))
    throw badInput('homeStoreId', '该门店已关闭，请选择其他门店')
  if (before !== null && before.modelId !== to.modelId && isInService(before.lifecycle) && !isModelInUse(open.model))
    throw badInput('modelId', '该车型已停用，请选择其他车型，或先启用该车型')
}

/** The plate as it is stored, and its kind: derived from its form unless it is given. */
function enteredPlate(input: Input, today: string): { plate: string; kind: PlateKind } {
  const plate = normalisePlate(input.plate)
  const kind = input.plateKind ?? plateKindOf(plate)
  if (kind === null) throw new Refusal('plateInvalid', { field: 'plate' })
  const problem = plateProblem(kind, plate, { expireOn: input.plateExpireOn ?? null, today })
  if (problem === null) return { plate, kind }
  // The problem of a temporary plate may be its expiry day.
  if (kind === plateKind.temporary && [...plate].length <= 10) throw badInput('plateExpireOn', problem)
  throw new Refusal('plateInvalid', { field: 'plate' })
}

/** Fields that are stored as entered; plate, frame number and documents are not. */
const fieldsOf = ({
  vehicleId,
  version,
  plate,
  plateKind,
  plateColor,
  plateExpireOn,
  vin,
  insuranceEndOn,
  commercialEndOn,
  inspectionEndOn,
  registerOn,
  purchaseOn,
  purchase,
  ...fields
}: Input) => ({
  ...fields,
  registerOn: registerOn ?? null,
  purchaseOn: purchaseOn ?? null,
  purchaseFen: purchase ?? null,
})

type Values = ReturnType<typeof fieldsOf> & {
  readonly plate: string
  readonly plateKind: PlateKind
  readonly plateColor: PlateColor
  readonly plateExpireOn: string | null
  readonly vin: string
}

async function create(ctx: Context, input: Input, values: Values): Promise<OutputOf<Feature['save']>> {
  const id = await newId(ctx)
  const vehicle = await store.insert(ctx, {
    id,
    ...values,
    currentStoreId: input.homeStoreId,
    insuranceExpireOn: input.insuranceEndOn ?? null,
    commercialExpireOn: input.commercialEndOn ?? null,
    inspectionExpireOn: input.inspectionEndOn ?? null,
  })
  const papers = papersOnEntry(id, input)
  if (papers.length > 0) await store.insertDocuments(ctx, papers)
  await linkMedia(ctx, input.photoIds, { biz: 'vehicle', bizId: id })
  ctx.audit({ targetType: 'vehicle', targetId: id, after: { plate: values.plate, vin: values.vin } })
  return { vehicleId: id, version: vehicle.version, released: [] }
}

/** Documents of which only the expiry day is known yet. */
export const papersOnEntry = (
  vehicleId: string,
  days: { readonly insuranceEndOn?: string; readonly commercialEndOn?: string; readonly inspectionEndOn?: string },
) => [
  ...(days.insuranceEndOn === undefined ? [] : [policy(vehicleId, insuranceKind.compulsory, days.insuranceEndOn)]),
  ...(days.commercialEndOn === undefined ? [] : [policy(vehicleId, insuranceKind.commercial, days.commercialEndOn)]),
  ...(days.inspectionEndOn === undefined
    ? []
    : [{ vehicleId, kind: documentKind.inspection, insuranceKind: null, endOn: days.inspectionEndOn }]),
]

const policy = (vehicleId: string, kind: InsuranceKind, endOn: string) => ({
  vehicleId,
  kind: documentKind.policy,
  insuranceKind: kind,
  endOn,
})

async function change(ctx: Context, input: Input, before: store.VehicleTable, values: Values) {
  if (isDisposed(before.lifecycle)) throw new Refusal('stale')
  await requireOwnership(ctx, before, values.ownership)
  if (values.odometerKm < before.odometerKm) throw badInput('odometerKm', '里程不能小于当前里程')
  const gone = before.photoIds.filter((id) => !input.photoIds.includes(id))
  await linkMedia(ctx, input.photoIds, { biz: 'vehicle', bizId: before.id })
  await unlinkMedia(ctx, gone, { biz: 'vehicle', bizId: before.id })

  const moved = values.parkingNote !== before.parkingNote
  const { version, released } = await replace(ctx, before, { ...values, ...(moved && { parkingPhotoId: null }) })
  return { vehicleId: before.id, version, released }
}

/** Changes only the home store of a vehicle. @throws Refusal notFound (-4), vehicleBusy (6014), stale (-5) for a disposed vehicle */
export async function moveHome(ctx: Context, vehicleId: string, homeStoreId: string): Promise<void> {
  const { modelId } = requireFound(await store.byId(ctx, vehicleId))
  const to = { storeId: homeStoreId, modelId }
  const open = await opennessOf(ctx, to)
  const before = await lockVehicle(ctx, vehicleId, undefined, to)
  requireOpen(before, to, open)
  if (isDisposed(before.lifecycle)) throw new Refusal('stale')
  if (before.homeStoreId !== homeStoreId) await replace(ctx, before, { homeStoreId, modelId })
}

/** Writes new values of a locked vehicle; with another home or model it leaves its pool, if no order holds it. */
async function replace(
  ctx: Context,
  before: store.VehicleTable,
  values: Pick<Values, 'homeStoreId' | 'modelId'> & Partial<Values> & { readonly parkingPhotoId?: null },
): Promise<{ version: number; released: Released[] }> {
  const moves = before.homeStoreId !== values.homeStoreId || before.modelId !== values.modelId
  const inService = isInService(before.lifecycle)
  if (moves && inService) {
    const holds = await holdsOf(ctx, before.id)
    if (holds.ordered || holds.openTickets > 0) throw new Refusal('vehicleBusy')
  }
  // The present store changes by handovers and transfers; a vehicle that was at its home store is assumed to move
  // along.
  const stood = before.currentStoreId === before.homeStoreId
  const after = store.update(ctx, before, {
    ...values,
    ...(moves && stood ? { currentStoreId: values.homeStoreId } : {}),
  })
  const released = moves && inService ? await changePool(ctx, before, after) : []
  ctx.audit({ targetType: 'vehicle', targetId: before.id, ...changedFields(before, after) })
  return { version: after.version, released }
}

async function changePool(ctx: Context, before: store.VehicleTable, after: store.VehicleTable): Promise<Released[]> {
  const released = await leavePool(ctx, poolOf(before), before.id)
  moveBlocks(ctx, before.id)
  await enters(ctx, after)
  return released
}

/** The changed fields, for the audit row. */
const changedFields = (
  before: store.VehicleTable,
  { version: _, updatedAt: __, formerPlates: ___, ...after }: store.VehicleTable,
) => changesOf(before, after)

/** Corrects a wrong odometer: the only way to lower it, with a reason that the audit log stores. */
export const correctOdometer: HandlerOf<'inventory', 'correctOdometer'> = async (input, ctx) => {
  const vehicle = requireFound(await store.lock(ctx, input.vehicleId))
  requireVersion(input.version, vehicle.version, { version: vehicle.version })
  const { odometerKm, reason } = input
  const care = careAfterCorrection(vehicle, odometerKm)
  const after = store.update(ctx, vehicle, {
    odometerKm,
    ...(care !== null && { ...care, careToldOn: null }),
    // What the device counted goes on from the wrong reading; the next night notes it anew.
    ...((vehicle.reportedKm ?? 0) > odometerKm && { reportedKm: null }),
  })
  ctx.audit({
    targetType: 'vehicle',
    targetId: vehicle.id,
    before: { odometerKm: vehicle.odometerKm, ...(care !== null && pick(vehicle, 'careKm', 'nextCareKm')) },
    after: { odometerKm, ...care, reason },
  })
  return { odometerKm: after.odometerKm, version: after.version }
}
