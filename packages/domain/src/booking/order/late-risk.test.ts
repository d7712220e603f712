import { expect, it } from 'vitest'
import { HOUR } from '../../time.ts'
import { bandOf, isLateRisk, returnsText } from './late-risk.ts'

const now = 1_800_000_000_000
const none = { returned: 0, late: 0 }
const before = { returnAt: now + HOUR, graceMinutes: 30, isOut: true, customer: none, like: none }

it.each([
  ['nothing is known', {}, false],
  ['it is within its grace', { returnAt: now - HOUR / 4 }, false],
  ['it is late', { returnAt: now - HOUR }, true],
  ['it is past its end and was never taken', { returnAt: now - HOUR, isOut: false }, false],
  ['its customer was late once of three', { customer: { returned: 3, late: 1 } }, true],
  ['its customer was late once of four', { customer: { returned: 4, late: 1 } }, false],
  ['its customer was late three times of forty', { customer: { returned: 40, late: 3 } }, true],
  ['one in four like it was late', { like: { returned: 20, late: 5 } }, true],
  ['fewer were', { like: { returned: 20, late: 4 } }, false],
  ['too few were like it to say', { like: { returned: 19, late: 19 } }, false],
] as const)('where %s', (_, more, told) => expect(isLateRisk({ ...before, ...more }, now)).toBe(told))

it('joins equal lengths', () => {
  expect([1, 2, 3, 6, 7, 13, 14, 300].map((days) => bandOf(days))).toEqual([
    '1–2天',
    '1–2天',
    '3–6天',
    '3–6天',
    '7–13天',
    '7–13天',
    '14天以上',
    '14天以上',
  ])
})

it('includes the counts', () => {
  expect(returnsText({ customer: { returned: 5, late: 3 }, like: { returned: 42, late: 6 }, band: '3–6天' })).toBe(
    '该客户还车5次，超时3次；本店最近42单3–6天租期，超时6单',
  )
  expect(returnsText({ customer: none, like: none, band: '1–2天' })).toBe('该客户还没有还过车')
})
