import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatNear } from '@cheyi/domain/near'
import { toGcj } from '@cheyi/domain/platform/geo/datum'
import { driverTaskStatuses, driverTaskType, driverTaskTypes } from '@cheyi/domain/rental/driver/codes'
import { driverTaskSteps, isOpenTask } from '@cheyi/domain/rental/driver/steps'
import { can } from '@cheyi/domain/step'
import { formatLocal, localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { openMap } from '../../../kernel/device/native-acts.ts'
import { canLocate, locate } from '../../../kernel/device/position.ts'
import { linkTo, useReach, useUser } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Button } from '../../../ui/layout.tsx'
import { screensOf } from '../../pickup-return/screens.ts'

export type DriverTask = OutputOf<typeof calls.driver.tasks>['list'][number]

const delivers = ({ type }: DriverTask) => type === driverTaskType.deliver

/** The order allows the handover. */
const isReady = (task: DriverTask) => can(orderSteps, delivers(task) ? 'pickUp' : 'return', task.orderStatus).ok

/** `next`: id of the next open task; `everybody`: those of all drivers. */
export const taskColumns = (next: string | undefined, everybody: boolean): readonly ListColumn<DriverTask>[] => [
  { key: 'plate', title: '车牌', kind: 'plate', of: ({ plate }) => plate },
  { key: 'model', title: '车型', kind: 'text', width: 104, card: 'plate', of: ({ modelName }) => modelName },
  {
    key: 'at',
    title: '时间',
    kind: 'text',
    width: 96,
    card: 'end',
    of: ({ planAt }, now) => formatNear(planAt, now),
  },
  {
    key: 'type',
    title: '任务',
    kind: 'tag',
    width: 108,
    of: (task, now) => [
      { text: driverTaskTypes.text(task.type), tone: delivers(task) ? 'primary' : 'success' },
      isOpenTask(task.status) && localDate(task.planAt) < localDate(now) && { text: '未完成', tone: 'danger' },
      task.taskId === next && { text: '下一站', tone: 'warning' },
      !isOpenTask(task.status) && { text: driverTaskStatuses.text(task.status), tone: 'neutral' },
    ],
  },
  {
    key: 'address',
    title: '地址',
    kind: 'text',
    width: 140,
    card: 'title',
    of: ({ address, storeName }) => address || storeName,
  },
  {
    key: 'distance',
    title: '距离',
    kind: 'text',
    width: 64,
    card: 'plate',
    of: ({ distanceM }) => distanceM !== null && `${(distanceM / 1000).toFixed(1)} km`,
  },
  { key: 'customer', title: '客户', kind: 'person', width: 68, of: ({ contactName }) => contactName },
  { key: 'phone', title: '手机号', kind: 'text', width: 104, extra: true, of: ({ phone }) => phone },
  {
    key: 'driver',
    title: '司机',
    kind: 'person',
    width: 68,
    card: everybody ? 'meta' : 'none',
    named: true,
    of: ({ driverName }) => driverName,
  },
  { key: 'order', title: '订单号', kind: 'text', width: 124, extra: true, of: ({ orderNo }) => orderNo },
  {
    key: 'state',
    title: '状态',
    kind: 'due',
    width: 104,
    of: (task, now) => isOpenTask(task.status) && { text: stateText(task, now), late: isLate(task, now) },
  },
  { key: 'act', title: '操作', kind: 'act', width: 200, when: ({ status }) => isOpenTask(status), Act: Acts },
]

const isLate = ({ status, planAt, arrivedAt }: DriverTask, now: number) =>
  arrivedAt === null && can(driverTaskSteps, 'start', status).ok && planAt < now

function stateText(task: DriverTask, now: number): string {
  if (isLate(task, now)) return '已过出发时间'
  if (task.arrivedAt !== null) return `${formatLocal(task.arrivedAt, 'HH:mm')}到达`
  return isReady(task) ? driverTaskStatuses.text(task.status) : `订单${orderStatuses.text(task.orderStatus)}`
}

/** The way there, the customer's phone, and the next act: to report the arrival, then the handover. */
function Acts({ item: task }: { readonly item: DriverTask }) {
  const reach = useReach()
  const user = useUser()
  const { orderId, address, lng, lat, contactName, accountId, arrivedAt } = task
  const { contact, pending } = useContact(orderId)
  const own = user?.accountId === accountId
  const tells = arrivedAt === null && (own || reach.held.has('order.arrange'))
  const { pickup, return: back } = screensOf(task.orderKind)
  const handover = isReady(task) ? linkTo(reach, delivers(task) ? pickup : back, { orderId }) : undefined
  return (
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
      {tells ? (
        <ArriveButton task={task} own={own} />
      ) : (
        handover && (
          <Button size="s" variant="primary" onClick={handover.onClick}>
            {delivers(task) ? '办理交车' : '办理还车'}
          </Button>
        )
      )}
    </>
  )
}

/** Tells the customer that the driver has arrived; includes the position if the phone provides it. */
function ArriveButton({ task, own }: { readonly task: DriverTask; readonly own: boolean }) {
  const { taskId, contactName } = task
  const arrive = useWrite(calls.driver.arrive)
  const [finding, setFinding] = useState(false)
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
      variant="primary"
      aria-label={`到达，通知${contactName}`}
      loading={finding || arrive.pending}
      onClick={() => void tell()}
    >
      到达
    </Button>
  )
}
