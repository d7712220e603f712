import { ask, calls } from '../../../kernel/call/calls.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { CreateForm } from '../create/create-form.tsx'
import { violationScreens } from '../screens.ts'
import { OrderForm } from './order-form.tsx'

/** A violation of an order; without an order it is found by plate and minute. */
export default page(violationScreens.createOfOrder, ({ orderId, violationId }) => {
  if (orderId === undefined) return <CreateForm plate="" title="登记违章" />
  return violationId === undefined ? <New orderId={orderId} /> : <Known orderId={orderId} violationId={violationId} />
})

function New({ orderId }: { readonly orderId: string }) {
  const [order] = useAnswers(ask(calls.order.detail, { orderId }))
  return <OrderForm order={order} known={undefined} />
}

function Known({ orderId, violationId }: { readonly orderId: string; readonly violationId: string }) {
  const [order, known] = useAnswers(ask(calls.order.detail, { orderId }), ask(calls.violation.detail, { violationId }))
  return <OrderForm key={known.version} order={order} known={known} />
}
