import { formatMoney } from '@cheyi/domain/money'
import { type PayWay, payWays } from '@cheyi/domain/money/payment/codes'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { paymentGiveUp } from '../../../form/calls/payment-give-up.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'

interface GiveUpProps {
  readonly orderId: string
  readonly paymentId: string
  readonly payWay: PayWay
  readonly amount: number
  /** The amount that the provider refunded, if it differs from the requested refund; null for an incoming payment. */
  readonly refunded: number | null
  /** For a refund made in the back office of the provider: book it, or record only the reason why it is not booked. */
  readonly there?: 'book' | 'explain'
}

/** Texts of the sheet for each case. */
const words = {
  in: {
    title: '作废收款',
    toast: '已作废',
    usual: ['平台查无此单', '平台显示未付款', '金额不符已原路退回'],
  },
  out: { title: '按实退入账', toast: '已按实退入账', usual: ['平台实际少退', '平台实际多退'] },
  book: { title: '按退款入账', toast: '已入账', usual: ['店员在平台后台退款', '平台客服代退'] },
  explain: { title: '不入账', toast: '已记录', usual: ['不属于此订单', '已另行收回'] },
} as const

/**
 * Voids a payment that has no final result, or books a refund with the amount that the provider paid. The reason states what the
 * clerk found at the provider.
 */
export default reasonSheet(paymentGiveUp, ({ orderId, paymentId, payWay, amount, refunded, there }: GiveUpProps) => {
  const isRefund = refunded !== null
  const { title, toast, usual } = words[there ?? (isRefund ? 'out' : 'in')]
  return {
    title,
    usual,
    action:
      there === 'explain'
        ? '不入账'
        : isRefund
          ? `入账 ${formatMoney(Math.min(refunded, amount))}`
          : `作废 ${formatMoney(amount)}`,
    variant: isRefund ? 'primary' : 'danger',
    start: { paymentId, book: there !== 'explain' },
    toast,
    about: (
      <>
        <SubjectOf
          orderId={orderId}
          more={[{ label: isRefund ? '退款方式' : '收款方式', value: payWays.text(payWay) }]}
        />
        <Notice>
          {there !== undefined
            ? there === 'book'
              ? '入账后计入此订单的退款，账与支付平台账单一致'
              : '不计入此订单；支付平台账单上的差异在对账中处理'
            : !isRefund
              ? '作废后此笔不再入账；客户之后仍付款的，自动原路退回'
              : refunded < amount
                ? `少退的 ${formatMoney(amount - refunded)} 转为退款异常，可重新退款或线下退款`
                : `多退的 ${formatMoney(refunded - amount)} 留在支付平台对账差异中处理`}
        </Notice>
      </>
    ),
  }
})
