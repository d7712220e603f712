import { type CodeOf, enumeration } from '../../../enumeration.ts'
import type { Settings } from '../../../platform/merchant/setting.ts'

/** Months per instalment. */
export const payIntervals = enumeration({
  monthly: [1, '按月付'],
  quarterly: [3, '按季付'],
  halfYearly: [6, '按半年付'],
  yearly: [12, '按年付'],
})
export const payInterval = payIntervals.code
export type PayInterval = CodeOf<typeof payIntervals>

/** Upper limit of a monthly price, fen, to catch typing errors. */
export const MAX_MONTHLY_PRICE = 99_999_900

/** Settings that a long contract copies when it is signed. */
export type LongSettings = Pick<
  Settings,
  'instalmentLeadDays' | 'instalmentGraceDays' | 'lateFeeBpPerDay' | 'lateFeeCapBp' | 'terminatePenaltyMonths'
>

export interface LateFeeTerms {
  /** Days after the due date without a late fee. */
  readonly instalmentGraceDays: number
  readonly lateFeeBpPerDay: number
  /** Share of the row's amount. */
  readonly lateFeeCapBp: number
}

/** Terms of a long contract; later changes of the settings do not affect it. */
export interface LongTerms extends LateFeeTerms {
  readonly payInterval: PayInterval
  /** 0–15 days by which later rows are due before their period; the first is due on the day of pickup. */
  readonly leadDays: number
  /** Upper limit of the penalty of an early end, in months of rent. */
  readonly penaltyMonths: number
}

export const longTermsOf = (settings: LongSettings, interval: PayInterval): LongTerms => ({
  payInterval: interval,
  leadDays: settings.instalmentLeadDays,
  instalmentGraceDays: settings.instalmentGraceDays,
  lateFeeBpPerDay: settings.lateFeeBpPerDay,
  lateFeeCapBp: settings.lateFeeCapBp,
  penaltyMonths: settings.terminatePenaltyMonths,
})
