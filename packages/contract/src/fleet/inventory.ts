import { orderKinds, orderStatuses } from '@cheyi/domain/booking/order/codes'
import {
  carTypes,
  documentKinds,
  insuranceKinds,
  lifecycles,
  ownerships,
  plateColors,
  plateKinds,
  runStates,
  useNatures,
} from '@cheyi/domain/fleet/inventory/codes'
import { fleetGroups } from '@cheyi/domain/fleet/inventory/fleet-group'
import { occupancyKinds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { MAX_TAG, MAX_TAGS } from '@cheyi/domain/fleet/inventory/tags'
import { carSigns } from '@cheyi/domain/platform/check/sign-reading'
import { damageKinds, damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  date,
  Flag,
  fen,
  id,
  int,
  list,
  maybe,
  mediaIds,
  orElse,
  paging,
  text,
  time,
  Version,
  word,
} from '../kernel/field.ts'
import { maybeOrderRef, orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'
import { bulkCalls } from './inventory-bulk.ts'
import { fleetFilter, fleetOrder } from './inventory-filter.ts'

/** Last valid days of the documents; null: not known. */
const ExpiryDays = z.object({
  insurance: out.date.nullable(),
  inspection: out.date.nullable(),
  commercial: out.date.nullable(),
  plate: out.date.nullable(),
})

/** The present or next occupancy of the vehicle; the order's name only if the caller may see it. */
const Holding = z
  .object({
    kind: out.code(occupancyKinds),
    from: out.time,
    /** null: without end. */
    to: out.time.nullable(),
    orderId: out.id.nullable(),
    contactName: z.string().nullable(),
    /** The agreed times of the order. */
    pickupAt: out.time.nullable(),
    returnAt: out.time.nullable(),
  })
  .nullable()

const VehicleCard = z.object({
  vehicleId: out.id,
  plate: z.string(),
  plateColor: out.code(plateColors),
  modelId: out.id,
  modelName: z.string(),
  carType: out.code(carTypes),
  /** The first picture of its model; null: the silhouette of its car type is drawn. */
  image: z.string().nullable(),
  homeStoreId: out.id,
  storeId: out.id,
  storeName: z.string(),
  parkingNote: z.string(),
  odometerKm: out.count,
  lifecycle: out.code(lifecycles),
  /** null while it is not in service. */
  runState: out.code(runStates).nullable(),
  group: out.word(fleetGroups).nullable(),
  expiry: ExpiryDays,
  now: Holding,
  next: Holding,
  version: out.count,
})

const Document = z.object({
  documentId: out.id,
  kind: out.code(documentKinds),
  insuranceKind: out.code(insuranceKinds).nullable(),
  no: z.string(),
  insurer: z.string(),
  startOn: out.date.nullable(),
  endOn: out.date.nullable(),
  /** Of a policy its premium, and what it insures, fen. */
  amount: out.fen.nullable(),
  sumInsured: out.fen.nullable(),
  media: z.array(MediaView),
})

/** Orders that lost their car, and the car that each got instead. */
const Released = z.array(z.object({ ...orderRef, plate: z.string().nullable() }))

const vehicleId = id('车辆')

/** The fleet: vehicles, their documents and their lifecycle. */
export const inventory = {
  list: read({
    path: '/api/vehicle/v1/page',
    summary: '车辆列表',
    permission: ['inventory'],
    input: z.object({ ...paging(), ...fleetFilter, ...fleetOrder }),
    output: z.object({
      ...out.pageOf(VehicleCard),
      /** By group, ignoring the filter's own group and states; with the first page only. */
      counts: z
        .object({
          all: out.count,
          free: out.count,
          care: out.count,
          rented: out.count,
          off: out.count,
          models: out.count,
          states: z.array(z.object({ runState: out.code(runStates), count: out.count })),
        })
        .nullable(),
    }),
  }),
  /** Tags in use, most frequent first. */
  tags: read({
    path: '/api/vehicle/v1/tags',
    summary: '车辆标签',
    permission: ['inventory'],
    output: z.array(z.string()),
  }),
  detail: read({
    path: '/api/vehicle/v1/detail',
    summary: '车辆详情',
    permission: ['inventory'],
    input: z.object({ vehicleId }),
    output: VehicleCard.extend({
      plateKind: out.code(plateKinds),
      plateExpireOn: out.date.nullable(),
      vin: z.string(),
      /** The check digit is right; imported cars often have none. */
      vinChecked: z.boolean(),
      engineNo: z.string(),
      colour: z.string(),
      registerOn: out.date.nullable(),
      /** The last known maintenance, and the next one. */
      care: z.object({
        km: out.count.nullable(),
        on: out.date.nullable(),
        nextKm: out.count,
        nextOn: out.date.nullable(),
        due: z.boolean(),
        /** The day on which the limit will be reached, by date or by what the car drives; null: nobody knows. */
        dueOn: out.date.nullable(),
        /** By its device. */
        kmPerDay: out.count.nullable(),
      }),
      purchaseOn: out.date.nullable(),
      /** Only for callers who may edit. */
      purchase: out.fen.nullable(),
      ownership: out.code(ownerships),
      ownerName: z.string(),
      useNature: out.code(useNatures),
      homeStoreName: z.string(),
      keyCount: out.count,
      /** Note for self-service customers, shown once the car is theirs: where the keys are. */
      keyNote: z.string(),
      fuelPct: z.number().nullable(),
      batteryPct: z.number().nullable(),
      rentalCertNo: z.string(),
      tags: z.array(z.string()),
      remark: z.string(),
      documents: z.array(Document),
      photos: z.array(MediaView),
      /** Photo of its parking position from its last return. */
      parkingPhoto: MediaView.nullable(),
      /** Known damage and open cases; with the order, if the caller may see it. */
      damages: z.array(
        z.object({
          part: z.string(),
          kind: out.code(damageKinds).nullable(),
          /** Charged at the return; null: nothing was charged, or it belongs to a case. */
          charged: out.fen.nullable(),
          /** Of an open case. */
          status: out.code(damageStatuses).nullable(),
          orderId: out.id.nullable(),
          orderKind: out.code(orderKinds).nullable(),
          at: out.time.nullable(),
        }),
      ),
      /** Names of what prevents renting. */
      lacks: z.array(z.string()),
      /** An order is assigned to it or has it out, or a ticket is open. */
      busy: z.boolean(),
    }),
  }),
  timeline: read({
    path: '/api/vehicle/v1/timeline',
    summary: '车辆时间线',
    permission: ['inventory'],
    input: z.object({ vehicleId, from: maybe(time('开始时间')), to: maybe(time('结束时间')) }),
    /** Newest first. */
    output: z.object({
      list: z.array(
        z.object({
          type: out.word(['order', 'block', 'document', 'life']),
          from: out.time,
          to: out.time.nullable(),
          /** For a block. */
          kind: out.code(occupancyKinds).nullable(),
          ...maybeOrderRef,
          orderStatus: out.code(orderStatuses).nullable(),
          contactName: z.string().nullable(),
          /** For a change of lifecycle or home store. */
          lifecycle: out.code(lifecycles).nullable(),
          storeName: z.string().nullable(),
          documentKind: out.code(documentKinds).nullable(),
          endOn: out.date.nullable(),
        }),
      ),
    }),
    refusals: ['rangeTooLong'],
  }),
  save: write({
    operators: true,
    path: '/api/vehicle/v1/save',
    summary: '新建或编辑车辆',
    permission: ['inventory.edit'],
    repeat: 'version',
    input: z.object({
      /** Missing: a new one. */
      vehicleId: maybe(id('车辆')),
      version: maybe(Version),
      plate: text(1, 20, '车牌号', '请输入车牌号'),
      /** Missing: derived from the plate. */
      plateKind: maybe(code(plateKinds, '车牌类型')),
      plateColor: maybe(code(plateColors, '车牌颜色')),
      plateExpireOn: maybe(date('临牌有效期')),
      vin: text(1, 30, '车架号', '请输入车架号'),
      engineNo: orElse(text(0, 20, '发动机号'), ''),
      modelId: id('车型'),
      homeStoreId: id('所属门店'),
      colour: orElse(text(0, 10, '颜色'), ''),
      registerOn: maybe(date('注册日期')),
      purchaseOn: maybe(date('购买日期')),
      purchase: maybe(fen('购买价格')),
      ownership: orElse(code(ownerships, '所有权'), 1),
      ownerName: orElse(text(0, 50, '所有人'), ''),
      useNature: orElse(code(useNatures, '使用性质'), 1),
      parkingNote: orElse(text(0, 50, '停放位置'), ''),
      keyCount: orElse(int(0, 9, '钥匙数'), 2),
      keyNote: orElse(text(0, 100, '取车说明'), ''),
      odometerKm: orElse(int(0, 9_999_999, '里程'), 0),
      rentalCertNo: orElse(text(0, 30, '租赁证号'), ''),
      tags: orElse(list(text(1, MAX_TAG, '标签'), MAX_TAGS, '标签'), []),
      remark: orElse(text(0, 200, '备注'), ''),
      photoIds: orElse(mediaIds('车辆照片'), []),
      /** Only for a new vehicle: later, documents are edited on its page. */
      insuranceEndOn: maybe(date('交强险到期')),
      commercialEndOn: maybe(date('商业险到期')),
      inspectionEndOn: maybe(date('年检到期')),
    }),
    output: z.object({ vehicleId: out.id, version: out.count, released: Released }),
    refusals: ['plateInvalid', 'plateTaken', 'vinTaken', 'vehicleBusy'],
    refreshes: ['stock', 'overview', 'todo', 'arrange', 'order', 'model'],
  }),
  setLifecycle: write({
    operators: true,
    path: '/api/vehicle/v1/set/lifecycle',
    summary: '上架、下架、处置',
    permission: ['inventory.edit'],
    repeat: 'version',
    input: z.object({ vehicleId, lifecycle: code(lifecycles, '生命周期'), version: maybe(Version) }),
    output: z.object({ lifecycle: out.code(lifecycles), version: out.count, released: Released }),
    refusals: ['vehicleNotReady', 'vehicleBusy'],
    refreshes: ['stock', 'overview', 'todo', 'arrange', 'order', 'model'],
  }),
  saveDocument: write({
    operators: true,
    path: '/api/vehicle/v1/document/save',
    summary: '保存证件与保单',
    permission: ['inventory.edit'],
    repeat: 'version',
    input: z.object({
      vehicleId,
      /** Missing: a new one. */
      documentId: maybe(id('证件')),
      version: maybe(Version),
      kind: code(documentKinds, '证件类型'),
      insuranceKind: maybe(code(insuranceKinds, '险种')),
      no: orElse(text(0, 40, '号码'), ''),
      insurer: orElse(text(0, 40, '保险公司'), ''),
      startOn: maybe(date('生效日期')),
      endOn: maybe(date('到期日期')),
      /** Of a policy its premium, a cost of its period. */
      amount: maybe(fen('金额')),
      sumInsured: maybe(fen('保额', 1)),
      mediaIds: orElse(mediaIds('证件照片', 6), []),
      /** Deletes it. */
      removed: maybe(Flag),
    }),
    output: z.object({ documentId: out.id, version: out.count, released: Released }),
    refreshes: ['stock', 'overview', 'todo', 'arrange', 'order', 'cost', 'profit'],
  }),
  correctOdometer: write({
    operators: false,
    path: '/api/vehicle/v1/odometer/correct',
    summary: '更正里程',
    permission: ['inventory.edit'],
    repeat: 'version',
    input: z.object({
      vehicleId,
      version: maybe(Version),
      odometerKm: int(0, 9_999_999, '里程'),
      reason: text(1, 200, '原因'),
    }),
    output: z.object({ odometerKm: out.count, version: out.count }),
    refreshes: ['arrange'],
  }),
  endTurnaround: write({
    operators: true,
    path: '/api/vehicle/v1/turnaround/done',
    summary: '整备完成',
    permission: ['order.return', 'inventory.edit'],
    repeat: 'natural',
    input: z.object({ vehicleId }),
    output: z.object({ freeFrom: out.time }),
    refusals: ['vehicleBusy'],
    refreshes: ['stock', 'overview', 'todo', 'arrange'],
  }),
  readSign: write({
    operators: true,
    path: '/api/vehicle/v1/sign/ocr',
    summary: '拍照识别车牌或车架号',
    permission: ['inventory', 'order.list', 'longOrder.list', 'order.arrange'],
    upload: true,
    audit: false,
    input: z.object({
      sign: word(carSigns, '识别内容'),
      /** A picture that the caller has uploaded for a car, when no file is attached. */
      mediaId: maybe(id('照片')),
    }),
    /** A plate may lack its province; null on a retry, since neither picture nor result is stored. */
    output: z.object({ text: z.string().nullable() }),
    refusals: ['ocrAbsent', 'ocrFailed', 'ocrSpent'],
  }),
  ...bulkCalls,
}
