import { mondayOf, WEEKS } from '@cheyi/domain/insight/cash-ahead/ahead'
import { addDays, type LocalDate } from '@cheyi/domain/time'

/** `11-23 至 11-29`. */
export const weekText = (from: LocalDate): string => `${from.slice(5)} 至 ${addDays(from, 6).slice(5)}`

export const weeksOf = (today: LocalDate): LocalDate[] =>
  Array.from({ length: WEEKS }, (_, n) => addDays(mondayOf(today), 7 * n))
