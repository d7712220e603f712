import { describe, expect, it } from 'vitest'
import { defaultRoleOf, idsOf } from '../../permission.ts'
import { namesOf, requireChange, roleChange } from './rights.ts'

const role = { letter: null, menuIds: idsOf(['order.list', 'price']) }

describe('a change of a role', () => {
  it('lists the added and removed permissions, without headings', () => {
    const change = roleChange(role.menuIds, idsOf(['order.list', 'longOrder.list', 'stock']))
    expect(change).toEqual({ added: ['longOrder.list', 'stock'], removed: ['price'] })
    expect(namesOf(change.added)).toEqual(['长租订单', '库存'])
  })

  it('cannot include permissions that its editor lacks, and retains those that the role has', () => {
    const after = idsOf(['order.list', 'price', 'stock'])
    expect(requireChange(new Set(['stock']), role, after)).toEqual({ added: ['stock'], removed: [] })
    expect(() => requireChange(new Set(['order.list']), role, after)).toThrow('不能授予自己没有的权限')
    expect(() => requireChange(new Set(['order.list']), role, idsOf(['order.list']))).toThrow('不能授予自己没有的权限')
  })

  it("may remove everything, except granting rights from the owner's role", () => {
    expect(requireChange(new Set(['order.list', 'price']), role, []).removed).toEqual(['order.list', 'price'])
    const owner = { letter: 'B', menuIds: defaultRoleOf('B').menuIds }
    const all = new Set(roleChange([], owner.menuIds).added)
    expect(() => requireChange(all, owner, idsOf(['order.list']))).toThrow('老板角色须保留员工与权限的设置')
    const kept = idsOf(['account', 'account.edit', 'role', 'role.edit'])
    expect(requireChange(all, owner, kept).removed).not.toContain('role.edit')
  })
})
