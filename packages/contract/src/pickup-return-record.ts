import { damageKinds } from '@cheyi/domain/damage/codes'
import { orderKinds, orderStatuses } from '@cheyi/domain/order/codes'
import { fuelKinds, handoverTypes, recordVerifies } from '@cheyi/domain/pickup-return/codes'
import { photoFaultNames } from '@cheyi/domain/pickup-return/photo-fault'
import { type Accessory, accessories, type PhotoSlot, photoSlots } from '@cheyi/domain/pickup-return/record'
import type { StepState } from '@cheyi/domain/pickup-return/steps'
import { z } from 'zod'
import { CarOut, handoverMarks, handoverPhotos, readingFields, VehicleBrief } from './arrange.ts'
import { PersonBrief } from './driver-person.ts'
import { flag, id, int, list, maybe, nested, text, time, word } from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { MediaView } from './media.ts'

/*
 * The inspection record of a pickup or a return: what is sent while it is filled in, how it is shown,
 * and the state of the flow around it.
 */

const slots = Object.keys(photoSlots) as PhotoSlot[]
const accessoryCodes = Object.keys(accessories) as Accessory[]

/** Fields of a record as the flow sends them; what is left out stays as it was saved. */
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
      nested({ code: word(accessoryCodes, '随车物品'), present: flag('请选择随车物品是否在车', '在车') }, '随车物品'),
      20,
      '随车物品',
    ),
  ),
  keyCount: maybe(int(0, 9, '钥匙数量')),
  signatureId: maybe(id('签名')),
  note: maybe(text(0, 500, '备注')),
  /** Where the car was left at a return. */
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
  /** What it is charged; null where it is not. */
  amount: out.fen.nullable(),
  photos: z.array(MediaView),
})

/** A record as it is shown; `seq` above 1 belongs to a car that was swapped in. */
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
  /** `reissued`: added after the handover, at the time shown, by whom and why; both '' of those that belong to it. */
  photos: z.array(
    z.object({
      slot: out.word(slots),
      media: MediaView,
      reissued: z.boolean(),
      /** A video that the native shell still sends: there is nothing to look at yet. */
      coming: z.boolean(),
      at: out.time,
      reason: z.string(),
      by: z.string(),
      /** What the customer's phone found wrong with it, who sent it all the same. */
      fault: out.word(photoFaultNames).nullable(),
    }),
  ),
  damageMarks: z.array(DamageMark),
  accessories: z.array(z.object({ code: out.word(accessoryCodes), present: z.boolean() })),
  keyCount: out.count.nullable(),
  signature: MediaView.nullable(),
  note: z.string(),
  parkingNote: z.string(),
  /** Where a customer who brought the car back alone left the keys. */
  keyNote: z.string(),
  /** When they handed it in, by our clock: a return dated by it is no backdating. null where staff took the car back. */
  handedInAt: out.time.nullable(),
  operatorName: z.string(),
  byCustomer: z.boolean(),
  verify: out.code(recordVerifies),
  stepDone: z.array(out.count),
  version: out.count,
})

const stepStates: readonly StepState[] = ['todo', 'done', 'attention']

/** Everything the stepped flow and the task screen need to open at any step. */
export const HandoverTask = z.object({
  type: out.code(handoverTypes),
  order: z.object({
    orderId: out.id,
    orderNo: z.string(),
    orderKind: out.code(orderKinds),
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
    /** As the detail of the order says (`fees`). */
    prepay: out.fen.nullable(),
    prepayDue: out.fen,
    /** A return dated longer than that before now needs `order.discount` and a reason. */
    graceMinutes: out.count,
    version: out.count,
  }),
  /** A pickup before its time, for somebody who may pass it: the rental is priced from now on. null else. */
  early: z
    .object({
      /** When the rental would begin. */
      from: out.time,
      /** The order's total then; what it is so far stands in `order`. */
      total: out.fen,
      /** Due with the confirmation; a negative one is kept for the customer until the return. */
      difference: out.fen,
      changes: z.array(z.object({ name: z.string(), before: out.fen, after: out.fen })),
    })
    .nullable(),
  vehicle: VehicleBrief.nullable(),
  /** At a pickup: where the car stands, as it was photographed when it came back. */
  parkingPhoto: MediaView.nullable(),
  /** At a return: a renewal that waits for its payment, which the return ends; null when none does. */
  openRenewal: z.object({ returnAt: out.time, amount: out.fen, deadline: out.time.nullable() }).nullable(),
  /** At a return: parts of the car that cases of damage name, whose marks need no other word. */
  /** At a pickup: the order that still has the car; null when none does. */
  carOut: CarOut,
  damagedParts: z.array(z.string()),
  fuelKind: out.code(fuelKinds),
  people: z.array(
    PersonBrief.extend({
      /** At a pickup: what registers of the state say against their papers, and why they were passed all the same; '' where nobody said. */
      faults: z.array(z.object({ text: z.string(), reason: z.string() })),
    }),
  ),
  /** What the operator has filled in so far; null before the first save. */
  record: HandoverRecord.nullable(),
  /** At a return: the record of the pickup. */
  pickupRecord: HandoverRecord.nullable(),
  /** Steps 1–9 with their names. */
  steps: z.array(
    z.object({ step: out.count, name: z.string(), state: out.word(stepStates), hint: z.string().nullable() }),
  ),
  /** What still keeps the handover from being confirmed. `overridable`: passes with `order.override`. */
  blocking: z.array(z.object({ code: z.string(), text: z.string(), step: out.count, overridable: z.boolean() })),
})
