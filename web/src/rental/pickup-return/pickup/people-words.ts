import { type PersonProblem, personProblems } from '@cheyi/domain/rental/driver/person'
import { localDate } from '@cheyi/domain/time'
import type { Task } from '../parts/types.ts'

export type Person = Task['people'][number]

/** Problems that show without the full customer file; for the renter the server reports all of them. */
const fromSummary: readonly PersonProblem['code'][] = ['blacklisted', 'unverified', 'documentExpires']

/** Why an additional driver may not drive, as far as the list of people shows it. */
export function briefProblems(person: Person, order: Pick<Task['order'], 'returnAt'>, now: number): string[] {
  const facts = { ...person, birthday: null, identityExpire: null, licenceFirstIssue: null }
  const rental = { pickupOn: localDate(now), returnOn: localDate(order.returnAt), licenceClass: '' }
  return personProblems(facts, rental)
    .filter(({ code }) => fromSummary.includes(code))
    .map(({ text }) => text)
}

/** Faults in the documents from state registers: `驾驶证状态为暂扣（已说明：客户已取回）`. A task stored by an older version has none. */
export const faultLines = ({ faults }: Pick<Partial<Person>, 'faults'>): string[] =>
  (faults ?? []).map(({ text, reason }) => (reason === '' ? text : `${text}（已说明：${reason}）`))
