import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { orderSteps, WRONG_STATUS } from '@cheyi/domain/booking/order/steps'
import { can } from '@cheyi/domain/step'
import { formatClock } from '@cheyi/domain/time'
import { OrderSubject } from '../../../../booking/order/parts/order-subject.tsx'
import type { OrderDetail } from '../../../../booking/order/parts/order-words.ts'
import { useDetail, useStaleness } from '../../../../booking/order/parts/use-detail.ts'
import { orderUpdateStatus } from '../../../../form/calls/order-update-status.gen.ts'
import { ReasonSheet } from '../../../../form/reason-sheet.tsx'
import { StaleNotice } from '../../../../form/stale-notice.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { isStale } from '../../../../kernel/call/refused.ts'
import { type Asks, OpenedSheet } from '../../../../page/opened.tsx'
import { Answer } from '../../../../page/page.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import { KeyValue } from '../../../../ui/show/rows.tsx'

/** Refuses a pending order: refunds the full amount, with a reason. */
export function RefuseSheet({ orderId, answer }: { readonly orderId: string } & Asks<boolean>) {
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

/** The title of each undo equals its button in the detail. */
const undos = {
  undoPickup: { title: '撤销取车', usual: ['误操作', '客户临时不取', '里程有误', '车辆有误'] },
  undoReturn: { title: '撤销还车', usual: ['误操作', '客户继续用车', '里程有误', '还车时间有误'] },
} as const
type Undo = keyof typeof undos

interface UndoSheetProps extends Asks<boolean> {
  readonly orderId: string
  readonly action: Undo
}

/** Undoes a handover: shows what is reversed with it, and requires a reason. */
export function UndoSheet({ orderId, action, answer }: UndoSheetProps) {
  const order = useDetail(orderId)
  if (order.data) return <Form order={order.data} action={action} answer={answer} />
  return (
    <OpenedSheet title={undos[action].title}>
      <Answer of={order}>{() => null}</Answer>
    </OpenedSheet>
  )
}

function Form({ order, action, answer }: Omit<UndoSheetProps, 'orderId'> & { readonly order: OrderDetail }) {
  const { orderId, version, undo } = order
  const { title, usual } = undos[action]
  const staleness = useStaleness(orderId)
  const form = useEntry(orderUpdateStatus, {
    start: { orderId, action, version },
    also: ({ reason }) => ({ reason: !reason?.trim() && '请填写撤销原因' }),
    handles: isStale,
    onFailure: (failure) => isStale(failure) && staleness.mark(),
    toast: `已${title}`,
    onSent: () => answer(true),
  })
  const offer = order.actions.find(({ code }) => code === action)
  return (
    <ReasonSheet
      title={title}
      of={form}
      field={form.fields.reason}
      label="撤销原因"
      usual={usual}
      action={title}
      variant="danger"
      reason={offer?.enabled ? undefined : (offer?.why ?? WRONG_STATUS)}
    >
      <StaleNotice staleness={staleness} />
      <OrderSubject order={order} />
      {undo && (
        <>
          <Notice>{formatClock(undo.until)} 前可撤销，以下内容一并恢复</Notice>
          <KeyValue rows={undo.items.map(({ name, text }) => ({ label: name, value: text }))} />
        </>
      )}
    </ReasonSheet>
  )
}
