import { DAY } from '@cheyi/domain/time'

/** A term in words: 7天, 3年. */
export const formatSpan = (ms: number): string =>
  ms % (366 * DAY) === 0 ? `${ms / (366 * DAY)}年` : `${Math.round(ms / DAY)}天`
