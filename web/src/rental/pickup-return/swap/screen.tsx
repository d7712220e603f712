import '../parts/flow.css'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { can } from '@cheyi/domain/step'
import { lazy } from 'react'
import { backToOrder } from '../../../booking/order/parts/profile.ts'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { pickupReturnScreens } from '../screens.ts'

const Swapping = lazy(() => import('./swapping.tsx'))

/** Swaps the car of a running rental for another until the agreed return. */
export default page(pickupReturnScreens.swap, ({ orderId }) => {
  const [order] = useAnswers(ask(calls.order.detail, { orderId }))
  const { vehicle, status } = order
  const back = () => backToOrder(order)
  if (vehicle === null || !can(orderSteps, 'swap', status).ok)
    return (
      <Page onBack={back}>
        <Empty
          title={`订单${orderStatuses.text(status)}，不能换车`}
          note="用车中的订单可以换车"
          action={{ label: '返回', onClick: back }}
        />
      </Page>
    )
  return <Swapping key={vehicle.vehicleId} order={order} vehicle={vehicle} onBack={back} />
})
