import { notifyTypes } from '@cheyi/domain/platform/lookup/codes'
import { notifyLevels, notifyWays } from '@cheyi/domain/platform/notify/notice'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, Flag, flag, id, list, maybe, text } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

const Switch = z.object({
  type: out.code(notifyTypes),
  ways: z.array(z.object({ way: out.code(notifyWays), on: z.boolean(), fixed: z.boolean() })),
})

export const notify = {
  page: read({
    path: '/api/notify/v1/page',
    summary: '消息列表',
    permission: 'signedIn',
    input: z.object({ ...cursorPaging(), type: maybe(code(notifyTypes, '消息类型')), unread: maybe(Flag) }),
    /** Newest first; only the caller's own. */
    output: out.page(
      z.object({
        id: out.id,
        type: out.code(notifyTypes),
        level: out.code(notifyLevels),
        title: z.string(),
        body: z.string(),
        /** The order's customer, time and car; '' when it is about no order that the caller may see. */
        about: z.string(),
        /** Path of the related screen, or ''. */
        link: z.string(),
        read: z.boolean(),
        at: out.time,
      }),
    ),
  }),
  unread: read({
    path: '/api/notify/v1/unread',
    summary: '未读消息数',
    permission: 'signedIn',
    output: z.object({ count: out.count }),
  }),
  read: write({
    operators: false,
    path: '/api/notify/v1/read',
    summary: '标为已读',
    permission: 'signedIn',
    repeat: 'natural',
    whileSuspended: true,
    input: z.object({ ids: maybe(list(id('消息'), 100, '消息')), all: maybe(Flag) }),
    /** Number of unread notices that remain. */
    output: z.object({ count: out.count }),
  }),
  switches: read({
    path: '/api/notify/v1/switches',
    summary: '消息开关',
    permission: 'signedIn',
    output: z.array(Switch),
  }),
  setting: write({
    operators: false,
    path: '/api/notify/v1/setting',
    summary: '设置消息开关',
    permission: 'signedIn',
    repeat: 'natural',
    whileSuspended: true,
    input: z.object({
      type: code(notifyTypes, '消息类型'),
      way: code(notifyWays, '接收方式'),
      on: flag('请选择开或关'),
    }),
    output: z.array(Switch),
  }),
  reach: read({
    path: '/api/notify/v1/reach',
    summary: '手机接收方式',
    permission: 'signedIn',
    tenant: 'none',
    /** Whether the app on this phone and the account's WeChat receive notices; null: the installation does not offer it. */
    output: z.object({ push: z.boolean().nullable(), wechat: z.boolean().nullable() }),
  }),
  /** The native app registers with the push service, with the token from the page; the registration ends with that session. */
  device: write({
    path: '/api/notify/v1/device',
    summary: '登记推送设备',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    input: z.object({ registrationId: text(1, 200, '推送设备标识') }),
    output: z.object({ push: z.boolean() }),
  }),
  followCode: read({
    path: '/api/notify/v1/followCode',
    summary: '关注公众号的二维码',
    permission: 'signedIn',
    tenant: 'none',
    /** Text of the QR code, and its expiry; null: the installation has no WeChat service account. */
    output: z.object({ code: z.string().nullable(), expireAt: out.time }),
  }),
  unfollow: write({
    path: '/api/notify/v1/unfollow',
    summary: '停止微信接收消息',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    output: z.object({ wechat: z.boolean() }),
  }),
}
