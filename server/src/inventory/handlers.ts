import { contract } from '@cheyi/contract/index'
import { Refusal } from '@cheyi/domain/refusal'
import { found, implement } from '../kernel/context.ts'
import { endTurnaround, holdsOf } from '../stock/actions.ts'
import { batch } from './batch.ts'
import { vehicleDetail, vehicleTimeline } from './detail.ts'
import { saveDocument } from './documents.ts'
import { exportFleet } from './export.ts'
import { importCheck, importConfirm, importTemplate } from './import/ask.ts'
import { setLifecycle } from './life.ts'
import { listVehicles } from './list.ts'
import { readSign } from './read-sign.ts'
import { correctOdometer, saveVehicle } from './save.ts'
import * as store from './store.ts'

/** What a filter shows. */
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
  readSign,
  async endTurnaround({ vehicleId }, ctx) {
    const vehicle = found(await store.lock(ctx, vehicleId))
    if ((await holdsOf(ctx, vehicleId)).out) throw new Refusal('vehicleBusy')
    await endTurnaround(ctx, vehicleId)
    await store.update(ctx, vehicle, { turnaroundDoneAt: ctx.now })
    ctx.audit({ targetType: 'vehicle', targetId: vehicleId })
    return { freeFrom: ctx.now }
  },
})
