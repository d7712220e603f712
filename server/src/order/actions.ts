import { notifyLevel, notifyType } from '@cheyi/domain/notify/notice'
import type { OrderStatus } from '@cheyi/domain/order/codes'
import type { LogDetail } from '@cheyi/domain/order/log'
import type { Context } from '../kernel/context.ts'
import { at } from '../kernel/db/instant.ts'
import { screen } from '../kernel/screen.ts'
import { notify } from '../notify/actions.ts'

export { findOrders } from './find.ts'
export { lockOrder, noteLockedPools, type OrderRow, readOrder, seizeOrders, startAgain } from './lock.ts'
export { notifyCustomer } from './messages.ts'
export { freezeReturnTerms, returnTermsOf } from './return-terms.ts'
export {
  cacheDeposits,
  cacheMoney,
  cacheSettlement,
  type Moved,
  nextAt,
  putOnCars,
  touchOrder,
  updateOrder,
} from './row.ts'
export { billedTally, ordersTally, tallies } from './tally.ts'
export { waitSql } from './waits.ts'

/** What happened to an order, from which status to which; null where the status has no part in it. */
export interface LogEntry {
  readonly action: string
  readonly from: OrderStatus | null
  readonly to: OrderStatus | null
  readonly detail?: LogDetail
}

type LogLine = LogEntry & { readonly orderId: string }

const logLines = (ctx: Context, entries: readonly LogLine[]) =>
  ctx.db.insertInto('orderLog').values(
    entries.map(({ orderId, action, from, to, detail = {} }) => ({
      orderId,
      action,
      fromStatus: from,
      toStatus: to,
      actorName: ctx.identity.name === '' ? '系统' : ctx.identity.name,
      detail,
    })),
  )

/** Lines of orders' histories, read by staff: what happened, and by whom. One queued statement for all. */
export function logOrders(ctx: Context, entries: readonly LogLine[]): void {
  if (entries.length > 0) ctx.queue(logLines(ctx, entries))
}

/** One line, as {@link logOrders}. */
export const logOrder = (ctx: Context, orderId: string, entry: LogEntry): void =>
  logOrders(ctx, [{ orderId, ...entry }])

/** The same, waited for. @returns its id, which keys what is posted for this very step */
export async function logStep(ctx: Context, orderId: string, entry: LogEntry): Promise<string> {
  const { id } = await logLines(ctx, [{ orderId, ...entry }])
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface NewTask {
  readonly kind: string
  readonly refId: string
  readonly orderId?: string
  readonly storeId?: string
  readonly detail?: Record<string, unknown>
  /** An order is left without a car: whoever arranges them at its store is told, once an order. */
  readonly noCar?: true
}

/** The to-do about a customer who did not come; its subject is the order. */
export const NO_SHOW = 'noShow'

/** Opens to-dos that are no status of an order (排车冲突, 退款异常, 待退押金 …); one open per kind and subject. */
export async function openTasks(ctx: Context, tasks: readonly NewTask[]): Promise<void> {
  if (tasks.length === 0) return
  ctx.queue(
    ctx.db
      .insertInto('task')
      .values(
        tasks.map(({ kind, refId, orderId = null, storeId = null, detail = {} }) => ({
          kind,
          refId,
          orderId,
          storeId,
          detail: JSON.stringify(detail),
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
export function closeTasks(ctx: Context, kind: string, refIds: readonly string[]): void {
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
export function closeTasksWith(ctx: Context, kind: string, detail: Record<string, unknown>): void {
  ctx.queue('update task set done_at = $3, done_by = $4 where kind = $1 and detail @> $2::jsonb and done_at is null', [
    kind,
    JSON.stringify(detail),
    at(ctx.now),
    ctx.accountId,
  ])
}

/** Closes one to-do, as {@link closeTasks}. */
export const closeTask = (ctx: Context, kind: string, refId: string): void => closeTasks(ctx, kind, [refId])
