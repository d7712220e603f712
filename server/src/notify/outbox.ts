import { maskPhone } from '@cheyi/domain/mask'
import { localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { at } from '../kernel/db/instant.ts'

/** No customer gets more texts than these a day about one order. */
const MAX_PER_DAY = 5

export interface Text {
  /** Under which it is sealed; drawn by `newId`. */
  readonly id: string
  readonly kind: string
  /** Of its kind, no text is written twice under the same. */
  readonly dedupe: string
  readonly mobile: string
  readonly body: string
  /** Epoch ms. */
  readonly dueAt: number
  /** The order that it tells its customer about. */
  readonly orderId?: string
}

/** Queues a text message; `texts.ts` sends it. */
export const queueText = (ctx: Context, { id, kind, dedupe, mobile, body, dueAt, orderId }: Text): void =>
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
