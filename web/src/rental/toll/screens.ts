import { int, maybeId, screen, text } from '../../kernel/page/screen.ts'

/* Lines of toll, parking and charging bills. */

export const tollScreens = {
  /** `group`: a status, or `all`; missing: those to be charged. */
  list: screen({
    path: '/tolls',
    title: '过路停车充电账单',
    words: '过路费 高速 ETC 停车费 充电费 账单',
    permission: ['violation.list', 'order.supplement'],
    search: { keyword: text, group: text, kind: text, storeId: text, vehicleId: maybeId, orderId: maybeId },
    holdScroll: true,
    live: true,
    file: 'rental/toll/list',
  }),
  due: screen({
    path: '/tolls/charge',
    title: '收取过路停车充电费',
    permission: ['order.supplement'],
    parent: '/tolls',
    search: { storeId: text, orderId: maybeId },
    holdScroll: true,
    live: true,
    file: 'rental/toll/due',
  }),
  /** `check`: the trial run of `file`; `run`: the import. All survive a reload. */
  import: screen({
    path: '/tolls/import',
    title: '导入过路停车充电账单',
    words: '批量 表格 Excel ETC',
    permission: ['violation.handle'],
    parent: '/tolls',
    search: { rstep: int(1), check: maybeId, run: maybeId, file: maybeId },
    narrow: true,
    file: 'rental/toll/import',
  }),
}
