import { formatMoney } from '@cheyi/domain/money'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { useState } from 'react'
import { OrderSubject } from '../../../booking/order/parts/order-subject.tsx'
import { type RefundWay, refundWays, usualWay } from '../../../booking/order/parts/refund-way.ts'
import { useDetail, useStaleness } from '../../../booking/order/parts/use-detail.ts'
import { orderUpdateStatus } from '../../../form/calls/order-update-status.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/calls.ts'
import { isRefusedFor, isStale } from '../../../kernel/call/refused.ts'
import type { Asks } from '../../../page/opened.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { RadioList } from '../../../ui/field/choice.tsx'
import { InvoicedNotice } from '../../invoice/parts/invoiced-notice.tsx'
import { PaidBackFields } from './paid-back-fields.tsx'
import { usePaidBack } from './use-paid-back.ts'

/** The pending amount has changed: another account refunded a part, or more was added. */
const isOther = isRefusedFor('amountWrong')

/** A refund that failed permanently is sent again, or recorded as paid by hand. */
export default function RetryRefundSheet({ orderId, answer }: { readonly orderId: string } & Asks<boolean>) {
  const [chosen, setChosen] = useState<RefundWay>()
  const vouchers = useOrderSlot('voucher', orderId, 'refund')
  const detail = useDetail(orderId)
  const order = detail.data
  const staleness = useStaleness(orderId)
  const way = chosen ?? usualWay(order)
  const byHand = way === 'byHand'
  // The way of the refund is requested; an amount collected by a platform can be refunded only by it.
  const came = order?.refundCame === payWay.platform ? payWay.platform : null
  const paidBack = usePaidBack({ storeId: order?.pickupPlace.storeId, came })
  const form = useEntry(orderUpdateStatus, {
    start: {
      orderId,
      action: 'retryRefund',
      version: order?.version ?? null,
      expectAmount: byHand && order ? order.refundDue : null,
      payWay: paidBack.proposed,
    },
    toInput: (value) => ({ ...value, ...paidBack.sent(value, byHand) }),
    files: () => ({ voucherIds: byHand ? vouchers : undefined }),
    also: (_, value) => ({
      voucherIds: byHand && vouchers.tiles.length === 0 && '请上传退款凭证',
      payWay: paidBack.missing(value, byHand),
    }),
    handles: isStale,
    onFailure(failure) {
      if (isStale(failure)) staleness.mark()
      if (isOther(failure)) void detail.refetch()
    },
    onSent() {
      vouchers.forget()
      if (byHand) paidBack.usual.remember(form.value.payWay)
      feedback.toast(byHand ? '已记为线下退款' : '已重新发起退款')
      answer(true)
    },
  })
  return (
    <EntrySheet
      title={order?.pendingRefunds === 'byHand' ? '线下退款' : '退款重试'}
      of={form}
      action={byHand ? `确认已退款 ${formatMoney(order?.refundDue ?? 0)}` : '重新退款'}
      waits={order === undefined}
    >
      <StaleNotice staleness={staleness} />
      {order !== undefined && (
        <OrderSubject
          order={order}
          more={order.refundDue > 0 ? [{ label: '待退给客户', value: <b>{formatMoney(order.refundDue)}</b> }] : []}
        />
      )}
      <InvoicedNotice orderId={orderId} />
      <RadioList label="退款方式" options={refundWays} value={way} onChange={setChosen} />
      {byHand && <PaidBackFields fields={form.fields} paidBack={paidBack} />}
      {byHand && <UploadsField of={form.fields.voucherIds} from={vouchers} optional={false} />}
    </EntrySheet>
  )
}
