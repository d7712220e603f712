import type { contract } from '@cheyi/contract/index'
import type { Handler } from '../../kernel/context.ts'
import { isFirstPage, paged, totalOf } from '../../kernel/db/paging.ts'
import { readOrder } from '../actions.ts'
import { logText } from './log-text.ts'
import * as store from './store-log.ts'

/** The history of an order, newest first. @throws Refusal orderNotFound (2002) */
export const log: Handler<typeof contract.order.log> = async ({ orderId, ...ask }, ctx) => {
  const [, rows, count] = await Promise.all([
    readOrder(ctx, orderId),
    store.page(ctx.query, orderId, ask),
    isFirstPage(ask) ? store.count(ctx.query, orderId) : null,
  ])
  const page = paged(rows, ask, (row) => [row.id])
  return {
    list: page.rows.map((row) => ({
      ...row,
      text: logText(row.action, row.detail),
      from: row.fromStatus,
      to: row.toStatus,
    })),
    ...totalOf(count),
    nextCursor: page.nextCursor,
  }
}
