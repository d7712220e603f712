import { describe, expect, it } from 'vitest'
import { createMatcher } from './route-match.ts'
import { addressOf, id, screen, text } from './screen.ts'

const row = (path: `/${string}`, search = {}) =>
  screen({ path, name: path, title: '', permission: 'public', search, file: 'a/b/c' })
const rows = [
  row('/'),
  row('/account'),
  row('/account/:id', { id }),
  row('/account/add'),
  row('/stock/summary/:storeId/:modelId', { storeId: id, modelId: id }),
]
const match = createMatcher(rows)
const found = (path: string, query = '') => {
  const route = match(path, query)
  return route && [route.row.path, route.raw]
}

describe('matching an address', () => {
  it('finds paths, with and without a slash at the end', () => {
    expect(found('/')).toEqual(['/', {}])
    expect(found('/account/', '?page=2')).toEqual(['/account', { page: '2' }])
  })
  it('takes a written path before a pattern', () => {
    expect(found('/account/add')).toEqual(['/account/add', {}])
    expect(found('/account/77', '?a=1')).toEqual(['/account/:id', { id: '77', a: '1' }])
  })
  it('reads several parts, and a part over a query value of the same name', () => {
    expect(found('/stock/summary/1/2', '?storeId=9')).toEqual([
      '/stock/summary/:storeId/:modelId',
      { storeId: '1', modelId: '2' },
    ])
  })
  it('decodes parts, and leaves a broken escape alone', () => {
    expect(found('/account/%E6%B2%AA')).toEqual(['/account/:id', { id: '沪' }])
    expect(found('/account/%E6')).toEqual(['/account/:id', { id: '%E6' }])
  })
  it('knows nothing of other addresses', () => {
    expect(found('/nowhere')).toBeUndefined()
    expect(found('/account/1/2')).toBeUndefined()
  })
})

describe('the address of a screen', () => {
  it('fills the path and leaves the rest to the query', () => {
    const summary = screen({
      path: '/stock/summary/:storeId/:modelId',
      name: 's',
      title: '',
      permission: 'public',
      search: { storeId: id, modelId: id, day: text },
      file: 'a/b/c',
    })
    expect(addressOf(summary, { storeId: '1', modelId: '2', day: '2026-11-20' })).toEqual({
      pathname: '/stock/summary/1/2',
      search: { day: '2026-11-20' },
    })
  })
})
