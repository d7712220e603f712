import { type CodeOf, enumeration } from '../enumeration.ts'
import { type PayWay, payWay } from '../payment/codes.ts'
import { machine } from '../step.ts'
import { addDays, DAY, HOUR, type Instant, type LocalDate, MINUTE, startOfDate } from '../time.ts'

/*
 * Bills of payment providers (对账): one a day for each contract, of whatever was paid and paid back on it.
 */

export const billStates = enumeration({
  waiting: [0, '未出账'],
  failed: [1, '下载失败'],
  matched: [2, '相符'],
  differing: [3, '有差异'],
  cleared: [4, '差异已处理'],
})
export const billState = billStates.code
export type BillState = CodeOf<typeof billStates>

export const billSteps = machine(billStates, {
  entry: [billState.waiting],
  final: [billState.matched, billState.cleared],
  refusal: 'stale',
  steps: {
    /** The provider has not made it yet. */
    wait: { from: [billState.waiting, billState.failed], to: billState.waiting, by: 'system' },
    fail: { from: [billState.waiting, billState.failed], to: billState.failed, by: 'system' },
    agree: { from: [billState.waiting, billState.failed], to: billState.matched, by: 'system' },
    differ: { from: [billState.waiting, billState.failed], to: billState.differing, by: 'system' },
    /** Its last difference was dealt with. */
    clear: { from: [billState.differing], to: billState.cleared, by: 'finance.reconcile' },
  },
})

/** It has not been compared, whatever the reason. */
export const isUncompared = (state: BillState): boolean => state === billState.waiting || state === billState.failed

/** What a provider offers of bills. */
export interface BillProduct {
  /** When the bill of a day is usually there, after the midnight that ends it. */
  readonly readyAfter: number
  /** It can be fetched for so many days. */
  readonly keptDays: number
}

/** The card machine has none, and neither has anything else that is recorded by hand. */
export const billProducts: Readonly<Partial<Record<PayWay, BillProduct>>> = {
  [payWay.alipay]: { readyAfter: 9 * HOUR, keptDays: 365 },
  [payWay.wechat]: { readyAfter: 10 * HOUR, keptDays: 90 },
}

/** Bills older than this are not fetched by themselves: a merchant that begins to reconcile begins here. */
export const BILL_DAYS = 60
/** After this a provider that has no bill of a day is believed: nothing was paid on it. */
const EMPTY_AFTER = 14 * HOUR

/** When the bill of a day is first asked for. */
export const billDueAt = (day: LocalDate, { readyAfter }: BillProduct): Instant =>
  startOfDate(addDays(day, 1)) + readyAfter

export const isEmptyByNow = (day: LocalDate, now: Instant): boolean => now >= startOfDate(addDays(day, 1)) + EMPTY_AFTER

/** Asked again: each hour of the first day, then each day. */
export const nextBillAsk = (day: LocalDate, now: Instant): Instant =>
  now + (now < startOfDate(addDays(day, 2)) + DAY ? HOUR : DAY) - MINUTE

/**
 * Around midnight the two sides may name different days: what was paid so shortly before it is looked for in the next day's
 * bill too, and missed there.
 */
export const MIDNIGHT_SLACK = 10 * MINUTE
/** The time whose payments must stand in the bill of a day, or in one before it. */
export const billWindow = (day: LocalDate): { readonly from: Instant; readonly to: Instant } => ({
  from: startOfDate(day) - MIDNIGHT_SLACK,
  to: startOfDate(addDays(day, 1)) - MIDNIGHT_SLACK,
})
