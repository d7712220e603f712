import { expect, it } from 'vitest'
import { readSearch } from '../../../kernel/page/search.ts'
import { inventoryScreens } from '../screens.ts'
import { chipsOf, inputOf } from './filter.ts'

const values = (raw: Record<string, string>) => readSearch(inventoryScreens.list.search, raw)

it('asks for what the address says', () => {
  expect(inputOf(values({}), null)).toEqual({})
  expect(inputOf(values({ group: 'care', keyword: 'D6J', modelId: '7', expiry: 'any', runState: '60' }), '3')).toEqual({
    storeId: '3',
    keyword: 'D6J',
    group: 'care',
    modelId: '7',
    runState: 60,
    expiry: 'any',
  })
  expect(inputOf(values({ group: 'nonsense', expiry: 'x' }), null)).toEqual({})
})

it('names the filters that are on', () => {
  const on = values({ modelId: '7', lifecycle: '2', expiry: 'inspection' })
  expect(chipsOf(on, () => '大众朗逸').map(({ text }) => text)).toEqual(['大众朗逸', '下架', '年检30天内到期'])
})
