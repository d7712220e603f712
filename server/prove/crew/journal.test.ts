import { expect, it } from 'vitest'
import { compareAcknowledged, longestGap } from './journal.ts'

it('finds what was acknowledged and is missing, and what is there twice without an acknowledgement', () => {
  const seen = new Map([
    ['a', 1],
    ['c', 2],
  ])
  expect(compareAcknowledged(['a', 'b'], seen)).toEqual({ lost: ['b'], doubled: ['c'] })
})

it('counts the time since the last acknowledgement as a gap, and none of the other kind', () => {
  const acknowledged = [
    { kind: 'booking', id: 'a', at: 1000 },
    { kind: 'position', id: 'b', at: 4000 },
    { kind: 'payment', id: 'c', at: 6000 },
  ] as const
  expect(longestGap(acknowledged, false, 8000)).toBe(5)
  expect(longestGap(acknowledged, false, 13_000)).toBe(7)
  expect(longestGap(acknowledged, true, 5000)).toBe(1)
})
