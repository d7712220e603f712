import { expect, it } from 'vitest'
import { onlyRead, readDate, readExpiry, readGender } from './reading.ts'

it.each([
  ['2030.7.21', '2030-07-21'],
  ['2030-07-21', '2030-07-21'],
  ['2030/7/1', '2030-07-01'],
  ['20300721', '2030-07-21'],
  ['2030年07月21日', '2030-07-21'],
  ['2030-02-30', undefined],
  ['长期', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is the date %s', (text, date) => expect(readDate(text)).toBe(date))

it.each([
  ['2010.07.21-2030.07.21', { identityExpire: '2030-07-21' }],
  ['2010-07-21-2030-07-21', { identityExpire: '2030-07-21' }],
  ['20100721-20300721', { identityExpire: '2030-07-21' }],
  ['2010.07.21-长期', { forever: true }],
  ['2010.07.21', { identityExpire: '2010-07-21' }],
  ['模糊', {}],
  [undefined, {}],
])('%s ends so', (text, end) => expect(readExpiry(text)).toEqual(end))

it('leaves out what was not read', () => {
  expect(readGender('女')).toBe(2)
  expect(readGender('?')).toBeUndefined()
  expect(onlyRead({ name: '', identityNo: undefined, licenceClass: 'C1' })).toEqual({ licenceClass: 'C1' })
})
