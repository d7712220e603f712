import { id, screen } from '../../kernel/page/screen.ts'

export const roleScreens = {
  list: screen({
    path: '/role',
    title: '权限管理',
    words: '角色 岗位',
    live: true,
    permission: ['role'],
    search: {},
    parent: '/account',
    file: 'platform/role/list',
    holds: ['/role/edit/:roleId'],
    beside: ['/role/edit/:roleId'],
    holdScroll: true,
  }),
  edit: screen({
    path: '/role/edit/:roleId',
    title: '权限设置',
    permission: ['role.edit'],
    whole: ['role.edit'],
    search: { roleId: id },
    narrow: true,
    file: 'platform/role/edit',
  }),
}
