import { type CodeOf, enumeration } from '../../enumeration.ts'
import { machine } from '../../step.ts'
import { addDays, DAY, HOUR, type Instant, type LocalDate, MINUTE, startOfDate } from '../../time.ts'
import { type PayWay, payWay } from '../payment/codes.ts'

/* 对账: bills of payment providers, one a day for each contract, with all payments and refunds of it. */

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
    /** The provider has not created it yet. */
    wait: { from: [billState.waiting, billState.failed], to: billState.waiting, by: 'system' },
    fail: { from: [billState.waiting, billState.failed], to: billState.failed, by: 'system' },
    agree: { from: [billState.waiting, billState.failed], to: billState.matched, by: 'system' },
    differ: { from: [billState.waiting, billState.failed], to: billState.differing, by: 'system' },
    /** Its last difference was resolved. */
    clear: { from: [billState.differing], to: billState.cleared, by: 'finance.reconcile' },
  },
})

/** It has not been compared, for any reason. */
export const isUncompared = (state: BillState): boolean => state === billState.waiting || state === billState.failed

/** The bills that a provider offers. */
export interface BillProduct {
  /** When the bill of a day is usually available, after the midnight that ends it. ms. */
  readonly readyAfter: number
  /** For how many days it can be downloaded. */
  readonly keptDays: number
}

/** Providers with bills; the card machine and other manual methods have none. */
export const billProducts: Readonly<Partial<Record<PayWay, BillProduct>>> = {
  [payWay.alipay]: { readyAfter: 9 * HOUR, keptDays: 365 },
  [payWay.wechat]: { readyAfter: 10 * HOUR, keptDays: 90 },
}

/** Older bills are not downloaded automatically, days; the limit of a merchant that starts with reconciliation. */
export const BILL_DAYS = 60
/** From this time on a missing bill counts as empty: there were no payments on that day. ms after midnight. */
const EMPTY_AFTER = 14 * HOUR

/** When the bill of a day is first requested. */
export const billDueAt = (day: LocalDate, { readyAfter }: BillProduct): Instant =>
  startOfDate(addDays(day, 1)) + readyAfter

export const isEmptyByNow = (day: LocalDate, now: Instant): boolean => now >= startOfDate(addDays(day, 1)) + EMPTY_AFTER

/** When to retry: every hour of the first day, then every day. */
export const nextBillAsk = (day: LocalDate, now: Instant): Instant =>
  now + (now < startOfDate(addDays(day, 2)) + DAY ? HOUR : DAY) - MINUTE

/**
 * Around midnight the two sides may assign different days: a payment this shortly before midnight is looked up in
 * the next day's bill as well, and only reported as missing there. ms.
 */
export const MIDNIGHT_SLACK = 10 * MINUTE
/** The time range whose payments must be in the bill of a day, or in an earlier one. */
export const billWindow = (day: LocalDate): { readonly from: Instant; readonly to: Instant } => ({
  from: startOfDate(day) - MIDNIGHT_SLACK,
  to: startOfDate(addDays(day, 1)) - MIDNIGHT_SLACK,
})
