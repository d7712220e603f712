import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, formatDateTime, formatLocal, isLocalDate, parseDateTime } from './time.ts'

dayjs.extend(utc)

describe('parseDateTime', () => {
  it.each([
    ['2026-11-20 10:00', '2026-11-20T10:00:00+08:00'],
    ['2026-11-20 00:00', '2026-11-20T00:00:00+08:00'],
    ['2028-02-29 23:59', '2028-02-29T23:59:00+08:00'],
    ['2026-11-20 10:00:30', '2026-11-20T10:00:30+08:00'],
  ])('%s', (text, iso) => {
    expect(parseDateTime(text)).toBe(Date.parse(iso))
    expect(formatDateTime(parseDateTime(text)!)).toBe(text.slice(0, 16))
  })

  it.each([
    '2026-11-20',
    '2026-11-20T10:00',
    '2026-11-20 24:00',
    '2026-11-20 10:60',
    '2026-11-20 1:00',
    '2026-02-30 10:00',
    '2026-13-01 10:00',
    '2026-00-10 10:00',
    ' 2026-11-20 10:00',
    '2026-11-20 10:00 ',
    'gestern',
    '',
  ])('%j is no date and time', (text) => expect(parseDateTime(text)).toBeNull())
})

describe('isLocalDate', () => {
  it.each(['2026-11-20', '2028-02-29', '2026-12-31'])('%s', (text) => expect(isLocalDate(text)).toBe(true))
  it.each(['2026-02-29', '2026-11-31', '2026-13-01', '2026-1-1', '20261120', '2026-11-20 10:00', ''])(
    'not %j',
    (text) => expect(isLocalDate(text)).toBe(false),
  )
})

it('clamps to the end of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
})

describe('agrees with a date library', () => {
  const instants = fc.integer({ min: Date.parse('2022-01-01T00:00:00Z'), max: Date.parse('2100-01-01T00:00:00Z') })

  it.each(['YYYY-MM-DD HH:mm:ss', 'M月D日', 'YYMMDD', 'YYYYMM', 'HH:mm'])('%s', (pattern) =>
    fc.assert(
      fc.property(instants, (t) => {
        expect(formatLocal(t, pattern)).toBe(dayjs.utc(t).utcOffset(480).format(pattern))
      }),
    ),
  )

  it('addMonths', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: -60, max: 60 }), (days, months) => {
        const date = addDays('2022-01-01', days)
        expect(addMonths(date, months)).toBe(dayjs.utc(date).add(months, 'month').format('YYYY-MM-DD'))
      }),
    ))
})
