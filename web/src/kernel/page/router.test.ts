import { expect, it } from 'vitest'
import { DEFAULT_TITLE, safePath, titleOf } from './router.ts'

it.each([
  ['/order?status=3', '/order?status=3'],
  ['/order/detail?orderId=9#x', '/order/detail?orderId=9'],
  ['', '/'],
  [undefined, '/'],
  ['order', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('follows %j to %j', (path, to) => expect(safePath(path)).toBe(to))

it('titles a page behind the product, and falls back to the product', () => {
  expect(titleOf({ title: '短租订单' })).toBe('车驿 · 短租订单')
  expect(titleOf({ title: '' })).toBe(DEFAULT_TITLE)
  expect(titleOf(undefined)).toBe(DEFAULT_TITLE)
})
