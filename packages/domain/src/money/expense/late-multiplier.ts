import { DAY } from '../../time.ts'

/**
 * How long after the agreed return the days and hours of a late return begin to cost the multiplier. It has a file of its own, so
 * that pages that show it do not load the prices of late returns.
 */
export const RAISED_AFTER = DAY
