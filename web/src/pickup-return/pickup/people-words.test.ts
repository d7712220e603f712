import { describe, expect, it } from 'vitest'
import { briefProblems, type Person } from './people-words.ts'

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
