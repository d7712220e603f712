import './cancel.css'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { can } from '@cheyi/domain/step'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { askAhead, page, refresh, useAnswers } from '../../../page/page.tsx'
import { orderScreens } from '../screens.ts'
import { CancelForm } from './cancel-form.tsx'
import { DropDraft } from './drop-draft.tsx'

/** The current tier changes with time, so the rule is read again while the page is open. */
const ruleOf = (orderId: string) => ask(calls.order.cancelRule, { orderId }, { freshFor: 0, every: 60_000 })

/** Cancels an order before its pickup; shows the penalty before the confirmation. */
export default page(orderScreens.cancel, ({ orderId }) => {
  askAhead(ruleOf(orderId))
  const [order] = useAnswers(ask(calls.order.detail, { orderId }))
  return can(orderSteps, 'editDraft', order.status).ok ? <DropDraft order={order} /> : <Cancel order={order} />
})

function Cancel({ order }: { order: OrderDetail }) {
  const asked = ruleOf(order.orderId)
  const [rule] = useAnswers(asked)
  return <CancelForm order={order} rule={rule} onRule={() => void refresh(asked)} />
}
