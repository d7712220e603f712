import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { pickupType, returnType } from '@cheyi/domain/booking/order/codes'
import { kindsOpenTo } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { maskPhone } from '@cheyi/domain/mask'
import { formatMoment } from '@cheyi/domain/near'
import { plateOrNo } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import {
  type DriverTaskType,
  driverTaskStatus,
  driverTaskType,
  driverTaskTypes,
} from '@cheyi/domain/rental/driver/codes'
import { driverTaskSteps } from '@cheyi/domain/rental/driver/steps'
import { busyUntil, requireDelivery, requireFree } from '@cheyi/domain/rental/driver/task'
import { addDays, type LocalDate, localDate, startOfDate } from '@cheyi/domain/time'
import { lockOrder, logOrder, notifyCustomer, type OrderRow, readOrder } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { notify } from '../../platform/notify/actions.ts'
import { tellCalledOff } from './call-off.ts'
import { tasksLink } from './link.ts'
import type { TaskRow } from './store-task.ts'
import * as store from './store-task.ts'

export const box: HandlerOf<'driver', 'box'> = async ({ storeId }, ctx) => {
  const { scope, storeIds } = ctx.identity
  const drivers = await store.drivers(ctx.db, storeId !== undefined ? [storeId] : scope === 'all' ? null : storeIds)
  if (drivers.length === 0) return []
  const tasks = await store.openTasksUntil(
    ctx.db,
    drivers.map((driver) => driver.id),
    dayOf(localDate(ctx.now)).to,
  )
  return drivers.map((driver) => {
    const own = tasks.filter((task) => task.accountId === driver.id)
    return {
      ...driver,
      mobile: driver.mobileEnc === null ? '' : maskPhone(ctx.vault.open('account.mobile', driver.id, driver.mobileEnc)),
      tasksToday: own.length,
      busyUntil: busyUntil(own, ctx.now),
    }
  })
}

const dayOf = (date: LocalDate) => ({ from: startOfDate(date), to: startOfDate(addDays(date, 1)) })

/** The order status required to assign a driver, and the history action of the assignment. */
const assignments = {
  [driverTaskType.deliver]: 'assignDelivery',
  [driverTaskType.collect]: 'assignCollection',
} as const

export const arrange: HandlerOf<'driver', 'arrange'> = async ({ orderId, type, accountId, planAt }, ctx) => {
  const order = await lockOrder(ctx, orderId)
  const action = assignments[type]
  advance(orderSteps, action, order.status)
  const open = await store.openTask(ctx.db, orderId, type)
  ctx.audit({ targetType: 'order', targetId: orderId, after: { type, accountId } })
  if (accountId === null) {
    if (open === undefined) return { task: null }
    await store.updateTask(ctx.db, open.id, { status: advance(driverTaskSteps, 'cancel', open.status) })
    tellCalledOff(ctx, order, open, '已取消安排')
    logOrder(ctx, { id: orderId, status: null }, { action, detail: { driver: null } })
    return { task: null }
  }

  requireDelivery(type, order)
  const driver = requireFound(await store.lockDriver(ctx.db, accountId))
  const startsAt = planAt ?? plannedAt(order, type)
  const others = await store.tasksNear(ctx.db, accountId, startsAt, open?.id ?? null)
  requireFree(startsAt, others)
  const taskId = await place(ctx, open, { orderId, type, accountId, planAt: startsAt })
  logOrder(ctx, { id: orderId, status: null }, { action, detail: { driver: driver.name, planAt: startsAt } })
  if (open !== undefined && open.accountId !== accountId) tellCalledOff(ctx, order, open, '已改由他人负责')
  if (isNews(open, { accountId, planAt: startsAt })) await tell(ctx, order, type, { taskId, driver, planAt: startsAt })
  return { task: taskView(await store.taskById(ctx.db, taskId)) }
}

/** Whether an assignment changes the driver or the time. */
const isNews = (before: store.OpenTask | undefined, now: { accountId: string; planAt: number }): boolean =>
  before?.accountId !== now.accountId || before.planAt !== now.planAt

interface Assigned {
  readonly taskId: string
  readonly driver: { readonly id: string; readonly name: string; readonly mobileEnc: Buffer | null }
  readonly planAt: number
}

/** Notifies the customer of the driver and the time, and the driver of the task. */
async function tell(ctx: Context, order: OrderRow, type: DriverTaskType, { taskId, driver, planAt }: Assigned) {
  const ref = `${taskId}/${driver.id}/${planAt}`
  const address = type === driverTaskType.deliver ? order.pickupAddress : order.returnAddress
  if (driver.mobileEnc !== null) {
    const phone = ctx.vault.open('account.mobile', driver.id, driver.mobileEnc)
    await notifyCustomer(ctx, order, 'driverAssigned', { ref, name: driver.name, phone, at: planAt })
  }
  notify(ctx, {
    type: notifyType.ticket,
    level: notifyLevel.important,
    ref: `driver/${ref}`,
    title: `${driverTaskTypes.text(type)}任务 ${plateOrNo(order)}`,
    body: `${formatMoment(planAt, ctx.now)}，${address}`,
    link: tasksLink(planAt, ctx.now),
    to: { accountIds: [driver.id] },
  })
}

const plannedAt = (order: OrderRow, type: DriverTaskType): number =>
  type === driverTaskType.deliver ? order.pickupAt : order.returnAt

/** Creates a task, or changes the driver or time of a waiting one. @throws Refusal orderStatusRefuses once it is in progress */
async function place(
  ctx: Context,
  open: store.OpenTask | undefined,
  task: { orderId: string; type: DriverTaskType; accountId: string; planAt: number },
): Promise<string> {
  if (open === undefined) return store.insertTask(ctx.db, { ...task, status: driverTaskStatus.waiting })
  const status = advance(driverTaskSteps, 'reassign', open.status)
  await store.updateTask(ctx.db, open.id, { accountId: task.accountId, planAt: task.planAt, status })
  return open.id
}

export const tasks: HandlerOf<'driver', 'tasks'> = async (input, ctx) => {
  const { date, ...asked } = input
  const ask = { ...asked, ...(date === undefined ? {} : { day: dayOf(date) }) }
  const kinds = kindsOpenTo(ctx.identity.keys)
  return listAnswer(ask, {
    rows: store.page(ctx.db, ask, kinds),
    count: () => store.count(ctx.db, ask, kinds),
    keys: ({ planAt, id }) => [planAt, id],
    view: taskView,
  })
}

export const tasksOfOrder: HandlerOf<'driver', 'tasksOfOrder'> = async ({ orderId }, ctx) => {
  const order = await readOrder(ctx, orderId)
  return (await store.tasksOfOrder(ctx.db, order.id)).map(taskView)
}

type TaskView = OutputOf<typeof contract.driver.tasksOfOrder>[number]

/** A task with its destination: the customer's address, or the store when they meet there after all. */
function taskView(row: TaskRow): TaskView {
  const delivers = row.type === driverTaskType.deliver
  const away = delivers ? row.pickupType !== pickupType.store : row.returnType !== returnType.store
  const address = delivers ? row.pickupAddress : row.returnAddress
  return {
    ...row,
    taskId: row.id,
    address: away ? address : row.storeAddress,
    lng: away ? (delivers ? row.pickupLng : row.returnLng) : row.storeLng,
    lat: away ? (delivers ? row.pickupLat : row.returnLat) : row.storeLat,
    distanceM: away ? (delivers ? row.pickupDistanceM : row.returnDistanceM) : null,
    phone: row.contactPhoneMask,
  }
}
