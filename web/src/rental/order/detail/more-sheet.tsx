import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { can } from '@cheyi/domain/step'
import { type Act, actsOfDetail } from '../../../booking/order/parts/acts.ts'
import { useDetail } from '../../../booking/order/parts/use-detail.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { useOpened } from '../../../page/opened.tsx'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { ActionSheet } from '../../../ui/modal/sheet.tsx'
import { longLabel } from './detail-words.ts'

interface MoreSheetProps extends Asks<Act> {
  readonly orderId: string
  /** Actions without a button of their own on the page. */
  readonly codes: readonly string[]
}

/** Further actions, from the current order: the sheet may open while the page still reads the result of a write. */
export default function MoreSheet({ orderId, codes, answer }: MoreSheetProps) {
  const { open, close } = useOpened()
  const { data: order } = useDetail(orderId)
  const reach = useReach()
  if (!order) return null
  const offered = actsOfDetail(order, reach)
  const acts = offered.filter(({ code }) => codes.includes(code))
  // Tells the clerk who can cancel the order, for a customer who calls to cancel.
  const elsewhere = !offered.some(({ code }) => code === 'cancel') && can(orderSteps, 'cancel', order.status).ok
  return (
    <ActionSheet
      open={open}
      onClose={close}
      title="更多操作"
      actions={[
        ...acts.map((act) => ({
          key: act.code,
          label: longLabel(act),
          danger: act.danger,
          reason: act.why ?? undefined,
        })),
        ...(elsewhere
          ? [{ key: 'cancel', label: '取消订单', danger: true, reason: '由店长或有取消权限的同事办理' }]
          : []),
      ]}
      onPick={(key) => {
        const act = acts.find(({ code }) => code === key)
        if (act) answer(act)
      }}
    />
  )
}
