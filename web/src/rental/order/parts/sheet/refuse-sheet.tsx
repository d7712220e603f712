import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { orderSteps, WRONG_STATUS } from '@cheyi/domain/booking/order/steps'
import { can } from '@cheyi/domain/step'
import { useDetail, useStaleness } from '../../../../booking/order/parts/use-detail.ts'
import { orderUpdateStatus } from '../../../../form/calls/order-update-status.gen.ts'
import { ReasonSheet } from '../../../../form/reason-sheet.tsx'
import { isStale } from '../../../../form/stale.ts'
import { StaleNotice } from '../../../../form/stale-notice.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import type { Asks } from '../../../../page/opened-sheet.tsx'
import { Notice } from '../../../../ui/layout.tsx'

/** Refuses a pending order: refunds the full amount, with a reason. */
export default function RefuseSheet({ orderId, answer }: { readonly orderId: string } & Asks<boolean>) {
  const order = useDetail(orderId).data
  const staleness = useStaleness(orderId)
  const form = useEntry(orderUpdateStatus, {
    start: { orderId, status: orderStatus.cancelled, version: order?.version ?? null },
    also: ({ reason }) => ({ reason: !reason?.trim() && '请填写拒单原因' }),
    handles: isStale,
    onFailure: (failure) => isStale(failure) && staleness.mark(),
    toast: '已拒单',
    onSent: () => answer(true),
  })
  const verdict = order && can(orderSteps, 'refuse', order.status)
  return (
    <ReasonSheet
      title="拒绝订单"
      of={form}
      field={form.fields.reason}
      label="拒单原因"
      usual={['车辆不足', '超出服务范围', '价格有误', '客户要求']}
      action="拒绝订单"
      variant="destroy"
      reason={verdict?.ok === false ? WRONG_STATUS : undefined}
      waits={order === undefined}
    >
      <StaleNotice staleness={staleness} />
      {order && order.fees.paid > 0 && <Notice tone="primary">拒绝后已付款项全额退还，不收违约金</Notice>}
    </ReasonSheet>
  )
}
