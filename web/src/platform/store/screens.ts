import { id, screen, text } from '../../kernel/page/screen.ts'

export const storeScreens = {
  list: screen({
    path: '/store',
    title: '门店',
    words: '网点 营业时间',
    permission: ['store'],
    search: { keyword: text, status: text },
    file: 'platform/store/list',
    holds: ['/store/edit/:id'],
    beside: ['/store/edit/:id'],
    holdScroll: true,
  }),
  /** `id` 0: a new store with the initial name `name`. `part`: `place` or the index of an area, shown over the form. */
  edit: screen({
    path: '/store/edit/:id',
    title: '编辑门店',
    begins: [{ label: '新建门店', with: { id: '0' }, whole: true }],
    permission: ['store.edit'],
    search: { id, name: text, part: text },
    parent: '/store',
    narrow: true,
    file: 'platform/store/edit',
  }),
}
