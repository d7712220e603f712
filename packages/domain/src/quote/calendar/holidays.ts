import published from 'chinese-days/dist/chinese-days.json' with { type: 'json' }
import type { HolidayCalendar } from '../rules.ts'

/** A calendar from plain lists, e.g. rows of the national calendar; `years` are the published ones. */
export function holidayCalendar(lists: {
  readonly holidays: Iterable<string>
  readonly makeUpWorkdays: Iterable<string>
  readonly years: Iterable<number>
}): HolidayCalendar {
  return {
    holidays: new Set(lists.holidays),
    makeUpWorkdays: new Set(lists.makeUpWorkdays),
    publishedYears: new Set(lists.years),
  }
}

/**
 * The State Council's holidays and make-up workdays since 2004, as the `chinese-days` package carries them.
 * Its functions answer "workday" for a year that is not out yet, hence the data and not the functions: only years
 * with holidays count as published.
 */
export function nationalCalendar(): HolidayCalendar {
  const holidays = Object.keys(published.holidays)
  return holidayCalendar({
    holidays,
    makeUpWorkdays: Object.keys(published.workdays),
    years: holidays.map((date) => Number(date.slice(0, 4))),
  })
}

/** Names of the holidays by date: 2026-10-01 国庆节. */
export const holidayNames: ReadonlyMap<string, string> = new Map(
  Object.entries(published.holidays).map(([date, words]) => [date, words.split(',')[1] ?? '节假日']),
)
