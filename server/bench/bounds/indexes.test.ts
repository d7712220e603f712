import { expect, it } from 'vitest'
import { excusedIndexes, unusedIndexes } from './indexes.ts'

const uses = (of: Record<string, number>) => new Map(Object.entries(of))

it('names an index that no statement used in any database', () => {
  expect(unusedIndexes([uses({ a: 0, b: 2, c: 0 }), uses({ a: 0, b: 0, c: 1 })], [])).toEqual([
    '索引 a 没有语句使用：请删除，或在 docs/order-indexes.md 写明保留的原因',
  ])
})

it('excuses those of the document, while they are there', () => {
  expect(unusedIndexes([uses({ a: 0, b: 2 })], ['a', 'b', 'c'])).toEqual([
    '索引 c 不存在，docs/order-indexes.md 却列为未使用',
  ])
})

it('reads the reasons of the document', async () => {
  expect(await excusedIndexes()).toContain('order_no')
})
