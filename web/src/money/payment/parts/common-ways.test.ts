import { payWay } from '@cheyi/domain/money/payment/codes'
import { expect, it } from 'vitest'
import { commonWays, wrongWay } from './common-ways.ts'

const merchant = [payWay.alipay, payWay.cash, payWay.bank, payWay.pos]
const [cash, both] = [{ payWays: [payWay.cash] }, { payWays: [payWay.cash, payWay.bank] }]

it('are the merchant’s by hand, and those of every store once its orders are chosen', () => {
  expect(commonWays(merchant, [])).toEqual([payWay.cash, payWay.bank, payWay.pos])
  expect(commonWays(merchant, [both])).toEqual([payWay.cash, payWay.bank])
  expect(commonWays(merchant, [both, cash])).toEqual([payWay.cash])
  expect(commonWays(merchant, [cash, { payWays: [payWay.bank] }])).toEqual([])
})

it('asks for another way where one is not of all', () => {
  expect(wrongWay([payWay.cash], payWay.cash)).toBeUndefined()
  expect(wrongWay([payWay.cash], null)).toBeUndefined()
  expect(wrongWay([payWay.cash], payWay.bank)).toContain('请选择其他方式')
})
