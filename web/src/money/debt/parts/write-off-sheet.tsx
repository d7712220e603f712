import { formatMoney } from '@cheyi/domain/money'
import { OrderSubject } from '../../../booking/order/parts/order-subject.tsx'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { useDetail } from '../../../booking/order/parts/use-detail.ts'
import { debtWriteOff } from '../../../form/calls/debt-write-off.gen.ts'
import { FenField } from '../../../form/fields.tsx'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { Notice } from '../../../ui/layout.tsx'

/** Writes off a debt that will not be paid, with reason and proof. */
export default function WriteOffSheet({ orderId, answer }: { readonly orderId: string } & Asks<boolean>) {
  const order = useDetail(orderId)
  if (order.data) return <Form order={order.data} answer={answer} />
  return (
    <OpenedSheet title="坏账核销">
      <Answer of={order}>{() => null}</Answer>
    </OpenedSheet>
  )
}

function Form({ order, answer }: Asks<boolean> & { readonly order: OrderDetail }) {
  const { orderId, fees } = order
  const { owed } = fees
  const vouchers = useOrderSlot('voucher', orderId, 'writeOff')
  const form = useEntry(debtWriteOff, {
    start: { orderId, amount: owed },
    files: () => ({ voucherIds: vouchers }),
    also: ({ amount }) => ({
      amount: amount !== null && amount > owed && `核销金额不能超过待收${formatMoney(owed)}`,
      voucherIds: vouchers.tiles.length === 0 && '请上传核销凭证',
    }),
    toast: (): string => `已核销坏账 ${formatMoney(form.value.amount ?? 0)}`,
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <ReasonSheet
      title="坏账核销"
      of={form}
      field={fields.reason}
      usual={['客户失联', '客户无力偿还', '金额过小不再追收', '诉讼终结']}
      action={`核销 ${formatMoney(form.value.amount ?? 0)}`}
      variant="danger"
    >
      <OrderSubject order={order} />
      <Notice>核销后订单不再待收；客户日后付款仍可收回</Notice>
      <FenField of={fields.amount} hint={`待收 ${formatMoney(owed)}`} />
      <UploadsField of={fields.voucherIds} from={vouchers} optional={false} />
    </ReasonSheet>
  )
}
