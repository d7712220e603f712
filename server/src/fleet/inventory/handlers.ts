import { contract } from '@cheyi/contract/index'
import { careForecast, isCareDue, nextCare } from '@cheyi/domain/fleet/inventory/care'
import { lacksForService } from '@cheyi/domain/fleet/inventory/lifecycle'
import { isVinChecked } from '@cheyi/domain/platform/check/vin'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY, localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, implement, requireFound } from '../../kernel/context.ts'
import { countToday } from '../../kernel/daily-use.ts'
import { enqueue, enqueueExport } from '../../platform/job/actions.ts'
import { inOrder, mediaViews, usableFile } from '../../platform/media/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { importCalls, importTable, tryTable } from '../../platform/table-import/actions.ts'
import { endTurnaround, holdsOf } from '../stock/actions.ts'
import { type Change, changeEach } from './batch-work.ts'
import { brokenParts } from './broken.ts'
import { type CareRow, careOf } from './care.ts'
import { saveDocument } from './documents.ts'
import { exportFleet as exportWork } from './export-work.ts'
import { readyFacts } from './facts.ts'
import { requireOwnNames } from './import/names.ts'
import { makeTemplate } from './import/template.ts'
import { vehicleImport } from './import/work.ts'
import { setLifecycle } from './life.ts'
import { askOf, listVehicles, refuseForeign } from './list.ts'
import { exportVehicleList } from './list-export.ts'
import { makePolicyTemplate, policyImport } from './policies/work.ts'
import { correctOdometer, saveVehicle } from './save.ts'
import * as store from './store.ts'
// Registers the counters of home.
import './counters.ts'
import { cardOf } from './view.ts'

const importTemplate = async (_: unknown, ctx: Context): Promise<{ jobId: string }> => ({
  jobId: await enqueue(ctx, makeTemplate, {}),
})

/** @throws Refusal notFound (-4) for a file, or a model or store chosen for a name, that does not belong to the caller */
const importCheck: HandlerOf<'inventory', 'importCheck'> = async ({ mediaId, overwrite = false, ...reading }, ctx) => {
  await requireOwnNames(ctx, reading.names ?? [])
  const asked = await tryTable(ctx, vehicleImport, mediaId, { overwrite, ...reading })
  ctx.audit({ targetType: 'job', targetId: asked.jobId, after: { overwrite } })
  return asked
}

/** @throws Refusal notFound (-4) when the trial run is not the caller's own */
const importConfirm: HandlerOf<'inventory', 'importConfirm'> = ({ jobId, mode }, ctx) =>
  importTable(ctx, vehicleImport, jobId, mode)

const vehicleDetail: HandlerOf<'inventory', 'detail'> = async ({ vehicleId }, ctx) => {
  const [row, documents, holdings, broken, care] = await Promise.all([
    store.card(ctx, vehicleId),
    store.documents(ctx, vehicleId),
    store.holdings(ctx, [vehicleId]),
    brokenParts(ctx, vehicleId),
    careOf(ctx, vehicleId),
  ])
  const vehicle = requireFound(row)
  const [views, holds] = await Promise.all([
    mediaViews(ctx, [
      ...vehicle.photoIds,
      ...(vehicle.parkingPhotoId === null ? [] : [vehicle.parkingPhotoId]),
      ...documents.flatMap((one) => one.mediaIds),
    ]),
    holdsOf(ctx, vehicleId),
  ])
  return {
    ...vehicle,
    ...cardOf(ctx, vehicle, holdings),
    care: careShown(requireFound(care), localDate(ctx.now)),
    vinChecked: isVinChecked(vehicle.vin),
    purchase: ctx.can('inventory.edit') ? vehicle.purchaseFen : null,
    documents: documents.map((one) => ({
      ...one,
      documentId: one.id,
      amount: ctx.can('inventory.edit') ? one.amountFen : null,
      sumInsured: one.sumInsuredFen,
      media: inOrder(views, one.mediaIds),
    })),
    photos: inOrder(views, vehicle.photoIds),
    parkingPhoto: views.get(vehicle.parkingPhotoId ?? '') ?? null,
    damages: broken,
    lacks: lacksForService(
      readyFacts(vehicle, documents, { model: vehicle.modelStatus, store: vehicle.storeStatus }, ctx.now),
    ),
    busy: holds.ordered || holds.openTickets > 0,
  }
}

function careShown(facts: CareRow, today: string) {
  const next = nextCare(facts)
  const due = isCareDue(next, facts.odometerKm, today)
  const dueOn = careForecast(next, facts.odometerKm, today)
  return { km: facts.careKm, on: facts.careOn, nextKm: next.km, nextOn: next.on, due, dueOn, kmPerDay: facts.kmPerDay }
}

/** Default range of the timeline, back and ahead. */
const SPAN = 180 * DAY
const MAX_SPAN = 3 * 366 * DAY

const vehicleTimeline: HandlerOf<'inventory', 'timeline'> = async (input, ctx) => {
  requireFound(await store.byId(ctx, input.vehicleId))
  const from = input.from ?? ctx.now - SPAN
  const to = input.to ?? ctx.now + SPAN
  if (to - from > MAX_SPAN) throw new Refusal('rangeTooLong')
  const rows = await store.eventsOfCar(ctx, input.vehicleId, from, to)
  return {
    list: rows.map((row) => ({ ...row, from: row.fromAt, to: row.toAt, orderStatus: row.status })),
  }
}

/** @throws Refusal tooFrequent (-7), notFound (-4) naming the model or store of the filter that belongs to another merchant */
const exportFleet: HandlerOf<'inventory', 'exportFleet'> = async (filter, ctx) => {
  await refuseForeign(ctx, filter)
  return enqueueExport(ctx, filter.columns ? exportVehicleList : exportWork, filter)
}

/** Maximum number of vehicles of one batch. */
const MAX_VEHICLES = 5000

/** @throws Refusal badInput (-2) without vehicles or a change, notFound (-4) for a vehicle, model or store of another merchant */
const batch: HandlerOf<'inventory', 'batch'> = async ({ vehicleIds, filter, lifecycle, homeStoreId }, ctx) => {
  const change = changeOf(lifecycle, homeStoreId)
  await refuseForeign(ctx, { storeId: homeStoreId })
  if (filter !== undefined) await refuseForeign(ctx, filter)
  if (vehicleIds !== undefined && (await store.byIds(ctx, vehicleIds)).length < new Set(vehicleIds).size)
    throw new Refusal('notFound', { field: 'vehicleIds' })
  const ids = filter === undefined ? vehicleIds : await store.idsOf(ctx, askOf(filter, ctx.now), MAX_VEHICLES)
  if (ids === undefined || ids.length === 0) throw badInput('vehicleIds', '请选择车辆')
  const jobId = await enqueue(ctx, changeEach, { ids, change })
  ctx.audit({ targetType: 'job', targetId: jobId, after: { ...change, vehicles: ids.length } })
  return { jobId }
}

function changeOf(lifecycle: Change['lifecycle'], homeStoreId: string | undefined): Change {
  if ((lifecycle === undefined) === (homeStoreId === undefined))
    throw badInput('lifecycle', '请选择上架、下架或换门店之一')
  return { lifecycle, homeStoreId }
}

/** Maximum number of tags in a filter. */
const MOST_TAGS = 50

const policies = importCalls(makePolicyTemplate, policyImport)

export const inventory = implement(contract.inventory, {
  list: listVehicles,
  tags: (_, ctx) => store.tags(ctx, MOST_TAGS),
  detail: vehicleDetail,
  timeline: vehicleTimeline,
  save: saveVehicle,
  setLifecycle,
  saveDocument,
  correctOdometer,
  importTemplate,
  importCheck,
  importConfirm,
  policyTemplate: policies.importTemplate,
  policyCheck: policies.importCheck,
  policyConfirm: policies.importConfirm,
  exportFleet,
  batch,

  /**
   * Reads the plate or frame number from the picture of the call, after the commit; each request counts towards the
   * daily limit. It searches nothing: the client searches with the text, under its own permissions.
   * @throws Refusal badInput (-2) without a picture; notFound (-4) for one that the caller may not use; ocrAbsent
   * (1107) if the installation has no OCR account; ocrSpent (1106) when the daily limit of the merchant is reached;
   * ocrFailed (1104)
   */
  async readSign({ sign, mediaId }, ctx) {
    const [file] = ctx.files
    const held = mediaId === undefined ? null : await usableFile(ctx, mediaId, { biz: 'vehicle', bizId: undefined })
    if (held === null && file?.kind !== 'image') throw badInput('file', '请选择图片文件')
    const { ocr } = ctx.outside()
    if (ocr === null) throw new Refusal('ocrAbsent')
    const { readPapersDaily } = await settingsOf(ctx)
    if (!(await countToday(ctx, 'readSign', readPapersDaily))) throw new Refusal('ocrSpent')
    ctx.answerAfterCommit(async () => {
      const picture = held === null ? file!.bytes : await ctx.media.read(held.path)
      return { text: await ocr.readSign(ctx, sign, picture, ctx.awaited) }
    })
    return { text: null }
  },

  async endTurnaround({ vehicleId }, ctx) {
    const vehicle = requireFound(await store.lock(ctx, vehicleId))
    if ((await holdsOf(ctx, vehicleId)).out) throw new Refusal('vehicleBusy')
    await endTurnaround(ctx, vehicleId)
    store.update(ctx, vehicle, { turnaroundDoneAt: ctx.now })
    ctx.audit({ targetType: 'vehicle', targetId: vehicleId })
    return { freeFrom: ctx.now }
  },
})
