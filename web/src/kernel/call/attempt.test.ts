import { expect, it } from 'vitest'
import { newKey, startAttempt } from './calls.ts'

it('keeps its key for the same input until it ends, and takes a new one for another', () => {
  const first = startAttempt(null, { orderId: '9', reason: 1 })
  expect(startAttempt(first, { orderId: '9', reason: 1 })).toBe(first)
  expect(startAttempt(first, { orderId: '9', reason: 2 }).key).not.toBe(first.key)
  expect(startAttempt(null, { orderId: '9', reason: 1 }).key).not.toBe(first.key)
})

it('makes keys of 128 bits that do not repeat', () => {
  const keys = Array.from({ length: 1000 }, newKey)
  expect(new Set(keys).size).toBe(1000)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})
