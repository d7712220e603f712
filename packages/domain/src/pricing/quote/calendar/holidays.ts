import { badInput, type Refusal } from '../../../refusal.ts'
import { isLocalDate, type LocalDate, weekday } from '../../../time.ts'
import type { HolidayCalendar, HolidayYear } from '../rules.ts'

const yearOf = (date: LocalDate): number => Number(date.slice(0, 4))

/** For example 国庆节 on 2026-10-01; null on any other day, and in a year without a published calendar. */
export const holidayName = (calendar: HolidayCalendar, date: LocalDate): string | null =>
  calendar.get(yearOf(date))?.holidays[date] ?? null

export const isMakeUpWorkday = (calendar: HolidayCalendar, date: LocalDate): boolean =>
  calendar.get(yearOf(date))?.workdays.includes(date) ?? false

/** A day on which offices work. */
export const isWorkday = (calendar: HolidayCalendar, date: LocalDate): boolean =>
  isMakeUpWorkday(calendar, date) || (weekday(date) <= 5 && holidayName(calendar, date) === null)

/** The file of the `chinese-days` package: the reason of each date, as `New Year's Day,元旦,1`. */
interface HolidayFile {
  readonly holidays: Readonly<Record<string, string>>
  readonly workdays: Readonly<Record<string, string>>
}

/** The years of a file in the package's format; days in lieu are ignored, because they do not affect prices. */
export function holidayYears({ holidays, workdays }: HolidayFile): Map<number, HolidayYear> {
  const years = Map.groupBy([...Object.keys(holidays), ...Object.keys(workdays)], yearOf)
  return new Map(
    [...years].map(([year, dates]) => [
      year,
      {
        holidays: Object.fromEntries(
          dates.filter((date) => date in holidays).map((date) => [date, holidays[date]!.split(',')[1] ?? '']),
        ),
        workdays: dates.filter((date) => date in workdays).toSorted(),
      },
    ]),
  )
}

/** Days that are holidays every year. */
const everyYear = ['-01-01', '-05-01', '-10-01']
/** Statutory days off since 2025: no announcement has fewer, and none so far had more than 33. */
const FEWEST_DAYS = 13
const MOST_DAYS = 60

/**
 * Years from `fromYear` on of an uploaded file in the package's format.
 * @throws Refusal badInput (-2) with the invalid day or year
 */
export function checkedHolidayYears(file: unknown, fromYear: number): Map<number, HolidayYear> {
  if (!isHolidayFile(file)) throw fault('不是 chinese-days 格式的放假安排（holidays 与 workdays）')
  for (const [date, words] of [...Object.entries(file.holidays), ...Object.entries(file.workdays)]) {
    if (!isLocalDate(date)) throw fault(`“${date}”不是日期，应如 2027-01-01`)
    if (!/^[\p{Script=Han}\d]{1,40}$/u.test(words.split(',')[1] ?? '')) throw fault(`${date}没有节日的中文名称`)
  }
  for (const date of Object.keys(file.workdays)) {
    if (date in file.holidays) throw fault(`${date}既是假日又是调休上班日`)
    if (weekday(date) < 6) throw fault(`${date}不是周末，不能是调休上班日`)
  }
  const years = new Map([...holidayYears(file)].filter(([year]) => year >= fromYear))
  if (years.size === 0) throw fault(`没有${fromYear}年及以后的放假安排`)
  for (const [year, { holidays }] of years) {
    const missing = everyYear.find((day) => !(`${year}${day}` in holidays))
    if (missing !== undefined) throw fault(`${year}年不完整：${year}${missing}应为假日`)
    const count = Object.keys(holidays).length
    if (count < FEWEST_DAYS || count > MOST_DAYS)
      throw fault(`${year}年有${count}个假日，应为${FEWEST_DAYS}至${MOST_DAYS}个`)
  }
  return years
}

const fault = (message: string): Refusal => badInput('file', message)

const isHolidayFile = (file: unknown): file is HolidayFile =>
  isObject(file) && [file.holidays, file.workdays].every((days) => isObject(days) && Object.values(days).every(isText))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string'
