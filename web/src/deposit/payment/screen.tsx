import './payment.css'
import { depositsFor } from '@cheyi/domain/deposit/deduct'
import { orderSteps } from '@cheyi/domain/order/steps'
import { can } from '@cheyi/domain/step'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack } from '../../kernel/router.ts'
import type { OrderDetail } from '../../order/parts/order-words.ts'
import { useDetail } from '../../order/parts/use-detail.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Plate } from '../../ui/plate.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { depositScreens } from '../screens.ts'
import { DeductForm } from './deduct-form.tsx'
import { History } from './history.tsx'

const gone = refusedAs('orderNotFound', 'notFound')

/** Takes what the customer owes out of the deposit, and shows what was taken before. */
export default function DepositPayment() {
  const { orderId } = useScreen(depositScreens.payment)
  const order = useDetail(orderId)
  const detail = useRead(calls.deposit.detail, { orderId }, { quiet: true })
  const setting = useRead(
    calls.merchant.setting,
    { storeId: order.data?.pickupPlace.storeId },
    { enabled: order.data !== undefined, freshFor: 600_000, quiet: true },
  )
  const refetch = () => void Promise.all([order.refetch(), detail.refetch()])
  const back = () => goBack('/order')
  const bar = (
    <NavBar
      title="租车押金扣款"
      onBack={back}
      right={<RefreshButton busy={detail.isRefetching} onRefresh={refetch} />}
    />
  )
  if (order.data && detail.data) {
    const verdict = can(orderSteps, 'deduct', order.data.status)
    return (
      <DeductForm
        key={orderId}
        orderId={orderId}
        detail={detail.data}
        kinds={depositsFor('other', setting.data?.crossDeduct ?? false)}
        closed={verdict.ok ? null : verdict.why}
        onStale={refetch}
        header={bar}
        strip={<Strip order={order.data} />}
        history={<History deductions={detail.data.deductions} />}
      />
    )
  }
  const error = order.error ?? detail.error
  return (
    <PageFrame narrow header={bar}>
      {error === null ? (
        <Skeleton cards={3} shape="detail" />
      ) : gone(error) ? (
        <Empty art="search" title="订单不存在或无权查看" action={{ label: '返回', onClick: back }} />
      ) : (
        <LoadError title="加载失败" note="没有发生扣款，可放心重试" onRetry={refetch} />
      )}
    </PageFrame>
  )
}

/** Which rental this is about. */
function Strip({ order }: { order: OrderDetail }) {
  return (
    <p className="deposit-payment-strip">
      <Plate plate={order.vehicle?.plate} />
      <span>
        {order.model.name} · {order.contactName}
      </span>
    </p>
  )
}
