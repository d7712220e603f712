import { addDays, epochDayOf } from '@cheyi/domain/time'

/** Days of one answer at most, as the call takes them. */
const MOST = 31
/** So many turns of a day are answered at once. */
const TURNS = 7

export interface Days {
  readonly from: string
  readonly days: number
}

/** The days that are asked for at once, and those that come after them where they will be wanted. */
export interface Block {
  readonly asked: Days
  readonly next: Days | null
}

/** Which days are asked for to show `days` from `from` on, counted from `min`, and once one has turned in them which come next. */
export function blockOf(from: string, min: string, days: number): Block {
  const turns = Math.min(TURNS, MOST - days + 1)
  const gone = epochDayOf(from) - epochDayOf(min)
  const begin = addDays(min, gone - (gone % turns))
  const whole = days + turns - 1
  const next = from === begin ? null : { from: addDays(begin, turns), days: whole }
  return { asked: { from: begin, days: whole }, next }
}
