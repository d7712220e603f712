import { ask, calls } from '../../../kernel/call/calls.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { violationScreens } from '../screens.ts'
import { RefundForm } from './refund-form.tsx'

/** Refunds the violation deposit of an order, or the amount collected for one of its violations. */
export default page(violationScreens.refund, ({ orderId, violationId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.violation.list, { orderId })] as const
  const [order, rows] = useAnswers(...asked)
  return (
    <RefundForm
      key={`${order.version}/${rows.map(({ version }) => version).join()}`}
      order={order}
      rows={rows.filter(({ refundable }) => refundable > 0)}
      first={violationId}
      onRefresh={() => void refresh(...asked)}
      earlier={null}
    />
  )
})
