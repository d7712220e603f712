import { expect, it } from 'vitest'
import { usualWay } from './refund-way.ts'

it.each([
  ['byHand', 'byHand'],
  ['failed', 'again'],
  [null, 'again'],
] as const)('a refund that waits as %s opens on %s', (pendingRefunds, way) => {
  expect(usualWay({ pendingRefunds })).toBe(way)
})

it('opens on neither before the order is known', () => {
  expect(usualWay(undefined)).toBeUndefined()
})
