import { DAY, type Instant, MINUTE } from '../../time.ts'

const DAY_MINUTES = 1440

/** When minutes past a full day are free, and when they have become a day. */
export interface DayTerms {
  /** Minutes past the last full day that cost nothing. */
  readonly graceMinutes: number
  /** Up to here the rest is charged by the hour, beyond it is a whole day. */
  readonly dayAfterMinutes: number
}

/** A rental's length as it is charged. */
export interface RentalDays {
  readonly days: number
  readonly overHours: number
  /** Exact length in whole minutes. */
  readonly minutes: number
  /** Grace minutes that the length itself has used; a late return has that many fewer. */
  readonly graceUsed: number
}

/**
 * Charged days and hours over. Less than 24 h is one day; hours over are counted from the full day, the grace
 * minutes included.
 */
export function rentalDays(pickupAt: Instant, returnAt: Instant, terms: DayTerms): RentalDays {
  const minutes = Math.floor((returnAt - pickupAt) / MINUTE)
  if (minutes < DAY_MINUTES) return { days: 1, overHours: 0, minutes, graceUsed: 0 }
  const rest = minutes % DAY_MINUTES
  const full = (minutes - rest) / DAY_MINUTES
  if (rest <= terms.graceMinutes) return { days: full, overHours: 0, minutes, graceUsed: rest }
  if (rest <= terms.dayAfterMinutes) return { days: full, overHours: Math.ceil(rest / 60), minutes, graceUsed: 0 }
  return { days: full + 1, overHours: 0, minutes, graceUsed: 0 }
}

/** When slot `k` (0, 1, …) begins: slots are 24 h long and count from the priced pickup. */
export const slotStart = (pickupAt: Instant, k: number): Instant => pickupAt + k * DAY
