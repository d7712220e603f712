import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { runStates } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKinds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import { carParts } from '@cheyi/domain/rental/pickup-return/parts'
import { MAX_RECORD_MEDIA, type PhotoSlot, photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import { z } from 'zod'
import { MovedOrder, VehicleBrief } from '../fleet/stock.ts'
import { read, write } from '../kernel/call.ts'
import {
  code,
  decimal,
  Flag,
  fen,
  flag,
  id,
  idOrNone,
  int,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  orElse,
  text,
  time,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** Readings of a car: km; fuel in eighths and battery in percent where the car has them. */
export const readingFields = {
  mileageKm: int(0, 9_999_999, '里程数'),
  fuelEighths: maybe(int(0, 8, '油量')),
  batteryPct: maybe(int(0, 100, '电量')),
}

/** Photos of a car at a handover, each with its position. */
export const handoverPhotos = list(
  nestedRecord({ slot: word(Object.keys(photoSlots) as PhotoSlot[], '照片位置'), mediaId: id('照片') }, '照片'),
  MAX_RECORD_MEDIA,
  '照片',
)

const partCodes = carParts.map((part) => part.code)

/** All marks of a car at a handover. */
export const handoverMarks = maybe(
  list(
    nestedRecord(
      {
        /** Set for a mark that existed before. */
        markId: maybe(text(1, 40, '损伤')),
        part: word(partCodes, '损伤部位'),
        kind: code(damageKinds, '损伤类型'),
        /** Position on the outline, as fractions (0–1) of its width and height. */
        x: decimal(0, 1, '损伤位置'),
        y: decimal(0, 1, '损伤位置'),
        isNew: flag('请标明是否新增损伤'),
        photoIds: maybe(mediaIds('损伤照片')),
        /** Why a new mark is not charged, or a remark. */
        reason: maybe(text(0, 200, '损伤说明')),
        /** Charge for a new mark of a return; missing when nothing is charged. */
        amount: maybe(fen('车损费用', 1)),
      },
      '损伤',
    ),
    60,
    '损伤',
  ),
)

/** Relation of a candidate to the ordered model: same model, same class, free upgrade, or at another store. */
export const candidateRelations = ['sameModel', 'sameClass', 'upgrade', 'otherStore'] as const
/** How well a candidate fits: recommended, available, or in conflict. */
export const candidateGroups = ['recommended', 'available', 'conflict'] as const

/** The order before or after the requested rental. */
const Neighbour = z
  .object({ orderId: out.id, contactName: z.string(), pickupAt: out.time, returnAt: out.time })
  .nullable()

const Candidate = VehicleBrief.extend({
  storeId: out.id,
  storeName: z.string(),
  runState: out.code(runStates),
  relation: out.word(candidateRelations),
  group: out.word(candidateGroups),
  /** Free minutes before and after the rental, without turnaround; null when nothing is near. */
  gapBefore: out.count.nullable(),
  gapAfter: out.count.nullable(),
  previous: Neighbour,
  next: Neighbour,
  /** Why the car is not available, or a warning: 保养中, 上一单 10:00 才还车; null when there is none. */
  why: z.string().nullable(),
  /** Orders, none of them pinned, that are moved to other cars when it is assigned. */
  moves: z.array(MovedOrder),
  /** Occupancies of the car within the window, for the bars. */
  busy: z.array(
    z.object({
      from: out.time,
      to: out.time,
      kind: out.code(occupancyKinds),
      label: z.string(),
      orderId: out.id.nullable(),
    }),
  ),
})

export const arrange = {
  available: read({
    path: '/api/order/v1/available_vehicle/list',
    summary: '可排车辆',
    permission: ['order.arrange', 'order.create', 'longOrder.create'],
    input: z
      .object({
        orderId: maybe(id('订单')),
        storeId: maybe(id('取车门店')),
        modelId: maybe(id('车型')),
        pickupAt: maybe(time('取车时间')),
        /** With an order: when an overdue car is expected back, to swap it until then. */
        returnAt: maybe(time('还车时间')),
        /** Includes cars of other models of the same or a higher class. */
        upgrade: maybe(Flag),
        keyword: maybe(text(0, 20, '车牌')),
      })
      .superRefine((asked, ctx) => {
        if (asked.orderId) return
        const needed = {
          storeId: '请选择取车门店',
          modelId: '请选择车型',
          pickupAt: '请选择取车时间',
          returnAt: '请选择还车时间',
        }
        for (const [field, message] of Object.entries(needed))
          if (asked[field as keyof typeof needed] === undefined)
            ctx.addIssue({ code: 'custom', path: [field], message })
      }),
    output: z.object({
      /** Window of the bars: whole days around the rental. */
      from: out.time,
      to: out.time,
      /** Best first. */
      list: z.array(Candidate),
    }),
  }),
  plan: write({
    operators: true,
    path: '/api/order/v1/plan_vehicle/update',
    summary: '排车、改派、撤排、换车',
    permission: ['order.arrange'],
    /** A swap includes all marks of a car. */
    maxBody: 96 * 1024,
    input: z.object({
      orderId: id('订单'),
      /** Empty removes the car from the order. */
      vehicleId: idOrNone('车辆'),
      pinned: orElse(Flag, true),
      /** The customer agreed to another model. */
      upgrade: maybe(Flag),
      /** Only while the car is out: the old car is returned and the new one handed over, each with a handover record. */
      swap: maybe(
        nestedRecord(
          {
            reason: text(1, 200, '换车原因'),
            /** Takes the returned car out of service. */
            stop: orElse(Flag, false),
            /** When the customer will return; required, and used, only when the agreed return has passed. */
            dueAt: maybe(time('预计还车时间')),
            old: nestedRecord(
              {
                ...readingFields,
                photos: handoverPhotos,
                /**
                 * All marks of the returned car; missing: those of its handover. New ones are charged at the return, by
                 * their `amount`.
                 */
                damageMarks: handoverMarks,
                /** Where it was returned; missing: the store where the rental ends. */
                storeId: maybe(id('收回门店')),
              },
              '原车读数',
            ),
            new: nestedRecord({ ...readingFields, photos: handoverPhotos }, '新车读数'),
          },
          '换车信息',
        ),
      ),
      version: maybe(Version),
    }),
    output: z.object({
      status: out.code(orderStatuses),
      version: out.count,
      vehicleId: out.id.nullable(),
      plate: z.string().nullable(),
      /** Orders that were moved to another car. */
      moved: z.array(MovedOrder),
      /** For a swap: its document, which has to be signed. */
      agreementId: out.id.nullable(),
    }),
    refusals: [
      'orderStatusRefuses',
      'noVehicleLeft',
      'upgradeNeedsConsent',
      'vehicleTaken',
      'vehicleNotReturned',
      'mileageBelowPickup',
      'renewalOpen',
    ],
    refreshes: ['order', 'overview', 'todo', 'stock', 'driver.tasks', 'pickupReturn.task', 'agreement'],
  }),
}
