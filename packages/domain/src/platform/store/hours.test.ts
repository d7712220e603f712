import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startOfDate } from '../../time.ts'
import { exceptionProblem, overlappingWindows, windowProblem } from './hours.ts'
import { isOpen, type OpeningWindow } from './opening.ts'

const week = [1, 2, 3, 4, 5, 6, 7]
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

describe('one opening window', () => {
  it.each([
    [{ weekdays: week, open: '08:00', close: '22:00' }, null],
    [{ weekdays: week, open: '08:00', close: '24:00' }, null],
    [{ weekdays: [5], open: '22:00', close: '02:00', crossMidnight: true }, null],
    [{ weekdays: week, open: '00:00', close: '00:00', crossMidnight: true }, null],
    [{ weekdays: [], open: '08:00', close: '22:00' }, '请选择营业日'],
    [{ weekdays: [1, 1], open: '08:00', close: '22:00' }, '营业日不正确'],
    [{ weekdays: [8], open: '08:00', close: '22:00' }, '营业日不正确'],
    [{ weekdays: week, open: '8:00', close: '22:00' }, '营业时间格式应为 HH:mm'],
    [{ weekdays: week, open: '24:00', close: '22:00' }, '营业时间格式应为 HH:mm'],
    [{ weekdays: week, open: '22:00', close: '02:00' }, '打烊时间应晚于开门时间，过零点请打开「次日」'],
    [{ weekdays: week, open: '08:00', close: '08:00' }, '打烊时间应晚于开门时间，过零点请打开「次日」'],
    [{ weekdays: week, open: '08:00', close: '22:00', crossMidnight: true }, '跨零点的打烊时间不能晚于开门时间'],
  ])('%j: %s', (window, problem) => expect(windowProblem(window)).toBe(problem))
})

describe('windows overlap', () => {
  it.each<[string, readonly OpeningWindow[], readonly [number, number] | null]>([
    ['the same hours on other days', [day('08:00', '12:00', [1]), day('08:00', '12:00', [2])], null],
    ['one ends where the next begins', [day('08:00', '12:00'), day('12:00', '18:00')], null],
    ['a minute too long', [day('08:00', '12:01'), day('12:00', '18:00')], [0, 1]],
    ['Friday night reaches Saturday', [night([5]), day('01:00', '09:00', [6])], [0, 1]],
    ['Sunday night reaches Monday', [day('01:00', '09:00', [1]), night([7])], [0, 1]],
    ['twenty-four hours on each day', [{ weekdays: week, open: '08:00', close: '08:00', crossMidnight: true }], null],
    ['the third with the first', [day('08:00', '20:00'), day('21:00', '22:00'), day('19:00', '20:30')], [0, 2]],
  ])('%s', (_, windows, pair) => expect(overlappingWindows(windows)).toEqual(pair))

  function day(open: string, close: string, weekdays = week): OpeningWindow {
    return { weekdays, open, close }
  }
  function night(weekdays: number[]): OpeningWindow {
    return { weekdays, open: '22:00', close: '02:00', crossMidnight: true }
  }

  const quarter = fc.integer({ min: 0, max: 95 }).map((q) => q * 15)
  const window = fc
    .tuple(fc.subarray(week, { minLength: 1 }), quarter, quarter)
    .map(([weekdays, a, b]): OpeningWindow => {
      const crossMidnight = b <= a
      return { weekdays, open: clock(a), close: clock(b), crossMidnight }
    })

  it('exactly when some moment of the week is inside two of them', () => {
    fc.assert(
      fc.property(fc.array(window, { minLength: 1, maxLength: 4 }), (windows) => {
        for (const one of windows) expect(windowProblem(one)).toBeNull()
        // A minute after the quarter, so that a moment where one window ends and another begins is inside one only.
        const monday = startOfDate('2026-11-16')
        const moments = Array.from({ length: 7 * 96 }, (_, q) => monday + q * 15 * 60_000 + 60_000)
        const shared = moments.some((t) => windows.filter((one) => isOpen([one], [], t)).length > 1)
        expect(overlappingWindows(windows) !== null).toBe(shared)
      }),
      { numRuns: 300 },
    )
  })
})

it('accepts each exceptional date once, closed or with hours', () => {
  const hours = [{ weekdays: [3], open: '10:00', close: '16:00' }]
  expect(
    exceptionProblem([
      { date: '2027-01-01', closed: true },
      { date: '2027-01-02', hours },
    ]),
  ).toBeNull()
  expect(exceptionProblem([{ date: '2027-02-30', closed: true }])).toEqual({
    date: '2027-02-30',
    why: '日期格式应为 YYYY-MM-DD',
  })
  const twice = [
    { date: '2027-01-01', closed: true },
    { date: '2027-01-01', hours },
  ]
  expect(exceptionProblem(twice)?.why).toBe('同一日期只能设置一次')
  expect(exceptionProblem([{ date: '2027-01-01' }])?.why).toBe('请选择休息，或填写当天营业时间')
})
