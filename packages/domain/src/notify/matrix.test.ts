import { expect, it } from 'vitest'
import { customerMessages, customerSwitch } from './customer.ts'
import { mutedOf, quietTypes, rolesOf, switchWords, textedTypes } from './matrix.ts'
import { isTexted, notifyType, raised } from './notice.ts'

const roles = ['1', '2', '3']

it('what is stored says the same as what was chosen, for every type and choice', () => {
  for (const type of textedTypes)
    for (const on of [[], ['1'], ['2', '3'], roles]) {
      const muted = mutedOf(type, on, roles)
      expect(rolesOf(type, muted, roles)).toEqual(on)
      // A role that is made later: on, unless nobody gets any.
      expect(isTexted(type, muted, ['4'])).toBe(on.length > 0)
    }
})

it('every type has its place, and every switch its words', () => {
  expect([...textedTypes, ...quietTypes].toSorted()).toEqual(raised.toSorted())
  expect(mutedOf(notifyType.approval, [], roles).map(switchWords)).toEqual(['审批短信'])
  expect(mutedOf(notifyType.approval, ['1', '2'], roles).map(switchWords)).toEqual(['审批短信（角色 3）'])
  expect(switchWords(customerSwitch('overdue'))).toBe(`客户短信 · ${customerMessages.overdue}`)
  expect(switchWords('of.old')).toBe('of.old')
})
