import { isLocalDate, type LocalDate } from '../../time.ts'
import type { OpeningException, OpeningWindow } from './opening.ts'

/*
 * Validation of a store's opening hours. Windows are half-open here, so that one may begin where another ends;
 * `opening.ts` decides whether a store is open at an instant.
 */

/** Limit of windows of a store, and of one exceptional date. */
export const MAX_WINDOWS = 20
/** Limit of exceptional dates. */
export const MAX_EXCEPTIONS = 60

const DAY_MINUTES = 1440
const WEEK_MINUTES = 7 * DAY_MINUTES

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
const isOpening = (clock: string): boolean => CLOCK.test(clock)
/** A day may end at 24:00. */
const isClosing = (clock: string): boolean => clock === '24:00' || CLOCK.test(clock)
const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Message for an invalid window; null when it is valid. */
export function windowProblem({ weekdays, open, close, crossMidnight = false }: OpeningWindow): string | null {
  if (weekdays.length === 0) return '请选择营业日'
  if (new Set(weekdays).size < weekdays.length || weekdays.some((day) => !Number.isInteger(day) || day < 1 || day > 7))
    return '营业日不正确'
  if (!isOpening(open) || !isClosing(close)) return '营业时间格式应为 HH:mm'
  if (crossMidnight) return minutes(close) <= minutes(open) ? null : '跨零点的打烊时间不能晚于开门时间'
  return minutes(close) > minutes(open) ? null : '打烊时间应晚于开门时间，过零点请打开「次日」'
}

/** The minutes of a week that a window covers, as half-open ranges from Monday 0:00; Sunday night continues on Monday. */
function spansOf({ weekdays, open, close, crossMidnight = false }: OpeningWindow): (readonly [number, number])[] {
  return weekdays.flatMap((day) => {
    const from = (day - 1) * DAY_MINUTES + minutes(open)
    const to = (day - 1) * DAY_MINUTES + minutes(close) + (crossMidnight ? DAY_MINUTES : 0)
    if (to <= WEEK_MINUTES) return [[from, to] as const]
    return [[from, WEEK_MINUTES] as const, [0, to - WEEK_MINUTES] as const]
  })
}

/** Indexes of the first two windows that overlap, or of one that overlaps itself; null when none do. */
export function overlappingWindows(windows: readonly OpeningWindow[]): readonly [number, number] | null {
  const spans = windows
    .flatMap((window, index) => spansOf(window).map(([from, to]) => ({ from, to, index })))
    .toSorted((a, b) => a.from - b.from)
  for (let i = 1; i < spans.length; i++) {
    const before = spans[i - 1]!
    const next = spans[i]!
    // Sorted by start, any overlapping ranges include two neighbours that overlap.
    if (next.from < before.to) return [Math.min(before.index, next.index), Math.max(before.index, next.index)]
  }
  return null
}

/** Message for an invalid exceptional date; null when all are valid. Windows of a date are checked by `windowProblem`. */
export function exceptionProblem(exceptions: readonly OpeningException[]): { date: LocalDate; why: string } | null {
  const seen = new Set<LocalDate>()
  for (const { date, closed = false, hours = [] } of exceptions) {
    if (!isLocalDate(date)) return { date, why: '日期格式应为 YYYY-MM-DD' }
    if (seen.has(date)) return { date, why: '同一日期只能设置一次' }
    seen.add(date)
    if (!closed && hours.length === 0) return { date, why: '请选择休息，或填写当天营业时间' }
  }
  return null
}
