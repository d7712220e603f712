import { at } from '../at.ts'
import type { Scene } from '../world/scene/scene.ts'
import { modelForm, stay, storeForm } from './sample-forms.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* Stores, models, vehicles and what there is to sell of them. */

const aroundHongqiao = [
  { lng: 121.2, lat: 31.1 },
  { lng: 121.5, lat: 31.1 },
  { lng: 121.5, lat: 31.3 },
  { lng: 121.2, lat: 31.3 },
]

export function fleetSamples(scene: Scene): Pick<Samples, 'inventory' | 'store' | 'model' | 'stock' | 'cost'> {
  const id = idsOf(scene)
  const where = { storeId: id('store.hongqiao'), modelId: id('model.lavida') }
  return {
    cost: {
      page: [{ vehicleId: id('vehicleToEdit'), from: '2026-10-01', to: '2026-11-30', kind: 10 }],
      plans: [{ vehicleId: id('vehicleToEdit') }],
      add: [
        {
          vehicleId: id('vehicleToEdit'),
          kind: 10,
          from: '2026-11-20',
          fen: 77_777_707,
          mediaIds: [id('costVoucher')],
        },
        {
          vehicleId: id('vehicleToEdit'),
          kind: 5,
          from: '2026-11-20',
          to: '2027-11-19',
          fen: 77_777_709,
          taxFen: 77_777_705,
        },
      ],
      cancel: [{ costId: id('cost'), version: 1, reason: '录错' }],
      planAdd: [{ vehicleId: id('vehicleToEdit'), kind: 10, from: '2026-11-01', months: 12, fen: 77_777_711 }],
      planEnd: [{ planId: id('costPlan'), version: 1, from: '2026-12-01' }],
      importCheck: [{ mediaId: id('table'), columns: [{ column: 0, key: 'plate' }] }],
      importConfirm: [{ jobId: id('costTrial'), mode: 'validOnly' }],
    },
    inventory: {
      readSign: [{ sign: 'plate', mediaId: id('vehiclePhoto') }],
      list: [{ storeId: where.storeId, modelId: where.modelId, keyword: '沪A1' }],
      detail: [{ vehicleId: id('vehicleWithPapers') }],
      timeline: [{ vehicleId: id('vehicleWithPapers') }],
      save: [
        {
          vehicleId: id('vehicleToEdit'),
          plate: '沪AD98765',
          vin: '1M8GDM9AXKP042788',
          modelId: id('model.qin'),
          homeStoreId: where.storeId,
          odometerKm: 20_000,
          photoIds: [id('vehiclePhoto')],
        },
      ],
      setLifecycle: [{ vehicleId: id('vehicleToWithdraw'), lifecycle: 2 }],
      saveDocument: [
        {
          vehicleId: id('vehicleWithPapers'),
          documentId: id('vehicleDocument'),
          kind: 6,
          no: '通行证2',
          mediaIds: [id('documentPhoto')],
        },
      ],
      correctOdometer: [{ vehicleId: id('vehicleToEdit'), odometerKm: 100, reason: '录错' }],
      endTurnaround: [{ vehicleId: id('vehicleToEdit') }],
      importCheck: [
        {
          mediaId: id('table'),
          columns: [{ column: 0, key: 'plate' }],
          names: [{ field: 'model', name: '朗逸', id: where.modelId }],
        },
      ],
      importConfirm: [{ jobId: id('trial'), mode: 'validOnly' }],
      policyCheck: [{ mediaId: id('table'), columns: [{ column: 0, key: 'plate' }] }],
      policyConfirm: [{ jobId: id('policyTrial'), mode: 'validOnly' }],
      exportFleet: [{ storeId: where.storeId, modelId: where.modelId }],
      batch: [
        { vehicleIds: [id('vehicleToWithdraw')], lifecycle: 2 },
        { filter: { storeId: where.storeId, modelId: where.modelId }, homeStoreId: where.storeId },
      ],
    },
    store: {
      detail: [{ storeId: where.storeId }],
      save: [
        {
          ...storeForm,
          storeId: where.storeId,
          managerAccountId: id('driver'),
          oneWayStoreIds: [id('store.pudong'), id('store.hangzhou')],
          serviceAreas: [
            { name: '市区', kind: 'delivery', polygon: aroundHongqiao, feeConfigId: id('deliveryFee'), hours: [] },
          ],
          photoIds: [id('storePhoto')],
        },
      ],
      setStatus: [{ storeId: id('store.hangzhou'), status: 1 }],
    },
    model: {
      detail: [{ modelId: where.modelId }],
      save: [{ ...modelForm, modelId: where.modelId, imageIds: [id('modelImage')] }],
      setStatus: [{ modelId: id('model.gl8'), status: 1 }],
      setDeposits: [{ models: [{ modelId: id('model.gl8'), depositRent: 500_000, depositViolation: 200_000 }] }],
    },
    stock: {
      overview: [{ storeId: where.storeId }],
      summary: [{ ...where, from: '2026-12-06' }],
      day: [{ ...where, date: '2026-11-28' }],
      timeline: [{ ...where, from: '2026-11-28' }],
      stopSave: [
        {
          storeId: where.storeId,
          modelId: id('model.gl8'),
          vehicleId: id('vehicleToBook'),
          start: at('12-20T00:00'),
          end: at('12-21T00:00'),
          quantity: 1,
          reason: 5,
        },
      ],
      stopRemove: [{ id: id('stop') }],
      conflicts: [{ storeId: where.storeId }],
      repairs: [{ orderId: id('order.confirmed') }],
      repack: [{ orderId: id('order.confirmed') }],
      free: [
        {
          storeId: where.storeId,
          modelIds: [where.modelId],
          returnStoreId: id('store.pudong'),
          from: stay.pickupAt,
          to: stay.returnAt,
          exceptOrderId: id('order.detail'),
          companyId: id('company'),
          priced: true,
        },
      ],
    },
  }
}
