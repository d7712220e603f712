import { type Source, sources } from '@cheyi/domain/booking/order/codes'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import { GONE, isFailing, isHeld, nextTry, PROBE_EVERY } from '@cheyi/domain/sales/channel-push/delivery'
import { eventTypeOf } from '@cheyi/domain/sales/channel-push/event'
import { isCancelledThere, isPushed } from '@cheyi/domain/sales/channel-push/wire'
import { type Context, newIds } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { asSystem } from '../../kernel/make-context.ts'
import { jobFailed } from '../../kernel/process/job-failure.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { channelNow, connectionIs } from '../channel/actions.ts'
import { eventView } from './event-view.ts'
import { settleStock, type TakenStock, takeStock } from './stock.ts'
import * as store from './store.ts'
import { type Message, messageOf, type Receiver, wires } from './wires.ts'

/*
 * Numbers the events of channels and sends them to the addresses of those that have one. The address is reserved in one transaction, so that two processes never
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

const state = deliveryStates.code

export interface Sent {
  readonly delivered: boolean
  /** The platform answered as one that works, even if it refused the message. */
  readonly works: boolean
  /** null: no answer came. */
  readonly status: number | null
  readonly request: string
  readonly answer: string
  readonly fault: string
  readonly ms: number
}

/** Sends one message by the protocol of its receiver. */
export async function deliver(message: Message, to: Receiver): Promise<Sent> {
  const wire = wires[to.webhook.wire]
  const begun = performance.now()
  let request = ''
  try {
    const { url, headers, body } = await wire.request(message, to)
    request = body
    const answer = await to.outside.post.post(url, headers, body)
    const { fault, works } = wire.read(answer, to)
    const sent = { status: answer.status, request, answer: answer.body, ms: performance.now() - begun }
    return { ...sent, delivered: fault === null, works, fault: fault ?? '' }
  } catch (error) {
    const fault = (error as Error).message
    return { delivered: false, works: false, status: null, request, answer: '', fault, ms: performance.now() - begun }
  }
}

/** What the log has of it. */
export const logEntryOf = ({ delivered, works: _, ...sent }: Sent) => ({ ...sent, failed: !delivered })

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
            jobFailed(kernel, NAME, err, { merchantId })
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
  const { webhook, vendorCode } = taken
  const post = async (about: Pick<Outcome, 'event' | 'stock'>, message: Message): Promise<Outcome> => {
    const to = { webhook, vendorCode, vault, outside: kernel.outside, now: kernel.clock.now() }
    return { ...about, message, sent: await deliver(message, to) }
  }
  const sent = await Promise.all([
    ...taken.events.map((event) => post({ event }, messageOf(eventView(event)))),
    ...(taken.stock === undefined ? [] : [post({ stock: taken.stock }, taken.stock.message)]),
  ])
  await asSystem(kernel, as, (ctx) => settle(ctx, source, taken, sent))
  return sent.some((one) => one.sent.delivered)
}

/** A message that was sent, of an event or of stock. */
interface Outcome {
  readonly event?: store.DueEvent
  readonly stock?: TakenStock
  readonly message: Message
  readonly sent: Sent
}

async function take(ctx: Context, source: Source) {
  if (!(await store.takeTurn(ctx, source))) return undefined
  const webhook = await store.lockFree(ctx, source)
  if (webhook === undefined && (await store.webhookRow(ctx, source)) !== undefined) return undefined
  await store.number(ctx, source)
  if (webhook === undefined || !webhook.enabled || isHeld(webhook.heldUntil, ctx.now)) return undefined
  if ((await store.giveUp(ctx, source)) > 0) informOfDead(ctx, source)
  const probe = isFailing(webhook.failures)
  const events = await dueOf(ctx, webhook, probe)
  const stock = webhook.pushStock && !(probe && events.length > 0) ? await takeStock(ctx, source) : undefined
  if (events.length === 0 && stock === undefined) return undefined
  const heldUntil = ctx.now + LEASE
  await store.hold(ctx, source, heldUntil)
  const { vendorCode } = await channelNow(ctx, source)
  return { webhook, vendorCode, events, stock, heldUntil }
}

/** Due events for which the protocol has a message; those without one are done. */
async function dueOf(ctx: Context, { source, wire }: store.WebhookRow, probe: boolean): Promise<store.DueEvent[]> {
  for (;;) {
    const due = await store.due(ctx, source, probe ? 1 : BATCH, probe)
    const needless = due.filter((event) => !isPushed(wire, eventTypeOf(event)))
    if (needless.length === 0) return due
    await store.pass(
      ctx,
      needless.map(({ id }) => id),
    )
    for (const event of needless)
      if (isCancelledThere(wire, { type: eventTypeOf(event), by: event.data.cancelBy }))
        informOfCancel(ctx, source, event)
  }
}

async function settle(
  ctx: Context,
  source: Source,
  { webhook, heldUntil }: Pick<NonNullable<Awaited<ReturnType<typeof take>>>, 'webhook' | 'heldUntil'>,
  outcomes: readonly Outcome[],
): Promise<void> {
  const row = (await store.lock(ctx, source))!
  // Meanwhile staff saved another address: what the former one answers says nothing of it.
  const isFormer = row.url !== webhook.url || row.wire !== webhook.wire
  const settled = outcomes.flatMap(({ event, sent }): store.Settled | [] => {
    if (event === undefined) return []
    if (sent.delivered) return { id: event.id, state: state.delivered, dueAt: null }
    if (isFormer || sent.status === GONE) return { id: event.id, state: state.retrying, dueAt: ctx.now }
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
      ...logEntryOf(sent),
    })
  if (settled.some((one) => one.state === state.dead)) informOfDead(ctx, source)
  for (const { stock, sent } of outcomes)
    if (stock !== undefined) await settleStock(ctx, source, stock, sent.delivered ? 0 : row.failures + 1)
  if (!isFormer)
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
  const works = sent.some((one) => one.works)
  const gone = !works && sent.some(({ status }) => status === GONE)
  const failures = works ? 0 : row.failures + sent.length
  const rest = isFailing(failures) && !gone ? ctx.now + PROBE_EVERY : ctx.now
  await store.follow(ctx, row, {
    failures,
    // A later reservation of another process stays.
    heldUntil: row.heldUntil === heldUntil ? rest : row.heldUntil,
    ...(sent.some(({ delivered }) => delivered) && { deliveredAt: ctx.now }),
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

const informOfCancel = (ctx: Context, source: Source, { orderId, data }: store.DueEvent) =>
  notify(ctx, {
    type: notifyType.channel,
    level: notifyLevel.important,
    ref: `channelPush/${source}/cancel/${orderId}`,
    title: `${sources.text(source)}订单需在平台取消`,
    body: `订单${data.channelOrderNo}已在本系统取消，平台不会收到通知；如平台上未取消，请到其商家后台取消`,
    link: screen('order.detail', { orderId }),
    to: { key: 'channel.edit' },
  })

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
