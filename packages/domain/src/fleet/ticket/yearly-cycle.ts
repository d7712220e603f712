import { addMonths, type LocalDate } from '../../time.ts'
import { useNatures } from '../inventory/codes.ts'

/* When a car is due for its yearly inspection. The proposed date is replaced by the date on the certificate. */

/** Calendar months before the expiry from which an inspection is possible. */
const WINDOW_MONTHS = 3
/** Days before the expiry when a ticket is created. */
export const TICKET_DAYS = 45
/** Longest validity of a certificate, months. */
const LONGEST_MONTHS = 24
/** Age up to which inspections are computed, months. */
const OLDEST_MONTHS = 60 * 12

export interface InspectionDue {
  /** The last valid day, an end of a month. */
  readonly on: LocalDate
  /** The car is tested; otherwise a mark is applied for. */
  readonly tested: boolean
}

export const lastOfMonth = (date: LocalDate): LocalDate =>
  addMonths(`${date.slice(0, 4)}-01-31`, Number(date.slice(5, 7)) - 1)

/** Months of age at which a private car is tested; in other years up to the tenth it applies for a mark. */
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
 * Until when an inspection on a day is valid: the next expiry after the one it was for, however late it is. null
 * where the registration is unknown. For a car without an expiry, it is the one whose window contains the day.
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

/** Whether the car is tested for an expiry; null where the registration is unknown, or does not lead to that month. */
export function isTested(useNature: number, registerOn: LocalDate | null, dueOn: LocalDate): boolean | null {
  if (registerOn === null) return null
  for (const { on, tested } of inspectionsOf(useNature, registerOn)) if (on >= lastOfMonth(dueOn)) return tested
  return null
}

/** From when an inspection is possible. */
export const windowFrom = (dueOn: LocalDate): LocalDate => addMonths(dueOn, -WINDOW_MONTHS)

/** Warning about the day of an inspection, which is accepted nevertheless. */
export function windowWarning(dueOn: LocalDate | null, on: LocalDate): string | null {
  if (dueOn === null) return null
  if (on > dueOn) return `年检有效期至${dueOn}，已逾期`
  const from = windowFrom(dueOn)
  return on < from ? `早于可办理日期，${from}起可办理` : null
}

/** Message for an invalid new expiry; null when it is valid. */
export function newEndProblem(newOn: LocalDate, oldOn: LocalDate | null, today: LocalDate): string | null {
  if (oldOn !== null && newOn <= oldOn) return '新有效期须晚于原有效期'
  if (newOn < today) return '新有效期不能早于今天'
  const longest = lastOfMonth(addMonths(oldOn !== null && oldOn > today ? oldOn : today, LONGEST_MONTHS))
  return newOn > longest ? `新有效期不能晚于${longest}` : null
}
