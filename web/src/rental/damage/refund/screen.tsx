import { ask, calls } from '../../../kernel/call/calls.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { damageScreens } from '../screens.ts'
import { RefundForm } from './refund-form.tsx'

/** Refunds money collected for damage, in part or fully. */
export default page(damageScreens.refund, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.damage.list, { orderId })] as const
  const [order, rows] = useAnswers(...asked)
  return (
    <RefundForm
      key={rows.map(({ version }) => version).join()}
      order={order}
      rows={rows.filter(({ refundable }) => refundable > 0)}
      onRefresh={() => void refresh(...asked)}
      earlier={null}
    />
  )
})
