import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isHand, LONGEST_HAND, packHand, unpackHand } from './handwriting.ts'

const point = fc.record({
  x: fc.integer({ min: 0, max: 1000 }),
  y: fc.integer({ min: 0, max: 600 }),
  at: fc.integer({ min: 0, max: 60_000 }),
})

it('comes back as it was written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(point, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 20 }),
      (lines) => {
        expect(unpackHand(packHand(lines))).toEqual(lines)
      },
    ),
  )
})

it('of a long one the ends of the lines stay, and it fits', () => {
  const line = Array.from({ length: 5000 }, (_, n) => ({ x: n % 1000, y: 10, at: n }))
  const packed = packHand([line, line])
  expect(packed.length).toBeLessThanOrEqual(LONGEST_HAND)
  const [first] = unpackHand(packed)
  expect(first![0]).toEqual(line[0])
  expect(first!.at(-1)).toEqual(line.at(-1))
})

it('a dot is none', () => {
  expect(isHand([[{ x: 1, y: 1, at: 0 }]])).toBe(false)
  expect(isHand([Array.from({ length: 9 }, (_, n) => ({ x: n, y: n, at: n }))])).toBe(true)
  expect(unpackHand([-1, -1, 5])).toEqual([])
})
