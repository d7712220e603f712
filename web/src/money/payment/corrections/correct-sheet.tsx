import { formatMoney } from '@cheyi/domain/money'
import { handMades } from '@cheyi/domain/money/payment/correction'
import { paymentCorrect } from '../../../form/calls/payment-correct.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import type { HandMade } from './screen.tsx'

/** Reverses a manual posting; this needs a reason and the approval of a second person. */
export default function CorrectSheet({ item, answer }: { readonly item: HandMade } & Asks<boolean>) {
  const { txnId, what, day, amount, orderNo, storeName, operatorName } = item
  const form = useEntry(paymentCorrect, {
    start: { txnId },
    toast: '已更正',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="更正凭证"
      of={form}
      field={form.fields.reason}
      usual={['金额登记错误', '重复登记', '登记到其他订单或门店']}
      action={`更正 ${formatMoney(amount)}`}
      variant="danger"
    >
      <KeyValue
        rows={[
          { label: '凭证', value: `${handMades.text(what)} ${formatMoney(amount)}` },
          { label: orderNo === null ? '门店' : '订单', value: orderNo ?? storeName },
          { label: '登记', value: `${day} ${operatorName}` },
        ]}
      />
      <Notice>更正以今天的日期记入相反的凭证，由另一人复核；正确的金额请重新登记</Notice>
    </ReasonSheet>
  )
}
