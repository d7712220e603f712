import { expect, it } from 'vitest'
import { payWay } from '../codes.ts'
import { normaliseAuthCode, paymentMethodOfCode } from './auth-code.ts'

it.each([
  ['281234567890123456', payWay.alipay],
  ['2512345678901234', payWay.alipay],
  ['300000000000000000000000', payWay.alipay],
  ['3000000000000000000000000', null],
  ['251234567890123', null],
  ['311234567890123456', null],
  ['101234567890123456', payWay.wechat],
  ['151234567890123456', payWay.wechat],
  ['161234567890123456', null],
  ['10123456789012345', null],
  ['1012345678901234567', null],
  ['28123456789012345x', null],
  ['', null],
])('the code %s belongs to %s', (code, way) => expect(paymentMethodOfCode(code)).toBe(way))

it('reads a code that is grouped by blanks', () =>
  expect(normaliseAuthCode(' 2812 3456 7890 123456 ')).toBe('281234567890123456'))
