import { addMonths, type LocalDate } from '../../time.ts'
import { type VerifyStatus, verifyStatus } from './codes.ts'

export const MIN_AGE = 18
/** Minimum age of a licence on the day of the pickup, months. */
export const MIN_LICENCE_MONTHS = 6

/** Age in whole years on a day. */
export function ageOn(birthday: LocalDate, on: LocalDate): number {
  const years = Number(on.slice(0, 4)) - Number(birthday.slice(0, 4))
  return on.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** Classes that each licence class covers: a truck or bus licence allows cars, an automatic-only licence no manual gearbox. */
const covers: Readonly<Record<string, readonly string[]>> = {
  A1: ['A3', 'B1', 'B2', 'C1', 'C2', 'C3', 'C4'],
  A2: ['B1', 'B2', 'C1', 'C2', 'C3', 'C4'],
  A3: ['C1', 'C2', 'C3', 'C4'],
  B1: ['C1', 'C2', 'C3', 'C4'],
  B2: ['C1', 'C2', 'C3', 'C4'],
  C1: ['C2', 'C3', 'C4'],
  C3: ['C4'],
}

/** Classes printed on a licence: `A2D` means A2 and D. */
export const licenceClasses = (text: string): string[] => text.toUpperCase().match(/[ABC]\d|[DEFMNP]/g) ?? []

/** Whether a licence with the classes `held` (several allowed) covers the class `needed`. */
export const licenceFits = (held: string, needed: string): boolean =>
  licenceClasses(held).some((one) => one === needed || (covers[one]?.includes(needed) ?? false))

export const isLicenceOldEnough = (firstIssue: LocalDate, on: LocalDate): boolean =>
  addMonths(firstIssue, MIN_LICENCE_MONTHS) <= on

/** A document is valid through its last day; null never expires. */
export const isValidOn = (expire: LocalDate | null, on: LocalDate): boolean => expire === null || expire >= on

/** The renter, as far as the file is filled in. */
export interface PersonFacts {
  readonly verifyStatus: VerifyStatus
  readonly blacklist: boolean
  readonly birthday: LocalDate | null
  readonly identityExpire: LocalDate | null
  readonly licenceClass: string
  readonly licenceFirstIssue: LocalDate | null
  readonly licenceExpire: LocalDate | null
}

export interface RentalDates {
  readonly pickupOn: LocalDate
  readonly returnOn: LocalDate
  /** Class that the model requires: C1, C2, B1, A1 … */
  readonly licenceClass: string
}

export interface PersonProblem {
  readonly code:
    | 'blacklisted'
    | 'unverified'
    | 'birthdayMissing'
    | 'tooYoung'
    | 'licenceClass'
    | 'licenceIssueMissing'
    | 'licenceTooNew'
    | 'documentExpires'
  readonly text: string
}

/** Neither document was entered, so that each of its fields need not be named. */
const isUnentered = ({ verifyStatus: status, birthday, licenceClass, licenceFirstIssue }: PersonFacts): boolean =>
  status !== verifyStatus.passed && birthday === null && licenceClass === '' && licenceFirstIssue === null

/** Reasons why this customer may not drive this car for these days, as shown to staff; empty when there is none. */
export function personProblems(
  person: PersonFacts,
  rental: RentalDates,
  who: '承租人' | '驾驶人' = '承租人',
): PersonProblem[] {
  const problems: PersonProblem[] = []
  const add = (code: PersonProblem['code'], text: string) => problems.push({ code, text })
  if (person.blacklist) add('blacklisted', '该客户在黑名单中')
  if (isUnentered(person)) {
    add('unverified', '未登记证件')
    return problems
  }
  if (person.verifyStatus !== verifyStatus.passed) add('unverified', '证件未核验，不能取车')
  if (person.birthday === null) add('birthdayMissing', `请填写${who}出生日期`)
  else if (ageOn(person.birthday, rental.pickupOn) < MIN_AGE) add('tooYoung', `${who}未满18周岁`)
  if (person.licenceClass === '') add('licenceClass', '未登记驾驶证，请填写准驾车型')
  else if (!licenceFits(person.licenceClass, rental.licenceClass)) add('licenceClass', '驾驶证准驾车型不符')
  if (person.licenceFirstIssue === null) add('licenceIssueMissing', '请填写驾驶证初次领证日期')
  else if (!isLicenceOldEnough(person.licenceFirstIssue, rental.pickupOn)) {
    add('licenceTooNew', '驾驶证领证不足6个月')
  }
  if (!isValidOn(person.identityExpire, rental.returnOn) || !isValidOn(person.licenceExpire, rental.returnOn)) {
    add('documentExpires', '证件将在租期内过期')
  }
  return problems
}
