import {
  addDays,
  addMonths,
  DAY,
  dateOfEpochDay,
  HOUR,
  type Instant,
  isBusinessDate,
  isLocalDate,
  type LocalDate,
  MINUTE,
  startOfDate,
} from '../time.ts'

/** A cell as people mean it: no full-width forms, nothing around it. */
export const plainCell = (text: string): string => text.normalize('NFKC').trim()

/** Says that there is nothing to say: `-`, `/`, `无`. */
export const isNothing = (text: string): boolean => /^(-+|\/|无|暂无|\\)?$/.test(text)

/** The day number that spreadsheets give to the first of 1970. */
const SERIAL_OF_EPOCH = 25_569

/**
 * The day that a cell means: `2027-05-01`, `2027/5/1`, `2027.5.1`, `20270501`, `27/5/1`, `2027年5月1日`, a spreadsheet's day number, a
 * month's last day, the end of `2026-05-01 至 2027-04-30`; a time of day beside it says nothing. null: none of these.
 */
export function importDate(cell: string): LocalDate | null {
  const text = plainCell(cell)
    .split(/\s*[至到~]\s*/)
    .at(-1)!
    .replace(/[ T]\d{1,2}:\d{2}(:\d{2})?$/, '')
  if (/^\d{5}$/.test(text)) return dateOfEpochDay(Number(text) - SERIAL_OF_EPOCH)
  // 27/5/1: nobody's car is of another century.
  const short = /^(\d{2})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text)
  const match =
    (short && ['', `20${short[1]}`, short[2], short[3]]) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?$/.exec(text)
  if (match === null) return null
  const [, year, month, day] = match
  const first = `${year}-${month!.padStart(2, '0')}-01`
  if (!isLocalDate(first)) return null
  // Inspections are printed as a month and good to its end.
  if (day === undefined) return addDays(addMonths(first, 1), -1)
  const date = `${first.slice(0, 8)}${day.padStart(2, '0')}`
  return isBusinessDate(date) ? date : null
}

/**
 * Whole kilometres of `35,000`, `35000公里`, `3.5万`, `35000.6`; a title `里程（万公里）` gives its unit to bare numbers.
 * null: no such number.
 */
export function importKm(cell: string, title: string): number | null {
  const text = plainCell(cell).replace(/[,，\s]|km|公里|里$/gi, '')
  const match = /^(\d{1,7}(?:\.\d+)?)(万|w)?$/i.exec(text)
  if (match === null) return null
  const tenThousands = match[2] !== undefined || /万/.test(title)
  const km = tenThousands ? Math.round(Number(match[1]) * 10_000) : Math.trunc(Number(match[1]))
  return km <= 9_999_999 ? km : null
}

/**
 * The minute that a cell means: `2026-12-03 10:20:59`, `2026/12/3 10:20`, `2026年12月3日10时20分`, `20261203102059`, a spreadsheet's number of a
 * day with its part (`45000.43`). null: none of these, or a day without its time.
 */
export function importMinute(cell: string): Instant | null {
  const text = plainCell(cell)
  const serial = /^(\d{5})(\.\d+)$/.exec(text)
  if (serial !== null) {
    const seconds = Math.round(Number(serial[2]) * (DAY / 1000))
    return atMinute(dateOfEpochDay(Number(serial[1]) - SERIAL_OF_EPOCH), Math.floor(seconds / 60))
  }
  const match =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(?:\d{2})?$/.exec(text) ??
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[\sT]*(\d{1,2})[:时点](\d{1,2})(?:[:分](?:\d{1,2}(?:\.\d+)?秒?)?)?$/.exec(
      text,
    )
  if (match === null) return null
  const [, year, month, day, hours, minutes] = match
  const date = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  return atMinute(date, Number(hours) * 60 + Number(minutes))
}

const atMinute = (date: LocalDate, minutes: number): Instant | null =>
  isBusinessDate(date) ? startOfDate(date) + Math.floor(minutes / 60) * HOUR + (minutes % 60) * MINUTE : null

/** Points of a licence: `3`, `3分`, `记3分`, `扣 3 分`. null: no such number, whatever its size. */
export function importPoints(cell: string): number | null {
  const match = /^[记扣]?(\d{1,3})(?:\.0+)?分?$/.exec(plainCell(cell).replace(/\s/g, ''))
  return match === null ? null : Number(match[1])
}

/** Fen of `200`, `200元`, `¥1,200.50`. null: no such sum. */
export function importFen(cell: string): number | null {
  const match = /^[¥￥]?(\d{1,7})(?:\.(\d{1,2}))?(?:元整?|RMB)?$/i.exec(plainCell(cell).replace(/[,，\s]/g, ''))
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
