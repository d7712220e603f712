import {
  addDays,
  addMonths,
  DAY,
  epochDayOf,
  type Instant,
  type LocalDate,
  localDate,
  onDate,
  startOfDate,
} from '../time.ts'

/** What a window is made of, and so what is one period before it. */
export const windowUnits = ['day', 'month'] as const
export type WindowUnit = (typeof windowUnits)[number]

/** As many days as one answer tells of: a leap year. */
export const MAX_DAYS = 366

/** Whole local days that are told of, cut where they reach now: `[from, until)`. */
export interface Window {
  readonly from: Instant
  readonly until: Instant
}

/** A window with what it is compared with, each cut at the same moment of its course. */
export interface Windows {
  readonly current: Window
  readonly previous: Window
  readonly lastYear: Window
}

export const daysIn = (from: LocalDate, to: LocalDate): number => epochDayOf(to) - epochDayOf(from) + 1

const yearBefore = (t: Instant): Instant => onDate(addMonths(localDate(t), -12), t)

/**
 * The days from one to another, both with, as far as they have gone by.
 * @param unit `month` where the days are a calendar month, or its first days: compared with those of the month before
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
      // The 29th of February is compared with the 28th, whole where it is over.
      until: isOver ? startOfDate(addMonths(to, -12)) + DAY : yearBefore(until),
    },
  }
}

function daysBefore(from: LocalDate, to: LocalDate, { from: begin, until }: Window): Window {
  const earlier = startOfDate(addDays(from, -daysIn(from, to)))
  return { from: earlier, until: earlier + (until - begin) }
}

/** A month that is over is compared with the whole one before, however long that is. */
function monthBefore(from: LocalDate, to: LocalDate, { from: begin, until }: Window, isOver: boolean): Window {
  const earlier = startOfDate(addMonths(from, -1))
  const next = addDays(to, 1)
  const whole = isOver && next.endsWith('-01')
  const most = startOfDate(`${from.slice(0, 7)}-01`)
  return { from: earlier, until: whole ? startOfDate(addMonths(next, -1)) : Math.min(earlier + (until - begin), most) }
}

/** The local days of a window, each cut where the window is. */
export function daysOf({ from, until }: Window): (Window & { readonly day: LocalDate })[] {
  const days: (Window & { readonly day: LocalDate })[] = []
  for (let at = from; at < until; at = startOfDate(localDate(at)) + DAY)
    days.push({ day: localDate(at), from: at, until: Math.min(startOfDate(localDate(at)) + DAY, until) })
  return days
}
