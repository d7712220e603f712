import { ask, calls } from '../../../kernel/call/calls.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { renewalScreens } from '../screens.ts'
import { RenewalForm } from './renewal-form.tsx'

/** Makes a rental longer that is out, its price and who gives way told before. */
export default page(renewalScreens.create, ({ orderId }) => {
  const [order] = useAnswers(ask(calls.order.detail, { orderId }))
  return <RenewalForm order={order} />
})
