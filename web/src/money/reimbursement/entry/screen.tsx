import { ask, calls } from '../../../kernel/call/calls.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { reimbursementScreens } from '../screens.ts'
import { EntryForm } from './entry-form.tsx'
import { Reimbursements } from './reimbursements.tsx'

/** Requests a payment to the customer, and lists earlier requests to approve and pay. */
export default page(reimbursementScreens.reimbursement, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.reimbursement.list, { orderId })] as const
  const [order, answer] = useAnswers(...asked)
  return (
    <EntryForm
      key={answer.list.length}
      order={order}
      answer={answer}
      onRefresh={() => void refresh(...asked)}
      earlier={<Reimbursements rows={answer.list} owed={order.fees.owed} />}
    />
  )
})
