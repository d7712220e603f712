import { maskId } from '@cheyi/domain/mask'
import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { readingOf } from '@cheyi/domain/rental/driver/reading'
import { expect, it } from 'vitest'
import { entryOf } from './entry.ts'
import type { PersonDetail } from './person-words.ts'
import { proposalsOf, readNames } from './proposals.ts'

const number = `31010419920714003${idCheckSign('31010419920714003')}`
const stored = {
  personId: '7',
  name: '徐子墨',
  phone: '137****4429',
  identityType: 1,
  identityNo: maskId(number),
  identityExpire: '2030-01-01',
  licenceNo: '',
  licenceClass: 'C1',
  licenceFirstIssue: null,
  licenceExpire: null,
  birthday: '1992-07-14',
  gender: 1,
  address: '',
} as PersonDetail

it('fills what is empty, and what the number says besides is nobody’s to read', () => {
  const reading = { name: '徐子墨', identityNo: number, birthday: '1992-07-14', gender: 1, address: '上海' } as const
  const { filled, conflicts } = proposalsOf(readingOf(reading), entryOf(null, {}), null)
  expect(filled).toEqual({ name: '徐子墨', identityNo: number, address: '上海' })
  expect(readNames(filled)).toEqual(['姓名', '证件号码', '地址'])
  expect(conflicts).toEqual([])
})

it('never writes over what was typed, and says what the picture says', () => {
  const entry = entryOf(null, { name: '徐子默', licenceClass: 'C1' })
  const { filled, conflicts } = proposalsOf(readingOf({ name: '徐子墨', licenceClass: 'C1' }), entry, null)
  expect(filled).toEqual({})
  expect(conflicts).toEqual([{ key: 'name', label: '姓名', text: '徐子墨', changes: { name: '徐子墨' } }])
})

it('knows a stored number by its mask, and asks about another', () => {
  const entry = entryOf(stored, {})
  expect(proposalsOf(readingOf({ identityNo: number }), entry, stored)).toEqual({ filled: {}, conflicts: [] })
  const other = `31010419920714005${idCheckSign('31010419920714005')}`
  expect(proposalsOf(readingOf({ identityNo: other }), entry, stored).conflicts).toMatchObject([
    { label: '证件号码', text: other },
  ])
  // An identity card's number is that of the licence.
  expect(proposalsOf(readingOf({ licenceNo: number }), entry, stored)).toEqual({ filled: {}, conflicts: [] })
  expect(proposalsOf(readingOf({ licenceNo: other }), entry, stored).conflicts).toMatchObject([
    { label: '驾驶证号', text: other, changes: { licenceNo: other } },
  ])
  expect(proposalsOf(readingOf({ licenceNo: number }), entryOf(null, {}), null).filled).toEqual({ identityNo: number })
  const passport = entryOf(null, { identityType: 2 })
  expect(proposalsOf(readingOf({ licenceNo: number }), passport, null).filled).toEqual({ licenceNo: number })
})

it('of a term without end', () => {
  expect(proposalsOf(readingOf({ forever: true }), entryOf(null, {}), null).filled).toEqual({
    forever: true,
    identityExpire: null,
  })
  const { filled, conflicts } = proposalsOf(readingOf({ forever: true }), entryOf(stored, {}), stored)
  expect(filled).toEqual({})
  expect(conflicts).toMatchObject([{ text: '长期有效', changes: { forever: true, identityExpire: null } }])
  const good = entryOf(null, { forever: true })
  expect(proposalsOf(readingOf({ forever: true }), good, null)).toEqual({ filled: {}, conflicts: [] })
  expect(proposalsOf(readingOf({ identityExpire: '2030-01-01' }), good, null).conflicts).toMatchObject([
    { text: '2030-01-01', changes: { identityExpire: '2030-01-01', forever: false } },
  ])
})
