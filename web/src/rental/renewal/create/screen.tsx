import { ask, calls } from '../../../kernel/call/calls.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { renewalScreens } from '../screens.ts'
import { RenewalForm } from './renewal-form.tsx'

/** Renews a running rental; its price and the moved orders are shown before. */
export default page(renewalScreens.create, ({ orderId }) => {
  const [order] = useAnswers(ask(calls.order.detail, { orderId }))
  return <RenewalForm order={order} />
})
