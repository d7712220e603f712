import { expect, it } from 'vitest'
import { payWay } from '../payment/codes.ts'
import { customPayMerchantId, payTerms } from './pay-setting.ts'

it('takes cash and transfers unless something else is set', () => {
  expect(payTerms('2001', {})).toEqual({ profile: 1, ways: [payWay.cash, payWay.bank] })
  expect(payTerms('2001', { payWays: 'all' })).toEqual({ profile: 1, ways: [payWay.cash, payWay.bank] })
})

it('takes what the merchant chose, online ways only with a provider', () => {
  expect(payTerms('2001', { payWays: [payWay.wechat, payWay.pos, 99] })).toEqual({ profile: 1, ways: [payWay.pos] })
})

it('leaves everything to a platform that collects', () => {
  const platform = { profile: 2, ways: [payWay.platform] }
  expect(payTerms('2001', { payProfile: 2, payWays: [payWay.cash] })).toEqual(platform)
  expect(payTerms(customPayMerchantId, {})).toEqual(platform)
})
