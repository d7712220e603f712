import { type ChannelWire, channelWire } from '@cheyi/domain/sales/channel/codes'
import { answerFault } from '@cheyi/domain/sales/channel-push/delivery'
import type { ChannelMessageType } from '@cheyi/domain/sales/channel-push/event'
import { Webhook } from 'standardwebhooks'
import type { FliggyUpdate, MessageAnswer, Outside, PostAnswer, SignedPost } from '../../kernel/ports.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { EventView } from './event-view.ts'
import type { WebhookRow } from './store.ts'

/*
 * The port of a channel: what a message looks like in each protocol, and what an answer means. Which messages a protocol
 * has is data of the domain; queue, retries and log are the same for all.
 */

/** A message, in the words of our own protocol. */
export interface Message {
  readonly id: string
  readonly type: ChannelMessageType
  readonly content: object
}

/** The message of an event of an order. */
export const messageOf = (shown: EventView): Message => ({ id: shown.eventId, type: shown.type, content: shown })

/** The receiver of a message, and what signs it. */
export interface Receiver {
  readonly webhook: WebhookRow
  /** The merchant's number on the platform. */
  readonly vendorCode: string
  readonly vault: Vault
  readonly outside: Pick<Outside, 'post' | 'fliggy'>
  readonly now: number
}

interface Wire {
  request(message: Message, to: Receiver): SignedPost | Promise<SignedPost>
  read(answer: PostAnswer, to: Receiver): MessageAnswer
}

export const WEBHOOK_SECRET = 'channel_webhook.secret'
export const OLD_WEBHOOK_SECRET = 'channel_webhook.old_secret'

/** The secrets that sign now: the current one, and the previous one while both are valid. */
const secretsOf = ({ vault, webhook, now }: Receiver): string[] => [
  vault.open(WEBHOOK_SECRET, String(webhook.source), webhook.secretEnc),
  ...(webhook.oldSecretEnc !== null && webhook.oldUntil !== null && webhook.oldUntil > now
    ? [vault.open(OLD_WEBHOOK_SECRET, String(webhook.source), webhook.oldSecretEnc)]
    : []),
]

/** Our own protocol, signed by the convention of Standard Webhooks. */
const open: Wire = {
  request({ id, content }, to) {
    const body = JSON.stringify(content)
    const signatures = secretsOf(to).map((secret) => new Webhook(secret).sign(id, new Date(to.now), body))
    return {
      url: to.webhook.url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'cheyi-webhook',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(to.now / 1000)),
        'webhook-signature': signatures.join(' '),
      },
      body,
    }
  },
  read({ status }) {
    const fault = answerFault(status)
    return { fault, works: fault === null }
  },
}

const fliggyStatuses: Partial<Record<ChannelMessageType, FliggyUpdate['status']>> = {
  'order.picked_up': 'pickedUp',
  'order.returned': 'returned',
}

/** 飞猪 has a message for the pickup and the return of an order. */
const fliggy: Wire = {
  request({ type, content }, { outside, vendorCode }) {
    const { data } = content as EventView
    return requireFliggy(outside).update({
      status: fliggyStatuses[type]!,
      orderId: data.channelOrderNo,
      thirdOrderId: data.orderNo,
      providerId: vendorCode,
    })
  },
  read: (answer, { outside }) => requireFliggy(outside).read(answer),
}

function requireFliggy({ fliggy }: Pick<Outside, 'fliggy'>) {
  if (fliggy === null) throw new Error('本系统没有飞猪开放平台的应用')
  return fliggy
}

export const wires: Readonly<Record<ChannelWire, Wire>> = {
  [channelWire.open]: open,
  [channelWire.fliggy]: fliggy,
}

/** The protocols that this installation has. */
export const offeredWires = ({ fliggy }: Pick<Outside, 'fliggy'>): ChannelWire[] =>
  fliggy === null ? [channelWire.open] : [channelWire.open, channelWire.fliggy]
