import type { Selectable } from 'kysely'
import { readOrder } from '../../../booking/order/actions.ts'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { countRows } from '../../../kernel/count-rows.ts'
import { cursorKeys, offsetOf, type PageAsk, pageSize } from '../../../kernel/db/paging.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'
import { listAnswer } from '../../../kernel/list-answer.ts'
import { logText } from './log-text.ts'

/** The history of an order, newest first. @throws Refusal orderNotFound (2002) */
export const log: HandlerOf<'order', 'log'> = async ({ orderId, ...ask }, ctx) => {
  const page = listAnswer(ask, {
    rows: pageOf(ctx.query, orderId, ask),
    count: () => countRows(ctx, 'order_log where order_id = $1', [orderId]),
    keys: ({ id }) => [id],
    view: (row) => ({ ...row, text: logText(row.action, row.detail), from: row.fromStatus, to: row.toStatus }),
  })
  return (await Promise.all([page, readOrder(ctx, orderId)]))[0]
}

/** The full history of an order as text, oldest first. One query. */
export async function historyOf(
  ctx: Pick<Context, 'query'>,
  orderId: string,
): Promise<{ readonly at: number; readonly text: string; readonly actorName: string }[]> {
  const rows = await ctx.query<LogRow>(
    'select at, action, actor_name, detail from order_log where order_id = $1 order by id',
    [orderId],
  )
  return rows.map(({ at, action, actorName, detail }) => ({ at, text: logText(action, detail), actorName }))
}

type LogRow = Omit<Selectable<DB['orderLog']>, 'merchantId' | 'orderId' | 'accountId'>

const NEWEST = '9223372036854775807'

/** One page, newest first, with one row more than requested, which shows whether another page follows. */
const pageOf = async (query: Context['query'], orderId: string, ask: PageAsk) =>
  query<LogRow>(
    `select id, at, action, from_status, to_status, actor_name, detail from order_log
     where order_id = $1 and id < $2 order by id desc limit $3 offset $4`,
    [orderId, cursorKeys(ask, 'id')?.[0] ?? NEWEST, pageSize(ask) + 1, offsetOf(ask)],
  )
