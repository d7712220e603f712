import { useNatures } from '../inventory/codes.ts'
import { addMonths, type LocalDate } from '../time.ts'

/*
 * When a car is due for its yearly inspection. What is proposed here gives way to the day that is printed on the certificate.
 */

/** Calendar months before its end from which on an inspection may be made. */
const WINDOW_MONTHS = 3
/** So many days before the end a ticket stands for it. */
export const TICKET_DAYS = 45
/** No certificate is good for longer. */
const LONGEST_MONTHS = 24
/** Months of age up to which inspections are foreseen. */
const OLDEST_MONTHS = 60 * 12

export interface InspectionDue {
  /** The last good day, an end of a month. */
  readonly on: LocalDate
  /** The car is tested; else a mark is applied for. */
  readonly tested: boolean
}

export const lastOfMonth = (date: LocalDate): LocalDate =>
  addMonths(`${date.slice(0, 4)}-01-31`, Number(date.slice(5, 7)) - 1)

/** Months of age at which a car of its own owner is tested; in other years up to the tenth it applies for a mark. */
const TESTED_OWN = [72, 120]

/** Inspections of a car since its registration, in months of age. */
function* agesOf(useNature: number): Generator<{ readonly months: number; readonly tested: boolean }> {
  const own = useNature === useNatures.code.nonOperating
  for (let months = own ? 24 : 12; months <= OLDEST_MONTHS; ) {
    yield { months, tested: !own || TESTED_OWN.includes(months) || months > 120 }
    if (own) months += months < 120 ? 24 : 12
    else months += months < 60 ? 12 : 6
  }
}

/** The inspections of a car, the first one first: at the ends of the month of its registration. */
export function* inspectionsOf(useNature: number, registerOn: LocalDate): Generator<InspectionDue> {
  const first = `${registerOn.slice(0, 7)}-01`
  for (const { months, tested } of agesOf(useNature)) yield { on: lastOfMonth(addMonths(first, months)), tested }
}

/**
 * Until when an inspection that is made on a day is good: the next end after the one it was for, however late it is. Null where the
 * registration is not known. Of a car without an end so far, the one it was for is the end whose window the day lies in.
 */
export function nextInspection(
  useNature: number,
  registerOn: LocalDate | null,
  validThrough: LocalDate | null,
  on: LocalDate,
): InspectionDue | null {
  if (registerOn === null) return null
  const before = validThrough === null ? addMonths(on, WINDOW_MONTHS) : lastOfMonth(validThrough)
  for (const due of inspectionsOf(useNature, registerOn)) if (due.on > before && due.on >= on) return due
  return null
}

/** How the inspection of an end is made; null where the registration is not known, or tells of no such month. */
export function isTested(useNature: number, registerOn: LocalDate | null, dueOn: LocalDate): boolean | null {
  if (registerOn === null) return null
  for (const { on, tested } of inspectionsOf(useNature, registerOn)) if (on >= lastOfMonth(dueOn)) return tested
  return null
}

/** From when on an inspection may be made. */
export const windowFrom = (dueOn: LocalDate): LocalDate => addMonths(dueOn, -WINDOW_MONTHS)

/** What is worth saying about a day of inspection; it is done all the same. */
export function windowWarning(dueOn: LocalDate | null, on: LocalDate): string | null {
  if (dueOn === null) return null
  if (on > dueOn) return `年检有效期至${dueOn}，已逾期`
  const from = windowFrom(dueOn)
  return on < from ? `早于可办理日期，${from}起可办理` : null
}

/** What is wrong with the new last good day that somebody typed; null when nothing is. */
export function newEndProblem(newOn: LocalDate, oldOn: LocalDate | null, today: LocalDate): string | null {
  if (oldOn !== null && newOn <= oldOn) return '新有效期须晚于原有效期'
  if (newOn < today) return '新有效期不能早于今天'
  const longest = lastOfMonth(addMonths(oldOn !== null && oldOn > today ? oldOn : today, LONGEST_MONTHS))
  return newOn > longest ? `新有效期不能晚于${longest}` : null
}
