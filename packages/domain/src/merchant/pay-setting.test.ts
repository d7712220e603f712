import { expect, it } from 'vitest'
import { payWay } from '../payment/codes.ts'
import { checkPayChoice, customPayMerchantId, MAX_PAYMENT_FEN, payTerms } from './pay-setting.ts'

it('takes cash and transfers unless something else is set', () => {
  expect(payTerms('2001', {})).toMatchObject({ profile: 1, ways: [payWay.cash, payWay.bank] })
  expect(payTerms('2001', { payWays: 'all' })).toMatchObject({ profile: 1, ways: [payWay.cash, payWay.bank] })
})

it('takes what the merchant chose, online ways only with a provider', () => {
  expect(payTerms('2001', { payWays: [payWay.wechat, payWay.pos, 99] })).toMatchObject({
    profile: 1,
    ways: [payWay.pos],
  })
})

it('leaves everything to a platform that collects', () => {
  const platform = { profile: 2, ways: [payWay.platform] }
  expect(payTerms('2001', { payProfile: 2, payWays: [payWay.cash] })).toMatchObject(platform)
  expect(payTerms(customPayMerchantId, {})).toMatchObject(platform)
})

it('keeps what was chosen, and a limit of its own', () => {
  const chosen = { payWays: [payWay.wechat, payWay.cash, payWay.platform], limits: { maxPayment: 500_000 } }
  expect(payTerms('2001', chosen)).toEqual({
    profile: 1,
    ways: [payWay.cash],
    chosen: [payWay.wechat, payWay.cash],
    fixed: false,
    credits: [],
    maxPayment: 500_000,
    tills: { shiftRequired: false, floatSigned: false },
    prepay: {},
  })
  for (const maxPayment of [0, -1, 1.5, 'x', MAX_PAYMENT_FEN + 1])
    expect(payTerms('2001', { limits: { maxPayment } }).maxPayment).toBe(MAX_PAYMENT_FEN)
})

it('refuses what is not the merchant’s to choose', () => {
  const choice = { payProfile: 1, payWays: [payWay.cash], limits: { maxPayment: 1 } } as const
  checkPayChoice('2001', choice)
  checkPayChoice('2001', { ...choice, payProfile: 2, payWays: [] })
  expect(() => checkPayChoice('2001', { ...choice, payWays: [payWay.platform] })).toThrow('商户未开通该支付方式')
  expect(() => checkPayChoice('2001', { ...choice, payWays: [payWay.alipay] })).toThrow('至少选择一种线下')
  expect(() => checkPayChoice(customPayMerchantId, choice)).toThrow('由平台设定')
})
