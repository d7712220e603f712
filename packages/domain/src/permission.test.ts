import { describe, expect, it } from 'vitest'
import { orderSteps } from './booking/order/steps.ts'
import { reimbursementSteps } from './money/reimbursement/reimbursement.ts'
import {
  allMenuIds,
  defaultRoleOf,
  defaultRoles,
  idsOf,
  isPermissionKey,
  keysOf,
  menuOf,
  menus,
  menuTree,
  menuType,
  permissionKeys,
  withParents,
} from './permission.ts'
import { waitKeys } from './platform/pending-work/kinds.ts'
import { isKeyShown } from './platform/role/built-parts.ts'

describe('the permission tree', () => {
  it('has unique ids and keys and only known parents, each before its children', () => {
    expect(new Set(allMenuIds).size).toBe(menus.length)
    expect(new Set(menus.map((menu) => menu.key)).size).toBe(menus.length)
    const seen = new Set([0])
    for (const menu of menus) {
      expect(seen.has(menu.parentId), menu.key).toBe(true)
      seen.add(menu.id)
    }
  })

  it('headings grant nothing', () => {
    expect(menus.filter((menu) => menu.type === menuType.group).map((menu) => menu.key)).toEqual([
      'order',
      'longOrder',
      'violation',
    ])
    expect(isPermissionKey('order')).toBe(false)
    expect(isPermissionKey('order.cancel')).toBe(true)
    expect(isPermissionKey('order.everything')).toBe(false)
    expect(permissionKeys).toHaveLength(menus.length - 3)
  })

  it('is nested as the role editor shows it', () => {
    const roots = menuTree()
    expect(roots.map((node) => node.key)).toContain('merchant.pay')
    const price = roots.find((node) => node.key === 'price')
    expect(price?.children.map((node) => node.key)).toEqual(['price.edit'])
    const count = (nodes: ReturnType<typeof menuTree>): number =>
      nodes.reduce((n, node) => n + 1 + count([...node.children]), 0)
    expect(count(roots)).toBe(menus.filter(({ key }) => isKeyShown(key)).length)
  })
})

describe('a set of rows', () => {
  it('adds the parents and removes duplicates', () => {
    expect(withParents([201, 101, 101])).toEqual([100, 101, 200, 201])
    expect(idsOf(['price.edit'])).toEqual([200, 201])
    expect(keysOf([100, 101, 999])).toEqual(['order.list'])
  })

  it('refuses an id that is not in the tree', () => {
    expect(() => withParents([7])).toThrow('菜单不存在')
  })
})

describe('default roles', () => {
  it('contain nothing that no screen shows', () => {
    for (const role of defaultRoles)
      expect(
        menus.filter(({ id, key }) => role.menuIds.includes(id) && !isKeyShown(key)),
        role.name,
      ).toEqual([])
  })

  it('are seven, and the owner has everything that is shown', () => {
    expect(defaultRoles.map((role) => role.name)).toEqual(['老板', '店长', '店员', '财务', '车管', '客服', '渠道运营'])
    expect(defaultRoleOf('B').menuIds).toEqual(menus.filter(({ key }) => isKeyShown(key)).map(({ id }) => id))
  })

  it('contain the parents of their rows', () => {
    for (const role of defaultRoles) expect(withParents(role.menuIds), role.name).toEqual(role.menuIds)
  })

  it('give channel operation and finance exactly their rows', () => {
    expect(keysOf(defaultRoleOf('Q').menuIds)).toEqual([
      'order.list',
      'order.confirm',
      'order.remark',
      'price',
      'stock',
      'stock.stopSale',
      'model',
      'store',
      'data',
      'channel',
      'channel.edit',
      'channel.finance',
    ])
    expect(keysOf(defaultRoleOf('F').menuIds)).toContain('merchant.pay')
    expect(keysOf(defaultRoleOf('F').menuIds)).not.toContain('order.create')
    expect(keysOf(defaultRoleOf('C').menuIds)).not.toContain('order.cancel')
  })

  it.each([
    ['M', 76],
    ['C', 41],
    ['F', 40],
    ['V', 40],
    ['S', 26],
    ['Q', 13],
  ] as const)('%s has %i rows of the tree', (letter, count) => {
    expect(defaultRoleOf(letter).menuIds).toHaveLength(count)
  })
})

it('lets the default roles give money back that also take it, and nobody else', () => {
  const keys = [
    waitKeys.refund,
    waitKeys.refundTask,
    orderSteps.steps.retryRefund.by,
    reimbursementSteps.steps.pay.by,
  ] as const
  for (const key of keys) expect(menuOf(key).held).toBe(menuOf('order.payment').held)
})
