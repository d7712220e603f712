import { describe, expect, it } from 'vitest'
import type { PersonDetail } from '../parts/person-words.ts'
import { identityFacts, licenceFacts, shownDocuments } from './file-words.ts'

const media = { mediaId: '1', kind: 'image', url: '/a', thumbUrl: null, w: 1, h: 1, takenAt: null } as const
const person: PersonDetail = {
  personId: '7',
  isHandled: true,
  name: '徐子墨',
  phone: '137****4429',
  identityType: 1,
  identityNo: '310104********003X',
  identityExpire: null,
  licenceKind: null,
  licenceNo: '',
  licenceClass: 'C1',
  licenceFirstIssue: '2015-03-01',
  licenceExpire: '2026-11-19',
  birthday: '1992-07-14',
  gender: 1,
  address: '',
  tags: [],
  consents: [],
  verifyStatus: 1,
  verifiedAt: null,
  waiveReason: '',
  identityCheck: { result: 0, states: '', classes: '', at: null, by: '' },
  mismatchReason: '',
  licenceCheck: { result: 0, states: '', classes: '', at: null, by: '' },
  licenceReason: '',
  blacklist: false,
  blacklistReason: '',
  orderCount: 2,
  documents: [
    { slot: 'imgFront', media },
    { slot: 'facePhoto', media },
  ],
  orders: [],
  version: 1,
}
const today = '2026-11-20'

describe('the rows', () => {
  it('say what is known, and what ran out', () => {
    expect(identityFacts(person, person, today)).toEqual([
      { label: '证件类型', value: '身份证' },
      { label: '证件号码', value: '310104********003X' },
      { label: '实名核验', value: '', mark: { text: '未核验', tone: 'neutral' } },
      { label: '有效期', value: '长期', expired: false },
      { label: '出生日期', value: '1992-07-14' },
      { label: '性别', value: '男' },
    ])
    expect(licenceFacts(person, person, today)).toEqual([
      { label: '准驾车型', value: 'C1' },
      { label: '初次领证', value: '2015-03-01' },
      { label: '有效期', value: '至 2026-11-19', expired: true },
    ])
  })

  it('say what the register of the police says, and why that did not count', () => {
    const asked = { at: 1_795_140_000_000, by: '张店长' }
    const known: PersonDetail = { ...person, identityCheck: { result: 2, states: '', classes: '', ...asked } }
    expect(identityFacts({ ...known, mismatchReason: '客户曾更名' }, person, today)).toMatchObject([
      {},
      {},
      { value: '2026-11-20 10:00 张店长', mark: { text: '公安核验不一致', tone: 'danger' } },
      { label: '仍核验通过的原因', value: '客户曾更名' },
      ...Array(3).fill({}),
    ])
    const licence: PersonDetail = {
      ...person,
      licenceCheck: { result: 1, states: 'BD', classes: 'C1', ...asked },
      licenceReason: '客户已取回',
    }
    expect(licenceFacts(licence, { ...person, licenceNo: '3101' }, today).slice(0, 3)).toEqual([
      { label: '驾驶证号', value: '3101' },
      {
        label: '驾驶证核验',
        value: 'C1 超分、暂扣 · 2026-11-20 10:00 张店长',
        mark: { text: '超分、暂扣', tone: 'danger' },
      },
      { label: '仍核验通过的原因', value: '客户已取回' },
    ])
    const good: PersonDetail = { ...licence, licenceCheck: { ...licence.licenceCheck, states: 'A' } }
    expect(licenceFacts(good, person, today)[0]?.mark).toEqual({ text: '交管核验一致', tone: 'success' })
    const passport = identityFacts({ ...person, identityType: 2 }, person, today)
    expect(passport.map(({ label }) => label)).not.toContain('实名核验')
  })

  it('say nothing of a document that was never entered, and keep what else is known', () => {
    const bare = { ...person, identityNo: '', licenceClass: '', licenceExpire: null, licenceFirstIssue: null }
    expect(identityFacts(bare, bare, today).map(({ value }) => value)).toEqual(['1992-07-14', '男'])
    expect(licenceFacts(bare, bare, today)).toEqual([])
  })

  it('show whole numbers once they were asked for', () => {
    const numbers = { phone: '', identityNo: '31010419920714003X', licenceNo: '310104199207140031' }
    expect(identityFacts(person, numbers, today)[1]?.value).toBe('31010419920714003X')
    expect(licenceFacts(person, numbers, today)[0]).toEqual({ label: '驾驶证号', value: '310104199207140031' })
  })
})

it('keeps the face out of the papers', () => {
  expect(shownDocuments(person).map(({ name }) => name)).toEqual(['人像面'])
})
