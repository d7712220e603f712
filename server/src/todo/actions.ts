import { notifyLevel, notifyType } from '@cheyi/domain/notify/notice'
import type { TaskDetails, TaskKind } from '@cheyi/domain/todo/task'
import type { Context } from '../kernel/context.ts'
import { at } from '../kernel/db/instant.ts'
import { screen } from '../kernel/screen.ts'
import { notify } from '../notify/actions.ts'

export { assignPaybacks } from './payback.ts'

interface Task<K extends TaskKind> {
  readonly kind: K
  readonly refId: string
  readonly orderId?: string
  readonly storeId?: string
  readonly detail: TaskDetails[K]
  /** An order is left without a car: whoever arranges them at its store is told, once an order. */
  readonly noCar?: true
}
export type NewTask = { [K in TaskKind]: Task<K> }[TaskKind]

/** Opens to-dos that are no status of an order (排车冲突, 退款异常, 待退押金 …); one open per kind and subject. */
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
  for (const { refId, storeId, noCar } of tasks) if (noCar) await tellOfNoCar(ctx, refId, storeId)
}

const tellOfNoCar = (ctx: Context, orderId: string, storeId: string | undefined): Promise<void> =>
  notify(ctx, {
    type: notifyType.oversold,
    level: notifyLevel.important,
    ref: `noCar/${orderId}`,
    once: true,
    title: '有订单无车可用',
    body: '排车冲突，请尽快安排车辆或联系客户',
    link: screen('order.detail', { orderId }),
    to: { key: 'order.arrange', ...(storeId === undefined ? {} : { storeIds: [storeId] }) },
  })

/** Opens one to-do, as {@link openTasks}. */
export const openTask = (ctx: Context, task: NewTask): Promise<void> => openTasks(ctx, [task])

/** Closes the open to-dos of a kind about these subjects. */
export function closeTasks(ctx: Context, kind: TaskKind, refIds: readonly string[]): void {
  if (refIds.length === 0) return
  ctx.queue(
    ctx.db
      .updateTable('task')
      .set({ doneAt: ctx.now, doneBy: ctx.accountId })
      .where('kind', '=', kind)
      .where('refId', 'in', refIds)
      .where('doneAt', 'is', null),
  )
}

/** Closes the open to-dos of a kind whose detail says this. */
export function closeTasksWith<K extends TaskKind>(ctx: Context, kind: K, detail: Partial<TaskDetails[K]>): void {
  ctx.queue('update task set done_at = $3, done_by = $4 where kind = $1 and detail @> $2::jsonb and done_at is null', [
    kind,
    JSON.stringify(detail),
    at(ctx.now),
    ctx.accountId,
  ])
}

/** Closes one to-do, as {@link closeTasks}. */
export const closeTask = (ctx: Context, kind: TaskKind, refId: string): void => closeTasks(ctx, kind, [refId])
