import { platforms } from '@cheyi/domain/booking/order/codes'
import { channelWire, channelWires, deliveryStates } from '@cheyi/domain/sales/channel/codes'
import { channelMessageTypes } from '@cheyi/domain/sales/channel-push/event'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, flag, id, maybe, orElse, text, Version } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/* 回调: the messages to platforms, their addresses, and the log of requests from and to them. */

const source = code(platforms, '渠道')

/** The secret is returned once only, and null on a retry; who missed it replaces it by another. */
const Secret = { secret: z.string().nullable() }

export const channelPush = {
  webhook: read({
    path: '/api/channel_push/v1/webhook',
    summary: '回调设置',
    permission: ['channel.edit'],
    reach: 'merchant',
    input: z.object({ source }),
    output: z.object({
      /** null: the channel has no address. */
      webhook: z
        .object({
          wire: out.code(channelWires),
          /** Empty if the protocol has an address of its own. */
          url: z.string(),
          enabled: z.boolean(),
          /** It also receives stock and prices. */
          pushStock: z.boolean(),
          secretTail: z.string(),
          /** Until when the previous secret signs as well; null: there is none. */
          oldUntil: out.time.nullable(),
          /** The address answered that it is no longer valid. */
          goneAt: out.time.nullable(),
          /** Attempts that failed since the last success. */
          failures: out.count,
          deliveredAt: out.time.nullable(),
          version: out.count,
        })
        .nullable(),
      /** The protocols that this installation has. */
      offered: z.array(out.code(channelWires)),
      /** Number of events that are still to be sent, and of those that were given up. */
      pending: out.count,
      dead: out.count,
    }),
  }),
  webhookSave: write({
    operators: false,
    path: '/api/channel_push/v1/webhook/save',
    summary: '保存回调地址',
    permission: ['channel.key'],
    repeat: 'version',
    reach: 'merchant',
    input: z.object({
      source,
      /** Missing: the channel has no address yet. */
      version: maybe(Version),
      wire: orElse(code(channelWires, '接入方式'), channelWire.open),
      /** Required by our own protocol; others have an address of their own. */
      url: text(0, 500, '回调地址'),
      enabled: flag('请选择是否启用', '启用回调'),
      pushStock: flag('请选择是否推送库存和价格', '推送库存和价格'),
    }),
    output: z.object({ version: out.count, ...Secret }),
    refusals: ['stale'],
  }),
  webhookRotate: write({
    operators: false,
    path: '/api/channel_push/v1/webhook/rotate',
    summary: '轮换回调密钥',
    permission: ['channel.key'],
    reach: 'merchant',
    input: z.object({ source, version: Version }),
    output: z.object({ version: out.count, ...Secret }),
    refusals: ['stale', 'notFound'],
  }),
  webhookTest: write({
    operators: false,
    path: '/api/channel_push/v1/webhook/test',
    summary: '发送测试事件',
    permission: ['channel.edit'],
    reach: 'merchant',
    audit: false,
    input: z.object({ source }),
    output: z.object({
      ok: z.boolean(),
      /** HTTP status; null: no answer came. */
      status: out.count.nullable(),
      fault: z.string(),
      ms: out.count,
    }),
    refusals: ['notFound'],
  }),
  sync: write({
    operators: false,
    path: '/api/channel_push/v1/sync',
    summary: '全量推送库存和价格',
    permission: ['channel.edit'],
    repeat: 'natural',
    reach: 'merchant',
    input: z.object({ source }),
    /** Number of pools (store and model) that will be sent. */
    output: z.object({ pools: out.count }),
    refusals: ['notFound'],
  }),
  events: read({
    path: '/api/channel_push/v1/event/page',
    summary: '回调记录',
    permission: ['channel.edit'],
    reach: 'merchant',
    input: z.object({ ...cursorPaging(), source, state: maybe(code(deliveryStates, '状态')) }),
    /** Newest first. */
    output: out.page(
      z.object({
        eventId: out.id,
        type: out.word(channelMessageTypes),
        channelOrderNo: z.string(),
        at: out.time,
        state: out.code(deliveryStates),
        tries: out.count,
        /** The next attempt. */
        dueAt: out.time,
        /** null: not delivered, or the protocol of the channel has no message for it. */
        deliveredAt: out.time.nullable(),
      }),
    ),
  }),
  resend: write({
    operators: false,
    path: '/api/channel_push/v1/event/resend',
    summary: '重发回调',
    permission: ['channel.edit'],
    repeat: 'natural',
    reach: 'merchant',
    /** Missing event: all of the channel that were given up. */
    input: z.object({ source, eventId: maybe(id('回调')) }),
    output: z.object({ count: out.count }),
    refusals: ['notFound'],
  }),
  logs: read({
    path: '/api/channel_push/v1/log/page',
    summary: '渠道接口日志',
    permission: ['channel.edit'],
    reach: 'merchant',
    input: z.object({ ...cursorPaging(), source, failed: maybe(flag('应为是或否')) }),
    /** Newest first. */
    output: out.page(
      z.object({
        logId: out.id,
        outgoing: z.boolean(),
        /** Method and path of a request; type of a message. */
        name: z.string(),
        channelOrderNo: z.string().nullable(),
        /** The event of a message that can be sent again. */
        eventId: out.id.nullable(),
        status: out.count.nullable(),
        /** Our code of the answer to a request. */
        code: z.number().int().nullable(),
        fault: z.string(),
        failed: z.boolean(),
        ms: out.count,
        at: out.time,
        /** A write of the platform that failed and was not replayed, so that staff may do it. */
        mayReplay: z.boolean(),
        /** It was done by staff, for an earlier request. */
        replayed: z.boolean(),
      }),
    ),
  }),
  logBodies: read({
    path: '/api/channel_push/v1/log/bodies',
    summary: '渠道接口报文',
    permission: ['channel.edit'],
    reach: 'merchant',
    input: z.object({ logId: id('日志') }),
    /** Names, numbers of phones and of documents are masked. */
    output: z.object({ request: z.string(), answer: z.string() }),
    refusals: ['notFound'],
  }),
  logReplay: write({
    operators: false,
    path: '/api/channel_push/v1/log/replay',
    summary: '重放渠道请求：按现在的时间和规则再执行一次',
    permission: ['channel.edit'],
    reach: 'merchant',
    input: z.object({ logId: id('日志') }),
    /** The request as it was done now, in the log. */
    output: z.object({ logId: out.id }),
    /** And what the call of the platform may be refused by. */
    refusals: ['notFound', 'stale'],
    refreshes: ['order', 'overview', 'todo', 'payment', 'stock'],
  }),
}
