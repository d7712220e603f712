import { id, screen, text } from '../../kernel/page/screen.ts'

export const accountScreens = {
  list: screen({
    path: '/account',
    title: '员工',
    words: '员工 人员',
    live: true,
    permission: ['account'],
    /** `status`: 1 or 0; `roleId` and `storeId`: ids. */
    search: { keyword: text, status: text, roleId: text, storeId: text },
    file: 'platform/account/list',
    holds: ['/account/:id', '/account/edit/:id', '/account/add'],
    beside: ['/account/:id', '/account/edit/:id', '/account/add'],
    holdScroll: true,
  }),
  detail: screen({
    path: '/account/:id',
    title: '员工详情',
    permission: ['account'],
    search: { id },
    narrow: true,
    file: 'platform/account/detail',
  }),
  add: screen({
    path: '/account/add',
    title: '新建员工',
    permission: ['account.edit'],
    search: {},
    narrow: true,
    file: 'platform/account/add',
  }),
  edit: screen({
    path: '/account/edit/:id',
    title: '编辑员工',
    permission: ['account.edit'],
    search: { id },
    narrow: true,
    file: 'platform/account/edit',
  }),
}
