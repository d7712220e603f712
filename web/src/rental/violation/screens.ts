import { id, int, maybeId, screen, text } from '../../kernel/page/screen.ts'

/* Traffic violations: those of the merchant under `/illegals`, those of one order under `/violation`, with the same rows and actions. */

export const violationScreens = {
  list: screen({
    path: '/illegals',
    title: '违章管理',
    words: '违章 罚单 扣分 罚款',
    permission: ['violation.list'],
    search: { keyword: text, group: text, storeId: text, vehicleId: maybeId },
    holds: ['/illegals/detail', '/illegals/import'],
    beside: ['/illegals/detail'],
    holdScroll: true,
    live: true,
    file: 'rental/violation/list',
  }),
  detail: screen({
    path: '/illegals/detail',
    title: '违章详情',
    permission: ['violation.list', 'violation.record'],
    parent: '/illegals',
    search: { violationId: id },
    live: true,
    file: 'rental/violation/detail',
  }),
  /** `vehicleId`: the car concerned. */
  create: screen({
    path: '/illegals/create',
    title: '登记违章',
    begins: [{ label: '登记违章', with: {} }],
    permission: ['violation.create'],
    parent: '/illegals',
    search: { plate: text },
    narrow: true,
    file: 'rental/violation/create',
  }),
  /** `check`: the trial run of `file`; `run`: the import. All survive a reload. */
  import: screen({
    path: '/illegals/import',
    title: '导入违章',
    words: '批量 表格 Excel 12123',
    permission: ['violation.handle'],
    parent: '/illegals',
    search: { rstep: int(1), check: maybeId, run: maybeId, file: maybeId },
    narrow: true,
    file: 'rental/violation/import',
  }),
  leaseFiling: screen({
    path: '/leaseFiling',
    title: '租赁合同备案',
    words: '备案 合同 违法转移',
    permission: ['violation.handle'],
    search: { keyword: text, group: text, storeId: text },
    holdScroll: true,
    file: 'rental/violation/lease-filing',
  }),
  /**
   * With a fixed order; without one, the order is found by plate and minute and the page has the product's own title, as the address is
   * registered twice. `violationId`: the one to correct.
   */
  createOfOrder: screen({
    path: '/illegal/create',
    title: '',
    permission: ['violation.create'],
    search: { orderId: maybeId, violationId: maybeId },
    narrow: true,
    file: 'rental/violation/create-of-order',
  }),
  /** The next step, by status. */
  handle: screen({
    path: '/illegals/handle',
    title: '处理违章',
    permission: ['violation.handle', 'violation.deduct', 'violation.record'],
    parent: '/illegals',
    search: { violationId: id },
    narrow: true,
    file: 'rental/violation/handle',
  }),
  /** `t`: token of the customer's link. `violationId`: one of the violations in the notice; missing: all of them. */
  customer: screen({
    path: '/illegals/customer',
    title: '违章处理',
    permission: 'public',
    forCustomers: true,
    search: { t: text, violationId: maybeId },
    narrow: true,
    file: 'rental/violation/customer',
  }),
  /** The violation deposit of an order, and the amounts collected for its violations. `violationId`: the violation concerned. */
  refund: screen({
    path: '/illegal/refund',
    title: '违章押金退还',
    permission: ['violation.refund'],
    search: { orderId: id, violationId: maybeId },
    narrow: true,
    file: 'rental/violation/refund',
  }),
  record: screen({
    path: '/illegal/record',
    title: '违章记录',
    permission: ['violation.record'],
    search: { orderId: id },
    narrow: true,
    live: true,
    file: 'rental/violation/record',
  }),
}
