import { expect, it } from 'vitest'
import { checkSourceNames, ownSourceNames } from './source-names.ts'

it('reads the names that a merchant gave to known sources', () => {
  const names = ownSourceNames({ sourceNames: { 2: '携途', 3: '', 4: '一二三四五六七八九十一二三', 5: 5, 99: '无' } })
  expect(names).toEqual({ 2: '携途' })
  expect(ownSourceNames({ sourceNames: 'x' })).toEqual({})
  expect(ownSourceNames({})).toEqual({})
})

it('stores valid names, and drops empty ones', () => {
  expect(checkSourceNames({ 2: ' 携途 ', 3: '' })).toEqual({ 2: '携途' })
  expect(checkSourceNames(null)).toEqual({})
  expect(() => checkSourceNames({ 99: '无' })).toThrow('没有这个订单来源')
  expect(() => checkSourceNames({ 2: '一二三四五六七八九十一二三' })).toThrow('来源名称最多12个字')
})
