import { deductResults } from '@cheyi/domain/money/deposit/codes'
import { payModes } from '@cheyi/domain/money/payment/codes'
import {
  deductStates,
  handleWays,
  matchTypes,
  officialStates,
  violationStatuses,
} from '@cheyi/domain/rental/violation/codes'
import { z } from 'zod'
import { maybeOrderRef, orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

/* What answers say of a violation, of who drove, and of the claim against a customer. Amounts in fen. */

/** A violation in lists. */
export const ViolationRow = z.object({
  violationId: out.id,
  no: z.string(),
  status: out.code(violationStatuses),
  plate: z.string(),
  /** null: no car of the merchant ever had the plate. */
  vehicleId: out.id.nullable(),
  modelName: z.string().nullable(),
  occurAt: out.time,
  place: z.string(),
  act: z.string(),
  actCode: z.string(),
  points: out.count,
  /** null: the authority has not decided yet. */
  fine: out.fen.nullable(),
  matchType: out.code(matchTypes).nullable(),
  ...maybeOrderRef,
  /** The renter, or the employee who drove; only the family name without the permission for customers' files. */
  driverName: z.string().nullable(),
  handleWay: out.code(handleWays).nullable(),
  officialState: out.code(officialStates),
  deadlineAt: out.time.nullable(),
  overdue: z.boolean(),
  /** The customer has submitted a proof that is not checked yet. */
  awaitsLook: z.boolean(),
  /** What the customer owes, null while nothing was charged, and how far it is collected. */
  payable: out.fen.nullable(),
  deductState: out.code(deductStates),
  createdAt: out.time,
  version: out.count,
})

const Stretch = z.object({
  ...orderRef,
  renterName: z.string(),
  from: out.time,
  /** null: the car is still out. */
  to: out.time.nullable(),
})

/** An order that had the car before or after the minute. */
export const Near = Stretch.extend({ minutes: out.count, side: out.word(['before', 'after']) })

/** Who had a car at a minute, as far as the caller may see it. */
export const Holder = z.object({
  vehicleId: out.id.nullable(),
  modelName: z.string().nullable(),
  by: out.word(['order', 'staff', 'merchant', 'nobody']),
  /** null where it belongs to a store that the caller may not access. */
  stretch: Stretch.nullable(),
  staffName: z.string().nullable(),
  /** Orders that had it shortly before or after, nearest first. */
  candidates: z.array(Near),
})

const Lines = z.object({ fine: out.fen, agency: out.fen, penalty: out.fen })

export const Claim = Lines.extend({
  /** Highest amounts, as agreed in the contract. */
  most: Lines,
  refunded: out.fen,
  waived: out.fen,
  /** Still to be collected. */
  due: out.fen,
  /** Part that may be refunded. */
  refundable: out.fen,
  /** Result of the last deduction; null while it is pending, or when there was none. */
  deductResult: out.code(deductResults).nullable(),
  /** The order's violation deposit: available amount, and modes of deduction. */
  available: out.fen,
  modes: z.array(out.code(payModes)),
})
