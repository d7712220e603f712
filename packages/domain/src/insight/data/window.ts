import {
  addDays,
  addMonths,
  DAY,
  epochDayOf,
  type Instant,
  type LocalDate,
  localDate,
  sameTimeOn,
  startOfDate,
} from '../../time.ts'

/** Unit of a window, which also decides its previous period. */
export const windowUnits = ['day', 'month'] as const
export type WindowUnit = (typeof windowUnits)[number]

/** Limit of days in one answer: a leap year. */
export const MAX_DAYS = 366

/** Whole local days, cut at the current time: `[from, until)`. */
export interface Window {
  readonly from: Instant
  readonly until: Instant
}

/** A window with the periods that it is compared with, each cut at the same point of its course. */
export interface Windows {
  readonly current: Window
  readonly previous: Window
  readonly lastYear: Window
}

export const daysIn = (from: LocalDate, to: LocalDate): number => epochDayOf(to) - epochDayOf(from) + 1

const yearBefore = (t: Instant): Instant => sameTimeOn(addMonths(localDate(t), -12), t)

/**
 * The past part of the days `from` to `to`, inclusive, with the periods to compare.
 * @param unit `month` where the days are a calendar month, or begin with its first day: compared with the same days
 * of the month before
 */
export function windowsOf(from: LocalDate, to: LocalDate, unit: WindowUnit, now: Instant): Windows {
  const begin = startOfDate(from)
  const end = startOfDate(to) + DAY
  const until = Math.max(begin, Math.min(end, now))
  const isOver = until === end
  const current = { from: begin, until }
  return {
    current,
    previous: unit === 'month' ? monthBefore(from, to, current, isOver) : daysBefore(from, to, current),
    lastYear: {
      from: startOfDate(addMonths(from, -12)),
      // 29 February is compared with 28 February, as a whole day when it is over.
      until: isOver ? startOfDate(addMonths(to, -12)) + DAY : yearBefore(until),
    },
  }
}

function daysBefore(from: LocalDate, to: LocalDate, { from: begin, until }: Window): Window {
  const earlier = startOfDate(addDays(from, -daysIn(from, to)))
  return { from: earlier, until: earlier + (until - begin) }
}

/** A completed month is compared with the whole previous month, whatever its length. */
function monthBefore(from: LocalDate, to: LocalDate, { from: begin, until }: Window, isOver: boolean): Window {
  const earlier = startOfDate(addMonths(from, -1))
  const next = addDays(to, 1)
  const whole = isOver && next.endsWith('-01')
  const most = startOfDate(`${from.slice(0, 7)}-01`)
  return { from: earlier, until: whole ? startOfDate(addMonths(next, -1)) : Math.min(earlier + (until - begin), most) }
}

export function daysOf({ from, until }: Window): (Window & { readonly day: LocalDate })[] {
  const days: (Window & { readonly day: LocalDate })[] = []
  for (let at = from; at < until; at = startOfDate(localDate(at)) + DAY)
    days.push({ day: localDate(at), from: at, until: Math.min(startOfDate(localDate(at)) + DAY, until) })
  return days
}
