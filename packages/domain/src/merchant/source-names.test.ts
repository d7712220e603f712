import { expect, it } from 'vitest'
import { ownSourceNames } from './source-names.ts'

it('knows the names a merchant gave to known sources', () => {
  const names = ownSourceNames({ sourceNames: { 2: '携途', 3: '', 4: '一二三四五六七八九十一二三', 5: 5, 99: '无' } })
  expect(names).toEqual({ 2: '携途' })
  expect(ownSourceNames({ sourceNames: 'x' })).toEqual({})
  expect(ownSourceNames({})).toEqual({})
})
