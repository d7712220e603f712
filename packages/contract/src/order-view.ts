import { agreementStatuses, agreementTypes } from '@cheyi/domain/agreement/codes'
import { depositPayStatuses, depositStatuses, violationAts } from '@cheyi/domain/deposit/codes'
import {
  cancelReasons,
  orderKinds,
  orderStatuses,
  pickupTypes,
  returnTypes,
  settleStatuses,
  sources,
} from '@cheyi/domain/order/codes'
import { refundWaits } from '@cheyi/domain/payment/codes'
import { handoverTypes } from '@cheyi/domain/pickup-return/codes'
import { z } from 'zod'
import { VehicleBrief } from './arrange.ts'
import { DepositDue } from './deposit.ts'
import { DriverTask } from './driver.ts'
import { PersonBrief } from './driver-person.ts'
import { Count, codeOut, FenOut, IdOut, pageOf, TimeOut, wordOut } from './kernel/field.ts'
import { MediaView } from './media.ts'
import { ModelBrief } from './model.ts'

/*
 * How an order is shown: as a card of the list and as a whole. Amounts in fen, phones masked.
 */

/** What is in hand of the deposits, until it is back with the customer or was deducted. */
const HeldDeposit = FenOut

/** Why money on its way back waits for a person; null when none does. */
const RefundWaits = wordOut(refundWaits).nullable()

/** Only what a card shows: twenty of these are the hottest answer of the product. */
export const OrderCard = z.object({
  orderId: IdOut,
  orderNo: z.string(),
  orderKind: codeOut(orderKinds),
  status: codeOut(orderStatuses),
  source: codeOut(sources),
  modelName: z.string(),
  /** null: no car arranged yet. */
  plate: z.string().nullable(),
  pickupAt: TimeOut,
  returnAt: TimeOut,
  pickupType: codeOut(pickupTypes),
  returnType: codeOut(returnTypes),
  storeName: z.string(),
  returnStoreName: z.string(),
  days: Count,
  overHours: Count,
  contactName: z.string(),
  phone: z.string(),
  total: FenOut,
  /** Positive: the customer still owes. */
  owed: FenOut,
  /** Open of what the booking asks for (预付款); 0 where it asks for all. */
  prepayDue: FenOut,
  depositStatus: codeOut(depositStatuses),
  depositPayStatus: codeOut(depositPayStatuses),
  /** When what is open of them is agreed to come; null: none is open, or one is asked for now. */
  depositLater: codeOut(violationAts).nullable(),
  heldDeposit: HeldDeposit,
  refundWaits: RefundWaits,
  overdue: z.boolean(),
  selfService: z.boolean(),
  tags: z.array(z.string()),
  payDeadline: TimeOut.nullable(),
  confirmDeadline: TimeOut.nullable(),
  version: Count,
})

/** A page of cards; the counts per status come with the first page only, under the filters but that of the status. */
export const OrderPage = z.object({
  ...pageOf(OrderCard),
  counts: z.array(z.object({ status: codeOut(orderStatuses), count: Count })).nullable(),
})

/**
 * Something that may be done now; a disabled one says why. `screen` is the page under the base path of the order's
 * kind that carries it out; without one the action is a call.
 */
export const OrderAction = z.object({
  code: z.string(),
  label: z.string(),
  primary: z.boolean(),
  danger: z.boolean(),
  screen: z.string().nullable(),
  enabled: z.boolean(),
  why: z.string().nullable(),
})

export const RemarkView = z.object({
  id: IdOut,
  content: z.string(),
  photos: z.array(MediaView),
  topFlag: z.boolean(),
  authorName: z.string(),
  at: TimeOut,
})

const Place = z.object({
  storeId: IdOut,
  storeName: z.string(),
  storePhone: z.string().nullable(),
  /** Of the customer for delivery and collection, else of the store. */
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  distanceM: Count.nullable(),
})

export const OrderDetail = z.object({
  orderId: IdOut,
  orderNo: z.string(),
  orderKind: codeOut(orderKinds),
  status: codeOut(orderStatuses),
  version: Count,
  source: codeOut(sources),
  channelOrderNo: z.string().nullable(),
  selfService: z.boolean(),
  overdue: z.boolean(),
  tags: z.array(z.string()),
  remark: z.string(),
  createdAt: TimeOut,
  createdByName: z.string(),
  payDeadline: TimeOut.nullable(),
  confirmDeadline: TimeOut.nullable(),
  /** One line that says what to do next; null when nothing waits. */
  nextStep: z.string().nullable(),
  refundWaits: RefundWaits,
  /** What waits to be given back for the order, deposits aside: a voucher pays all of it, fen. */
  refundDue: FenOut,
  /** In the order shown: the primary one is the button, the rest stands under 更多. Only those the account may take. */
  actions: z.array(OrderAction),
  /** When each stage was reached, for the progress bar. */
  progress: z.object({
    submittedAt: TimeOut.nullable(),
    confirmedAt: TimeOut.nullable(),
    arrangedAt: TimeOut.nullable(),
    pickedUpAt: TimeOut.nullable(),
    returnedAt: TimeOut.nullable(),
    cancelledAt: TimeOut.nullable(),
  }),
  pickupAt: TimeOut,
  returnAt: TimeOut,
  actualPickupAt: TimeOut.nullable(),
  actualReturnAt: TimeOut.nullable(),
  days: Count,
  overHours: Count,
  pickupType: codeOut(pickupTypes),
  returnType: codeOut(returnTypes),
  pickupPlace: Place,
  returnPlace: Place,
  model: ModelBrief.extend({ licenceClass: z.string() }),
  /** The car arranged; its model differs from `model` after an upgrade. */
  vehicle: VehicleBrief.nullable(),
  pinned: z.boolean(),
  contactName: z.string(),
  phone: z.string(),
  renter: PersonBrief.nullable(),
  codrivers: z.array(PersonBrief),
  drivers: z.array(DriverTask),
  fees: z.object({
    /** Day prices of equal amount are one line. */
    lines: z.array(z.object({ name: z.string(), formula: z.string(), amount: FenOut })),
    total: FenOut,
    paid: FenOut,
    refunded: FenOut,
    owed: FenOut,
    /** Asked for by the booking (预付款), the rest (尾款) at the pickup; null: all. */
    prepay: FenOut.nullable(),
    /** Open of it; 0 from the pickup on. */
    prepayDue: FenOut,
    /** Given up, and not paid after all. */
    writtenOff: FenOut,
    /** The platform has collected the rent. */
    byPlatform: z.boolean(),
  }),
  settleStatus: codeOut(settleStatuses),
  depositStatus: codeOut(depositStatuses),
  depositPayStatus: codeOut(depositPayStatuses),
  depositLater: codeOut(violationAts).nullable(),
  /** What the customer is expected to owe of damage that is being assessed; the rental deposit stays for it. */
  expectedDamage: FenOut,
  heldDeposit: HeldDeposit,
  deposits: z.array(DepositDue),
  agreements: z.array(
    z.object({ agreementId: IdOut, type: codeOut(agreementTypes), status: codeOut(agreementStatuses), at: TimeOut }),
  ),
  records: z.array(
    z.object({
      recordId: IdOut,
      type: codeOut(handoverTypes),
      at: TimeOut.nullable(),
      draft: z.boolean(),
      mileageKm: Count.nullable(),
      operatorName: z.string(),
      photoCount: Count,
    }),
  ),
  /** Pinned first, then the newest; three at most. */
  remarks: z.array(RemarkView),
  counts: z.object({ illegal: Count, damage: Count, renewal: Count, remark: Count }),
  /** null unless the order is being or was cancelled. */
  cancel: z
    .object({
      at: TimeOut.nullable(),
      reason: codeOut(cancelReasons).nullable(),
      by: z.string().nullable(),
      note: z.string(),
      penalty: FenOut,
    })
    .nullable(),
})

export const LogRow = z.object({
  id: IdOut,
  at: TimeOut,
  action: z.string(),
  /** What happened, in words. */
  text: z.string(),
  from: codeOut(orderStatuses).nullable(),
  to: codeOut(orderStatuses).nullable(),
  actorName: z.string(),
})
