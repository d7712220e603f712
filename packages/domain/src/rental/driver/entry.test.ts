import { expect, it } from 'vitest'
import { gender, identityType, licenceKind } from './codes.ts'
import { birthdayAndGender, entryProblems, losesVerification, type PersonEntry } from './entry.ts'

const today = '2026-11-20'
const good: PersonEntry = {
  name: '张三',
  phone: '13812345678',
  identityType: identityType.idCard,
  identityNo: '11010519491231002X',
  identityExpire: '2026-11-20',
  licenceKind: null,
  licenceClass: 'C1',
  licenceFirstIssue: '2010-05-01',
  licenceExpire: null,
  birthday: '1949-12-31',
}

it('accepts a valid entry, including the last day of a document', () => {
  expect(entryProblems(good, today)).toEqual([])
  expect(entryProblems({ ...good, identityNo: null, licenceClass: '' }, today)).toEqual([])
})

it.each<[keyof PersonEntry, Partial<PersonEntry>, string]>([
  ['phone', { phone: '12345' }, '请输入正确的手机号'],
  ['identityNo', { identityNo: '110105194912310021' }, '证件号码格式不正确'],
  ['identityNo', { identityType: identityType.passport }, '证件号码格式不正确'],
  ['identityExpire', { identityExpire: '2026-11-19' }, '证件已过期'],
  ['licenceClass', { licenceClass: '?' }, '准驾车型不正确'],
  ['licenceFirstIssue', { licenceFirstIssue: '2026-11-21' }, '初次领证日期不能晚于今天'],
  ['licenceExpire', { licenceExpire: '2020-01-01' }, '驾驶证已过期'],
  ['licenceExpire', { licenceKind: licenceKind.permit }, '请填写临时驾驶许可的截止日期'],
  ['birthday', { birthday: '2030-01-01' }, '出生日期不能晚于今天'],
])('%s: %o', (field, wrong, text) => {
  expect(entryProblems({ ...good, ...wrong }, today)).toEqual([{ field, text }])
})

it('allows editing a file whose documents have expired since', () => {
  const stored = { identityExpire: '2025-01-01', licenceExpire: '2025-06-01' }
  expect(entryProblems({ ...good, ...stored }, today, stored)).toEqual([])
  expect(entryProblems({ ...good, ...stored, licenceExpire: '2025-07-01' }, today, stored)).toHaveLength(1)
})

it('derives birthday and gender from the number', () => {
  const typed = { birthday: '2000-01-01', gender: gender.male }
  expect(birthdayAndGender('11010519491231002x', typed)).toEqual({ birthday: '1949-12-31', gender: gender.female })
  expect(birthdayAndGender('E12345678', typed)).toEqual(typed)
  expect(birthdayAndGender(null, typed)).toEqual(typed)
})

it('resets the verification when a verified field changes', () => {
  const file = { ...good, licenceNo: '1' }
  expect(losesVerification(file, { ...file })).toBe(false)
  expect(losesVerification(file, { ...file, phone: '13900000000' } as typeof file)).toBe(false)
  expect(losesVerification(file, { ...file, licenceExpire: '2030-01-01' })).toBe(true)
  expect(losesVerification(file, { ...file, licenceKind: licenceKind.foreign })).toBe(true)
})
