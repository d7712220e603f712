import { expect, it } from 'vitest'
import { notifyTypes } from '../lookup/codes.ts'
import { parseWireTime } from '../time.ts'
import { isTexted, notifyLevel, notifyType, notifyWay, switchOf, textDueAt, waysOf } from './notice.ts'

const at = (text: string) => parseWireTime(text)!

it('a text message of the night waits for the morning, an urgent one for nothing', () => {
  const { important, urgent } = notifyLevel
  expect(textDueAt(at('2026-11-20 21:59'), important)).toBe(at('2026-11-20 21:59'))
  expect(textDueAt(at('2026-11-20 22:00'), important)).toBe(at('2026-11-21 08:00'))
  expect(textDueAt(at('2026-11-21 07:59'), important)).toBe(at('2026-11-21 08:00'))
  expect(textDueAt(at('2026-11-21 03:00'), urgent)).toBe(at('2026-11-21 03:00'))
})

it('every type reaches people in the app, few by text message', () => {
  for (const type of notifyTypes.values) expect(waysOf(type)).toContain(notifyWay.inApp)
  expect(waysOf(notifyType.orderNew)).toEqual([notifyWay.inApp])
  expect(isTexted(notifyType.orderNew, [], ['1'])).toBe(false)
})

it('the matrix switches a type off for everybody or for a role; one role left on is enough', () => {
  const off = switchOf(notifyType.approval, notifyWay.sms)
  expect(isTexted(notifyType.approval, [], ['1'])).toBe(true)
  expect(isTexted(notifyType.approval, [off], ['1'])).toBe(false)
  expect(isTexted(notifyType.approval, [`${off}.1`], ['1'])).toBe(false)
  expect(isTexted(notifyType.approval, [`${off}.1`], ['1', '2'])).toBe(true)
})
