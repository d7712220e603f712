import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { can } from '@cheyi/domain/step'
import { OrderLine } from '../../../booking/order/parts/order-line.tsx'
import { backToOrder } from '../../../booking/order/parts/profile.ts'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { renewalScreens } from '../screens.ts'
import { RenewalCard } from './renewal-card.tsx'

/** The renewals of an order, newest first. */
export default page(renewalScreens.record, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.renewal.list, { orderId })] as const
  const [order, rows] = useAnswers(...asked)
  const mayCancel = useMay('renewal.create')
  const reach = useReach()
  const create = order.actions.some(({ code }) => code === 'renew')
    ? linkTo(reach, renewalScreens.create, { orderId })
    : undefined
  return (
    <Page
      onBack={() => backToOrder(order)}
      right={
        <>
          <RefreshButton onRefresh={() => void refresh(...asked)} />
          {create && can(orderSteps, 'renew', order.status).ok && (
            <NavAction onClick={() => create.onClick()}>续租</NavAction>
          )}
        </>
      }
    >
      <Stack gap={12}>
        <OrderLine order={order} />
        {rows.length === 0 && <Empty title="暂无续租" />}
        {rows.map((row) => (
          <RenewalCard key={row.renewalId} order={order} row={row} mayCancel={mayCancel} />
        ))}
      </Stack>
    </Page>
  )
})
