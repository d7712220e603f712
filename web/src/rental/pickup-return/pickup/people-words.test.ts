import { describe, expect, it } from 'vitest'
import { briefProblems, faultLines, type Person } from './people-words.ts'

const now = Date.parse('2026-11-20T10:00:00+08:00')
const order = { returnAt: Date.parse('2026-11-25T18:00:00+08:00') }
const person = {
  verifyStatus: 1,
  blacklist: false,
  licenceClass: 'C1',
  licenceExpire: '2031-01-01',
} as Person

describe('briefProblems', () => {
  it('is quiet about a driver whose papers are good', () => expect(briefProblems(person, order, now)).toEqual([]))
  it('tells what the list of people shows', () => {
    const wrong = { ...person, verifyStatus: 0 as const, blacklist: true, licenceExpire: '2026-11-24' }
    expect(briefProblems(wrong, order, now)).toEqual(['该客户在黑名单中', '证件未核验，不能取车', '证件将在租期内过期'])
  })
})

it('says what registers say against papers, with the reason why they were passed', () => {
  const faults = [
    { text: '公安核验不一致', reason: '' },
    { text: '驾驶证状态为暂扣', reason: '客户已取回' },
  ]
  expect(faultLines({ faults })).toEqual(['公安核验不一致', '驾驶证状态为暂扣（已说明：客户已取回）'])
  // A handover that the phone kept from a release before.
  expect(faultLines({})).toEqual([])
})
