import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { billingEntry } from '@cheyi/domain/money/payment/ledger'
import { datesBetween } from '@cheyi/domain/pricing/quote/long/months'
import type { InstalmentRow } from '@cheyi/domain/rental/instalment/rows'
import {
  insertItems,
  logOrder,
  type OrderRow,
  queueMessage,
  readScene,
  updateOrder,
} from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { postAll, refreshSettlement } from '../../money/payment/actions.ts'
import { awaitRenewalPaper } from '../agreement/actions.ts'
import { moveCollection } from '../driver/actions.ts'
import { appendRows } from '../instalment/actions.ts'
import type { RenewalRow } from './store.ts'

type Made = Pick<RenewalRow, 'id' | 'newReturnAt' | 'amountFen' | 'extension'>

/** The length of the whole rental including the renewal; `order` is the order as sold. */
function lengthWith({ quoteSnapshot: sold }: OrderRow, { extension }: Made) {
  if (extension.kind !== 'long') return { days: extension.endSlot, overHours: extension.overHours }
  if (!isSoldByTerm(sold)) throw new Error('a long renewal is of an order sold by term')
  return { days: datesBetween(sold.startDate, extension.to), overHours: 0 }
}

/**
 * Makes a renewal effective: it is billed, the end of the order and its driver task move, and the customer is notified. Its
 * time is already reserved. The caller holds the lock on `order`; `rows` are the instalments that it adds.
 * @returns the updated order, its money, and the amount of the renewal that is due immediately, fen
 */
export async function takeEffect(
  ctx: Context,
  order: OrderRow,
  made: Made,
  { rows = [], moved = [] }: { readonly rows?: readonly InstalmentRow[]; readonly moved?: readonly object[] } = {},
) {
  const { id, amountFen: amount, newReturnAt, extension } = made
  insertItems(ctx, order.id, extension.lines, id)
  const plan = rows.length === 0 ? null : await appendRows(ctx, order.id, rows)
  const renewed = updateOrder(ctx, order, { returnAt: newReturnAt, ...lengthWith(order, made), overdue: false })
  awaitRenewalPaper(ctx, order.id, id)
  const written = [
    prefetch(postAll(ctx, order.id, plan?.entries ?? [billingEntry(id, amount)])),
    prefetch(moveCollection(ctx, order, newReturnAt)),
  ]
  const scene = prefetch(readScene(ctx, renewed))
  const [money] = await Promise.all([refreshSettlement(ctx, order.id), ...written])
  logOrder(ctx, order, { action: 'renew', detail: { amount, moved, dueAt: newReturnAt } })
  queueMessage(ctx, await scene, { ...renewed, totalFen: money.total }, 'modified', change(renewed))
  auditRenewal(ctx, order, renewed, { amount })
  return { renewed, money, due: plan?.due ?? amount }
}

/** The facts of the message to the customer about the new end, once for each version of the order. */
export const change = ({ version }: OrderRow) => ({ ref: String(version), what: 'renewed' }) as const

export const auditRenewal = (ctx: Context, before: OrderRow, after: OrderRow, more: Record<string, unknown>): void =>
  ctx.audit({
    targetType: 'order',
    targetId: before.id,
    before: { returnAt: before.returnAt },
    after: { returnAt: after.returnAt, ...more },
  })
