import { expect, test } from 'vitest'
import { isOtherSpelling, pathOf } from './one-spelling.ts'

test.each([
  '//',
  '//internal/metrics',
  '/api//order/v1/list',
  '/./internal/metrics',
  '/order/../internal/metrics',
  '/order/..',
  '/%69nternal/metrics',
  '/internal%2fmetrics',
  '/internal%2Fmetrics',
  '/%2e%2e/internal/metrics',
  '/internal%5cmetrics',
  '/internal\\metrics',
  '/internal/metrics%00',
  '/%41PI/order/v1/list',
  '/%7Apen/v1/docs',
  '/open/v1/%30',
  'http://rent.example//internal/metrics',
])('%s is another spelling', (target) => expect(isOtherSpelling(target)).toBe(true))

test.each([
  '/',
  '/api/order/v1/list?path=//x/../%61',
  '/order/detail?to=https://rent.example//a',
  '/open/v1/orders/C-1.2_3',
  '/.well-known/security.txt',
  '/%E8%BD%A6',
  '/a%20b~%7E@%40',
  'http://rent.example/api/order/v1/list',
  'http://rent.example',
])('%s is the one spelling', (target) => expect(isOtherSpelling(target)).toBe(false))

test.each([
  ['http://elsewhere.example:9/api/a?b=1', '/api/a?b=1'],
  ['http://elsewhere.example', '/'],
  ['/api/a', '/api/a'],
])('the path of %s is %s', (target, path) => expect(pathOf(target)).toBe(path))
