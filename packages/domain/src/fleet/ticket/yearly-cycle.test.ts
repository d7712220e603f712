import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, addMonths } from '../../time.ts'
import { useNatures } from '../inventory/codes.ts'
import {
  inspectionsOf,
  isTested,
  lastOfMonth,
  newEndProblem,
  nextInspection,
  TICKET_DAYS,
  windowFrom,
  windowWarning,
} from './yearly-cycle.ts'

const { rental, nonOperating, hailing } = useNatures.code

const first = (n: number, nature: number, registered: string) => [...inspectionsOf(nature, registered).take(n)]
const ends = (n: number, nature: number, registered: string) => first(n, nature, registered).map(({ on }) => on)

describe('inspections of a car', () => {
  test.each([
    [rental, '2023-03-15', '2024-03-31 2025-03-31 2026-03-31 2027-03-31 2028-03-31 2028-09-30 2029-03-31 2029-09-30'],
    [rental, '2024-02-29', '2025-02-28 2026-02-28 2027-02-28 2028-02-29 2029-02-28 2029-08-31 2030-02-28'],
    [hailing, '2024-02-29', '2025-02-28 2026-02-28 2027-02-28 2028-02-29 2029-02-28 2029-08-31 2030-02-28'],
    [nonOperating, '2020-11-08', '2022-11-30 2024-11-30 2026-11-30 2028-11-30 2030-11-30 2031-11-30 2032-11-30'],
  ])('of use %i registered on %s', (nature, registered, expected) => {
    const days = expected.split(' ')
    expect(ends(days.length, nature, registered)).toEqual(days)
  })

  it('a private car is tested at six and ten years and every year after; otherwise it applies for a mark', () => {
    expect(first(7, nonOperating, '2020-11-08').map(({ tested }) => tested)).toEqual([
      false,
      false,
      true,
      false,
      true,
      true,
      true,
    ])
    expect(isTested(nonOperating, '2016-11-08', '2026-11-30')).toBe(true)
    expect(isTested(nonOperating, '2020-11-08', '2028-11-30')).toBe(false)
    expect(isTested(rental, '2023-03-15', '2024-03-31')).toBe(true)
    expect(isTested(rental, null, '2024-03-31')).toBeNull()
  })
})

describe('the proposed expiry', () => {
  test.each([
    ['in time', nonOperating, '2016-11-08', '2026-11-30', '2026-11-20', '2027-11-30'],
    ['late: the month stays', rental, '2023-03-15', '2026-03-31', '2026-05-10', '2027-03-31'],
    ['early: nothing is lost', rental, '2023-03-15', '2028-03-31', '2028-01-20', '2028-09-30'],
    ['over a year late: not an end that has passed', rental, '2023-03-15', '2025-03-31', '2026-05-10', '2027-03-31'],
    ['the certificate was of a day within the month', rental, '2023-03-15', '2026-03-14', '2026-03-10', '2027-03-31'],
    ['without an end so far, in the window', rental, '2023-03-15', null, '2026-01-20', '2027-03-31'],
    ['without an end so far, a new car', rental, '2026-11-02', null, '2026-11-25', '2027-11-30'],
  ])('%s', (_, nature, registered, valid, on, expected) => {
    expect(nextInspection(nature, registered, valid, on)?.on).toBe(expected)
  })

  it('is unknown without the registration date', () => {
    expect(nextInspection(rental, null, '2026-03-31', '2026-03-01')).toBeNull()
  })
})

const day = fc
  .date({ min: new Date('2005-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10))
const nature = fc.constantFrom(rental, nonOperating, hailing)

it('is the end of the registration month, or half a year from it, later than the old one and in the future', () => {
  fc.assert(
    fc.property(nature, day, fc.option(day), day, (kind, registered, valid, on) => {
      const due = nextInspection(kind, registered, valid, on)
      if (due === null) return
      expect(due.on).toBe(lastOfMonth(due.on))
      expect([0, 6]).toContain(Math.abs(Number(due.on.slice(5, 7)) - Number(registered.slice(5, 7))))
      expect(due.on >= on && (valid === null || due.on > valid)).toBe(true)
      // An inspection within the window of a known expiry accepts the proposed date.
      if (valid !== null && due.on <= addMonths([valid, on].toSorted().at(-1)!, 12))
        expect(newEndProblem(due.on, valid, on)).toBeNull()
    }),
  )
})

it('the later the inspection, the later the expiry, and never more than two years apart', () => {
  fc.assert(
    fc.property(nature, day, (kind, registered) => {
      const days = ends(30, kind, registered)
      days.reduce((before, on) => {
        expect(on > before && on <= lastOfMonth(addMonths(before, 24))).toBe(true)
        return on
      }, registered)
    }),
  )
})

describe('the inspection window', () => {
  test.each([
    ['2027-03-31', '2026-12-31'],
    // Ninety days would be 2 March.
    ['2027-05-31', '2027-02-28'],
  ])('of %s begins on %s', (dueOn, from) => {
    expect(windowFrom(dueOn)).toBe(from)
    expect(windowWarning(dueOn, from)).toBeNull()
    expect(windowWarning(dueOn, dueOn)).toBeNull()
    expect(windowWarning(dueOn, addDays(from, -1))).toBe(`早于可办理日期，${from}起可办理`)
    expect(windowWarning(dueOn, addDays(dueOn, 1))).toBe(`年检有效期至${dueOn}，已逾期`)
  })

  it('a ticket is created 45 days before', () => {
    expect(addDays('2027-03-31', -TICKET_DAYS)).toBe('2027-02-14')
  })
})

describe('the date typed from the certificate', () => {
  test.each([
    ['2027-03-31', '新有效期须晚于原有效期'],
    ['2026-03-31', '新有效期须晚于原有效期'],
    ['2057-03-31', '新有效期不能晚于2029-03-31'],
    ['2028-03-31', null],
    ['2027-09-12', null],
  ])('%s', (typed, expected) => {
    expect(newEndProblem(typed, '2027-03-31', '2027-02-20')).toBe(expected)
  })

  it('may be valid although the inspection was late', () => {
    expect(newEndProblem('2027-06-30', '2025-06-30', '2027-07-02')).toBe('新有效期不能早于今天')
    expect(newEndProblem('2027-07-31', null, '2027-07-02')).toBeNull()
  })
})
