import { flag, id, int, maybeId, oneOf, screen, text } from '../../kernel/page/screen.ts'

export const inventoryScreens = {
  list: screen({
    path: '/inventory',
    title: '车辆管理',
    words: '车队 车源 台账',
    live: true,
    permission: ['inventory'],
    /** Names and values as the call `list` takes them. Only the list knows their texts, so that no other page loads these texts. */
    search: {
      group: text,
      keyword: text,
      modelId: maybeId,
      tag: text,
      plateKind: int(undefined),
      plateColor: int(undefined),
      runState: int(undefined),
      lifecycle: int(undefined),
      expiry: text,
      sort: oneOf('state', 'plate', 'odometer', 'insurance', 'commercial', 'inspection', 'expiry'),
    },
    holds: ['/inventory/detail/:id', '/inventory/edit/:id', '/inventory/import', '/inventory/policies'],
    beside: ['/inventory/detail/:id'],
    holdScroll: true,
    file: 'fleet/inventory/list',
  }),
  detail: screen({
    path: '/inventory/detail/:id',
    title: '车辆详情',
    permission: ['inventory'],
    search: { id },
    holds: ['/inventory/edit/:id', '/inventory/cost/:id'],
    file: 'fleet/inventory/detail',
  }),
  /** `id` 0: a new vehicle. */
  edit: screen({
    path: '/inventory/edit/:id',
    title: '编辑车辆',
    begins: [{ label: '新建车辆', with: { id: '0' } }],
    permission: ['inventory.edit'],
    search: { id },
    narrow: true,
    file: 'fleet/inventory/edit',
  }),
  /**
   * `check`: the check of `file`, running or done; `run`: the import; `publish`: whether the cars go on sale. All survive a reload
   * of the page.
   */
  import: screen({
    path: '/inventory/import',
    title: '导入车辆',
    words: '批量 表格 Excel',
    permission: ['inventory.import'],
    search: { rstep: int(1), check: maybeId, run: maybeId, publish: maybeId, file: maybeId, overwrite: flag },
    holds: ['/model/edit/:id', '/store/edit/:id'],
    narrow: true,
    file: 'fleet/inventory/import',
  }),
  policies: screen({
    path: '/inventory/policies',
    title: '导入保单',
    words: '保险 交强险 商业险 批量 表格',
    permission: ['inventory.import'],
    search: { rstep: int(1), check: maybeId, run: maybeId, file: maybeId },
    narrow: true,
    file: 'fleet/inventory/policies',
  }),
}
