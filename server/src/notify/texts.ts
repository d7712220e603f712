import { HOUR, MINUTE } from '@cheyi/domain/time'
import { asMerchant } from '../kernel/enter.ts'
import { at, ms } from '../kernel/instant.ts'
import type { Kernel } from '../kernel/pipeline.ts'

/*
 * Sends the text messages of notices. One is put off before it is sent, so that two processes never send the same, and it
 * is sent outside of any transaction; what was not delivered is tried again until it is no news any more.
 */

const BATCH = 100
const AGAIN_AFTER = 2 * MINUTE
const OLD_AFTER = 6 * HOUR

const delivered = 2
const dead = 3

/** Sends what is due. @returns how many were delivered */
export async function sendTexts(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.pools.side.query<{ merchant_id: string; id: string }>(
    'select merchant_id, id from texts_due($1, $2)',
    [at(kernel.clock.now()), BATCH],
  )
  let count = 0
  for (const { merchant_id, id } of rows) if (await send(kernel, merchant_id, id)) count++
  return count
}

interface Taken {
  readonly mobile_enc: Buffer
  readonly body: string
  readonly merchant: string
  readonly created_at: Date
}

async function send(kernel: Kernel, merchantId: string, id: string): Promise<boolean> {
  const now = kernel.clock.now()
  const [text] = await asMerchant(kernel, merchantId, ({ query }) =>
    query<Taken>(
      `update outbox o set state = 1, due_at = $2 from merchant m
        where o.id = $1 and o.state < 2 and o.due_at <= $3 and m.id = o.merchant_id
        returning o.mobile_enc, o.body, coalesce(nullif(m.short_name, ''), m.name) as merchant, o.created_at`,
      [id, at(now + AGAIN_AFTER), at(now)],
    ),
  )
  if (text === undefined) return false
  const vault = await kernel.vaults.merchant(merchantId)
  const params = { merchant: text.merchant, what: text.body }
  const sent = await kernel.outside.sms
    .send({ mobile: vault.open('outbox.mobile', id, text.mobile_enc), template: 'notice', params })
    .then(
      () => true,
      (err: unknown) => {
        kernel.log.warn({ err, merchantId }, 'a text message was not delivered')
        return false
      },
    )
  if (sent || now - ms(text.created_at) > OLD_AFTER)
    await asMerchant(kernel, merchantId, ({ query }) =>
      query('update outbox set state = $2, sent_at = $3 where id = $1', [
        id,
        sent ? delivered : dead,
        sent ? at(now) : null,
      ]),
    )
  return sent
}
