import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { flowTitle } from '@cheyi/domain/rental/pickup-return/steps'
import { can } from '@cheyi/domain/step'
import { useProfile } from '../../../booking/order/parts/profile.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { goTo } from '../../../kernel/page/router.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { Empty, LoadError } from '../../../ui/frame/empty.tsx'
import { screensOf } from '../../arrange/screens.ts'
import { openOrder } from './order-pages.ts'
import type { Task } from './types.ts'

/** The order has a car and a status in which this flow can begin. */
export const isOpen = ({ type, vehicle, order }: Task): boolean =>
  vehicle !== null && can(orderSteps, type === handoverType.pickup ? 'pickUp' : 'return', order.status).ok

const gone = isRefusedFor('orderNotFound', 'notFound')

/** Shown when the request for the order failed: not found, or an error that can be retried. */
export function NotLoaded({ error, retry }: { error: CallFailure; retry: () => void }) {
  const { base } = useProfile()
  if (gone(error)) {
    return (
      <Empty
        art="search"
        title="订单不存在或无权查看"
        note="可能已被删除，或不在你的门店范围内"
        action={{ label: '回订单列表', onClick: () => goTo(base, { replace: true }) }}
      />
    )
  }
  return (
    <LoadError
      title={error.kind === 'lost' ? '网络不稳定' : '加载失败'}
      note={error.kind === 'lost' ? '没有加载出来，已填内容不会丢失' : error.message}
      onRetry={retry}
    />
  )
}

/** This flow cannot begin: the order has no car yet, or the handover is already done. */
export function Closed({ task }: { task: Task }) {
  const { orderId, orderKind, status } = task.order
  const reach = useReach()
  const arrange =
    task.vehicle === null && can(orderSteps, 'arrange', status).ok
      ? linkTo(reach, screensOf(orderKind).arrange, { orderId })
      : undefined
  return (
    <Empty
      title={`订单${orderStatuses.text(status)}，不能${flowTitle(task.type)}`}
      note={arrange ? '排车后再办理取车' : undefined}
      action={
        arrange
          ? { label: '去排车', onClick: () => arrange.onClick() }
          : { label: '查看订单', onClick: () => openOrder(task.order, { replace: true }) }
      }
    />
  )
}
