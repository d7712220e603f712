import { maskPhone } from '@cheyi/domain/mask'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import { localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'

/** Most texts about one order to its customer in a day. */
const MAX_PER_DAY = 5

export interface Text {
  /** Drawn by `newId`; the sealed fields are bound to it. */
  readonly id: string
  readonly kind: string
  /** At most one text of this kind is queued with the same value. */
  readonly dedupe: string
  readonly mobile: string
  readonly body: string
  /** Epoch ms. */
  readonly dueAt: number
  /** The order that the text is about, for texts to its customer. */
  readonly orderId?: string
}

/** Queues a text message; `send.ts` sends it. */
export const queueText = (
  ctx: Pick<Context, 'queue' | 'vault' | 'now'>,
  { id, kind, dedupe, mobile, body, dueAt, orderId }: Text,
): void =>
  ctx.queue(
    `insert into outbox (id, kind, order_id, dedupe, mobile_enc, mobile_mask, body, body_enc, due_at)
     select $1, $2, $3, $4, $5, $6, '', $7, $8
      where (select count(*) from outbox where order_id = $3 and created_at >= $9) < ${MAX_PER_DAY}
     on conflict do nothing`,
    [
      id,
      kind,
      orderId ?? null,
      dedupe,
      ctx.vault.seal('outbox.mobile', id, mobile),
      maskPhone(mobile),
      ctx.vault.seal('outbox.body', id, body),
      at(dueAt),
      at(startOfDate(localDate(ctx.now))),
    ],
  )

const delivery = deliveryStates.code
const EMPTY = `mobile_enc = null, mobile_mask = '', body = '', body_enc = null`

/** Erases recipient and content of the messages about these orders; unsent ones are cancelled. */
export const forgetTexts = (ctx: Pick<Context, 'queue'>, orderIds: readonly string[]): void => {
  if (orderIds.length > 0)
    ctx.queue(
      `update outbox set ${EMPTY}, state = case when state < ${delivery.delivered} then ${delivery.dead} else state end
      where order_id = any ($1)`,
      [orderIds],
    )
}

/** Erases recipient and content of finished messages created before an instant. @returns how many, at most `most` */
export async function clearTexts(ctx: Pick<Context, 'query'>, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update outbox set ${EMPTY} where id in (
       select id from outbox where created_at < $1 and state >= ${delivery.delivered}
         and (mobile_enc is not null or body_enc is not null or body <> '') limit $2) returning 1`,
    [at(before), most],
  )
  return rows.length
}
