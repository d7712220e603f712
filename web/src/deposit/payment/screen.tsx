import './payment.css'
import { depositsFor } from '@cheyi/domain/deposit/deduct'
import { orderSteps, WRONG_STATUS } from '@cheyi/domain/order/steps'
import { can } from '@cheyi/domain/step'
import { calls } from '../../kernel/call/calls.gen.ts'
import { ask, useRead } from '../../kernel/call/calls.ts'
import { OrderLine } from '../../order/parts/order-line.tsx'
import { page, useAnswers } from '../../page/page.tsx'
import { refresh } from '../../page/refresh.ts'
import { depositScreens } from '../screens.ts'
import { DeductForm } from './deduct-form.tsx'
import { History } from './history.tsx'

/** Takes what the customer owes out of the deposit, and shows what was taken before. */
export default page(depositScreens.payment, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.deposit.detail, { orderId })] as const
  const [order, detail] = useAnswers(...asked)
  const setting = useRead(calls.merchant.setting, { storeId: order.pickupPlace.storeId }, { freshFor: 600_000 })
  const verdict = can(orderSteps, 'deduct', order.status)
  return (
    <DeductForm
      orderId={orderId}
      orderStatus={order.status}
      detail={detail}
      kinds={depositsFor('other', setting.data?.crossDeduct ?? false)}
      closed={verdict.ok ? null : WRONG_STATUS}
      onStale={() => void refresh(...asked)}
      strip={<OrderLine order={order} />}
      history={<History deductions={detail.deductions} />}
    />
  )
})
