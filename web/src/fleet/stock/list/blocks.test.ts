import { addDays, epochDayOf } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { blockOf } from './blocks.ts'

const min = '2026-11-25'

describe('the days that lanes are asked for', () => {
  it.each([7, 14, 30])('hold the %d that are shown, wherever one turns to, in few answers', (days) => {
    const asked = Array.from({ length: 70 }, (_, n) => {
      const from = addDays(min, n)
      const block = blockOf(from, min, days).asked
      expect(epochDayOf(block.from)).toBeLessThanOrEqual(epochDayOf(from))
      expect(epochDayOf(from) + days).toBeLessThanOrEqual(epochDayOf(block.from) + block.days)
      expect(block.days).toBeLessThanOrEqual(31)
      return block.from
    })
    expect(new Set(asked).size).toBe(days === 30 ? 35 : 10)
  })
  it('go on without a gap where the next ones begin', () => {
    const { asked, next } = blockOf(addDays(min, 6), min, 14)
    expect(blockOf(addDays(min, 7), min, 14).asked).toEqual(next)
    expect(asked).toEqual({ from: min, days: 20 })
  })
  it('are no more than that before anybody turns', () => {
    expect(blockOf(min, min, 14).next).toBeNull()
  })
})
