import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { type ReadName, readNames } from '@cheyi/domain/fleet/vehicle-control/readings'
import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import { fuelKinds, handoverTypes, recordVerifies } from '@cheyi/domain/rental/pickup-return/codes'
import { photoFaultNames } from '@cheyi/domain/rental/pickup-return/photo-fault'
import { type Accessory, accessories, type PhotoSlot, photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import type { StepState } from '@cheyi/domain/rental/pickup-return/steps'
import { z } from 'zod'
import { CarOut, VehicleBrief } from '../fleet/stock.ts'
import { flag, id, int, list, maybe, nestedRecord, text, time, word } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'
import { handoverMarks, handoverPhotos, readingFields } from './arrange.ts'
import { PersonBrief } from './driver-person.ts'

/* The inspection record of a pickup or a return: its input, its output, and the state of the steps around it. */

const slots = Object.keys(photoSlots) as PhotoSlot[]
const readings = Object.keys(readNames) as ReadName[]
const accessoryCodes = Object.keys(accessories) as Accessory[]

/** Fields of a record as the steps send them; missing ones are unchanged. */
export const recordFields = {
  at: maybe(time('取还车时间')),
  returnStoreId: maybe(id('还车门店')),
  mileageKm: maybe(readingFields.mileageKm),
  fuelEighths: readingFields.fuelEighths,
  batteryPct: readingFields.batteryPct,
  photos: maybe(handoverPhotos),
  damageMarks: handoverMarks,
  accessories: maybe(
    list(
      nestedRecord(
        { code: word(accessoryCodes, '随车物品'), present: flag('请选择随车物品是否在车', '在车') },
        '随车物品',
      ),
      20,
      '随车物品',
    ),
  ),
  keyCount: maybe(int(0, 9, '钥匙数量')),
  signatureId: maybe(id('签名')),
  /** Readings that were taken over from the terminal of the car. */
  readByDevice: maybe(list(word(readings, '设备读数'), readings.length, '设备读数')),
  note: maybe(text(0, 500, '备注')),
  /** Where the car is parked at a return. */
  parkingNote: maybe(text(0, 50, '停放位置')),
}

/** A mark on the car outline. */
export const DamageMark = z.object({
  markId: z.string(),
  part: z.string(),
  kind: out.code(damageKinds),
  x: z.number(),
  y: z.number(),
  isNew: z.boolean(),
  reason: z.string(),
  /** Its charge; null when nothing is charged. */
  amount: out.fen.nullable(),
  photos: z.array(MediaView),
})

/** A record; `seq` above 1 belongs to a car that was swapped in. */
export const HandoverRecord = z.object({
  recordId: out.id,
  orderId: out.id,
  type: out.code(handoverTypes),
  seq: out.count,
  draft: z.boolean(),
  vehicleId: out.id,
  plate: z.string(),
  at: out.time.nullable(),
  returnStoreId: out.id.nullable(),
  mileageKm: out.count.nullable(),
  fuelKind: out.code(fuelKinds),
  fuelEighths: out.count.nullable(),
  batteryPct: out.count.nullable(),
  /** Readings that were taken over from the terminal of the car. */
  readByDevice: z.array(out.word(readings)),
  /** `reissued`: added after the handover, at the given time, with author and reason; both '' for photos of the handover itself. */
  photos: z.array(
    z.object({
      slot: out.word(slots),
      media: MediaView,
      reissued: z.boolean(),
      /** A video that the native app is still uploading, so that it cannot be shown yet. */
      coming: z.boolean(),
      at: out.time,
      reason: z.string(),
      by: z.string(),
      /** Fault that the customer's phone detected; the customer sent the photo nevertheless. */
      fault: out.word(photoFaultNames).nullable(),
    }),
  ),
  damageMarks: z.array(DamageMark),
  accessories: z.array(z.object({ code: out.word(accessoryCodes), present: z.boolean() })),
  keyCount: out.count.nullable(),
  signature: MediaView.nullable(),
  note: z.string(),
  parkingNote: z.string(),
  /** Where a customer left the keys at a self-service return. */
  keyNote: z.string(),
  /**
   * When they submitted the return, by the server's clock: a return with this time is not backdated. null where staff
   * took the car back.
   */
  handedInAt: out.time.nullable(),
  operatorName: z.string(),
  byCustomer: z.boolean(),
  verify: out.code(recordVerifies),
  stepDone: z.array(out.count),
  version: out.count,
})

const stepStates: readonly StepState[] = ['todo', 'done', 'attention']

/** Everything that the steps and the task screen need, whichever step is opened. */
export const HandoverTask = z.object({
  type: out.code(handoverTypes),
  order: z.object({
    ...orderRef,
    status: out.code(orderStatuses),
    contactName: z.string(),
    phone: z.string(),
    pickupAt: out.time,
    returnAt: out.time,
    actualPickupAt: out.time.nullable(),
    pickupPlace: z.string(),
    returnPlace: z.string(),
    storeId: out.id,
    returnStoreId: out.id,
    modelName: z.string(),
    total: out.fen,
    owed: out.fen,
    /** Like `fees` of the order's detail. */
    prepay: out.fen.nullable(),
    prepayDue: out.fen,
    /** A return that is backdated by more than this needs `order.discount` and a reason. */
    graceMinutes: out.count,
    version: out.count,
  }),
  /** An early pickup, for callers who may override: the rental is priced from now on. null otherwise. */
  early: z
    .object({
      /** When the rental would begin. */
      from: out.time,
      /** The order's total then; its present total is in `order`. */
      total: out.fen,
      /** Due with the confirmation; a negative difference remains as credit until the return. */
      difference: out.fen,
      changes: z.array(z.object({ name: z.string(), before: out.fen, after: out.fen })),
    })
    .nullable(),
  vehicle: VehicleBrief.nullable(),
  /** At a pickup: photo of the car's parking position from its last return. */
  parkingPhoto: MediaView.nullable(),
  /** At a return: a renewal that waits for its payment, which the return ends; null when none does. */
  openRenewal: z.object({ returnAt: out.time, amount: out.fen, deadline: out.time.nullable() }).nullable(),
  /** At a pickup: the order that still has the car; null when none does. */
  carOut: CarOut,
  /** At a return: parts that damage cases name, so that their marks need no other explanation. */
  damagedParts: z.array(z.string()),
  fuelKind: out.code(fuelKinds),
  /** What the terminal of the car reports now; null without one that is online or asleep. */
  device: z
    .object({
      at: out.time,
      mileageKm: out.count.nullable(),
      fuelEighths: out.count.nullable(),
      batteryPct: out.count.nullable(),
    })
    .nullable(),
  people: z.array(
    PersonBrief.extend({
      /**
       * At a pickup: faults that state registers report about their documents, and why they were verified nevertheless;
       * '' without a reason.
       */
      faults: z.array(z.object({ text: z.string(), reason: z.string() })),
    }),
  ),
  /** The record so far; null before the first save. */
  record: HandoverRecord.nullable(),
  /** At a return: the record of the pickup. */
  pickupRecord: HandoverRecord.nullable(),
  /** Steps 1–9 with their names. */
  steps: z.array(
    z.object({ step: out.count, name: z.string(), state: out.word(stepStates), hint: z.string().nullable() }),
  ),
  /** Reasons why the handover cannot be confirmed. `overridable`: can be ignored with `order.override`. */
  blocking: z.array(z.object({ code: z.string(), text: z.string(), step: out.count, overridable: z.boolean() })),
})
