import { formatMoney } from '@cheyi/domain/money'
import type { PayWay } from '@cheyi/domain/money/payment/codes'
import type { FormField } from '../../../form/form-field.ts'
import { TakingFields } from '../../../money/payment/parts/taking/taking-fields.tsx'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Note } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import type { PayWhen, usePayment } from './use-payment.ts'
import type { RenewalPrice } from './use-price.ts'

interface PayCardProps {
  readonly orderId: string
  readonly fields: {
    readonly payWay: FormField<PayWay | null>
    readonly slipNo: FormField<string | null>
    readonly voucherIds: FormField<readonly string[] | null>
  }
  readonly price: RenewalPrice
  readonly pay: ReturnType<typeof usePayment>
}

const now = { value: 'now', label: '现在收款' } as const
const link = { value: 'link', label: '发付款链接' } as const
const later = { value: 'later', label: '稍后收款' } as const

/** How the renewal is paid: at the counter, by a code, by a link, or later. */
export function PayCard({ orderId, price, pay, fields }: PayCardProps) {
  const payWay = fields.payWay.value
  return (
    <Card pad title="收款方式">
      {pay.mayTake && (
        <Segmented<PayWhen>
          label="收款时间"
          options={pay.maySend ? [now, link, later] : [now, later]}
          value={pay.when}
          onChange={pay.setWhen}
        />
      )}
      {pay.toPay < price.due && <Note>订单已有多收 {formatMoney(price.due - pay.toPay)}，先行抵扣</Note>}
      {pay.when === 'later' && <Note>{pay.mayTake ? '计入订单待收，可随时收款或发付款链接' : '计入订单待收'}</Note>}
      {!pay.mayTake && <WhoMay act="order.payment" orderId={orderId} note="续租后请收款" />}
      {pay.takesNow && <TakingFields fields={fields} taking={pay.taking} />}
      {pay.holds(payWay) && <Note>续租时段先为客户保留，付款后生效；超时未付自动取消</Note>}
    </Card>
  )
}
