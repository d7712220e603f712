import { id, named, screen, text } from '../../kernel/page/screen.ts'

export const instalmentScreens = {
  plan: screen({
    path: '/long-order/instalment-list',
    name: 'longOrder.instalments',
    title: '付款计划',
    permission: ['longOrder.instalment'],
    also: 'longOrder.list',
    search: { orderId: id },
    narrow: true,
    live: true,
    file: 'rental/instalment/plan',
  }),
  companies: screen({
    path: '/finance/company',
    name: 'instalment.companies',
    title: '企业账单',
    words: '付款单位 公司 长租 对公 月结',
    permission: ['longOrder.flow'],
    search: { keyword: text },
    beside: ['/finance/company/bill'],
    live: true,
    file: 'rental/instalment/companies',
  }),
  company: screen({
    path: '/finance/company/bill',
    name: 'instalment.company',
    title: '企业账单明细',
    permission: ['longOrder.flow'],
    parent: '/finance/company',
    search: { payer: named, month: text },
    live: true,
    file: 'rental/instalment/company',
  }),
  flowRecord: screen({
    path: '/long-order/flow-record',
    name: 'longOrder.flowRecord',
    title: '交易记录',
    permission: ['longOrder.flow'],
    also: 'longOrder.list',
    /** `from` and `to`: dates. */
    search: { orderId: id, kind: text, from: text, to: text },
    live: true,
    file: 'rental/instalment/flow-record',
  }),
}
