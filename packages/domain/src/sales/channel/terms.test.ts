import { expect, it } from 'vitest'
import { type PriceTerms, priceWords, roundingWords, type StockTerms, stockWords, termsFault } from './terms.ts'

const price: PriceTerms = { priceMode: 1, priceValue: 0, roundTo: 1, minFen: 0 }
const stock: StockTerms = { stockMode: 1, stockValue: 0, bufferUnits: 0 }
const fault = (over: Partial<PriceTerms & StockTerms>) => termsFault({ ...price, ...stock, ...over })?.message ?? null

it('reports problems that depend on several fields', () => {
  expect(fault({})).toBeNull()
  expect(fault({ priceMode: 2 })).toBe('请填写加减价比例')
  expect(fault({ priceMode: 3, priceValue: 10_000 })).toBe('减价须小于100%')
  expect(fault({ priceMode: 3, priceValue: 9_999 })).toBeNull()
  expect(fault({ stockMode: 2, stockValue: 101 })).toBe('上限比例应为1-100%')
  expect(fault({ stockMode: 2, stockValue: 0 })).toBe('上限比例应为1-100%')
  expect(fault({ stockMode: 4 })).toBe('请填写车辆数')
  expect(fault({ stockMode: 3, stockValue: 150 })).toBeNull()
})

it('describes prices and stock as text', () => {
  expect(priceWords(price)).toBe('同价')
  expect(priceWords({ priceMode: 2, priceValue: 850 })).toBe('+8.5%')
  expect(priceWords({ priceMode: 3, priceValue: 500 })).toBe('−5%')
  expect(roundingWords({ ...price, priceMode: 2, roundTo: 100, minFen: 9_900 })).toBe('取整到1元，每天不低于¥99.00')
  expect(roundingWords({ ...price, roundTo: 100 })).toBe('')
  expect(stockWords(stock)).toBe('库存共享')
  expect(stockWords({ stockMode: 2, stockValue: 80, bufferUnits: 1 })).toBe('最多售 80% · 缓冲 1 辆')
  expect(stockWords({ stockMode: 4, stockValue: 2, bufferUnits: 0 })).toBe('保留 2 辆')
})
