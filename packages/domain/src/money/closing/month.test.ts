import { expect, it } from 'vitest'
import { closableFrom, daysOf, firstMonthToClose, monthOf, monthToClose } from './month.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)

it('months are those of Asia/Shanghai', () => {
  expect(monthOf(at('2026-12-31T23:59:59'))).toBe('2026-12')
  expect(monthOf(at('2027-01-01T00:00:00'))).toBe('2027-01')
  expect(daysOf('2026-12')).toEqual(['2026-12-01', '2027-01-01'])
  expect(daysOf('2028-02')).toEqual(['2028-02-01', '2028-03-01'])
})

it('can be closed a day after its end', () => {
  expect(closableFrom('2026-12')).toBe(at('2027-01-02T00:00:00'))
  expect(closableFrom('2027-02')).toBe(at('2027-03-02T00:00:00'))
})

it.each([
  // now, closed, begun, to close
  ['2027-01-01T00:00:00', null, '2026-10', '2026-12'],
  ['2026-12-31T23:59:59', null, '2026-10', '2026-11'],
  ['2027-01-15T00:00:00', '2026-11', '2026-10', '2026-12'],
  ['2027-01-15T00:00:00', '2026-12', '2026-10', null],
  ['2027-01-15T00:00:00', null, '2027-01', null],
  ['2027-01-15T00:00:00', null, null, null],
  ['2027-03-01T00:00:00', null, '2026-10', '2027-02'],
] as const)('at %s, closed %s, begun %s: %s', (now, closed, begun, expected) => {
  expect(monthToClose(at(now), closed, begun)).toBe(expected)
})

it('closing a month also closes earlier open months', () => {
  expect(firstMonthToClose(null, '2026-03')).toBe('2026-03')
  expect(firstMonthToClose('2026-12', '2026-03')).toBe('2027-01')
})
