import { id, screen, text } from '../kernel/page/screen.ts'

export const instalmentScreens = {
  plan: screen({
    path: '/long-order/instalment-list',
    name: 'longOrder.instalments',
    title: '还款计划',
    permission: ['longOrder.instalment'],
    also: 'longOrder.list',
    search: { orderId: id },
    narrow: true,
    live: true,
    file: 'instalment/plan',
  }),
  flowRecord: screen({
    path: '/long-order/flow-record',
    name: 'longOrder.flowRecord',
    title: '交易记录',
    permission: ['longOrder.flow'],
    also: 'longOrder.list',
    /** `from` and `to`: days. */
    search: { orderId: id, kind: text, from: text, to: text },
    live: true,
    file: 'instalment/flow-record',
  }),
}
