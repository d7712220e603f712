import type { OpeningWindow } from '@cheyi/domain/platform/store/opening'
import { DAY, HOUR, parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { rangeOfTimes, timesNotPast, timesOfRange, usualPickup, usualTimes, weekendDays, wholeDays } from './times.ts'

const at = (text: string) => parseDateTime(`2026-11-${text}`)!
const daily: OpeningWindow[] = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], open: '08:00', close: '20:00' }]

describe('the usual times', () => {
  it.each([
    ['20 09:41', '20 10:00'],
    ['20 10:00', '20 10:00'],
    ['20 10:01', '20 10:30'],
    ['20 20:10', '21 08:00'],
    ['20 06:00', '20 08:00'],
  ])('a walk-in at %s takes the car at %s', (now, pickup) => expect(usualPickup(at(now), daily)).toBe(at(pickup)))

  it('last a day', () => expect(usualTimes(at('20 09:41'), daily)).toEqual([at('20 10:00'), at('21 10:00')]))
  it('do not wait for a store that never opens', () =>
    expect(usualPickup(at('20 09:41'), [{ weekdays: [], open: '08:00', close: '20:00' }])).toBe(at('20 10:00')))
})

it('moves a form left behind to now, with its length', () => {
  const now = at('20 09:41')
  expect(timesNotPast([at('18 10:00'), at('20 10:00')], now)).toEqual([at('20 10:00'), at('22 10:00')])
  const ahead = [at('21 10:00'), at('22 10:00')] as const
  expect(timesNotPast(ahead, now)).toBe(ahead)
  expect(timesNotPast(null, now)).toBeNull()
  expect(timesNotPast([], now)).toEqual([])
})

it('counts weekend days by the date each day begins on', () => {
  expect(weekendDays(at('20 14:00'), 3)).toBe(2)
  expect(weekendDays(at('16 14:00'), 5)).toBe(0)
})

it('knows whole days', () => {
  expect(wholeDays([0, 3 * DAY])).toBe(3)
  expect(wholeDays([0, DAY + HOUR])).toBeNull()
  expect(wholeDays([])).toBeNull()
})

it('speaks the picker’s language', () => {
  const times = [at('20 14:00'), at('23 14:00')] as const
  expect(rangeOfTimes(times)).toEqual(['2026-11-20 14:00', '2026-11-23 14:00'])
  expect(timesOfRange(rangeOfTimes(times))).toEqual(times)
  expect(timesOfRange([])).toEqual([])
  expect(rangeOfTimes([])).toEqual([])
})
