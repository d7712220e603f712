import { id, screen, text } from '../../kernel/page/screen.ts'

export const modelScreens = {
  list: screen({
    path: '/model',
    title: '车型',
    permission: ['model'],
    search: { keyword: text, carType: text },
    file: 'fleet/model/list',
    holds: ['/model/edit/:id'],
    holdScroll: true,
    beside: ['/model/edit/:id'],
  }),
  /** `id` 0: a new model with the initial name `name`. */
  edit: screen({
    path: '/model/edit/:id',
    title: '编辑车型',
    begins: [{ label: '新建车型', with: { id: '0' } }],
    permission: ['model.edit'],
    whole: ['model.edit'],
    search: { id, name: text },
    parent: '/model',
    narrow: true,
    file: 'fleet/model/edit',
  }),
}
