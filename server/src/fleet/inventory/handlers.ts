import { contract } from '@cheyi/contract/index'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { found, type HandlerOf, implement } from '../../kernel/context.ts'
import { countToday } from '../../kernel/daily-use.ts'
import { enqueue, enqueueExport } from '../../platform/job/actions.ts'
import { usableFile } from '../../platform/media/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { importCalls } from '../../platform/table-import/actions.ts'
import { endTurnaround, holdsOf } from '../stock/actions.ts'
import { type Change, changeEach } from './batch-work.ts'
import { vehicleDetail, vehicleTimeline } from './detail.ts'
import { saveDocument } from './documents.ts'
import { exportFleet as exportWork } from './export-work.ts'
import { importCheck, importConfirm, importTemplate } from './import/ask.ts'
import { setLifecycle } from './life.ts'
import { askOf, listVehicles, refuseForeign } from './list.ts'
import { exportVehicleList } from './list-export.ts'
import { makePolicyTemplate, policyImport } from './policies/work.ts'
import { correctOdometer, saveVehicle } from './save.ts'
import * as store from './store.ts'

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
    const vehicle = found(await store.lock(ctx, vehicleId))
    if ((await holdsOf(ctx, vehicleId)).out) throw new Refusal('vehicleBusy')
    await endTurnaround(ctx, vehicleId)
    await store.update(ctx, vehicle, { turnaroundDoneAt: ctx.now })
    ctx.audit({ targetType: 'vehicle', targetId: vehicleId })
    return { freeFrom: ctx.now }
  },
})
