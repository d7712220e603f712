import { expect, it } from 'vitest'
import { channelWire } from '../channel/codes.ts'
import { channelMessageTypes } from './event.ts'
import { isCancelledThere, isPushed } from './wire.ts'

it('our own protocol has every message; 飞猪 has the pickup and the return', () => {
  const pushed = (wire: 1 | 2) => channelMessageTypes.filter((type) => isPushed(wire, type))
  expect(pushed(channelWire.open)).toEqual(channelMessageTypes)
  expect(pushed(channelWire.fliggy)).toEqual(['order.picked_up', 'order.returned'])
})

it.each([
  [channelWire.fliggy, 'order.cancelled', 'merchant', true],
  [channelWire.fliggy, 'order.refused', 'system', true],
  [channelWire.fliggy, 'order.cancelled', 'customer', true],
  [channelWire.fliggy, 'order.cancelled', 'channel', false],
  [channelWire.fliggy, 'order.amended', 'merchant', false],
  [channelWire.open, 'order.cancelled', 'merchant', false],
] as const)('wire %i: staff cancel on the pages of the platform after %s by %s: %s', (wire, type, by, there) => {
  expect(isCancelledThere(wire, { type, by })).toBe(there)
})
