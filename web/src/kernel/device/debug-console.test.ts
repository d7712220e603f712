import { expect, it } from 'vitest'
import { maskSecrets } from '../mask.ts'
import { clickCounter } from './debug-console.ts'

it('opens after more than ten clicks, each within 200 ms of the one before', () => {
  const count = clickCounter()
  expect(Array.from({ length: 11 }, (_, i) => count(i * 200))).toEqual([...Array(10).fill(false), true])
})

it('begins again after a pause', () => {
  const count = clickCounter()
  for (let i = 0; i < 10; i++) expect(count(i * 100)).toBe(false)
  expect(count(900 + 201)).toBe(false)
  for (let i = 1; i < 10; i++) expect(count(1101 + i * 100)).toBe(false)
  expect(count(1101 + 1000)).toBe(true)
})

it('hides tokens, mobiles and identity numbers', () => {
  const token = 'abcDEF0123456789_-abcDEF0123456789_-abcDEF0'
  expect(maskSecrets(`t=${token} m=13812345678 id=31010419900307003X n=20261120`, null)).toBe(
    't=[token] m=138****5678 id=3101**********003X n=20261120',
  )
  expect(maskSecrets('short tok1 here', 'tok1')).toBe('short [token] here')
})
