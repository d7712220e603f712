import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isHand, LONGEST_HAND, packHand, unpackHand } from './handwriting.ts'

const point = fc.record({
  x: fc.integer({ min: 0, max: 1000 }),
  y: fc.integer({ min: 0, max: 600 }),
  at: fc.integer({ min: 0, max: 60_000 }),
})

it('unpacks to the points that were packed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(point, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 20 }),
      (lines) => {
        expect(unpackHand(packHand(lines))).toEqual(lines)
      },
    ),
  )
})

it('keeps the ends of the lines of a long signature, and its size limit', () => {
  const line = Array.from({ length: 5000 }, (_, n) => ({ x: n % 1000, y: 10, at: n }))
  const packed = packHand([line, line])
  expect(packed.length).toBeLessThanOrEqual(LONGEST_HAND)
  const [first] = unpackHand(packed)
  expect(first![0]).toEqual(line[0])
  expect(first!.at(-1)).toEqual(line.at(-1))
})

it('refuses a single dot', () => {
  expect(isHand([[{ x: 1, y: 1, at: 0 }]])).toBe(false)
  expect(isHand([Array.from({ length: 9 }, (_, n) => ({ x: n, y: n, at: n }))])).toBe(true)
  expect(unpackHand([-1, -1, 5])).toEqual([])
})
