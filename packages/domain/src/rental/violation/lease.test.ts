import { describe, expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { DAY, HOUR, parseDateTime, weekday } from '../../time.ts'
import { leaseChange, leaseFilingStatus } from './codes.ts'
import { leaseFilingSteps, objectionUntil, transferBar } from './lease.ts'

const at = (text: string) => parseDateTime(`2026-${text}`)!

describe('filing of a contract', () => {
  it('of an undone pickup ends as withdrawn, any other as filed', () => {
    const file = (change: number | null) => advance(leaseFilingSteps, 'file', leaseFilingStatus.open, { change })
    expect([file(null), file(leaseChange.term), file(leaseChange.undone)]).toEqual([
      leaseFilingStatus.filed,
      leaseFilingStatus.filed,
      leaseFilingStatus.withdrawn,
    ])
    expect(() => advance(leaseFilingSteps, 'fail', leaseFilingStatus.filed)).toThrow()
  })
})

describe('transfer of a violation to the renter', () => {
  const ended = at('11-01 10:00')
  const facts = { filed: true, leaseEndedAt: ended, officialState: 0, now: ended + 30 * DAY }
  it.each([
    [facts, null],
    [{ ...facts, now: ended + 29 * DAY + 23 * HOUR }, 'tooEarly'],
    [{ ...facts, filed: false }, 'notFiled'],
    [{ ...facts, leaseEndedAt: null }, 'rentalRuns'],
    [{ ...facts, officialState: 1 }, 'handled'],
  ])('%o: %s', (given, bar) => expect(transferBar(given)).toBe(bar))

  it('ends after the renter had five working days to object', () => {
    const plain = (date: string) => weekday(date) <= 5
    // Thursday; the days are Friday, and Monday to Thursday.
    expect(objectionUntil(at('11-26 15:00'), plain)).toBe(at('12-04 00:00'))
    // National day: offices work again from the eighth.
    const inOctober = (date: string) => plain(date) && !(date >= '2026-10-01' && date <= '2026-10-07')
    expect(objectionUntil(at('09-30 10:00'), inOctober)).toBe(at('10-15 00:00'))
  })
})
