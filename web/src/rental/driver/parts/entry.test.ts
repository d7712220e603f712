import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { describe, expect, it } from 'vitest'
import {
  birthFieldsOf,
  type Changes,
  entryOf,
  inputOf,
  isAskable,
  licenceNoOf,
  missingPictures,
  passProblems,
  pictureProblems,
  problemsOf,
  rentalProblems,
} from './entry.ts'
import type { PersonDetail } from './person-words.ts'

const today = '2026-11-20'
const number = `31010419920714003${idCheckSign('31010419920714003')}`

const stored: PersonDetail = {
  isHandled: true,
  personId: '7',
  name: '徐子墨',
  phone: '137****4429',
  identityType: 1,
  identityNo: '310104********003X',
  identityExpire: null,
  licenceKind: null,
  licenceNo: '310104********003X',
  licenceClass: 'C1',
  licenceFirstIssue: '2015-03-01',
  licenceExpire: '2031-03-01',
  birthday: '1992-07-14',
  gender: 1,
  address: '上海市徐汇区',
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
  version: 3,
}

describe('somebody new', () => {
  it('is asked for everything that is due', () => {
    expect(problemsOf(entryOf(null, {}), null, today)).toEqual({
      name: '请填写客户姓名',
      phone: '请输入手机号',
      identityNo: '请输入证件号码',
      identityExpire: '请填写证件有效期，长期有效的请勾选',
    })
  })

  it('is told what exactly is wrong', () => {
    const entry = entryOf(null, {
      name: '徐',
      phone: '1376108',
      identityNo: number.slice(0, 17),
      identityExpire: '2026-11-19',
      licenceClass: 'zz',
      licenceFirstIssue: '2026-11-21',
      licenceExpire: '2026-11-01',
    })
    expect(problemsOf(entry, null, today)).toEqual({
      name: '客户姓名为2-60个字',
      phone: '请输入正确的手机号',
      identityNo: '少 1 位，请核对',
      identityExpire: '证件已过期',
      licenceClass: '准驾车型不正确',
      licenceFirstIssue: '初次领证日期不能晚于今天',
      licenceExpire: '驾驶证已过期',
    })
  })

  it('is told of dates that are none, unless they are not asked for', () => {
    const entry = entryOf(null, {
      name: '徐子墨',
      phone: '13761084429',
      identityNo: number,
      identityExpire: '2030-02-30',
      licenceFirstIssue: '2016-05',
      licenceExpire: '20',
      birthday: '19',
    })
    const wrong = '日期不正确，如 2016-05-18'
    expect(problemsOf(entry, null, today)).toEqual({
      identityExpire: wrong,
      licenceFirstIssue: wrong,
      licenceExpire: wrong,
    })
    expect(problemsOf({ ...entry, forever: true }, null, today)).toEqual({
      licenceFirstIssue: wrong,
      licenceExpire: wrong,
    })
  })

  it('is saved as typed, tidied', () => {
    const entry = entryOf(null, {
      name: ' 徐子墨 ',
      phone: '137 6108 4429',
      identityNo: ` ${number.toLowerCase()}`,
      forever: true,
      identityExpire: '2030-01-01',
      licenceClass: 'c1',
    })
    expect(problemsOf(entry, null, today)).toEqual({})
    expect(inputOf(entry, null, { imgFront: '55' }, { consent: true, faceConsent: false })).toEqual({
      name: '徐子墨',
      phone: '13761084429',
      identityType: 1,
      identityNo: number,
      licenceClass: 'C1',
      birthday: '1992-07-14',
      gender: 1,
      imgFront: '55',
      consent: true,
    })
  })
})

describe('a stored customer', () => {
  it('keeps the masked numbers, which are never sent back', () => {
    const entry = entryOf(stored, { address: '' })
    expect(problemsOf(entry, stored, today)).toEqual({})
    const input = inputOf(entry, stored, {}, { consent: false, faceConsent: false })
    expect(input).toMatchObject({ personId: '7', version: 3, name: '徐子墨', licenceExpire: '2031-03-01' })
    for (const name of ['phone', 'identityNo', 'licenceNo', 'identityExpire', 'address', 'consent'] as const)
      expect(input[name]).toBeUndefined()
  })

  it('shows what others changed wherever nothing was typed', () => {
    const entry = entryOf({ ...stored, name: '徐子默', licenceClass: 'B2' }, { licenceClass: 'C2' })
    expect([entry.name, entry.licenceClass]).toEqual(['徐子默', 'C2'])
  })

  it('may have a document that ran out since', () => {
    const old = { ...stored, identityExpire: '2026-01-01' }
    expect(problemsOf(entryOf(old, {}), old, today)).toEqual({})
    expect(problemsOf(entryOf(old, { identityExpire: '2026-01-02' }), old, today)).toEqual({
      identityExpire: '证件已过期',
    })
  })

  it('without a number is asked for one', () => {
    const bare = { ...stored, identityNo: '', licenceNo: '', birthday: null }
    expect(problemsOf(entryOf(bare, {}), bare, today)).toMatchObject({ identityNo: '请输入证件号码' })
  })
})

describe('birthday and gender', () => {
  it.each([
    [{ identityNo: number }, null, { birthday: '1992-07-14', gender: 1, fixed: true }],
    [{ identityNo: '3101' }, null, { birthday: null, gender: null, fixed: true }],
    [{}, stored, { birthday: '1992-07-14', gender: 1, fixed: true }],
    [
      { identityType: 2, identityNo: 'E12345678', birthday: '1980-01-02', gender: 2 },
      null,
      { birthday: '1980-01-02', gender: 2, fixed: false },
    ],
    [{ identityType: 6, identityNo: 'ABC' }, null, { birthday: null, gender: null, fixed: false }],
  ] as const)('%o', (changes, person, born) => {
    expect(birthFieldsOf(entryOf(person, changes), person)).toEqual(born)
  })
})

describe('pictures', () => {
  const done = { slot: 'imgFront', status: 'done' } as const

  it('need consent, once', () => {
    expect(pictureProblems({ taken: [done], agreed: false })).toEqual({
      consent: '留存证件照片须先征得客户同意',
    })
    expect(pictureProblems({ taken: [done], agreed: true })).toEqual({})
    expect(pictureProblems({ taken: [], agreed: false })).toEqual({})
    const face = { slot: 'facePhoto', status: 'done' } as const
    expect(pictureProblems({ taken: [face], agreed: false })).toEqual({})
  })

  it('are waited for', () => {
    const given = { agreed: true }
    expect(pictureProblems({ ...given, taken: [done, { slot: '', status: 'uploading' }] }).pictures).toBe(
      '照片还在上传，请稍候',
    )
    expect(pictureProblems({ ...given, taken: [{ slot: '', status: 'failed' }] }).pictures).toBe(
      '有照片上传失败，请重试',
    )
  })
})

describe('a pass', () => {
  const asked = { askIdentityBack: true, askLicence: true, askLicenceSub: false }
  const known = entryOf(stored, {})
  const taken = [{ slot: 'imgFront', status: 'done' }] as const
  const silent = { waived: '', reasons: { idCard: '', licence: '' } }

  it('asks for the pictures that the merchant wants, or the reason why not', () => {
    const missing = missingPictures(known, { taken, held: ['licenceMain'] }, asked)
    expect(missing).toEqual(['imgBack'])
    const imgBack = '请上传国徽面照片，或填写未留存的原因'
    expect(passProblems(known, stored, missing, { asked, ...silent })).toEqual({ imgBack })
    expect(passProblems(known, stored, missing, { asked, ...silent, waived: '客户不同意' })).toEqual({})
    const passport = entryOf(null, { identityType: 2 })
    expect(missingPictures(passport, { taken: [], held: [] }, { ...asked, askLicenceSub: true })).toEqual([
      'imgFront',
      'licenceMain',
      'licenceSub',
    ])
    expect(
      missingPictures(known, { taken: [], held: [] }, { ...asked, askIdentityBack: false, askLicence: false }),
    ).toEqual(['imgFront'])
  })

  it('asks why, where the register of the police says otherwise of this name and number', () => {
    const person: PersonDetail = { ...stored, identityCheck: { ...stored.identityCheck, result: 2, at: 1 } }
    const problems = (changes: Changes, idCard = '') =>
      passProblems(entryOf(person, changes), person, [], { asked, waived: '', reasons: { idCard, licence: '' } })
    expect(problems({})).toEqual({ mismatchReason: '公安核验不一致，请填写仍然核验通过的原因' })
    expect(problems({}, '客')).toEqual({ mismatchReason: '仍然核验通过的原因至少2个字' })
    expect(problems({}, '客户曾更名')).toEqual({})
    expect(problems({ name: '徐子默' })).toEqual({})
    expect(problems({ identityNo: number })).toEqual({})
    expect(problems({ address: '上海市' })).not.toEqual({})
  })

  it('asks why, where that of the traffic police says otherwise of the licence as it stands', () => {
    const said = (states: string, classes: string): PersonDetail => ({
      ...stored,
      licenceCheck: { result: 1, states, classes, at: 1, by: '张店长' },
    })
    const problems = (person: PersonDetail, changes: Changes = {}, licence = '') =>
      passProblems(entryOf(person, changes), person, [], { asked, waived: '', reasons: { idCard: '', licence } })
    expect(problems(said('A', 'C1'))).toEqual({})
    expect(problems(said('D', 'C1'))).toEqual({
      licenceReason: '驾驶证状态为暂扣，请填写仍然核验通过的原因',
    })
    expect(problems(said('D', 'C1'), {}, '客户已取回')).toEqual({})
    // A class is compared as it is typed, a number or name that is typed has no answer yet.
    const automatic = said('A', 'C2')
    expect(problems(automatic)).toHaveProperty('licenceReason')
    for (const changes of [{ licenceClass: 'C2' }, { name: '徐子默' }, { identityNo: number }])
      expect(problems(automatic, changes)).toEqual({})
    expect(problems(automatic, { licenceNo: number })).toEqual({})
    // An older file, whose number is the card's and not kept by itself.
    expect(problems({ ...automatic, licenceNo: '' })).toHaveProperty('licenceReason')
  })

  it('knows which papers a register can be asked about', () => {
    const ask = (changes: Changes) =>
      (['idCard', 'licence'] as const).map((paper) => isAskable(paper, entryOf(null, changes), null))
    expect(ask({ identityNo: number, licenceClass: 'C1' })).toEqual([true, true])
    expect(ask({ identityNo: number })).toEqual([true, false])
    expect(ask({ identityType: 2, identityNo: 'E12345678', licenceClass: 'C1' })).toEqual([false, false])
    expect(ask({ identityType: 2, identityNo: 'E12345678', licenceNo: number })).toEqual([false, true])
  })

  it('asks for the licence; its number is that of an identity card', () => {
    const gaps = (changes: Changes) => passProblems(entryOf(null, changes), null, [], { asked, ...silent })
    expect(gaps({})).toEqual({
      licenceNo: '请填写驾驶证号',
      licenceClass: '请填写准驾车型',
      licenceFirstIssue: '请填写初次领证日期',
    })
    const licence: Changes = { licenceClass: 'C1', licenceFirstIssue: '2015-03-01' }
    expect(gaps({ ...licence, identityNo: number })).toEqual({})
    expect(gaps({ ...licence, identityType: 2, identityNo: 'E12345678' })).toEqual({ licenceNo: '请填写驾驶证号' })
    expect(licenceNoOf(entryOf({ ...stored, licenceNo: '' }, {}), stored)).toBe('310104********003X')
  })
})

it('says early why a rental could not begin', () => {
  const rental = { pickupOn: '2026-11-20', returnOn: '2026-11-23', licenceClass: 'C1' }
  expect(rentalProblems(entryOf(stored, {}), stored, rental)).toEqual([])
  const entry = entryOf(stored, { licenceClass: 'C2', licenceFirstIssue: '2026-09-01', licenceExpire: '2026-11-22' })
  expect(rentalProblems(entry, { ...stored, blacklist: true }, rental)).toEqual([
    '该客户在黑名单中',
    '驾驶证准驾车型不符',
    '驾驶证领证不足6个月',
    '证件将在租期内过期',
  ])
})
