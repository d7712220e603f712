import { expect, it } from 'vitest'
import { recoveredOf } from './write-off.ts'

it('pays what is owed first, and a written-off debt with the rest', () => {
  expect(recoveredOf(100, 0, 300)).toBe(100)
  expect(recoveredOf(100, 40, 300)).toBe(60)
  expect(recoveredOf(100, 200, 300)).toBe(0)
  expect(recoveredOf(500, 0, 300)).toBe(300)
  expect(recoveredOf(100, -20, 300)).toBe(100)
  expect(recoveredOf(100, 0, 0)).toBe(0)
})
