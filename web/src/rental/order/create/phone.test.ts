import { expect, it } from 'vitest'
import { fieldsOfTypedPhone, lookupKeyword, readPhone, showPhone } from './phone.ts'
import { renter } from './testing.ts'

it.each([
  ['137 6108 4429', '13761084429'],
  ['+86 137-6108-4429', '13761084429'],
  ['1376108442999', '13761084429'],
  ['+44 7911 123456', '+447911123456'],
  ['电话', ''],
])('reads %s', (text, phone) => expect(readPhone(text)).toBe(phone))

it.each([
  ['13761084429', '137 6108 4429'],
  ['13761', '137 61'],
  ['8764', '8764'],
  ['', ''],
  ['+447911123456', '+447911123456'],
])('shows %s', (phone, text) => expect(showPhone(phone)).toBe(text))

it('looks up by the best that is there', () => {
  expect(lookupKeyword({ phone: '13761084429', name: '徐子墨', renter: null })).toBe('13761084429')
  expect(lookupKeyword({ phone: '4429', name: '', renter: null })).toBe('4429')
  expect(lookupKeyword({ phone: '13761', name: '徐子', renter: null })).toBe('徐子')
  expect(lookupKeyword({ phone: '13761', name: '徐', renter: null })).toBeNull()
  expect(lookupKeyword({ phone: '13761084429', name: '徐子墨', renter })).toBeNull()
})

it('keeps a customer while the number is filled in, and no longer', () => {
  expect(fieldsOfTypedPhone({ phone: '', renter }, '1').renter).toBe(renter)
  expect(fieldsOfTypedPhone({ phone: '1376108442', renter }, '137 6108 4429').renter).toBe(renter)
  expect(fieldsOfTypedPhone({ phone: '13761084429', renter }, '137 6108 442')).toEqual({
    phone: '1376108442',
    renter: null,
  })
})
