import { id, screen, text } from '../../kernel/page/screen.ts'

export const reconcileScreens = {
  list: screen({
    path: '/finance/reconcile',
    title: '支付对账',
    words: '账单 结算',
    permission: ['data.money'],
    parent: '/finance',
    /** `from` and `to`: days of bills. */
    search: { state: text, payWay: text, from: text, to: text },
    beside: ['/finance/bill'],
    file: 'money/reconcile/list',
  }),
  bill: screen({
    path: '/finance/bill',
    title: '渠道账单',
    permission: ['data.money'],
    parent: '/finance/reconcile',
    search: { id },
    file: 'money/reconcile/bill',
  }),
}
