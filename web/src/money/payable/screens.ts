import { id, maybeId, screen, text } from '../../kernel/page/screen.ts'

const permission = ['finance.reconcile'] as const
/** Bills are of the merchant as a whole. */
const whole = permission

export const payableScreens = {
  /** `state`: missing: those that are not paid. */
  bills: screen({
    path: '/finance/payable',
    title: '应付账单',
    words: '应付 账单 供应商 维修厂 付款 账龄',
    permission,
    whole,
    parent: '/finance',
    search: { keyword: text, state: text, kind: text, age: text, payeeId: text },
    beside: ['/finance/payable/bill'],
    holdScroll: true,
    live: true,
    file: 'money/payable/bills',
  }),
  bill: screen({
    path: '/finance/payable/bill',
    title: '应付账单详情',
    permission,
    whole,
    parent: '/finance/payable',
    search: { billId: id },
    live: true,
    file: 'money/payable/bill',
  }),
  payees: screen({
    path: '/finance/payable/payees',
    title: '收款方',
    words: '供应商 维修厂 保险公司 出租方 收款账户',
    permission,
    whole,
    parent: '/finance/payable',
    search: { keyword: text, kind: text },
    live: true,
    file: 'money/payable/payees',
  }),
  unbilled: screen({
    path: '/finance/payable/unbilled',
    title: '未开账单费用',
    words: '工单费用 保费 贷款 租赁 未开票',
    permission,
    whole,
    parent: '/finance/payable',
    search: { origin: text, payeeId: maybeId },
    live: true,
    file: 'money/payable/unbilled',
  }),
  runs: screen({
    path: '/finance/payable/runs',
    title: '付款批次',
    words: '批量付款 付款审批 网银批量转账',
    permission,
    whole,
    parent: '/finance/payable',
    search: { state: text },
    beside: ['/finance/payable/run'],
    live: true,
    file: 'money/payable/runs',
  }),
  run: screen({
    path: '/finance/payable/run',
    title: '付款批次详情',
    permission,
    whole,
    parent: '/finance/payable/runs',
    search: { runId: id },
    live: true,
    file: 'money/payable/run',
  }),
}
