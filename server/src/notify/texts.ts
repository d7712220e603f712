import { deliveryStates } from '@cheyi/domain/channel/codes'
import { nextTry, STALE_AFTER } from '@cheyi/domain/notify/delivery'
import { MINUTE } from '@cheyi/domain/time'
import { at } from '../kernel/db/instant.ts'
import { asMerchant } from '../kernel/enter.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'

/*
 * Sends the text messages of the outbox, to staff and customers. One is put off before it is sent, so that two processes
 * never send the same, and it is sent outside of any transaction; what was not delivered is tried again, five times in all.
 */

const BATCH = 100
/** For so long a message that is being sent is nobody else's; a process that died meanwhile leaves it due again. */
const IN_HAND = 2 * MINUTE

const state = deliveryStates.code

/** Sends what is due. @returns how many were delivered */
export async function sendTexts(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.pools.side.query<{ merchantId: string; id: string }>(
    'select merchant_id, id from texts_due($1, $2)',
    [at(kernel.clock.now()), BATCH],
  )
  let count = 0
  for (const { merchantId, id } of rows) if (await send(kernel, merchantId, id)) count++
  return count
}

interface Taken {
  readonly kind: string
  readonly mobileEnc: Buffer | null
  /** Of a message written before texts were sealed. */
  readonly body: string
  readonly bodyEnc: Buffer | null
  readonly merchant: string
  readonly tries: number
  readonly state: number
}

/** Takes it in hand, unless somebody else has; what is stale or goes to nobody is given up. */
const take = (kernel: Kernel, merchantId: string, id: string, now: number): Promise<Taken[]> =>
  asMerchant(kernel, merchantId, ({ query }) =>
    query<Taken>(
      `update outbox o set due_at = $2, tries = o.tries + 1,
          state = case when o.due_at < $4 or o.mobile_enc is null then ${state.dead} else o.state end
         from merchant m
        where o.id = $1 and o.state < ${state.delivered} and o.due_at <= $3 and m.id = o.merchant_id
        returning o.kind, o.mobile_enc, o.body, o.body_enc, coalesce(nullif(m.short_name, ''), m.name) as merchant, o.tries,
          o.state`,
      [id, at(now + IN_HAND), at(now), at(now - STALE_AFTER)],
    ),
  )

const settle = (
  kernel: Kernel,
  merchantId: string,
  id: string,
  next: number,
  dueAt: number | null,
  sentAt: number | null,
) =>
  asMerchant(kernel, merchantId, ({ query }) =>
    query('update outbox set state = $2, due_at = coalesce($3, due_at), sent_at = $4 where id = $1', [
      id,
      next,
      dueAt && at(dueAt),
      sentAt && at(sentAt),
    ]),
  )

async function send(kernel: Kernel, merchantId: string, id: string): Promise<boolean> {
  const now = kernel.clock.now()
  const [text] = await take(kernel, merchantId, id, now)
  if (text === undefined || text.mobileEnc === null || text.state === state.dead) return false
  const { kind, mobileEnc, bodyEnc, merchant, tries } = text
  const vault = await kernel.vaults.merchant(merchantId)
  const mobile = vault.open('outbox.mobile', id, mobileEnc)
  const body = bodyEnc === null ? text.body : vault.open('outbox.body', id, bodyEnc)
  const template = kind === 'staff' ? 'notice' : 'customer'
  const sent = await kernel.outside.sms.send({ mobile, template, params: { merchant, what: body } }).then(
    () => true,
    (err: unknown) => {
      kernel.log.warn({ err, merchantId, kind, tries }, 'a text message was not delivered')
      return false
    },
  )
  const again = sent ? null : nextTry(tries, now)
  const next = sent ? state.delivered : again === null ? state.dead : state.retrying
  await settle(kernel, merchantId, id, next, again, sent ? now : null)
  return sent
}
