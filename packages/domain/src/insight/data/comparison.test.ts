import { describe, expect, it } from 'vitest'
import { HOUR, type Instant, startOfDate } from '../../time.ts'
import { changeOf, figureText } from './figures.ts'
import { windowsOf } from './window.ts'

/** `11-04 12:00` in 2026, Asia/Shanghai. */
const t = (text: string): Instant => {
  const [date, clock = '00'] = text.split(' ')
  return startOfDate(`2026-${date}`) + Number.parseInt(clock, 10) * HOUR
}
const now = t('11-09 08:00')

describe('a comparison', () => {
  const cut = ({ from, until }: { from: Instant; until: Instant }) => [from, until]
  it('of today is yesterday until the same time', () => {
    const at10 = t('11-20 10:00')
    expect(cut(windowsOf('2026-11-20', '2026-11-20', 'day', at10).previous)).toEqual([t('11-19'), t('11-19 10:00')])
  })
  it('of this month is the previous month until the same day', () => {
    const windows = windowsOf('2026-11-01', '2026-11-20', 'month', t('11-20 09:00'))
    expect(cut(windows.previous)).toEqual([t('10-01'), t('10-20 09:00')])
  })
  it('of the last days of a long month does not reach into the current month', () => {
    const windows = windowsOf('2026-03-01', '2026-03-31', 'month', t('03-31 09:00'))
    expect(cut(windows.previous)).toEqual([t('02-01'), t('03-01')])
  })
  it('of a completed month is the whole previous month', () => {
    const windows = windowsOf('2026-03-01', '2026-03-31', 'month', now)
    expect(cut(windows.previous)).toEqual([t('02-01'), t('03-01')])
  })
  it('of 29 February is 28 February of the year before', () => {
    const { lastYear } = windowsOf('2028-02-29', '2028-02-29', 'day', startOfDate('2028-02-29') + 9 * HOUR)
    expect(cut(lastYear)).toEqual([startOfDate('2027-02-28'), startOfDate('2027-02-28') + 9 * HOUR])
    expect(cut(windowsOf('2028-02-20', '2028-03-05', 'day', startOfDate('2028-05-01')).lastYear)).toEqual([
      startOfDate('2027-02-20'),
      startOfDate('2027-03-06'),
    ])
  })
  it('shows points for a rate and per cent for an amount', () => {
    expect(changeOf('utilisation', 4113, 3700)).toEqual({ up: true, same: false, text: '4.13点', good: true })
    expect(changeOf('revenue', 90, 100)).toEqual({ up: false, same: false, text: '10.0%', good: false })
    expect(changeOf('cancelRate', 640, 560)?.good).toBe(false)
    expect(changeOf('fleet', 120, 60)?.good).toBeNull()
  })
})

it('formats values with their units', () => {
  expect(figureText('bp', 4113)).toBe('41.13%')
  expect(figureText('minutes', 266.5 * 60)).toBe('266小时30分')
  expect(figureText('days', 242)).toBe('2.42天')
  expect(figureText('km', 1234)).toBe('123.4公里')
})
