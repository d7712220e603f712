import '../../order/parts/money-entry.css'
import { calls } from '../../kernel/call/calls.gen.ts'
import { ask } from '../../kernel/call/calls.ts'
import { Page } from '../../page/frame.tsx'
import { page, useAnswers } from '../../page/page.tsx'
import { refresh } from '../../page/refresh.ts'
import { RefreshButton } from '../../ui/frame/pull.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { supplementScreens } from '../screens.ts'
import { EntryForm } from './entry-form.tsx'
import { Supplements } from './supplements.tsx'

/** Asks the customer for what no step of the rental charged, and shows what was asked for before. */
export default page(supplementScreens.entry, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.supplement.list, { orderId })] as const
  const [order, rows] = useAnswers(...asked)
  const onStale = () => void refresh(...asked)
  return (
    <EntryForm
      key={rows.length}
      order={order}
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
            <Supplements orderId={orderId} rows={rows} />
          </Stack>
        </Page>
      )}
    />
  )
})
