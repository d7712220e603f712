import { expect, it } from 'vitest'
import { parseWireTime } from '../time.ts'
import { isTexted, notifyLevel, notifyType, notifyWay, switchOf, textDueAt } from './notice.ts'

const at = (text: string) => parseWireTime(text)!

it('a text message of the night waits for the morning, an urgent one for nothing', () => {
  const { important, urgent } = notifyLevel
  expect(textDueAt(at('2026-11-20 21:59'), important)).toBe(at('2026-11-20 21:59'))
  expect(textDueAt(at('2026-11-20 22:00'), important)).toBe(at('2026-11-21 08:00'))
  expect(textDueAt(at('2026-11-21 07:59'), important)).toBe(at('2026-11-21 08:00'))
  expect(textDueAt(at('2026-11-21 03:00'), urgent)).toBe(at('2026-11-21 03:00'))
})

it('the matrix switches a usual text off for everybody or for a role; one role left on is enough', () => {
  const off = switchOf(notifyType.approval, notifyWay.sms)
  const texted = (muted: readonly string[], ...roleIds: string[]) => isTexted(notifyType.approval, { muted }, roleIds)
  expect([texted([], '1'), texted([off], '1'), texted([`${off}.1`], '1')]).toEqual([true, false, false])
  expect(texted([`${off}.1`], '1', '2')).toBe(true)
})

it('other texts go to the roles that were switched on alone', () => {
  const name = switchOf(notifyType.orderNew, notifyWay.sms)
  const notify = { muted: [], texted: [`${name}.1`] }
  expect(isTexted(notifyType.orderNew, { muted: [] }, ['1'])).toBe(false)
  expect([['1'], ['2'], ['1', '2'], []].map((roles) => isTexted(notifyType.orderNew, notify, roles))).toEqual([
    true,
    false,
    true,
    false,
  ])
})
