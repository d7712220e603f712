import { screen, text } from '../../kernel/page/screen.ts'

export const paymentScreens = {
  flow: screen({
    path: '/finance',
    title: '财务',
    words: '流水 收款 退款',
    permission: ['data.money'],
    /** `from` and `to`: days. */
    search: { storeId: text, kind: text, way: text, account: text, from: text, to: text },
    live: true,
    file: 'money/payment/flow',
  }),
  held: screen({
    path: '/finance/held',
    title: '押金与预收',
    words: '在押 押金明细 预收',
    permission: ['data.money'],
    parent: '/finance',
    search: { storeId: text, kind: text, due: text },
    live: true,
    file: 'money/payment/held',
  }),
  ledger: screen({
    path: '/finance/ledger',
    title: '明细账',
    words: '凭证 科目 日记账 总账',
    permission: ['data.money'],
    whole: ['data.money'],
    parent: '/finance',
    /** `from` and `to`: days. */
    search: { keyword: text, account: text, from: text, to: text },
    file: 'money/payment/ledger',
  }),
  corrections: screen({
    path: '/finance/corrections',
    title: '凭证更正',
    words: '冲正 红冲 手工凭证',
    permission: ['data.money'],
    parent: '/finance',
    /** `from` and `to`: days. */
    search: { what: text, storeId: text, accountId: text, from: text, to: text },
    live: true,
    file: 'money/payment/corrections',
  }),
  receipts: screen({
    path: '/finance/receipts',
    title: '收款单',
    words: '收据',
    permission: ['data.money'],
    /** `from` and `to`: days. */
    search: { keyword: text, way: text, from: text, to: text },
    live: true,
    file: 'money/payment/receipts',
  }),
  pay: screen({
    path: '/pay',
    title: '付款',
    permission: 'public',
    forCustomers: true,
    /**
     * `t`: token of the link; `self`: token of the self-service pickup that this payment belongs to; `code`, `state`: parameters of
     * the redirect from WeChat.
     */
    search: { t: text, self: text, code: text, state: text },
    narrow: true,
    file: 'money/payment/pay',
  }),
}
