import { documentName } from '@cheyi/domain/rental/driver/documents'
import { describe, expect, it } from 'vitest'
import { type PersonDetail, personChanges } from './person-words.ts'
import { verifyMark } from './verify-mark.ts'

const person: PersonDetail = {
  personId: '7',
  isHandled: true,
  name: '徐子墨',
  phone: '137****4429',
  identityType: 1,
  identityNo: '310104********003X',
  identityExpire: '2038-07-14',
  licenceKind: null,
  licenceNo: '',
  licenceClass: 'C1',
  licenceFirstIssue: null,
  licenceExpire: null,
  birthday: '1992-07-14',
  gender: 1,
  address: '',
  tags: [],
  consents: [],
  verifyStatus: 0,
  verifiedAt: null,
  waiveReason: '',
  identityCheck: { result: 0, states: '', classes: '', at: null, by: '' },
  mismatchReason: '',
  licenceCheck: { result: 0, states: '', classes: '', at: null, by: '' },
  licenceReason: '',
  blacklist: false,
  blacklistReason: '',
  orderCount: 0,
  documents: [],
  orders: [],
  version: 1,
}

it('tells what somebody else changed', () => {
  expect(personChanges(person, { ...person, version: 2 })).toEqual([])
  expect(
    personChanges(person, {
      ...person,
      name: '徐子默',
      licenceFirstIssue: '2015-03-01',
      verifyStatus: 1,
      blacklist: true,
    }),
  ).toEqual(['姓名：徐子墨 → 徐子默', '初次领证：空 → 2015-03-01', '核验：未核验 → 已核验', '黑名单：否 → 是'])
})

describe('words', () => {
  it.each([
    [0, '未核验'],
    [1, '已核验'],
    [2, '核验未通过'],
  ] as const)('verify status %i reads %s', (verifyStatus, text) => {
    expect(verifyMark({ verifyStatus }).text).toBe(text)
  })

  it('name pictures by the kind of document', () => {
    expect([1, 2, 3].map((type) => documentName('imgFront', type as 1 | 2 | 3))).toEqual([
      '人像面',
      '资料页',
      '证件正面',
    ])
    expect([1, 5].map((type) => documentName('imgBack', type as 1 | 5))).toEqual(['国徽面', '证件背面'])
    expect(documentName('licenceSub', 1)).toBe('驾驶证副页')
  })
})
