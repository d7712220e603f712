import { DAY } from '../../time.ts'

/** How long after the agreed return the days and hours of a late return begin to cost the multiplier. */
export const RAISED_AFTER = DAY
