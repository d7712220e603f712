import { expect, it } from 'vitest'
import { customerMessages, customerSwitch } from './customer.ts'
import { notifyOf, rolesOf, switchWords } from './matrix.ts'
import {
  type NotifyType,
  notifyType,
  notifyWay,
  type RingWay,
  raised,
  ringsByDefault,
  ringsFor,
  ringWays,
} from './notice.ts'

const roles = ['1', '2', '3']

it('what is stored says the same as what was chosen, for every type, way and choice', () => {
  for (const on of [[], ['1'], ['2', '3'], roles]) {
    // Each way by itself, so that none speaks for another.
    for (const way of ringWays) {
      const stored = notifyOf((_, one) => (one === way ? on : ['2']), [], roles)
      for (const type of raised) {
        expect(rolesOf(type, way, stored, roles)).toEqual(on)
        // A role that is made later: as by default, unless nobody gets any.
        expect(ringsFor(type, way, stored, ['4'])).toBe(ringsByDefault(type, way) && on.length > 0)
      }
    }
  }
})

it('every switch has its words', () => {
  const usual = (type: NotifyType, way: RingWay) => (ringsByDefault(type, way) ? roles : [])
  const ofApproval = (on: readonly string[], way: RingWay) =>
    notifyOf((type, one) => (type === notifyType.approval && one === way ? on : usual(type, one)), [], roles).muted
  expect(ofApproval([], notifyWay.sms).map(switchWords)).toEqual(['审批短信'])
  expect(ofApproval(['1', '2'], notifyWay.sms).map(switchWords)).toEqual(['审批短信（角色 3）'])
  expect(ofApproval(['1', '2'], notifyWay.push).map(switchWords)).toEqual(['审批App推送（角色 3）'])
  expect(notifyOf(() => ['2'], [], roles).texted?.map(switchWords)).toContain('新订单短信（角色 2）')
  expect(switchWords(customerSwitch('overdue'))).toBe(`客户短信 · ${customerMessages.overdue}`)
  expect(switchWords('of.old')).toBe('of.old')
})
