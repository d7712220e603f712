import fc from 'fast-check'
import { expect, it } from 'vitest'
import { violationStatus as s, violationStatuses } from './codes.ts'
import { awaitsLook, isLapsed, violationGroups } from './violation.ts'
import { pendingWorkOf, type ViolationPendingFacts } from './waiting.ts'

const facts = (given: Partial<ViolationPendingFacts>): ViolationPendingFacts => ({
  status: s.open,
  deadlineAt: null,
  handedInAt: null,
  ...given,
})
const kinds = (given: Partial<ViolationPendingFacts>) =>
  pendingWorkOf(facts(given)).map(({ kind, countsFrom }) => [kind, countsFrom])

it('has to be matched, handled and closed', () => {
  expect(kinds({ status: s.unmatched })).toEqual([['violationMatch', 0]])
  expect(kinds({})).toEqual([['violationTodo', 0]])
  expect(kinds({ status: s.toClose })).toEqual([['violationClose', 0]])
  for (const status of [s.byMerchant, s.closed, s.appealed, s.transferring, s.void])
    expect(kinds({ status })).toEqual([])
})

it('that the customer handles becomes pending at the deadline, or when they submit a proof', () => {
  const told = { status: s.byCustomer, deadlineAt: 500 }
  expect(kinds(told)).toEqual([['violationTodo', 500]])
  expect(kinds({ ...told, handedInAt: 300 })).toEqual([['violationTodo', 0]])
  expect(kinds({ ...told, deadlineAt: null })).toEqual([])
})

it('the counters equal the first tab and the tab of those to close', () => {
  const instant = fc.integer({ min: 1, max: 1000 })
  fc.assert(
    fc.property(
      fc.record({
        status: fc.constantFrom(...violationStatuses.values),
        deadlineAt: fc.option(instant),
        handedInAt: fc.option(instant),
      }),
      instant,
      (row, now) => {
        const counted = pendingWorkOf(row).filter(({ countsFrom }) => countsFrom! <= now)
        const passedOn = row.status === s.transferring && row.deadlineAt !== null && row.deadlineAt <= now
        const listed = awaitsLook(row) || isLapsed(row, now) || passedOn ? s.open : row.status
        const shown = [...violationGroups.todo, ...violationGroups.toClose].some((one) => one === listed)
        expect(counted).toHaveLength(shown ? 1 : 0)
      },
    ),
  )
})
