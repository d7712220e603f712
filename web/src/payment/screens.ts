import { screen } from '../kernel/page/screen.ts'
import { text } from '../kernel/page/search.ts'

export const paymentScreens = {
  pay: screen({
    path: '/pay',
    name: 'payment.pay',
    title: '付款',
    permission: 'public',
    /** `t`: what the link holds. */
    search: { t: text },
    narrow: true,
    file: 'payment/pay',
  }),
}
