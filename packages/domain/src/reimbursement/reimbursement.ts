import { type CodeOf, enumeration } from '../enumeration.ts'
import { formatAmount } from '../money.ts'
import { wasReturned } from '../order/steps.ts'
import { reimbursementKind as kind, type reimbursementKinds } from '../payment/codes.ts'
import { type Account, account } from '../payment/ledger.ts'
import type { Fen } from '../quote/money.ts'
import { Refusal } from '../refusal.ts'
import { machine } from '../step.ts'

/*
 * What the merchant pays the customer back outside of any flow: a collected charge, costs the customer
 * advanced, goodwill. Nothing is in the books before the money has left.
 */

type Kind = CodeOf<typeof reimbursementKinds>

export const reimbursementStatuses = enumeration({
  waiting: [0, '待审核'],
  refused: [1, '已驳回'],
  paying: [2, '打款中'],
  done: [3, '已完成'],
  failed: [4, '失败'],
})
export const reimbursementStatus = reimbursementStatuses.code
const s = reimbursementStatus

export const reimbursementReasons = enumeration({
  overcharged: [1, '费用多收'],
  notServed: [2, '服务未提供'],
  repair: [3, '维修轮胎'],
  tow: [4, '拖车救援'],
  wash: [5, '洗车清洁'],
  energy: [6, '加油充电'],
  toll: [7, '停车过路'],
  inspection: [8, '年检'],
  service: [9, '服务补偿'],
  other: [10, '其他'],
})
type Reason = CodeOf<typeof reimbursementReasons>

const r = reimbursementReasons.code
const reasons: Readonly<Record<Kind, readonly Reason[]>> = {
  [kind.refund]: [r.overcharged, r.notServed, r.other],
  [kind.advance]: [r.repair, r.tow, r.wash, r.energy, r.toll, r.inspection, r.other],
  [kind.goodwill]: [r.service, r.other],
}

/** Why money of a kind may be paid back. */
export const reasonsOf = (of: Kind): readonly Reason[] => reasons[of]

export const reimbursementSteps = machine(reimbursementStatuses, {
  entry: [s.waiting, s.paying],
  final: [s.refused, s.done],
  refusal: 'stale',
  steps: {
    approve: { from: [s.waiting, s.failed], to: s.paying, by: 'order.refundApprove' },
    /** Also of one that was approved and cannot be paid: nothing of it is in the books. */
    refuse: { from: [s.waiting, s.paying, s.failed], to: s.refused, by: 'order.refundApprove' },
    pay: { from: [s.paying, s.failed], to: s.done, by: 'order.refund' },
    fail: { from: [s.paying], to: s.failed, by: 'system' },
    /** Its order is called off: what is leaving goes back with that. */
    callOff: { from: [s.paying], to: s.refused, by: 'system' },
  },
})

/** Another person has to say yes or no. */
export const awaitsDecision = (status: number): boolean => status === s.waiting
/** It may be paid, and the proof of it is missing. */
export const awaitsMoney = (status: number): boolean => status === s.paying || status === s.failed
/** The money has left. */
export const isDone = (status: number): boolean => status === s.done

/** It is not over: something may still be paid. */
export const openReimbursements = [s.waiting, s.paying, s.failed] as const

/** Of goodwill so much needs nobody else, fen. */
export const GOODWILL_LIMIT = 50_000

/** What the reimbursements of an order come to so far, refused ones aside, fen. */
export interface Used {
  readonly all: Fen
  readonly advances: Fen
}

type Limits = Readonly<Record<'refundApproveLimitFen' | 'advanceCapFen', Fen>>

/** Another person has to agree; all of an order count together, so that splitting does not help. */
export const needsApproval = (
  of: Kind,
  amount: Fen,
  used: Used,
  limits: Pick<Limits, 'refundApproveLimitFen'>,
): boolean => used.all + amount > (of === kind.goodwill ? GOODWILL_LIMIT : limits.refundApproveLimitFen)

/** @throws Refusal beyondRefundable (4010) for costs advanced beyond what an order may come to */
export function refuseBeyondCap(
  of: Kind,
  amount: Fen,
  used: Used,
  { advanceCapFen }: Pick<Limits, 'advanceCapFen'>,
): void {
  if (of !== kind.advance || used.advances + amount <= advanceCapFen) return
  throw new Refusal('beyondRefundable', { field: 'items', n: formatAmount(Math.max(0, advanceCapFen - used.advances)) })
}

/** What a collected charge is, for the account that holds its credit. */
export const refundableCodes = ['rent', 'service', 'expense', 'supplement', 'penalty'] as const
export type RefundableCode = (typeof refundableCodes)[number]

/** One thing that is paid back: a charge of the order, or a cost with its receipts. Fen. */
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

/** The account that a refunded charge is taken from: what is not earned yet, or the income it became. */
export const incomeOf = (code: Exclude<RefundableCode, 'supplement'>, orderStatus: number): Account =>
  incomes[code][wasReturned(orderStatus) ? 1 : 0]

/**
 * How much leaves the till: a debt of the order is met first.
 * @param owed what the order owes before it, negative when it has money to its credit, fen
 */
export const payoutOf = (amount: Fen, owed: Fen): Fen => Math.max(0, amount - Math.max(0, owed))
