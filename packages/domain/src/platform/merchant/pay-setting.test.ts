import { expect, it } from 'vitest'
import { payWay } from '../../money/payment/codes.ts'
import {
  checkPayChoice,
  customPayMerchantId,
  MAX_PAYMENT_FEN,
  payTerms,
  refuseBeyondLimit,
  storedStorePay,
  storePayOf,
  wayClosed,
} from './pay-setting.ts'

it('accepts cash and transfers by default', () => {
  expect(payTerms('2001', {})).toMatchObject({ profile: 1, ways: [payWay.cash, payWay.bank] })
  expect(payTerms('2001', { payWays: 'all' })).toMatchObject({ profile: 1, ways: [payWay.cash, payWay.bank] })
})

it('accepts what the merchant chose, online methods only with a provider', () => {
  expect(payTerms('2001', { payWays: [payWay.wechat, payWay.pos, 99] })).toMatchObject({
    profile: 1,
    ways: [payWay.pos],
  })
})

it('leaves all collection to a platform that collects', () => {
  const platform = { profile: 2, ways: [payWay.platform] }
  expect(payTerms('2001', { payProfile: 2, payWays: [payWay.cash] })).toMatchObject(platform)
  expect(payTerms(customPayMerchantId, {})).toMatchObject(platform)
})

it('stores the choice and an own limit', () => {
  const chosen = { payWays: [payWay.wechat, payWay.cash, payWay.platform], limits: { maxPayment: 500_000 } }
  expect(payTerms('2001', chosen)).toEqual({
    storeName: null,
    profile: 1,
    ways: [payWay.cash],
    chosen: [payWay.cash, payWay.wechat],
    fixed: false,
    credits: [],
    maxPayment: 500_000,
    cashShifts: { shiftRequired: false, floatSigned: false },
    prepay: {},
  })
  for (const maxPayment of [0, -1, 1.5, 'x', MAX_PAYMENT_FEN + 1])
    expect(payTerms('2001', { limits: { maxPayment } }).maxPayment).toBe(MAX_PAYMENT_FEN)
})

it('refuses methods that the merchant cannot choose', () => {
  const choice = { payProfile: 1, payWays: [payWay.cash], limits: { maxPayment: 1 } } as const
  checkPayChoice('2001', choice)
  checkPayChoice('2001', { ...choice, payProfile: 2, payWays: [] })
  expect(() => checkPayChoice('2001', { ...choice, payWays: [payWay.platform] })).toThrow('商户未开通该支付方式')
  expect(() => checkPayChoice('2001', { ...choice, payWays: [payWay.alipay] })).toThrow('至少选择一种线下')
  expect(() => checkPayChoice(customPayMerchantId, choice)).toThrow('由平台设定')
})

it("uses a store's own settings, and the merchant's for the rest", () => {
  const stored = { payWays: [payWay.alipay, payWay.cash], limits: { maxPayment: 500_000 } }
  const terms = (own: Readonly<Record<string, unknown>>) =>
    payTerms('2001', stored, { connected: [payWay.alipay], credits: [] }, { name: '虹桥店', own })
  expect(terms({})).toMatchObject({ ways: [payWay.cash, payWay.alipay], maxPayment: 500_000, storeName: '虹桥店' })
  expect(terms({ payWays: [payWay.pos, payWay.wechat] })).toMatchObject({
    ways: [payWay.pos],
    chosen: [payWay.pos, payWay.wechat],
    maxPayment: 500_000,
  })
  expect(terms({ limits: { maxPayment: 900_000 } })).toMatchObject({
    maxPayment: 900_000,
    ways: [payWay.cash, payWay.alipay],
  })
  expect(terms({ limits: { maxPayment: 'x' }, payWays: 'all' })).toMatchObject({ maxPayment: 500_000 })
  // Only the merchant sets who collects.
  expect(payTerms('2001', { payProfile: 2 }, undefined, { name: '虹桥店', own: { payWays: [3] } }).ways).toEqual([
    payWay.platform,
  ])
})

it('stores only the settings that differ for a store', () => {
  for (const own of [
    { payWays: [payWay.cash, payWay.pos], maxPayment: null },
    { payWays: null, maxPayment: 100 },
    { payWays: null, maxPayment: null },
  ])
    expect(storePayOf(storedStorePay(own))).toEqual(own)
})

it('names the method, the amount and the store or merchant in a refusal', () => {
  const store = payTerms('2001', {}, undefined, { name: '虹桥店', own: { limits: { maxPayment: 500_000 } } })
  expect(wayClosed(payWay.cash, store).message).toBe('虹桥店未开通现金收款')
  expect(wayClosed(payWay.pos, payTerms('2001', {})).message).toBe('商户未开通POS刷卡收款')
  refuseBeyondLimit(store, 500_000)
  expect(() => refuseBeyondLimit(store, 500_001)).toThrow('金额不正确，虹桥店单笔收款上限¥5,000.00')
})
