import { MOST_TRIES, nextTry, STALE_AFTER } from '@cheyi/domain/platform/notify/delivery'
import { notifyWay, type RingWay } from '@cheyi/domain/platform/notify/notice'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import { MINUTE } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import { asMerchant } from '../../kernel/enter.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { arrivesElsewhere } from './customer-way.ts'
import { workOnDue } from './each-merchant.ts'
import { ringPhones } from './ring-phones.ts'

/*
 * Sends the outbox: text messages to staff and customers, and notices by the other ways. Messages are first postponed in a transaction, so
 * that two processes never send the same, and then sent outside of any transaction. Failed ones are retried, five attempts in all.
 */

const BATCH = 100
/** Messages of one merchant that are sent together: when the process dies meanwhile, all of these may be sent twice. */
const TOGETHER = 10
/** A message that is being sent is reserved for so long; if the process dies, it becomes due again after that. */
const IN_HAND = 2 * MINUTE

const state = deliveryStates.code

/** Sends due messages. @returns how many were delivered */
export const sendMessages = (kernel: Kernel): Promise<number> =>
  workOnDue(kernel, { name: 'texts', due: 'texts_due', most: BATCH, together: TOGETHER }, (merchantId, ids) =>
    send(kernel, merchantId, ids),
  )

interface Taken {
  readonly id: string
  readonly kind: string
  readonly orderId: string | null
  readonly way: RingWay
  readonly mobileEnc: Buffer | null
  /** Plain body of a message written before bodies were sealed. */
  readonly body: string
  readonly bodyEnc: Buffer | null
  readonly merchant: string
  readonly tries: number
  /** For ways other than text messages: the notice and its reader. */
  readonly title: string
  readonly notice: string
  readonly link: string
  readonly userId: string | null
}

/**
 * Reserves due messages, without those that another process reserved. Marked dead are stale ones, texts without a recipient, and those that
 * were sent as often as any is without that it could be written.
 */
const take = (kernel: Kernel, merchantId: string, ids: readonly string[], now: number): Promise<Taken[]> =>
  asMerchant(kernel, merchantId, ({ query }) =>
    query<Taken>(
      `with taken as (update outbox o set due_at = $2, tries = o.tries + 1,
          state = case when o.due_at < $4 or o.tries >= ${MOST_TRIES} or o.way = ${notifyWay.sms} and o.mobile_enc is null then ${state.dead} else o.state end
         from merchant m
        where o.id = any ($1) and o.state < ${state.delivered} and o.due_at <= $3 and m.id = o.merchant_id
        returning o.id, o.kind, o.order_id, o.way, o.mobile_enc, o.body, o.body_enc, coalesce(nullif(m.short_name, ''), m.name) as merchant, o.tries,
          o.state, o.notice_id)
       select t.*, n.title, n.body as notice, n.link, a.user_id
         from taken t left join notification n on n.id = t.notice_id left join account a on a.id = n.account_id
        where t.state <> ${state.dead} order by t.id`,
      [ids, at(now + IN_HAND), at(now), at(now - STALE_AFTER)],
    ),
  )

interface Settled {
  readonly id: string
  readonly state: number
  /** Time of the next attempt; epoch ms. */
  readonly dueAt: number | null
  readonly sentAt: number | null
}

const settle = (kernel: Kernel, merchantId: string, texts: readonly Settled[]) =>
  asMerchant(kernel, merchantId, ({ query }) =>
    query(
      `update outbox o set state = t.state, due_at = coalesce(t.due_at, o.due_at), sent_at = t.sent_at
         from unnest($1::bigint[], $2::smallint[], $3::timestamptz[], $4::timestamptz[]) t (id, state, due_at, sent_at)
        where o.id = t.id`,
      [
        texts.map(({ id }) => id),
        texts.map(({ state }) => state),
        texts.map(({ dueAt }) => dueAt && at(dueAt)),
        texts.map(({ sentAt }) => sentAt && at(sentAt)),
      ],
    ),
  )

async function send(kernel: Kernel, merchantId: string, ids: readonly string[]): Promise<number> {
  const now = kernel.clock.now()
  const texts = await take(kernel, merchantId, ids, now)
  if (texts.length === 0) return 0
  const vault = await kernel.vaults.merchant(merchantId)
  const deliver = async (message: Taken) => {
    const { id, kind, orderId, way, mobileEnc, body, bodyEnc, merchant } = message
    if (way !== notifyWay.sms) return ringPhones(kernel, merchantId, { ...message, way })
    const mobile = vault.open('outbox.mobile', id, mobileEnc!)
    if (await arrivesElsewhere(kernel, merchantId, { kind, orderId, mobile, merchant })) return
    const what = bodyEnc === null ? body : vault.open('outbox.body', id, bodyEnc)
    await kernel.outside.sms.send({
      mobile,
      template: kind === 'staff' ? 'notice' : 'customer',
      params: { merchant, what },
    })
  }
  const settled = await Promise.all(
    texts.map(async (text): Promise<Settled> => {
      const { id, kind, tries } = text
      try {
        await deliver(text)
        return { id, state: state.delivered, dueAt: null, sentAt: now }
      } catch (err) {
        kernel.log.warn({ err, merchantId, kind, way: text.way, tries }, 'a message was not delivered')
        const again = nextTry(tries, now)
        return { id, state: again === null ? state.dead : state.retrying, dueAt: again, sentAt: null }
      }
    }),
  )
  await settle(kernel, merchantId, settled)
  return settled.filter(({ sentAt }) => sentAt !== null).length
}
