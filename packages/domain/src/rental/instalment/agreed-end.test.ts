import { describe, expect, it } from 'vitest'
import { dueBackOn, earlyEndDates } from './agreed-end.ts'

const at = (text: string): number => Date.parse(`${text}:00+08:00`)

describe('a long contract may end early', () => {
  it.each([
    ['2027-01-31', { from: '2027-01-31', to: '2027-03-03' }],
    // The agreed end itself is no earlier end.
    ['2027-07-20', { from: '2027-07-20', to: '2027-07-30' }],
    ['2027-07-30', { from: '2027-07-30', to: '2027-07-30' }],
    ['2027-07-31', null],
    ['2027-08-05', null],
  ])('requested on %s', (today, dates) => {
    expect(earlyEndDates(at('2027-07-31T10:00'), at(`${today}T09:00`))).toEqual(dates)
  })

  it("ends at the contract's time of day, or within an hour when that is already past today", () => {
    const returnAt = at('2027-07-31T10:00')
    expect(dueBackOn('2027-04-15', returnAt, at('2027-04-01T12:00'))).toBe(at('2027-04-15T10:00'))
    expect(dueBackOn('2027-04-15', returnAt, at('2027-04-15T09:59'))).toBe(at('2027-04-15T10:00'))
    expect(dueBackOn('2027-04-15', returnAt, at('2027-04-15T12:00'))).toBe(at('2027-04-15T13:00'))
    expect(dueBackOn('2027-04-15', returnAt, at('2027-04-15T23:30'))).toBe(at('2027-04-15T23:59'))
  })
})
