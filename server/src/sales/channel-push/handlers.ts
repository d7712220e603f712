import { randomBytes } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { maskId, maskName, maskNumbers, maskPhone } from '@cheyi/domain/mask'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type ChannelWire, channelWire, deliveryStates } from '@cheyi/domain/sales/channel/codes'
import { isConnected } from '@cheyi/domain/sales/channel/steps'
import { isFailing, SECRET_OVERLAP, TRIED_FOR } from '@cheyi/domain/sales/channel-push/delivery'
import { eventTypeOf } from '@cheyi/domain/sales/channel-push/event'
import { isPushed } from '@cheyi/domain/sales/channel-push/wire'
import { toIso } from '@cheyi/domain/time'
import { type Context, implement, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { urlFault } from '../../kernel/http/address/public-address.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { screen } from '../../kernel/screen.ts'
import { isCountedBySql } from '../../platform/todo/actions.ts'
import { channelNow, connectionIs } from '../channel/actions.ts'
import { CANCELLED_THERE, logReplay, makesOrder, mayReplay } from './replay.ts'
import { deliver, logEntryOf } from './send.ts'
import * as store from './store.ts'
import { markAll } from './store-stock.ts'
import { OLD_WEBHOOK_SECRET, offeredWires, WEBHOOK_SECRET } from './wires.ts'

/*
 * 回调 and 日志 of a channel. The secret only signs messages that hold no personal data, and gives no access to anything:
 * unlike a key of the open API, it needs no second person.
 */

export const channelPush = implement(contract.channelPush, {
  async webhook({ source }, ctx) {
    const [row, counts] = await Promise.all([store.one(ctx, source), store.counts(ctx, source)])
    return { webhook: row ?? null, offered: offeredWires(ctx.outside()), ...counts }
  },

  async webhookSave({ source, version, ...values }, ctx) {
    const { wire, url, enabled, pushStock } = values
    const channel = await channelNow(ctx, source)
    if (!isConnected(channel.status)) throw badInput('source', '请先申请开通该渠道')
    requireSendable(ctx, values, channel)
    const row = await store.lock(ctx, source)
    if (row === undefined) {
      if (version !== undefined) throw new Refusal('stale')
      const secret = newSecret()
      if (!(await store.insert(ctx, { source, ...values, ...sealSecret(ctx, source, secret) })))
        throw new Refusal('stale')
      note(ctx, source, {}, values)
      if (pushStock) await markAll(ctx, source, ctx.now)
      return answerSecretOnce(ctx, { version: 1, secret: null }, secret)
    }
    if (version === undefined) throw new Refusal('stale')
    requireVersion(version, row.version)
    note(ctx, source, { wire: row.wire, url: row.url, enabled: row.enabled, pushStock: row.pushStock }, values)
    const restarts = wire !== row.wire || url !== row.url || (enabled && (!row.enabled || row.failures > 0))
    await store.follow(ctx, row, { ...values, version: row.version + 1, ...(restarts && afresh(ctx)) })
    if (restarts) await sendAgain(ctx, row)
    if (pushStock && (restarts || !row.pushStock)) await markAll(ctx, source, ctx.now)
    return { version: row.version + 1, secret: null }
  },

  async webhookRotate({ source, version }, ctx) {
    const row = requireFound(await store.lock(ctx, source))
    requireVersion(version, row.version)
    const secret = newSecret()
    const before = ctx.vault.open(WEBHOOK_SECRET, String(source), row.secretEnc)
    const restarts = row.enabled && row.failures > 0
    await store.follow(ctx, row, {
      ...sealSecret(ctx, source, secret),
      ...(restarts && afresh(ctx)),
      oldSecretEnc: ctx.vault.seal(OLD_WEBHOOK_SECRET, String(source), before),
      oldUntil: ctx.now + SECRET_OVERLAP,
      version: row.version + 1,
    })
    if (restarts) await sendAgain(ctx, row)
    note(ctx, source, {}, { secretRenewed: true })
    return answerSecretOnce(ctx, { version: row.version + 1, secret: null }, secret)
  },

  async webhookTest({ source }, ctx) {
    const row = requireFound(await store.lock(ctx, source))
    if (!isPushed(row.wire, 'test')) throw badInput('source', '该接入方式没有测试消息')
    const id = await newId(ctx)
    const type = 'test'
    const message = { id, type, content: { eventId: id, type, timestamp: toIso(ctx.now), data: {} } } as const
    const { vendorCode } = await channelNow(ctx, source)
    ctx.answerAfterCommit(async () => {
      const { vault, now } = ctx
      const sent = await deliver(message, { webhook: row, vendorCode, vault, outside: ctx.outside(), now })
      await ctx.asSystem(async (later) => {
        store.log(later, id, { ...outgoing, source, name: type, ...logEntryOf(sent) })
      })
      const { delivered, status, fault, ms } = sent
      return { ok: delivered, status, fault, ms: Math.round(ms) }
    })
    return { ok: false, status: null, fault: '已发送，结果见日志', ms: 0 }
  },

  async sync({ source }, ctx) {
    requireFound(await store.lock(ctx, source))
    const pools = await markAll(ctx, source, ctx.now)
    ctx.audit({ targetType: 'channel', targetId: String(source), after: { count: pools } })
    return { pools }
  },

  events: ({ source, state: only, ...ask }, ctx) =>
    listAnswer(ask, {
      rows: store.events(ctx, source, only ?? null, cursorKeys(ask, 'id')?.[0] ?? null, pageSize(ask) + 1),
      count: () => store.countEvents(ctx, source, only ?? null),
      keys: ({ id }) => [id],
      view: ({ id, orderId, at, tries, dueAt, deliveredAt, state: now, ...row }) => ({
        eventId: id,
        type: eventTypeOf({ orderId, ...row }),
        channelOrderNo: row.data.channelOrderNo,
        at,
        state: now,
        tries,
        dueAt,
        deliveredAt,
      }),
    }),

  async resend({ source, eventId }, ctx) {
    requireFound(await store.lock(ctx, source))
    const count = await store.resend(ctx, source, eventId ?? null, ctx.now + TRIED_FOR)
    if (eventId !== undefined && count === 0) throw new Refusal('notFound')
    ctx.audit({ targetType: 'channel', targetId: String(source), after: { count } })
    return { count }
  },

  logs: ({ source, failed, ...ask }, ctx) =>
    listAnswer(ask, {
      rows: store.logs(ctx, source, failed === true, cursorKeys(ask, 'id')?.[0] ?? null, pageSize(ask) + 1),
      keys: ({ id }) => [id],
      view: ({ id, done, cancelled, ...row }) => ({
        logId: id,
        ...row,
        ...(cancelled && makesOrder(row.name) && { fault: [row.fault, CANCELLED_THERE].filter(Boolean).join('；') }),
        mayReplay: mayReplay({ ...row, done, cancelled }),
      }),
    }),

  logReplay,

  async logBodies({ logId }, ctx) {
    const { bodyEnc } = requireFound(await store.logBody(ctx, logId))
    const [request, answer] = JSON.parse(ctx.vault.open(store.LOG_PLACE, logId, bodyEnc)) as [string, string]
    return { request: maskBody(request), answer: maskBody(answer) }
  },
})

interface Destination {
  readonly wire: ChannelWire
  readonly url: string
  readonly pushStock: boolean
}

/** @throws Refusal badInput (-2) if messages could not be sent by this protocol */
function requireSendable(
  ctx: Context,
  { wire, url, pushStock }: Destination,
  { vendorCode }: { readonly vendorCode: string },
): void {
  if (!offeredWires(ctx.outside()).includes(wire)) throw badInput('wire', '本系统没有该平台的应用，请联系服务商')
  if (pushStock && !isPushed(wire, 'stock.updated')) throw badInput('pushStock', '该接入方式不推送库存和价格')
  if (wire === channelWire.open) {
    const fault = urlFault(url, ctx.config.simulators !== 'off')
    if (fault !== null) throw badInput('url', fault)
  } else if (vendorCode === '') throw badInput('wire', '请先在基础设置中填写商家编号')
}

/** Whoever changes, switches on or saves an address that failed wants it to be tried: the failures of before are forgotten. */
const afresh = ({ now }: Context) => ({ failures: 0, heldUntil: now, goneAt: null })

/** Sends all that waits, at the address as it was stored before. */
async function sendAgain(ctx: Context, { source, failures }: store.WebhookRow): Promise<void> {
  await store.hurry(ctx, source)
  if (isFailing(failures)) await connectionIs(ctx, source, 'recover')
}

const outgoing = { outgoing: true, channelOrderNo: null, eventId: null, code: null } as const

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const sealSecret = (ctx: Context, source: number, secret: string) => ({
  secretEnc: ctx.vault.seal(WEBHOOK_SECRET, String(source), secret),
  secretTail: secret.slice(-5, -1),
})

const note = (ctx: Context, source: number, before: Record<string, unknown>, after: Record<string, unknown>) =>
  ctx.audit({ targetType: 'channel', targetId: String(source), before, after })

/** Only the answer contains the secret: the answer stored for a repeated request does not. */
function answerSecretOnce<T extends { readonly secret: string | null }>(ctx: Context, made: T, secret: string): T {
  ctx.answerAfterCommit(async () => ({ ...made, secret }))
  return made
}

/** Fields of a request with personal data, and how each is shown. */
const masks: Readonly<Record<string, (text: string) => string>> = {
  name: maskName,
  mobile: maskPhone,
  idNumber: maskId,
  remark: () => '***',
}

/** A body of JSON, indented for reading, with the personal data of its customer masked. */
function maskBody(body: string): string {
  try {
    const shown = JSON.parse(body, function (this: Record<string, unknown>, key, value) {
      // The customer alone has a mobile number; stores, services and channels have names, too.
      const personal = key !== 'name' || 'mobile' in this
      return typeof value === 'string' && personal && Object.hasOwn(masks, key) ? masks[key]!(value) : value
    })
    return JSON.stringify(shown, null, 2)
  } catch {
    // Cut, or no JSON: it may hold anything.
    return maskNumbers(body).replaceAll(/("(?:name|remark)"\s*:\s*")[^"]*/g, '$1***')
  }
}

// Messages that were given up; the link opens the first channel that has some.
isCountedBySql<{ dead: number; source: number | null }>(
  'channelDead',
  `select json_build_object('dead', count(*), 'source', min(source)) from channel_event where state = ${deliveryStates.code.dead}`,
  ({ dead, source }) => [
    { name: '渠道回调未送达', count: dead, link: screen('channel.detail', { id: String(source), tab: 'push' }) },
  ],
  { rare: true, whole: true },
)
