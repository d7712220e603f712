import { formatMoney } from '@cheyi/domain/money'
import { handMades } from '@cheyi/domain/money/payment/correction'
import { paymentCorrect } from '../../../form/calls/payment-correct.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import type { HandMade } from './screen.tsx'

/** Reverses a manual posting; this needs a reason and the approval of a second person. */
export default reasonSheet(
  paymentCorrect,
  ({ item: { txnId, what, day, amount, orderNo, storeName, operatorName } }: { readonly item: HandMade }) => ({
    title: '更正凭证',
    usual: ['金额登记错误', '重复登记', '登记到其他订单或门店'],
    action: `更正 ${formatMoney(amount)}`,
    variant: 'danger',
    start: { txnId },
    toast: '已更正',
    about: (
      <>
        <KeyValue
          rows={[
            { label: '凭证', value: `${handMades.text(what)} ${formatMoney(amount)}` },
            { label: orderNo === null ? '门店' : '订单', value: orderNo ?? storeName },
            { label: '登记', value: `${day} ${operatorName}` },
          ]}
        />
        <Notice>更正以今天的日期记入相反的凭证，由另一人复核；正确的金额请重新登记</Notice>
      </>
    ),
  }),
)
