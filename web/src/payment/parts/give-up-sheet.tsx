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
}

/** A payment that nobody can decide is given up, with what was found at its provider. */
export default function GiveUpSheet({ orderId, paymentId, payWay, amount, answer }: GiveUpProps) {
  const form = useEntry(paymentGiveUp, {
    start: { paymentId },
    toast: '已作废',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="作废收款"
      of={form}
      field={form.fields.reason}
      usual={['平台查无此单', '平台显示未付款', '金额不符已原路退回']}
      action={`作废 ${formatMoney(amount)}`}
      variant="danger"
    >
      <SubjectOf orderId={orderId} more={[{ label: '收款方式', value: payWays.text(payWay) }]} />
      <Notice>作废后此笔不再入账；客户之后仍付款的，自动原路退回</Notice>
    </ReasonSheet>
  )
}
