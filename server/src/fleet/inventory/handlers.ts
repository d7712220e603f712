import { contract } from '@cheyi/contract/index'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { found, implement } from '../../kernel/context.ts'
import { countToday } from '../../kernel/daily-use.ts'
import { usableFile } from '../../platform/media/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { endTurnaround, holdsOf } from '../stock/actions.ts'
import { batch } from './batch.ts'
import { vehicleDetail, vehicleTimeline } from './detail.ts'
import { saveDocument } from './documents.ts'
import { exportFleet } from './export.ts'
import { importCheck, importConfirm, importTemplate } from './import/ask.ts'
import { setLifecycle } from './life.ts'
import { listVehicles } from './list.ts'
import { correctOdometer, saveVehicle } from './save.ts'
import * as store from './store.ts'

/** Maximum number of tags in a filter. */
const MOST_TAGS = 50

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
