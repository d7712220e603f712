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

it('the stored form equals the choice, for every type, channel and role', () => {
  for (const on of [[], ['1'], ['2', '3'], roles]) {
    // Each channel on its own, so that no channel hides another.
    for (const way of ringWays) {
      const stored = notifyOf((_, one) => (one === way ? on : ['2']), [], roles)
      for (const type of raised) {
        expect(rolesOf(type, way, stored, roles)).toEqual(on)
        // A role that is created later gets the default, unless no role is on.
        expect(ringsFor(type, way, stored, ['4'])).toBe(ringsByDefault(type, way) && on.length > 0)
      }
    }
  }
})

it('every switch has a label', () => {
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
