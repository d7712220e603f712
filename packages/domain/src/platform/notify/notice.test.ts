import { expect, it } from 'vitest'
import { parseWireTime } from '../../time.ts'
import { notifyLevel, notifyType, notifyWay, ringsAt, ringsFor, switchOf } from './notice.ts'

const at = (text: string) => parseWireTime(text)!

it('a text message is not sent at night, unless it is urgent', () => {
  const { important, urgent } = notifyLevel
  expect(ringsAt(at('2026-11-20 21:59'), important)).toBe(at('2026-11-20 21:59'))
  expect(ringsAt(at('2026-11-20 22:00'), important)).toBe(at('2026-11-21 08:00'))
  expect(ringsAt(at('2026-11-21 07:59'), important)).toBe(at('2026-11-21 08:00'))
  expect(ringsAt(at('2026-11-21 03:00'), urgent)).toBe(at('2026-11-21 03:00'))
})

it('the matrix switches a default text message off for all or for one role; one enabled role is enough', () => {
  const off = switchOf(notifyType.approval, notifyWay.sms)
  const texted = (muted: readonly string[], ...roleIds: string[]) =>
    ringsFor(notifyType.approval, notifyWay.sms, { muted }, roleIds)
  expect([texted([], '1'), texted([off], '1'), texted([`${off}.1`], '1')]).toEqual([true, false, false])
  expect(texted([`${off}.1`], '1', '2')).toBe(true)
})

it('other text messages are sent only to roles that were switched on', () => {
  const name = switchOf(notifyType.orderNew, notifyWay.sms)
  const notify = { muted: [], texted: [`${name}.1`] }
  expect(ringsFor(notifyType.orderNew, notifyWay.sms, { muted: [] }, ['1'])).toBe(false)
  expect(
    [['1'], ['2'], ['1', '2'], []].map((roles) => ringsFor(notifyType.orderNew, notifyWay.sms, notify, roles)),
  ).toEqual([true, false, true, false])
})

it('app and WeChat notify everybody for whom the merchant did not switch the type off', () => {
  const off = switchOf(notifyType.orderNew, notifyWay.push)
  const push = (muted: readonly string[]) => ringsFor(notifyType.orderNew, notifyWay.push, { muted }, ['1'])
  expect([push([]), push([off]), push([`${off}.1`]), push([`${off}.2`])]).toEqual([true, false, false, true])
  expect(ringsFor(notifyType.orderNew, notifyWay.wechat, { muted: [off] }, ['1'])).toBe(true)
})
