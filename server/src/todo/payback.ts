import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { notifyLevel, notifyType } from '@cheyi/domain/notify/notice'
import { profileOf } from '@cheyi/domain/order/kinds'
import type { PermissionKey } from '@cheyi/domain/permission'
import { badInput } from '@cheyi/domain/refusal'
import { taskKind } from '@cheyi/domain/todo/task'
import type { Context } from '../kernel/context.ts'
import { screen } from '../kernel/screen.ts'
import { notify } from '../notify/actions.ts'
import { lockOrder, type OrderRow, readOrder } from '../order/actions.ts'
import * as store from './store-payback.ts'

type Room = typeof contract.todo

/** At a return nothing waits yet: the deposit will. */
const keysOf = (tasks: readonly store.PaybackRow[]): PermissionKey[] =>
  tasks.length === 0
    ? [store.paybackKeys[taskKind.deposit]]
    : [...new Set(tasks.map(({ kind }) => store.paybackKeys[kind]))]

/** What waits to be paid back by hand for an order, by whom and until when, and who may. */
export async function paybacks(
  { orderId }: ParsedOf<Room['paybacks']>,
  ctx: Context,
): Promise<OutputOf<Room['paybacks']>> {
  const order = await readOrder(ctx, orderId)
  const tasks = await store.openPaybacks(ctx, orderId)
  const people = await store.holders(ctx, keysOf(tasks), order)
  const list = tasks.map(({ kind, ...task }) => ({
    ...task,
    kind: kind === taskKind.deposit ? ('deposit' as const) : ('refund' as const),
  }))
  return { list, people }
}

/** Says who pays back, and until when. @throws Refusal badInput (-2) for somebody who may not, orderNotFound (2002) */
export async function assign(
  { orderId, accountId = null, dueAt = null }: ParsedOf<Room['assign']>,
  ctx: Context,
): Promise<OutputOf<Room['assign']>> {
  const assigned = await assignPaybacks(ctx, await lockOrder(ctx, orderId), { accountId, dueAt })
  ctx.audit({ targetType: 'order', targetId: orderId, after: { payBackBy: accountId, payBackDue: dueAt } })
  return { assigned }
}

interface Promised {
  readonly accountId: string | null
  /** Epoch ms. */
  readonly dueAt: number | null
}

/**
 * The same within another call, whose fields are called `names`; who is named newly, and by somebody else, is told. `order` is
 * under its lock.
 * @returns how many payments wait
 */
export async function assignPaybacks(
  ctx: Context,
  order: OrderRow,
  { accountId, dueAt }: Promised,
  names: Readonly<Record<keyof Promised, string>> = { accountId: 'accountId', dueAt: 'dueAt' },
): Promise<number> {
  if (dueAt !== null && dueAt < ctx.now) throw badInput(names.dueAt, '办理时间不能早于现在')
  const tasks = await store.openPaybacks(ctx, order.id)
  if (accountId !== null) {
    const people = await store.holders(ctx, keysOf(tasks), order)
    if (!people.some((one) => one.accountId === accountId)) throw badInput(names.accountId, '该员工没有办理退款的权限')
  }
  if (tasks.length > 0) await store.assign(ctx, order.id, { assigneeId: accountId, dueAt })
  const given = tasks.filter(({ assigneeId }) => assigneeId !== accountId)
  if (accountId !== null && accountId !== ctx.accountId && given.length > 0) {
    const sum = formatMoney(given.reduce((total, { amount }) => total + amount, 0))
    await notify(ctx, {
      type: notifyType.ticket,
      level: notifyLevel.important,
      ref: `payback/${order.id}`,
      title: `由您退款 ${order.orderNo}`,
      body: dueAt === null ? `应退客户${sum}` : `应退客户${sum}，请于${formatMoment(dueAt, ctx.now)}前办理`,
      link: screen(`${profileOf(order.orderKind).room}.detail`, { orderId: order.id }),
      to: { accountIds: [accountId] },
    })
  }
  return tasks.length
}
