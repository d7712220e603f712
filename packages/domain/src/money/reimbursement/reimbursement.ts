import { wasReturned } from '../../booking/order/steps.ts'
import type { CodeOf } from '../../enumeration.ts'
import { type Fen, formatAmount } from '../../money.ts'
import { Refusal } from '../../refusal.ts'
import { machine } from '../../step.ts'
import { reimbursementKind as kind, type reimbursementKinds } from '../payment/codes.ts'
import { type Account, account } from '../payment/ledger.ts'
import { reimbursementReasons, reimbursementStatus, reimbursementStatuses } from './codes.ts'

/*
 * Separate refunds to the customer: a collected charge, costs that the customer advanced, goodwill. Nothing is
 * booked before the money is paid out.
 */

type Kind = CodeOf<typeof reimbursementKinds>

const s = reimbursementStatus

type Reason = CodeOf<typeof reimbursementReasons>

const r = reimbursementReasons.code
const reasons: Readonly<Record<Kind, readonly Reason[]>> = {
  [kind.refund]: [r.overcharged, r.notServed, r.other],
  [kind.advance]: [r.repair, r.tow, r.wash, r.energy, r.toll, r.inspection, r.other],
  [kind.goodwill]: [r.service, r.other],
}

/** Reasons of a kind. */
export const reasonsOf = (of: Kind): readonly Reason[] => reasons[of]

export const reimbursementSteps = machine(reimbursementStatuses, {
  entry: [s.waiting, s.paying],
  final: [s.refused, s.done],
  refusal: 'stale',
  steps: {
    approve: {
      from: [s.waiting, s.failed],
      to: s.paying,
      by: 'order.refundApprove',
      refuses: {
        [s.paying]: 'reimbursementApproved',
        [s.done]: 'reimbursementPaid',
        [s.refused]: 'reimbursementRefused',
      },
    },
    /** Also for one that was approved and cannot be paid: nothing of it is booked. */
    refuse: {
      from: [s.waiting, s.paying, s.failed],
      to: s.refused,
      by: 'order.refundApprove',
      refuses: { [s.done]: 'reimbursementPaid', [s.refused]: 'reimbursementRefused' },
    },
    pay: {
      from: [s.paying, s.failed],
      to: s.done,
      by: 'order.payment',
      refuses: {
        [s.waiting]: 'reimbursementWaits',
        [s.done]: 'reimbursementPaid',
        [s.refused]: 'reimbursementRefused',
      },
    },
    fail: { from: [s.paying], to: s.failed, by: 'system' },
    /** Its order is cancelled: the refund of the cancellation includes it. */
    callOff: { from: [s.paying], to: s.refused, by: 'system' },
  },
})

/** It needs the approval of a second person. */
export const awaitsDecision = (status: number): boolean => status === s.waiting
/** It may be paid, and the voucher is missing. */
export const awaitsMoney = (status: number): boolean => status === s.paying || status === s.failed
/** Paid out. */
export const isDone = (status: number): boolean => status === s.done

/** Not finished: something may still be paid. */
export const openReimbursements = [s.waiting, s.paying, s.failed] as const

/** Goodwill up to this amount needs no approval, fen. */
export const GOODWILL_LIMIT = 50_000

/** Total of an order's reimbursements so far, without refused ones, fen. */
export interface Used {
  readonly all: Fen
  readonly advances: Fen
}

type Limits = Readonly<Record<'refundApproveLimitFen' | 'advanceCapFen', Fen>>

/** Whether a second person has to approve; all of an order count together, so that splitting does not avoid it. */
export const needsApproval = (
  of: Kind,
  amount: Fen,
  used: Used,
  limits: Pick<Limits, 'refundApproveLimitFen'>,
): boolean => used.all + amount > (of === kind.goodwill ? GOODWILL_LIMIT : limits.refundApproveLimitFen)

/** @throws Refusal beyondRefundable (4010) for reimbursed costs above the limit of an order */
export function refuseBeyondCap(
  of: Kind,
  amount: Fen,
  used: Used,
  { advanceCapFen }: Pick<Limits, 'advanceCapFen'>,
): void {
  if (of !== kind.advance || used.advances + amount <= advanceCapFen) return
  throw new Refusal('beyondRefundable', { field: 'items', n: formatAmount(Math.max(0, advanceCapFen - used.advances)) })
}

/** Kind of a collected charge, which decides the account that is debited. */
export const refundableCodes = ['rent', 'service', 'expense', 'supplement', 'penalty'] as const
export type RefundableCode = (typeof refundableCodes)[number]

/** One refunded item: a charge of the order, or a cost with its receipts. Fen. */
export interface ReimbursedItem {
  readonly code?: RefundableCode
  readonly refId?: string
  readonly name: string
  readonly amount: Fen
  readonly photoIds: readonly string[]
}

const incomes: Readonly<Record<Exclude<RefundableCode, 'supplement'>, readonly [Account, Account]>> = {
  rent: [account.unearned, account.rentIncome],
  service: [account.unearned, account.serviceIncome],
  expense: [account.serviceIncome, account.serviceIncome],
  penalty: [account.penaltyIncome, account.penaltyIncome],
}

/** The account that a refunded charge is debited to: unearned revenue, or the income that it became. */
export const incomeOf = (code: Exclude<RefundableCode, 'supplement'>, orderStatus: number): Account =>
  incomes[code][wasReturned(orderStatus) ? 1 : 0]

/**
 * The amount that is paid out after setting off a debt of the order.
 * @param owed what the order owes before it, negative for a credit, fen
 */
export const payoutOf = (amount: Fen, owed: Fen): Fen => Math.max(0, amount - Math.max(0, owed))
