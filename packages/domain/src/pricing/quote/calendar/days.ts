import { DAY, type Instant, MINUTE } from '../../../time.ts'

const DAY_MINUTES = 1440

/** When minutes past a full day are free, and when they count as a day. */
export interface DayTerms {
  /** Minutes past the last full day that cost nothing. */
  readonly graceMinutes: number
  /** Up to this number of minutes the rest is charged by the hour, beyond it as a whole day. */
  readonly dayAfterMinutes: number
}

/** The charged length of a rental. */
export interface RentalDays {
  readonly days: number
  readonly overHours: number
  /** Exact length in whole minutes. */
  readonly minutes: number
  /** Grace minutes that the length itself used; a late return has that many fewer. */
  readonly graceUsed: number
}

/**
 * Charged days and additional hours. Less than 24 h is one day; additional hours count from the full day, including
 * the grace minutes.
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

/** Start of slot `k` (0, 1, …): slots are 24 h long and count from the priced pickup. */
export const slotStart = (pickupAt: Instant, k: number): Instant => pickupAt + k * DAY
