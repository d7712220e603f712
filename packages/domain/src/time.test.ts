import { describe, expect, it } from 'vitest'
import { addMonths, formatDateTime, isLocalDate, parseDateTime } from './time.ts'

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
  ])('%j is no moment', (text) => expect(parseDateTime(text)).toBeNull())
})

describe('isLocalDate', () => {
  it.each(['2026-11-20', '2028-02-29', '2026-12-31'])('%s', (text) => expect(isLocalDate(text)).toBe(true))
  it.each(['2026-02-29', '2026-11-31', '2026-13-01', '2026-1-1', '20261120', '2026-11-20 10:00', ''])(
    'not %j',
    (text) => expect(isLocalDate(text)).toBe(false),
  )
})

it('clamps a month that is shorter', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
})
