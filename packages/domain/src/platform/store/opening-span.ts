import { addDays, type Instant, type LocalDate, MINUTE, startOfDate } from '../../time.ts'
import { type OpeningException, type OpeningWindow, windowsOn } from './opening.ts'

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/**
 * From the first opening of a date to its last closing, past midnight for a window that does so. The whole day for
 * a store without hours, and for a date on which it is closed, since cars may still be out or available.
 */
export function openingSpan(
  hours: readonly OpeningWindow[],
  exceptions: readonly OpeningException[],
  date: LocalDate,
): { readonly from: Instant; readonly to: Instant } {
  const windows = windowsOn(hours, exceptions, date)
  const start = startOfDate(date)
  if (windows.length === 0) return { from: start, to: startOfDate(addDays(date, 1)) }
  const close = (window: OpeningWindow) => minutes(window.close) + (window.crossMidnight ? 1440 : 0)
  return {
    from: start + Math.min(...windows.map((window) => minutes(window.open))) * MINUTE,
    to: start + Math.max(...windows.map(close)) * MINUTE,
  }
}
