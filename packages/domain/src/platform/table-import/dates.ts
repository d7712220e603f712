import {
  addDays,
  addMonths,
  DAY,
  dateOfEpochDay,
  formatDateTime,
  HOUR,
  type Instant,
  isBusinessDate,
  isLocalDate,
  LAST_DATE,
  type LocalDate,
  localDate,
  MINUTE,
  startOfDate,
} from '../../time.ts'
import { type CellReading, hasLostDigits, LOST_DIGITS, plainCell } from './cells.ts'

/*
 * Dates and minutes as merchants, authorities, spreadsheets and databases write them. An ambiguous date is never
 * guessed without a warning.
 */

/** The spreadsheet's day number of 1970-01-01. */
const SERIAL_OF_EPOCH = 25_569
/** Range of a two-digit year after day and month: cars and their documents, violations. */
const FIRST_SHORT = 2018
const LAST_SHORT = 2059

const DATE_LIKE = '应如 2027-05-01'
const MINUTE_LIKE = '应如 2026-05-01 14:30'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNamed = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

const two = (n: number | string): string => String(n).padStart(2, '0')
const dateOf = (year: number | string, month: number | string, day: number | string): LocalDate =>
  `${year}-${two(month)}-${two(day)}`
const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year)

/** A time of day after a date, with an optional time zone. */
interface Clock {
  readonly hours: number
  /** null: only the hour is given. */
  readonly minutes: number | null
  /** Minutes east of Greenwich; null: not given, Asia/Shanghai. */
  readonly offset: number | null
}

const CLOCK =
  /[\sT,]*(上午|下午|中午|凌晨|早上|早|晚上|晚|[AP]M)?\s*(\d{1,2})[:时点](?:(\d{1,2}|半)(?:[:分](?:\d{1,2}(?:[.,]\d+)?)?秒?)?)?时?整?\s*([AP]M)?\s*(Z|(?:GMT|UTC)?([+-]\d{2}):?(\d{2}))?(?:\s*\([^)]*\))?$/i

/** Splits the time of day off the end of a text; undefined: it is not a valid time. */
function withoutClock(text: string): { day: string; clock: Clock | null } | undefined {
  const match = CLOCK.exec(text)
  if (match === null) return { day: text, clock: null }
  const [whole, before, hour, minute, after, zone, zoneHours, zoneMinutes] = match
  const half = (before ?? after ?? '').toUpperCase()
  const told = Number(hour)
  const minutes = minute === '半' ? 30 : minute === undefined ? null : Number(minute)
  const afternoon = /^(下午|晚|PM)/.test(half) || (half === '中午' && told < 3)
  const morning = /^(上午|凌晨|早|AM)/.test(half)
  const hours = afternoon && told < 12 ? told + 12 : morning && told === 12 ? 0 : told
  if (hours > 24 || (morning && told > 12) || (minutes ?? 0) > 59 || (hours === 24 && (minutes ?? 0) > 0))
    return undefined
  const sign = zoneHours?.startsWith('-') ? -1 : 1
  const offset =
    zone === undefined ? null : zoneHours === undefined ? 0 : Number(zoneHours) * 60 + sign * Number(zoneMinutes)
  return { day: text.slice(0, -whole.length), clock: { hours, minutes, offset } }
}

/** A date in a text. `month`: only a month is named, and this is its first day. */
interface Day {
  readonly date: LocalDate
  readonly month?: boolean
  readonly doubt?: string
}
type DayReading = Day | { readonly problem: string; readonly like: string }

const unread = (problem: string, like: string) => ({ problem, like })

const FULL = /^(\d{4})\s*[-/.年、\s]\s*(\d{1,2})\s*[-/.月、\s]\s*(\d{1,2})\s*[日号]?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const SHORT_YEAR_FIRST = /^(\d{2})(?:年(\d{1,2})月|([-/.])(\d{1,2})\3)(\d{1,2})[日号]?$/
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/
const MONTH_OF_YEAR = /^(\d{4})\s*[-/.年]\s*(\d{1,2})月?[份底末]?$|^(\d{2})年(\d{1,2})月?[份底末]?$/

/** `latest`: later dates are not plausible. */
function readDay(written: string, latest: LocalDate, like: string): DayReading {
  const text = written
    .replace(/[(\s]*(?:星期|周|礼拜)[一二三四五六日天][)\s]*/g, ' ')
    .replace(/\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/gi, '')
    .trim()
  const named = englishDay(text)
  const match = named ?? FULL.exec(text) ?? COMPACT.exec(text)
  if (match !== null) return existing(dateOf(match[1]!, match[2]!, match[3]!), like)
  const month = englishMonth(text) ?? MONTH_OF_YEAR.exec(text)
  if (month !== null) {
    const [year, number] = [month[1] ?? month[3]!, month[2] ?? month[4]!]
    if (/^\d{4}\.1$/.test(text))
      return unread(`${text} 可能是1月或10月（Excel 会去掉末尾的0）`, `请写成 ${year}-01 或 ${year}-10`)
    const first = dateOf(fullYear(year), number, 1)
    return isLocalDate(first) ? { date: first, month: true } : unread('没有这个月', like)
  }
  return shortDay(text, latest, like) ?? unread('日期无法识别', like)
}

const existing = (date: LocalDate, like: string): DayReading =>
  isBusinessDate(date) ? { date } : unread(isLocalDate(date) ? '年份有误' : '没有这一天', like)

/** `31-May-27`, `1 May 2027`, `May 1, 2027`, as year, month and day. */
function englishDay(text: string): readonly string[] | null {
  const dayFirst = /^(\d{1,2})[-/.\s]([a-z]{3,9})[-/.,\s]+(\d{4}|\d{2})$/i.exec(text)
  const monthFirst = /^([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?[,\s]+(\d{4})$/i.exec(text)
  const [day, month, year] = dayFirst?.slice(1) ?? [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  if (day === undefined || month === undefined || year === undefined || monthNamed(month) === 0) return null
  return [text, fullYear(year), String(monthNamed(month)), day]
}

/** `May-27`: spreadsheets show a month like that, and a day without its year as `27-May`. */
function englishMonth(text: string): readonly string[] | null {
  const match = /^([a-z]{3,9})[-\s](\d{4}|\d{2})$/i.exec(text)
  return match === null || monthNamed(match[1]!) === 0
    ? null
    : [text, fullYear(match[2]!), String(monthNamed(match[1]!))]
}

/**
 * Dates whose year has two digits or is last. The Chinese order (`27/5/1`) is preferred where its first part cannot be
 * a month; with slashes another order is possible, and there is a warning. Of several other orders none is chosen.
 */
function shortDay(text: string, latest: LocalDate, like: string): DayReading | null {
  const isMeant = (date: LocalDate) => isBusinessDate(date) && date <= latest
  const chinese = SHORT_YEAR_FIRST.exec(text)
  const own = chinese === null ? undefined : dateOf(fullYear(chinese[1]!), chinese[2] ?? chinese[4]!, chinese[5]!)
  const last = YEAR_LAST.exec(text)
  const others =
    last === null
      ? []
      : [
          [last[1]!, last[2]!],
          [last[2]!, last[1]!],
        ]
          .map(([month, day]) => dateOf(fullYear(last[3]!), month!, day!))
          .filter((date) => isMeant(date) && (last[3]!.length === 4 || isShortYear(date)))
  const all = [...new Set([...(own !== undefined && isMeant(own) ? [own] : []), ...others])]
  const [first, ...rest] = all
  if (first === undefined) return last === null && chinese === null ? null : unread('没有这一天', like)
  if (rest.length === 0) return { date: first }
  if (first === own && (chinese![2] !== undefined || Number(chinese![1]) > 12))
    return chinese![3] === '/'
      ? { date: first, doubt: `按 ${first} 导入，也可能是 ${rest.join('、')}` }
      : { date: first }
  return unread(`可能是 ${all.join(' 或 ')}`, `请写成 ${first}`)
}

const isShortYear = (date: LocalDate): boolean =>
  Number(date.slice(0, 4)) >= FIRST_SHORT && Number(date.slice(0, 4)) <= LAST_SHORT

const ONE_DATE = /\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\d{4}\s\d{1,2}\s\d{1,2}|\b20\d{6}\b/g
const BETWEEN = /^[\s\d:时分秒]*起?[\s,]*(?:至|到|~|[-—–]+|\/|起|\s)[\s,自]*$/

/** The end of a period in a text; the text itself where it is no period. */
function endIn(text: string): { readonly end: string; readonly start?: string } {
  const [first, second, ...more] = [...text.matchAll(ONE_DATE)]
  if (first !== undefined && second !== undefined && more.length === 0) {
    const between = text.slice(first.index + first[0].length, second.index)
    if (BETWEEN.test(between)) return { end: text.slice(second.index), start: first[0] }
  }
  const parts = text.split(/\s*(?:至|到|~|[—–]+|--)\s*/)
  if (parts.length > 1) return { end: parts.at(-1)!, start: parts[0]! }
  const dashed = /^([^-]*[./年月][^-]*?)\s*-\s*([^-]*[./年月][^-]*)$/.exec(text)
  return dashed === null ? { end: text } : { end: dashed[2]!, start: dashed[1]! }
}

/**
 * The date of a cell: `2027-05-01`, `20270501`, `27/5/1`, `2027年5月1日`, `31-May-27`, a spreadsheet's day number, or
 * what databases and programs print (`2027-04-30T16:00:00Z` is 1 May in Asia/Shanghai). The time of day is ignored.
 * For `end`, a month means its last day and a period its end; `start` is the first day of a period.
 */
export function readDate(cell: string, asked: 'day' | 'start' | 'end'): CellReading<LocalDate> {
  const plain = plainCell(cell).replaceAll('二十四时', '24时').replaceAll('零时', '0时')
  if (hasLostDigits(plain)) return LOST_DIGITS
  const serial = serialOf(plain)
  if (serial !== undefined && asked !== 'start') return { value: localDate(serial) }
  const bare = plain
    .replace(/^(?:有效期|保险期间?|检验有效期)+[:\s]*/, '')
    .replace(/到期|为止|有效$/g, '')
    .replace(/[止前]\)?$/, '')
    .trim()
  const { end, start } = endIn(bare)
  if (asked === 'start') return readDate(start?.replace(/^自|起$/g, '') ?? '', 'day')
  if (start !== undefined && start !== '' && asked === 'day') return unread('这里应为一天，不是一段时间', DATE_LIKE)
  if (end === '' || /起$/.test(end)) return unread('没有结束日期', DATE_LIKE)
  const told = withoutClock(end)
  if (told === undefined) return unread('日期无法识别', DATE_LIKE)
  const day = readDay(told.day, LAST_DATE, DATE_LIKE)
  if ('problem' in day) return day
  const { clock } = told
  if (day.month) {
    if (asked === 'day') return { value: day.date, doubt: `没有写日，按 ${day.date} 导入` }
    return { value: addDays(addMonths(day.date, 1), -1) }
  }
  const from = start === undefined ? undefined : readDay(withoutClock(start)?.day ?? '', LAST_DATE, DATE_LIKE)
  if (from !== undefined && 'date' in from && from.date > day.date) return unread('结束日期早于开始日期', DATE_LIKE)
  const value = clock === null || clock.offset === null ? day.date : localDate(instantOf(day.date, clock))
  return day.doubt === undefined ? { value } : { value, doubt: day.doubt }
}

/** The instant of a spreadsheet's day number; undefined when it is none. */
function serialOf(text: string): Instant | undefined {
  const match = /^(\d{5})(\.\d+)?$/.exec(text)
  if (match === null) return undefined
  const date = dateOfEpochDay(Number(match[1]) - SERIAL_OF_EPOCH)
  const seconds = Math.round(Number(match[2] ?? 0) * (DAY / 1000))
  return isBusinessDate(date) ? startOfDate(date) + Math.min(Math.floor(seconds / 60), 24 * 60 - 1) * MINUTE : undefined
}

const OURS = 8 * 60
const instantOf = (date: LocalDate, { hours, minutes, offset }: Clock): Instant =>
  startOfDate(date) + hours * HOUR + (minutes ?? 0) * MINUTE + (OURS - (offset ?? OURS)) * MINUTE

/**
 * The minute of a cell, in all forms of a date ({@link readDate}) with a time: `10:20:59`, `10时20分`, `下午3:34`,
 * `3:34 PM`. A date without a year (`11-24 09:30`) is the last such date before `now`, with a warning.
 */
export function readMinute(cell: string, now: Instant): CellReading<Instant> {
  const text = plainCell(cell)
  if (hasLostDigits(text)) return LOST_DIGITS
  if (/[今昨前]天|[今昨前]日|刚才/.test(text)) return unread('没有写明日期', `应如 ${formatDateTime(now - DAY)}`)
  const serial = serialOf(text)
  if (serial !== undefined) return text.includes('.') ? { value: serial } : withoutTime
  const compact = /^(\d{8})\s?(\d{2})(\d{2})(?:\d{2}(?:\d{3})?)?$/.exec(text)
  const told = withoutClock(compact === null ? text : `${compact[1]} ${compact[2]}:${compact[3]}`)
  if (told === undefined) return unread('时间无法识别', MINUTE_LIKE)
  const { clock } = told
  const yearless = /^(\d{1,2})[-/.月](\d{1,2})日?$/.exec(told.day.trim())
  const day = yearless === null ? readDay(told.day, localDate(now + DAY), MINUTE_LIKE) : lastSuch(yearless, clock, now)
  if ('problem' in day) return /无法识别/.test(day.problem) ? unread('时间无法识别', MINUTE_LIKE) : day
  if (day.month) return unread('没有写日', MINUTE_LIKE)
  if (clock === null) return withoutTime
  if (clock.minutes === null) return unread('没有写分钟', MINUTE_LIKE)
  if (clock.hours > 23) return unread('时间无法识别', MINUTE_LIKE)
  const value = instantOf(day.date, clock)
  return day.doubt === undefined ? { value } : { value, doubt: day.doubt }
}

const withoutTime = unread('没有写时刻', MINUTE_LIKE)

/** The last such date before `now`. */
function lastSuch([, month, day]: readonly string[], clock: Clock | null, now: Instant): DayReading {
  const year = Number(localDate(now).slice(0, 4))
  const date = [year, year - 1]
    .map((one) => dateOf(one, month!, day!))
    .find((one) => isBusinessDate(one) && instantOf(one, clock ?? { hours: 0, minutes: 0, offset: null }) <= now)
  if (date === undefined) return unread('没有这一天', MINUTE_LIKE)
  return { date, doubt: `没有写年份，按 ${date} 导入` }
}
