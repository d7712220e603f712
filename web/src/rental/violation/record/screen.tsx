import { wasPickedUp, wasReturned } from '@cheyi/domain/booking/order/steps'
import { keepsDeposit } from '@cheyi/domain/rental/violation/violation'
import { OrderLine } from '../../../booking/order/parts/order-line.tsx'
import { backToOrder } from '../../../booking/order/parts/profile.ts'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { ItemCard } from '../../../page/list/columns.tsx'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Card, Cell, Stack } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { depositBack } from '../parts/deposit-back.ts'
import { violationColumns, violationLink } from '../parts/violation-columns.tsx'
import { violationScreens } from '../screens.ts'

/** Violations of one order. */
export default page(violationScreens.record, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.violation.list, { orderId })] as const
  const [order, rows] = useAnswers(...asked)
  const reach = useReach()
  const create = wasPickedUp(order.status) ? linkTo(reach, violationScreens.createOfOrder, { orderId }) : undefined
  const refund = wasReturned(order.status) ? linkTo(reach, violationScreens.refund, { orderId }) : undefined
  const { blocked } = depositBack(order, useMay('deposit.release'), useNow())
  const closed = rows.some(({ refundable }) => refundable > 0) ? undefined : blocked
  const open = rows.filter(({ status }) => keepsDeposit(status))
  return (
    <Page
      onBack={() => backToOrder(order)}
      right={
        <>
          <RefreshButton onRefresh={() => void refresh(...asked)} />
          {create && <NavAction onClick={() => create.onClick()}>登记违章</NavAction>}
        </>
      }
    >
      <Stack gap={12}>
        <OrderLine order={order} more={open.length > 0 && `${open.length} 条未结`} />
        {refund && (
          <Card>
            <Cell label="违章押金退还" note={closed} {...(closed === undefined && refund)} />
          </Card>
        )}
        {rows.length === 0 && <Empty title="暂无违章" />}
        {rows.map((item) => (
          <ItemCard
            key={item.violationId}
            columns={violationColumns}
            item={item}
            link={violationLink}
            current={false}
          />
        ))}
      </Stack>
    </Page>
  )
})
