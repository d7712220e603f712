import {
  cancelReasons,
  orderStatuses,
  pickupTypes,
  returnTypes,
  settleStatuses,
  sources,
} from '@cheyi/domain/booking/order/codes'
import { depositPayStatuses, depositStatuses, violationAts } from '@cheyi/domain/money/deposit/codes'
import { payWays, pendingRefunds } from '@cheyi/domain/money/payment/codes'
import { agreementStatuses, agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import { planDues } from '@cheyi/domain/rental/instalment/codes'
import { handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { z } from 'zod'
import { ModelBrief } from '../fleet/model.ts'
import { CarOut, VehicleBrief } from '../fleet/stock.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
// biome-ignore lint/plugin: an order is shown with its deposit.
import { DepositDue } from '../money/deposit.ts'
import { MediaView } from '../platform/media.ts'
// biome-ignore lint/plugin: an order is shown with its drivers.
import { DriverTask } from '../rental/driver.ts'
// biome-ignore lint/plugin: an order is shown with its drivers.
import { PersonBrief } from '../rental/driver-person.ts'

/* An order as a card of the list and as a detail. Amounts in fen, phones masked. */

/** Held deposits, until they are released or deducted. */
const HeldDeposit = out.fen

/** Why a refund needs staff; null when none does. */
const PendingRefunds = out.word(pendingRefunds).nullable()

/** Only the fields of a card: a list of twenty is the most frequent answer of the product. */
export const OrderCard = z.object({
  ...orderRef,
  status: out.code(orderStatuses),
  source: out.code(sources),
  modelName: z.string(),
  /** null: no car is assigned yet. */
  plate: z.string().nullable(),
  pickupAt: out.time,
  returnAt: out.time,
  pickupType: out.code(pickupTypes),
  returnType: out.code(returnTypes),
  storeName: z.string(),
  returnStoreName: z.string(),
  days: out.count,
  overHours: out.count,
  contactName: z.string(),
  phone: z.string(),
  /** The total, like in its detail and bill. */
  total: out.fen,
  /** Positive: the customer owes. */
  owed: out.fen,
  /** Unpaid part of the prepayment (预付款), fen; 0 where the order requires full payment. */
  prepayDue: out.fen,
  depositStatus: out.code(depositStatuses),
  depositPayStatus: out.code(depositPayStatuses),
  /** When the open deposits are agreed to be collected; null: none is open, or one is due now. */
  depositLater: out.code(violationAts).nullable(),
  heldDeposit: HeldDeposit,
  pendingRefunds: PendingRefunds,
  overdue: z.boolean(),
  /** Progress of a long order's payment plan, and the next amount; null for a regular one. */
  plan: z
    .object({ paid: out.count, count: out.count, late: out.count, nextOn: out.date.nullable(), nextDue: out.fen })
    .nullable(),
  carOut: CarOut,
  selfService: z.boolean(),
  tags: z.array(z.string()),
  payDeadline: out.time.nullable(),
  confirmDeadline: out.time.nullable(),
  version: out.count,
})

/**
 * A page of cards; the counts per status come with the first page only, under the filters except status and
 * instalments. `plans`: the number of long orders with a due instalment, and with an overdue one.
 */
export const OrderPage = z.object({
  ...out.pageOf(OrderCard),
  counts: z.array(z.object({ status: out.code(orderStatuses), count: out.count })).nullable(),
  plans: z.array(z.object({ planDue: out.code(planDues), count: out.count })).nullable(),
})

/**
 * A possible action; a disabled one has the reason. `screen` is the page under the base path of the order's kind;
 * without one the action is a call.
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
  id: out.id,
  content: z.string(),
  photos: z.array(MediaView),
  topFlag: z.boolean(),
  authorName: z.string(),
  at: out.time,
})

const Place = z.object({
  storeId: out.id,
  storeName: z.string(),
  storePhone: z.string().nullable(),
  /** Of the customer for delivery and collection, else of the store. */
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  distanceM: out.count.nullable(),
})

/** The car of an order. `higher`: of a higher class than the booked model. */
const OrderedCar = VehicleBrief.extend({
  ...ModelBrief.pick({ carType: true, energy: true, gearbox: true, seats: true, image: true }).shape,
  higher: z.boolean(),
})

/** Number of returns, and how many were late. */
const Returns = z.object({ returned: out.count, late: out.count })

export const OrderDetail = z.object({
  ...orderRef,
  status: out.code(orderStatuses),
  version: out.count,
  source: out.code(sources),
  channelOrderNo: z.string().nullable(),
  selfService: z.boolean(),
  /** What its customer reads, as a tag of BCP 47: messages are sent in it. */
  language: z.string(),
  overdue: z.boolean(),
  carOut: CarOut,
  tags: z.array(z.string()),
  remark: z.string(),
  createdAt: out.time,
  createdByName: z.string(),
  payDeadline: out.time.nullable(),
  confirmDeadline: out.time.nullable(),
  /** One line that says what to do next; null when nothing is pending. */
  nextStep: z.string().nullable(),
  pendingRefunds: PendingRefunds,
  /** Amount to be refunded for the order, without deposits: one voucher covers all of it, fen. */
  refundDue: out.fen,
  /** The payment method of all of it; null for several methods, or when nothing was collected. */
  refundCame: out.code(payWays).nullable(),
  /** In the order shown: the primary one is the button, the others are under 更多. Only those that the account may take. */
  actions: z.array(OrderAction),
  /** A handover that can still be undone: until when, and what the undo changes. */
  undo: z.object({ until: out.time, items: z.array(z.object({ name: z.string(), text: z.string() })) }).nullable(),
  /** When each stage was reached, for the progress bar. */
  progress: z.object({
    submittedAt: out.time.nullable(),
    confirmedAt: out.time.nullable(),
    arrangedAt: out.time.nullable(),
    pickedUpAt: out.time.nullable(),
    returnedAt: out.time.nullable(),
    cancelledAt: out.time.nullable(),
  }),
  pickupAt: out.time,
  returnAt: out.time,
  actualPickupAt: out.time.nullable(),
  actualReturnAt: out.time.nullable(),
  days: out.count,
  overHours: out.count,
  pickupType: out.code(pickupTypes),
  returnType: out.code(returnTypes),
  pickupPlace: Place,
  returnPlace: Place,
  model: ModelBrief.extend({ licenceClass: z.string() }),
  /** The assigned car with its own model, which may differ from the booked one. */
  vehicle: OrderedCar.nullable(),
  pinned: z.boolean(),
  /** The order before with the same car, if it may be late by the counts shown; null: no risk. */
  before: z
    .object({
      ...orderRef,
      returnAt: out.time,
      overdue: z.boolean(),
      /** Returns of its customer, and of the store's recent rentals of the same kind and length. */
      customer: Returns,
      like: Returns,
      /** The length of those rentals, as text. */
      band: z.string(),
    })
    .nullable(),
  contactName: z.string(),
  phone: z.string(),
  renter: PersonBrief.nullable(),
  codrivers: z.array(PersonBrief),
  drivers: z.array(DriverTask),
  fees: z.object({
    /** Day prices of equal amount are one line; none without 费用明细 for who hands over no cars. */
    lines: z.array(z.object({ name: z.string(), formula: z.string(), amount: out.fen })),
    total: out.fen,
    paid: out.fen,
    refunded: out.fen,
    owed: out.fen,
    /** Prepayment (预付款) of the booking; the rest (尾款) is due at the pickup; null: full payment. */
    prepay: out.fen.nullable(),
    /** Its open part; 0 from the pickup on. */
    prepayDue: out.fen,
    /** Written off and not recovered. */
    writtenOff: out.fen,
    /** Costs of the merchant besides the rental (垫付, 补偿), paid out or set off: no charge is reduced by them. */
    offset: out.fen,
    /** The platform has collected the rent. */
    byPlatform: z.boolean(),
    /** Commission of the platform, booked when the order is earned; null without the permission 经营金额. */
    commission: out.fen.nullable(),
  }),
  settleStatus: out.code(settleStatuses),
  depositStatus: out.code(depositStatuses),
  depositPayStatus: out.code(depositPayStatuses),
  depositLater: out.code(violationAts).nullable(),
  /** Expected amount of damage under assessment, for which the rental deposit is held back. */
  expectedDamage: out.fen,
  /** Damage that a confirmed handover charged, without cases. */
  chargedDamage: out.fen,
  heldDeposit: HeldDeposit,
  deposits: z.array(DepositDue),
  agreements: z.array(
    z.object({
      agreementId: out.id,
      type: out.code(agreementTypes),
      status: out.code(agreementStatuses),
      at: out.time,
    }),
  ),
  records: z.array(
    z.object({
      recordId: out.id,
      type: out.code(handoverTypes),
      at: out.time.nullable(),
      draft: z.boolean(),
      mileageKm: out.count.nullable(),
      operatorName: z.string(),
      photoCount: out.count,
    }),
  ),
  /** Pinned first, then the newest; three at most. */
  remarks: z.array(RemarkView),
  counts: z.object({
    violation: out.count,
    /** Violations that are not closed or void. */
    openViolation: out.count,
    damage: out.count,
    renewal: out.count,
    remark: out.count,
  }),
  /** null unless the order is being or was cancelled. */
  cancel: z
    .object({
      at: out.time.nullable(),
      reason: out.code(cancelReasons).nullable(),
      by: z.string().nullable(),
      note: z.string(),
      penalty: out.fen,
    })
    .nullable(),
})

export const LogRow = z.object({
  id: out.id,
  at: out.time,
  action: z.string(),
  /** What happened, as text. */
  text: z.string(),
  from: out.code(orderStatuses).nullable(),
  to: out.code(orderStatuses).nullable(),
  actorName: z.string(),
})
