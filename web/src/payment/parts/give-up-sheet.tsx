import { formatMoney } from '@cheyi/domain/money'
import { type PayWay, payWays } from '@cheyi/domain/payment/codes'
import { paymentGiveUp } from '../../form/calls/payment-give-up.gen.ts'
import { useEntry } from '../../form/use-entry.ts'
import { SubjectOf } from '../../order/parts/order-subject.tsx'
import { ReasonSheet } from '../../order/parts/sheet/reason-sheet.tsx'
import type { Asks } from '../../page/opened-sheet.tsx'
import { Notice } from '../../ui/modal/notice.tsx'

interface GiveUpProps extends Asks<boolean> {
  readonly orderId: string
  readonly paymentId: string
  readonly payWay: PayWay
  readonly amount: number
  /** What went back by its provider, of a refund of another sum; null for money that was to come in. */
  readonly refunded: number | null
}

/** A payment that nobody can decide is given up, a refund of another sum is booked as it went: with what was found at the provider. */
export default function GiveUpSheet({ orderId, paymentId, payWay, amount, refunded, answer }: GiveUpProps) {
  const isRefund = refunded !== null
  const form = useEntry(paymentGiveUp, {
    start: { paymentId },
    toast: isRefund ? '已按实退入账' : '已作废',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title={isRefund ? '按实退入账' : '作废收款'}
      of={form}
      field={form.fields.reason}
      usual={isRefund ? ['平台实际少退', '平台实际多退'] : ['平台查无此单', '平台显示未付款', '金额不符已原路退回']}
      action={isRefund ? `入账 ${formatMoney(Math.min(refunded, amount))}` : `作废 ${formatMoney(amount)}`}
      variant={isRefund ? 'primary' : 'danger'}
    >
      <SubjectOf
        orderId={orderId}
        more={[{ label: isRefund ? '退款方式' : '收款方式', value: payWays.text(payWay) }]}
      />
      <Notice>
        {!isRefund
          ? '作废后此笔不再入账；客户之后仍付款的，自动原路退回'
          : refunded < amount
            ? `少退的 ${formatMoney(amount - refunded)} 转为退款异常，可重新退款或线下退款`
            : `多退的 ${formatMoney(refunded - amount)} 留在支付平台对账差异中处理`}
      </Notice>
    </ReasonSheet>
  )
}
