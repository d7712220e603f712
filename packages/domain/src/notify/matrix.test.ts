import { expect, it } from 'vitest'
import { customerMessages, customerSwitch } from './customer.ts'
import { notifyOf, rolesOf, switchWords } from './matrix.ts'
import { isTexted, isTextedByDefault, notifyType, raised } from './notice.ts'

const roles = ['1', '2', '3']

it('what is stored says the same as what was chosen, for every type and choice', () => {
  for (const on of [[], ['1'], ['2', '3'], roles]) {
    const stored = notifyOf(() => on, [], roles)
    for (const type of raised) {
      expect(rolesOf(type, stored, roles)).toEqual(on)
      // A role that is made later: as by default, unless nobody gets any.
      expect(isTexted(type, stored, ['4'])).toBe(isTextedByDefault(type) && on.length > 0)
    }
  }
})

it('every switch has its words', () => {
  const ofApproval = (on: readonly string[]) =>
    notifyOf((type) => (type === notifyType.approval ? on : isTextedByDefault(type) ? roles : []), [], roles).muted
  expect(ofApproval([]).map(switchWords)).toEqual(['审批短信'])
  expect(ofApproval(['1', '2']).map(switchWords)).toEqual(['审批短信（角色 3）'])
  expect(notifyOf(() => ['2'], [], roles).texted?.map(switchWords)).toContain('新订单短信（角色 2）')
  expect(switchWords(customerSwitch('overdue'))).toBe(`客户短信 · ${customerMessages.overdue}`)
  expect(switchWords('of.old')).toBe('of.old')
})
