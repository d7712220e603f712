import { expect, it } from 'vitest'
import { readDate, readExpiry, readGender, readingOf, readLicenceExpiry } from './reading.ts'

it.each([
  ['2030.7.21', '2030-07-21'],
  ['2030-07-21', '2030-07-21'],
  ['2030/7/1', '2030-07-01'],
  ['20300721', '2030-07-21'],
  ['2030年07月21日', '2030-07-21'],
  ['2030-02-30', null],
  ['长期', null],
  ['', null],
  [undefined, null],
])('%s is the date %s', (text, date) => expect(readDate(text)).toBe(date))

it.each([
  ['2010.07.21-2030.07.21', { forever: false, identityExpire: '2030-07-21' }],
  ['2010-07-21-2030-07-21', { forever: false, identityExpire: '2030-07-21' }],
  ['20100721-20300721', { forever: false, identityExpire: '2030-07-21' }],
  ['2010.07.21-长期', { forever: true, identityExpire: null }],
  ['2010.07.21', { forever: false, identityExpire: '2010-07-21' }],
  ['模糊', { forever: false, identityExpire: null }],
  [undefined, { forever: false, identityExpire: null }],
])('%s is read as an expiry', (text, end) => expect(readExpiry(text)).toEqual(end))

it('returns null for unread fields', () => {
  expect(readGender('女')).toBe(2)
  expect(readGender('?')).toBeNull()
  const reading = readingOf({ name: '', identityNo: undefined, licenceClass: 'C1' })
  expect(Object.entries(reading).filter(([, value]) => value)).toEqual([['licenceClass', 'C1']])
})

it.each([
  ['2016-07-21', '2026-07-21', '2026-07-21'],
  ['2016-07-21', '6年', '2022-07-21'],
  ['', '6年', null],
  ['2016-07-21', '长期', null],
])('a licence from %s for %s is valid until %s', (begin, end, until) => {
  expect(readLicenceExpiry(begin, end)).toBe(until)
})
