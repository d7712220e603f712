import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { isOpenDamage } from '@cheyi/domain/rental/damage/claim'
import { can } from '@cheyi/domain/step'
import { OrderLine } from '../../../booking/order/parts/order-line.tsx'
import { backToOrder } from '../../../booking/order/parts/profile.ts'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { damageScreens } from '../screens.ts'
import { CaseCard } from './case-card.tsx'

export default page(damageScreens.record, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.damage.list, { orderId })] as const
  const [order, rows] = useAnswers(...asked)
  const reach = useReach()
  const create = can(orderSteps, 'damage', order.status).ok
    ? linkTo(reach, damageScreens.create, { orderId })
    : undefined
  const open = rows.filter(({ status }) => isOpenDamage(status))
  return (
    <Page
      onBack={() => backToOrder(order)}
      right={
        <>
          <RefreshButton onRefresh={() => void refresh(...asked)} />
          {create && <NavAction onClick={() => create.onClick()}>登记车损</NavAction>}
        </>
      }
    >
      <Stack gap={12}>
        <OrderLine order={order} more={open.length > 0 && `${open.length} 单未结`} />
        {rows.length === 0 && <Empty title="暂无车损" />}
        {rows.map((row) => (
          <CaseCard key={row.id} order={order} row={row} reach={reach} />
        ))}
      </Stack>
    </Page>
  )
})
