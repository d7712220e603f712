import { type Source, sources } from '@cheyi/domain/booking/order/codes'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import { isFailing, nextTry, PROBE_EVERY } from '@cheyi/domain/sales/channel-push/delivery'
import { Webhook } from 'standardwebhooks'
import { type Context, newIds } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { asSystem } from '../../kernel/make-context.ts'
import type { Outside } from '../../kernel/ports.ts'
import { screen } from '../../kernel/screen.ts'
import type { Vault } from '../../kernel/vault.ts'
import { notify } from '../../platform/notify/actions.ts'
import { connectionIs } from '../channel/actions.ts'
import { shown } from './shown.ts'
import { settleStock, type TakenStock, takeStock } from './stock.ts'
import * as store from './store.ts'

/*
 * Sends events to the addresses of channels. The address is reserved in one transaction, so that two processes never
 * send the same event at once; the messages leave outside of any transaction; a second one writes what became of them.
 * A process that ends between these sends again after the reservation: a receiver recognises that by `webhook-id`.
 */

const NAME = 'channelPush'
/** Events that are sent together, each of another order. */
const BATCH = 20
/** Channels that one process serves at once. */
const CHANNELS = 8
/** Longer than a batch can take. */
const LEASE = 30_000

export const WEBHOOK_SECRET = 'channel_webhook.secret'
export const OLD_WEBHOOK_SECRET = 'channel_webhook.old_secret'

const state = deliveryStates.code

/** A message, as its signature covers it. */
export interface Message {
  readonly id: string
  readonly type: string
  readonly body: string
}

export interface Sent {
  /** null: no answer came. */
  readonly status: number | null
  readonly answer: string
  readonly fault: string
  readonly ms: number
}

export const isDelivered = ({ status }: Sent): boolean => status !== null && status >= 200 && status < 300

/** The secrets that sign now: the current one, and the previous one while both are valid. */
const secretsOf = (vault: Vault, row: store.WebhookRow, now: number): string[] => [
  vault.open(WEBHOOK_SECRET, String(row.source), row.secretEnc),
  ...(row.oldSecretEnc !== null && row.oldUntil !== null && row.oldUntil > now
    ? [vault.open(OLD_WEBHOOK_SECRET, String(row.source), row.oldSecretEnc)]
    : []),
]

/** Sends one message, signed by the convention of Standard Webhooks. */
export async function deliver(
  { outside, now }: { readonly outside: Pick<Outside, 'post'>; readonly now: number },
  vault: Vault,
  row: store.WebhookRow,
  { id, body }: Message,
): Promise<Sent> {
  const signatures = secretsOf(vault, row, now).map((secret) => new Webhook(secret).sign(id, new Date(now), body))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'cheyi-webhook',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': signatures.join(' '),
  }
  const begun = performance.now()
  try {
    const { status, body: answer } = await outside.post.post(row.url, headers, body)
    return { status, answer, fault: '', ms: performance.now() - begun }
  } catch (error) {
    return { status: null, answer: '', fault: (error as Error).message, ms: performance.now() - begun }
  }
}

/** Numbers new events and sends those that are due, of all channels, until nothing more is delivered. */
export async function sendDue(kernel: Kernel, stop: AbortSignal): Promise<void> {
  for (let more = true; more && !stop.aborted; ) {
    const { rows } = await kernel.pools.side.query<{ merchantId: string; source: Source }>(
      'select merchant_id, source from channels_due($1)',
      [at(kernel.clock.now())],
    )
    more = false
    for (let i = 0; i < rows.length && !stop.aborted; i += CHANNELS) {
      const sent = await Promise.all(
        rows.slice(i, i + CHANNELS).map(async ({ merchantId, source }) => {
          try {
            return await sendTo(kernel, merchantId, source)
          } catch (err) {
            kernel.log.error({ err, job: NAME, merchantId }, 'job failed')
            return false
          }
        }),
      )
      more ||= sent.includes(true)
    }
  }
}

/** @returns whether something was delivered */
async function sendTo(kernel: Kernel, merchantId: string, source: Source): Promise<boolean> {
  const vault = await kernel.vaults.merchant(merchantId)
  const as = { name: NAME, merchantId, vault }
  const taken = await asSystem(kernel, as, (ctx) => take(ctx, source))
  if (taken === undefined) return false
  const post = async (about: Pick<Outcome, 'event' | 'stock'>, message: Message): Promise<Outcome> => {
    const by = { outside: kernel.outside, now: kernel.clock.now() }
    return { ...about, message, sent: await deliver(by, vault, taken.webhook, message) }
  }
  const sent = await Promise.all([
    ...taken.events.map((event) => {
      const message = shown(event)
      return post({ event }, { id: event.id, type: message.type, body: JSON.stringify(message) })
    }),
    ...(taken.stock === undefined ? [] : [post({ stock: taken.stock }, taken.stock.message)]),
  ])
  await asSystem(kernel, as, (ctx) => settle(ctx, source, taken.heldUntil, sent))
  return sent.some((one) => isDelivered(one.sent))
}

/** A message that was sent, of an event or of stock. */
interface Outcome {
  readonly event?: store.DueEvent
  readonly stock?: TakenStock
  readonly message: Message
  readonly sent: Sent
}

async function take(ctx: Context, source: Source) {
  const webhook = await store.lockFree(ctx, source)
  if (webhook === undefined) return undefined
  await store.number(ctx, source)
  if (!webhook.enabled || webhook.heldUntil > ctx.now) return undefined
  if ((await store.giveUp(ctx, source)) > 0) informOfDead(ctx, source)
  const probe = isFailing(webhook.failures)
  const events = await store.due(ctx, source, probe ? 1 : BATCH, probe)
  const stock = webhook.pushStock && !(probe && events.length > 0) ? await takeStock(ctx, source) : undefined
  if (events.length === 0 && stock === undefined) return undefined
  const heldUntil = ctx.now + LEASE
  await store.hold(ctx, source, heldUntil)
  return { webhook, events, stock, heldUntil }
}

/** Status by which an address says that it is no longer valid. */
const GONE = 410

async function settle(ctx: Context, source: Source, heldUntil: number, outcomes: readonly Outcome[]): Promise<void> {
  const row = (await store.lock(ctx, source))!
  const settled = outcomes.flatMap(({ event, sent }): store.Settled | [] => {
    if (event === undefined) return []
    if (isDelivered(sent)) return { id: event.id, state: state.delivered, dueAt: null }
    if (sent.status === GONE) return { id: event.id, state: state.retrying, dueAt: ctx.now }
    const dueAt = nextTry(event.tries + 1, ctx.now, event.untilAt, Math.random())
    return { id: event.id, state: dueAt === null ? state.dead : state.retrying, dueAt }
  })
  await store.settle(ctx, settled)
  const ids = await newIds(ctx, outcomes.length)
  for (const [i, { event, message, sent }] of outcomes.entries())
    store.log(ctx, ids[i]!, {
      source,
      outgoing: true,
      name: message.type,
      channelOrderNo: event?.data.channelOrderNo ?? null,
      eventId: event?.id ?? null,
      code: null,
      ...sent,
      failed: !isDelivered(sent),
      request: message.body,
    })
  if (settled.some((one) => one.state === state.dead)) informOfDead(ctx, source)
  for (const { stock, sent } of outcomes)
    if (stock !== undefined) await settleStock(ctx, source, stock, isDelivered(sent) ? 0 : row.failures + 1)
  await follow(
    ctx,
    row,
    heldUntil,
    outcomes.map(({ sent }) => sent),
  )
}

/** Notes whether the address works: after many failures in a row it rests between probes, after 410 it is switched off. */
async function follow(ctx: Context, row: store.WebhookRow, heldUntil: number, sent: readonly Sent[]): Promise<void> {
  const { source } = row
  const works = sent.some(isDelivered)
  const gone = !works && sent.some(({ status }) => status === GONE)
  const failures = works ? 0 : row.failures + sent.length
  const rest = isFailing(failures) && !gone ? ctx.now + PROBE_EVERY : ctx.now
  await store.follow(ctx, row, {
    failures,
    // A later reservation of another process stays.
    heldUntil: row.heldUntil === heldUntil ? rest : row.heldUntil,
    ...(works && { deliveredAt: ctx.now }),
    ...(gone && { enabled: false, goneAt: ctx.now, version: row.version + 1 }),
  })
  if (works && isFailing(row.failures)) {
    await store.hurry(ctx, source)
    await connectionIs(ctx, source, 'recover')
  }
  if (isFailing(failures) && !isFailing(row.failures)) {
    await connectionIs(ctx, source, 'fail')
    inform(ctx, source, 'failing', '回调连续失败', '已改为每5分钟试送一次，恢复后自动补送，请联系平台检查回调地址')
  }
  if (gone) inform(ctx, source, 'gone', '回调地址已失效', '平台应答410，回调已停用；请向平台索取新地址后重新启用')
}

const informOfDead = (ctx: Context, source: Source) =>
  inform(ctx, source, 'dead', '有回调未送达', '两天内多次重试仍未送达，请联系平台后在「回调」中重发')

const inform = (ctx: Context, source: Source, what: string, title: string, body: string) =>
  notify(ctx, {
    type: notifyType.channel,
    level: notifyLevel.important,
    ref: `channelPush/${source}/${what}`,
    title: `${sources.text(source)}${title}`,
    body,
    link: screen('channel.detail', { id: String(source), tab: 'push' }),
    to: { key: 'channel.edit' },
  })
