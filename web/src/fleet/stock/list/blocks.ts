import { addDays, epochDayOf } from '@cheyi/domain/time'

/** Maximum number of days in one request, as the contract limits it. */
const MOST = 31
/** One request covers this many day steps, so that a step rarely needs another request. */
const TURNS = 7

export interface Days {
  readonly from: string
  readonly days: number
}

/** The days of one request, and the days to prefetch after it. */
export interface Block {
  readonly asked: Days
  readonly next: Days | null
}

/**
 * Returns the block of days to request in order to show `days` from `from`, counted from `min`; once the user has stepped a day
 * within it, also the next block to prefetch.
 */
export function blockOf(from: string, min: string, days: number): Block {
  const turns = Math.min(TURNS, MOST - days + 1)
  const gone = epochDayOf(from) - epochDayOf(min)
  const begin = addDays(min, gone - (gone % turns))
  const whole = days + turns - 1
  const next = from === begin ? null : { from: addDays(begin, turns), days: whole }
  return { asked: { from: begin, days: whole }, next }
}
