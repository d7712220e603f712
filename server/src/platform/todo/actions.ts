import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { type TaskDetails, type TaskKind, taskKind } from '@cheyi/domain/platform/todo/task'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { screen } from '../../kernel/screen.ts'
import { notify, withdrawSql } from '../notify/actions.ts'
import { idsOf, pendingWorkChanges } from '../pending-work/actions.ts'

export { isCounted, isCountedBySql } from './conditions.ts'
export { todosOfOrders, todosOfTickets } from './list/todo-facts.ts'
export { assignRefundTasks } from './refund-task.ts'

interface Task<K extends TaskKind> {
  readonly kind: K
  readonly refId: string
  readonly orderId?: string
  readonly storeId?: string
  readonly detail: TaskDetails[K]
  /** The order has no vehicle: the dispatchers of its store are notified, once per order. */
  readonly noCar?: true
}
export type NewTask = { [K in TaskKind]: Task<K> }[TaskKind]

/**
 * Opens tasks that are not a status of the order (排车冲突, 退款异常, 待退押金 …). At most one is open per kind and subject: opening it again replaces
 * its detail.
 */
export async function openTasks(ctx: Context, tasks: readonly NewTask[]): Promise<void> {
  if (tasks.length === 0) return
  ctx.queue(
    ctx.db
      .insertInto('task')
      .values(
        tasks.map(({ kind, refId, orderId = null, storeId = null, detail }) => ({
          kind,
          refId,
          orderId,
          storeId,
          detail,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['merchantId', 'kind', 'refId'])
          .where('doneAt', 'is', null)
          .doUpdateSet((e) => ({ detail: e.ref('excluded.detail') })),
      ),
  )
  pendingWorkChanges(
    ctx,
    'order',
    tasks.flatMap(({ orderId }) => orderId ?? []),
  )
  for (const { refId, storeId, noCar } of tasks) if (noCar) tellOfNoCar(ctx, refId, storeId)
}

/** An order that has a car again may lose it again, and is told of again. */
const closeConflicts = (ctx: Context, orderIds: readonly string[]): void =>
  ctx.queue(
    withdrawSql(
      `update task set done_at = $3, done_by = $4 where kind = $1 and ref_id = any ($2::bigint[]) and done_at is null
        returning '${NO_CAR}' || ref_id`,
    ),
    [taskKind.conflict, orderIds, at(ctx.now), ctx.accountId],
  )

const NO_CAR = 'noCar/'
const tellOfNoCar = (ctx: Context, orderId: string, storeId: string | undefined): void =>
  notify(ctx, {
    type: notifyType.oversold,
    level: notifyLevel.important,
    ref: `${NO_CAR}${orderId}`,
    once: true,
    title: '有订单无车可用',
    body: '排车冲突，请尽快安排车辆或联系客户',
    link: screen('order.detail', { orderId }),
    to: { key: 'order.arrange', ...(storeId === undefined ? {} : { storeIds: [storeId] }) },
  })

/** Opens one task, as {@link openTasks}. */
export const openTask = (ctx: Context, task: NewTask): Promise<void> => openTasks(ctx, [task])

/** Detail of the open task of a kind and subject; null where there is none. */
export async function openTaskOf<K extends TaskKind>(
  ctx: Context,
  kind: K,
  refId: string,
): Promise<TaskDetails[K] | null> {
  const [task] = await ctx.query<{ detail: TaskDetails[K] }>(
    'select detail from task where kind = $1 and ref_id = $2 and done_at is null',
    [kind, refId],
  )
  return task?.detail ?? null
}

/** Kinds whose subject is the order. */
const ofOrders: readonly TaskKind[] = [taskKind.conflict, taskKind.noShow]

/** Closes the open tasks of a kind for these subjects. A kind whose subject is the order is closed under the lock of the order. */
export function closeTasks(ctx: Context, kind: TaskKind, refIds: readonly string[]): void {
  if (refIds.length === 0) return
  if (ofOrders.includes(kind)) pendingWorkChanges(ctx, 'order', refIds)
  if (kind === taskKind.lost) ordersOfOpen(ctx, kind, 'ref_id = any ($2::bigint[])', refIds)
  if (kind === taskKind.conflict) {
    closeConflicts(ctx, refIds)
    return
  }
  ctx.queue(
    ctx.db
      .updateTable('task')
      .set({ doneAt: ctx.now, doneBy: ctx.accountId })
      .where('kind', '=', kind)
      .where('refId', 'in', refIds)
      .where('doneAt', 'is', null),
  )
}

/**
 * Marks the pending work of the tasks' orders as changed. The orders are read before the tasks are closed, since they are found by open
 * tasks.
 */
function ordersOfOpen(ctx: Context, kind: TaskKind, where: string, value: unknown): void {
  const asked = prefetch(
    idsOf(ctx, `select order_id as id from task where kind = $1 and ${where} and done_at is null`, [kind, value]),
  )
  pendingWorkChanges(ctx, 'order', () => asked)
}

/** Closes the open tasks of a kind whose detail contains these values. */
export function closeTasksWith<K extends TaskKind>(ctx: Context, kind: K, detail: Partial<TaskDetails[K]>): void {
  const text = JSON.stringify(detail)
  ordersOfOpen(ctx, kind, 'detail @> $2::jsonb', text)
  ctx.queue('update task set done_at = $3, done_by = $4 where kind = $1 and detail @> $2::jsonb and done_at is null', [
    kind,
    text,
    at(ctx.now),
    ctx.accountId,
  ])
}

/** Closes one task, as {@link closeTasks}. */
export const closeTask = (ctx: Context, kind: TaskKind, refId: string): void => closeTasks(ctx, kind, [refId])
