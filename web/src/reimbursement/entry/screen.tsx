import '../../order/parts/money-entry.css'
import { calls } from '../../kernel/call/calls.gen.ts'
import { ask } from '../../kernel/call/calls.ts'
import { Page } from '../../page/frame.tsx'
import { page, useAnswers } from '../../page/page.tsx'
import { refresh } from '../../page/refresh.ts'
import { RefreshButton } from '../../ui/frame/pull.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { reimbursementScreens } from '../screens.ts'
import { EntryForm } from './entry-form.tsx'
import { Reimbursements } from './reimbursements.tsx'

/** Asks for money to go back to the customer, and shows what was asked for before, to be approved and paid. */
export default page(reimbursementScreens.entry, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.reimbursement.list, { orderId })] as const
  const [order, answer] = useAnswers(...asked)
  const onStale = () => void refresh(...asked)
  return (
    <EntryForm
      key={answer.list.length}
      order={order}
      answer={answer}
      frame={(footer, form) => (
        <Page right={<RefreshButton onRefresh={onStale} />} footer={footer}>
          <Stack gap={12}>
            <Row as="p" gap={[4, 12]} pad={[0, 4]} wrap note>
              <Plate plate={order.vehicle?.plate} />
              <span>
                {order.model.name} · {order.contactName}
              </span>
            </Row>
            {form}
            <Reimbursements rows={answer.list} owed={order.fees.owed} />
          </Stack>
        </Page>
      )}
    />
  )
})
