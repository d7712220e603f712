import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { id, int, list, maybe, nestedRecord, paging, text, Version } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

const MenuRow = z.object({ id: out.count, key: z.string(), name: z.string(), type: out.count })
const menuIds = list(int(1, 1_000_000, '菜单'), 500, '权限')
const Granted = z.object({ roleId: out.id, menuIds: z.array(out.count), version: out.count })
const roleName = text(2, 20, '角色名称', '请输入角色名称')

export const role = {
  page: read({
    path: '/api/role/page',
    summary: '角色列表',
    permission: ['role', 'account'],
    input: z.object({ ...paging(100_000) }),
    output: out.page(
      z.object({
        roleId: out.id,
        name: z.string(),
        builtIn: z.boolean(),
        remark: z.string(),
        userCount: out.count,
        /** Number of its permissions. */
        keyCount: out.count,
        /** Whether the caller has all of its permissions, and so may assign it. */
        grantable: z.boolean(),
        version: out.count,
      }),
    ),
  }),
  detail: read({
    method: 'GET',
    path: '/api/role/v1/detail',
    summary: '角色详情',
    permission: ['role'],
    input: z.object({ id: id('角色') }),
    output: z.object({
      roleId: out.id,
      name: z.string(),
      builtIn: z.boolean(),
      remark: z.string(),
      userCount: out.count,
      menuIds: z.array(out.count),
      /** What 恢复默认 restores; null for a role that the merchant created. */
      defaultMenuIds: z.array(out.count).nullable(),
      version: out.count,
    }),
  }),
  tree: read({
    path: '/api/menu/v1/tree',
    summary: '权限树',
    permission: ['role'],
    output: z.array(MenuRow.extend({ children: z.array(MenuRow) })),
  }),
  auth: write({
    operators: false,
    path: '/api/role/auth',
    summary: '设置角色权限',
    permission: ['role.edit'],
    reach: 'merchant',
    repeat: 'version',
    twoPerson: ['ownerRole'],
    /** Enough for fifty roles with all permissions. */
    maxBody: 256 * 1024,
    /** One role, or several in `list` (or as an array body): all or nothing. */
    input: z.object({
      roleId: maybe(id('角色')),
      menuIds: maybe(menuIds),
      version: maybe(Version),
      list: maybe(
        list(nestedRecord({ roleId: id('角色'), menuIds, version: maybe(Version) }, '角色权限'), 50, '角色权限'),
      ),
    }),
    /** The stored sets, which include the parents of every chosen row. */
    output: z.object({ menuIds: z.array(out.count), version: out.count, list: z.array(Granted) }),
    refusals: ['grantBeyondOwn', 'menuUnknown'],
    refreshes: ['account'],
  }),
  save: write({
    operators: false,
    path: '/api/role/v1/save',
    summary: '新建或修改角色',
    permission: ['role.edit'],
    reach: 'merchant',
    input: z.object({
      roleId: maybe(id('角色')),
      name: roleName,
      remark: maybe(text(0, 200, '备注')),
      version: maybe(Version),
    }),
    output: z.object({ roleId: out.id, version: out.count }),
    refusals: ['roleNameTaken', 'grantBeyondOwn'],
    refreshes: ['account'],
  }),
  copy: write({
    operators: false,
    path: '/api/role/v1/copy',
    summary: '复制角色',
    permission: ['role.edit'],
    reach: 'merchant',
    twoPerson: ['ownerRole'],
    input: z.object({ roleId: id('角色'), name: roleName }),
    output: z.object({ roleId: out.id }),
    refusals: ['roleNameTaken', 'grantBeyondOwn'],
  }),
  remove: write({
    operators: false,
    path: '/api/role/v1/remove',
    summary: '删除角色',
    permission: ['role.edit'],
    reach: 'merchant',
    repeat: 'natural',
    input: z.object({ roleId: id('角色') }),
    refusals: ['roleInUse', 'grantBeyondOwn'],
  }),
  restore: write({
    operators: false,
    path: '/api/role/v1/restore',
    summary: '恢复默认权限',
    permission: ['role.edit'],
    reach: 'merchant',
    repeat: 'natural',
    twoPerson: ['ownerRole'],
    input: z.object({ roleId: id('角色') }),
    output: z.object({ menuIds: z.array(out.count), version: out.count }),
    refusals: ['grantBeyondOwn'],
    refreshes: ['account'],
  }),
}
