import { id, screen } from '../kernel/page/screen.ts'

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
}
