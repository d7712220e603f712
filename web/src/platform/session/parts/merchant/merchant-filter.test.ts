import { expect, it } from 'vitest'
import { filterMerchants, type Merchant, recentMerchant } from './merchants.ts'

const merchant = (name: string, lastLoginAt: number | null = null): Merchant => ({
  id: name,
  merchantId: name,
  name,
  logo: null,
  status: 1,
  storeCount: 1,
  lastLoginAt,
})
const all = [merchant('云途租车（上海）', 5), merchant('安行出行', 9), merchant('Hertz 中国')]

it('filters by the name containing the typed text', () => {
  expect(filterMerchants(all, '租车').map(({ name }) => name)).toEqual(['云途租车（上海）'])
  expect(filterMerchants(all, ' hertz ')).toEqual([all[2]])
  expect(filterMerchants(all, '')).toBe(all)
  expect(filterMerchants(all, '没有')).toEqual([])
})

it('knows the one entered last, where there is a choice', () => {
  expect(recentMerchant(all)).toBe(all[1])
  expect(recentMerchant(all.slice(0, 1))).toBeUndefined()
  expect(recentMerchant([merchant('a'), merchant('b')])).toBeUndefined()
})
