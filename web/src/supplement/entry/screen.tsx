import { ask, calls } from '../../kernel/call/calls.ts'
import { page, refresh, useAnswers } from '../../page/page.tsx'
import { supplementScreens } from '../screens.ts'
import { EntryForm } from './entry-form.tsx'
import { Supplements } from './supplements.tsx'

/** Asks the customer for what no step of the rental charged, and shows what was asked for before. */
export default page(supplementScreens.entry, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.supplement.list, { orderId })] as const
  const [order, rows] = useAnswers(...asked)
  return (
    <EntryForm
      key={rows.length}
      order={order}
      onRefresh={() => void refresh(...asked)}
      earlier={<Supplements orderId={orderId} rows={rows} />}
    />
  )
})
