import { addDays, addMonths, dateOfEpochDay, isBusinessDate, isLocalDate, type LocalDate } from '../../time.ts'

/** A cell as people mean it: no full-width forms, nothing around it. */
export const plainCell = (text: string): string => text.normalize('NFKC').trim()

/** Says that there is nothing to say: `-`, `/`, `无`. */
export const isNothing = (text: string): boolean => /^(-+|\/|无|暂无|\\)?$/.test(text)

/**
 * The day that a cell means: `2027-05-01`, `2027/5/1`, `2027.5.1`, `20270501`, `27/5/1`, `2027年5月1日`, a spreadsheet's day number, a
 * month's last day, the end of `2026-05-01 至 2027-04-30`; a time of day beside it says nothing. null: none of these.
 */
export function importDate(cell: string): LocalDate | null {
  const text = plainCell(cell)
    .split(/\s*[至到~]\s*/)
    .at(-1)!
    .replace(/[ T]\d{1,2}:\d{2}(:\d{2})?$/, '')
  if (/^\d{5}$/.test(text)) return dateOfEpochDay(Number(text) - 25_569)
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
