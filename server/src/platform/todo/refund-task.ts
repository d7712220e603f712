import type { contract } from '@cheyi/contract/index'
import type { RefundTaskKind } from '@cheyi/contract/platform/todo'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput } from '@cheyi/domain/refusal'
import type { Context, Handler } from '../../kernel/context.ts'
import { type OrderRow, orders } from '../../kernel/orders.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../notify/actions.ts'
import * as store from './store-refund-task.ts'

type Feature = typeof contract.todo

const wordsOf = {
  deposit: { right: '退押金', what: '退押金' },
  refund: { right: '办理退款', what: '退款' },
} as const satisfies Record<RefundTaskKind, unknown>

/** The pending manual refund tasks of an order, with assignee and due time, and the accounts that may pay each kind. */
export const refundTasks: Handler<Feature['refundTasks']> = async ({ orderId }, ctx) => {
  const order = await orders.read(ctx, orderId)
  const [list, people] = await Promise.all([store.openRefundTasks(ctx, orderId), store.holders(ctx, order)])
  return { list, people }
}

/**
 * Assigns the account and the due time of a refundTask. @throws Refusal badInput (-2) for an account without the permission, orderNotFound
 * (2002)
 */
export const assign: Handler<Feature['assign']> = async ({ orderId, kind, accountId = null, dueAt = null }, ctx) => {
  const assigned = await assignRefundTasks(ctx, await orders.lock(ctx, orderId), kind, { accountId, dueAt })
  ctx.audit({
    targetType: 'order',
    targetId: orderId,
    after: { kind: wordsOf[kind].what, payBackBy: accountId, payBackDue: dueAt },
  })
  return { assigned }
}

interface Promised {
  readonly accountId: string | null
  /** Epoch ms. */
  readonly dueAt: number | null
}

/**
 * As {@link assign}, inside another call whose input fields are called `names`. A new assignee who is not the caller is notified. The
 * caller holds the lock of `order`.
 * @returns the number of pending refund tasks
 */
export async function assignRefundTasks(
  ctx: Context,
  order: OrderRow,
  kind: RefundTaskKind,
  { accountId, dueAt }: Promised,
  names: Readonly<Record<keyof Promised, string>> = { accountId: 'accountId', dueAt: 'dueAt' },
): Promise<number> {
  if (dueAt !== null && dueAt < ctx.now) throw badInput(names.dueAt, '办理时间不能早于现在')
  const [open, people] = await Promise.all([
    store.openRefundTasks(ctx, order.id),
    accountId === null ? null : store.holders(ctx, order),
  ])
  const tasks = open.filter((task) => task.kind === kind)
  if (people !== null && !people.some((one) => one.accountId === accountId && one.kinds.includes(kind)))
    throw badInput(names.accountId, `该员工没有${wordsOf[kind].right}的权限`)
  if (tasks.length > 0) await store.assign(ctx, order.id, kind, { assigneeId: accountId, dueAt })
  const given = tasks.filter(({ assigneeId }) => assigneeId !== accountId)
  if (accountId !== null && accountId !== ctx.accountId && given.length > 0) {
    const { what } = wordsOf[kind]
    const sum = formatMoney(given.reduce((total, { amount }) => total + amount, 0))
    notify(ctx, {
      type: notifyType.ticket,
      level: notifyLevel.important,
      ref: `refundTask/${kind}/${order.id}`,
      title: `由您${what} ${order.orderNo}`,
      body: dueAt === null ? `应退客户${sum}` : `应退客户${sum}，请于 ${formatMoment(dueAt, ctx.now)} 前办理`,
      link: screen(`${profileOf(order.orderKind).feature}.detail`, { orderId: order.id }),
      to: { accountIds: [accountId] },
    })
  }
  return tasks.length
}
