import { ask, calls } from '../../../kernel/call/calls.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { damageScreens } from '../screens.ts'
import { CaseForm } from './case-form.tsx'

/** Registers damage of a rental, or continues a case that is not assessed yet. */
export default page(damageScreens.create, ({ orderId, damageId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.damage.list, { orderId })] as const
  const [order, rows] = useAnswers(...asked)
  const known = rows.find(({ id }) => id === damageId)
  return (
    <CaseForm
      key={`${known?.id}/${known?.version}`}
      order={order}
      known={known}
      onRefresh={() => void refresh(...asked)}
      earlier={null}
    />
  )
})
