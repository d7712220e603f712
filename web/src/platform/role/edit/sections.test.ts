import { menuTree, permissionKeys } from '@cheyi/domain/permission'
import { isKeyShown } from '@cheyi/domain/platform/role/built-parts'
import { describe, expect, it } from 'vitest'
import { leavesOf } from '../../../ui/field/permission-tree.tsx'
import { difference, idsOf, keysOf, type MenuTree, mergeChanges, rightsOf, sectionsOf, withPages } from './sections.ts'

const tree = menuTree() as unknown as MenuTree
const rights = rightsOf(tree)
const set = (...keys: string[]): ReadonlySet<string> => new Set(keys)

it('shows every right once, whichever section it stands in, and no section without one', () => {
  expect(sectionsOf(tree).map(({ label }) => label)).toEqual([
    '订单',
    '车辆与库存',
    '价格',
    '工单',
    '违章',
    '渠道',
    '数据概览',
    '账号与设置',
  ])
  const shown = sectionsOf(tree).flatMap(leavesOf)
  expect(shown.toSorted()).toEqual(permissionKeys.filter(isKeyShown).toSorted())
})

it('reads stored rows as keys and writes them back', () => {
  const keys = keysOf([100, 101, 200], rights)
  expect([...keys]).toEqual(['order.list', 'price'])
  expect(idsOf(keys, rights)).toEqual([101, 200])
})

describe('a choice', () => {
  it('of an action brings its page', () =>
    expect(withPages(set(), set('price.edit'), rights, set())).toEqual(set('price', 'price.edit')))
  it('without a page has none of its actions', () =>
    expect(withPages(set('price', 'price.edit'), set('price.edit'), rights, set())).toEqual(set()))
  it('leaves alone what may not be changed', () =>
    expect(withPages(set('price', 'price.edit'), set('price.edit'), rights, set('price.edit'))).toEqual(
      set('price.edit'),
    ))
})

it('is told by names', () => {
  expect(difference(set('price', 'stock'), set('stock', 'order.list'), rights)).toEqual({
    added: ['短租订单'],
    removed: ['价格'],
  })
})

it('merges with what another saved meanwhile', () => {
  expect(mergeChanges(set('price', 'stock'), set('stock', 'order.list'), set('price', 'stock', 'audit'))).toEqual(
    set('stock', 'audit', 'order.list'),
  )
})
