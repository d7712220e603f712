import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatNear } from '@cheyi/domain/near'
import { toGcj } from '@cheyi/domain/platform/geo/datum'
import { driverTaskStatuses, driverTaskType, driverTaskTypes } from '@cheyi/domain/rental/driver/codes'
import { driverTaskSteps, isOpenTask } from '@cheyi/domain/rental/driver/steps'
import { can } from '@cheyi/domain/step'
import { formatLocal, localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { openMap } from '../../../kernel/device/native-acts.ts'
import { canLocate, locate } from '../../../kernel/device/position.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { useMay, useUser } from '../../../kernel/user.ts'
import { Button } from '../../../ui/button.tsx'
import { Note, Row } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { screensOf } from '../../pickup-return/screens.ts'

export type DriverTask = OutputOf<typeof calls.driver.tasks>['list'][number]

interface TaskCardProps {
  readonly task: DriverTask
  /** The next open task. */
  readonly next: boolean
  /** Whether the driver's name is shown. */
  readonly named: boolean
}

/** A driver's task: time, place, car, customer and the actions. */
export function TaskCard({ task, next, named }: TaskCardProps) {
  const now = useNow()
  const reach = useReach()
  const { orderId, orderNo, type, status, planAt, address, lng, lat, distanceM, contactName, phone, plate } = task
  const { contact, pending } = useContact(orderId)
  const isOpen = isOpenTask(status)
  const delivers = type === driverTaskType.deliver
  const isReady = can(orderSteps, delivers ? 'pickUp' : 'return', task.orderStatus).ok
  const { pickup, return: back } = screensOf(task.orderKind)
  const handover = linkTo(reach, delivers ? pickup : back, { orderId })
  const order = orderLink(reach, task)
  const isLeft = isOpen && localDate(planAt) < localDate(now)
  return (
    <RecordCard
      dense
      title={
        <>
          <span className="num">
            <CardLink {...order}>{formatNear(planAt, now)}</CardLink>
          </span>
          <Tag tone={delivers ? 'primary' : 'success'}>{driverTaskTypes.text(type)}</Tag>
          {isLeft && <Tag tone="danger">未完成</Tag>}
          {next && <Tag tone="warning">下一站</Tag>}
        </>
      }
      end={
        <Note num>
          {can(driverTaskSteps, 'start', status).ok && planAt < now ? '已过出发时间' : driverTaskStatuses.text(status)}
          {task.arrivedAt !== null && ` · ${formatLocal(task.arrivedAt, 'HH:mm')}到达`}
        </Note>
      }
      act={
        isOpen && (
          <>
            {lng !== null && lat !== null && (
              <Button
                size="s"
                aria-label={`导航到${address}`}
                onClick={() => void openMap('navigate', { ...toGcj({ lng, lat }), address })}
              >
                导航
              </Button>
            )}
            <Button size="s" aria-label={`电话联系${contactName}`} loading={pending} onClick={() => void contact()}>
              电话
            </Button>
            {task.arrivedAt === null && <ArriveButton task={task} />}
            {handover && isReady && (
              <Button size="s" variant={next ? 'primary' : 'tint'} onClick={handover.onClick}>
                {delivers ? '办理交车' : '办理还车'}
              </Button>
            )}
          </>
        )
      }
    >
      <Row gap={[4, 8]} wrap>
        <Plate plate={plate} size="s" />
        <span>{task.modelName}</span>
      </Row>
      <p>
        {address || task.storeName}
        {distanceM !== null && <span className="num">{` · ${(distanceM / 1000).toFixed(1)} km`}</span>}
      </p>
      <p className="num">{[contactName, phone, named && `司机 ${task.driverName}`].filter(Boolean).join(' · ')}</p>
      <p className="num">
        {isOpen && !isReady
          ? `订单${orderStatuses.text(task.orderStatus)}，还不能${delivers ? '交车' : '还车'}`
          : orderNo}
      </p>
    </RecordCard>
  )
}

/** Tells the customer that the driver has arrived; includes the position if the phone provides it. */
function ArriveButton({ task: { taskId, accountId, contactName } }: { readonly task: DriverTask }) {
  const arrive = useWrite(calls.driver.arrive)
  const user = useUser()
  const mayPlan = useMay('order.arrange')
  const [finding, setFinding] = useState(false)
  const own = user?.accountId === accountId
  if (!own && !mayPlan) return null
  async function tell() {
    setFinding(true)
    // The phone of a planner is at another place.
    const here = own && canLocate() ? await locate().catch(() => null) : null
    setFinding(false)
    const told = await arrive.run({ taskId, ...(here && { lng: here.lng, lat: here.lat }) })
    if (told) feedback.toast('已通知客户，司机已到达')
  }
  return (
    <Button
      size="s"
      aria-label={`到达，通知${contactName}`}
      loading={finding || arrive.pending}
      onClick={() => void tell()}
    >
      到达
    </Button>
  )
}
