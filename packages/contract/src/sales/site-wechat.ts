import { z } from 'zod'
import { type Call, write } from '../kernel/call.ts'
import { Flag, maybe, text } from '../kernel/field.ts'

/* The booking page inside WeChat: who opened it, and the card by which it is shared. */

const permission = ['order.create'] as const

/** Longest address of a page, with its trip. */
const LONGEST = 1500

export const siteWechat = {
  /** WeChat sent the browser back: a customer who agreed to it before is signed in again. */
  wechatBack: write({
    path: '/s/api/wechat_back',
    summary: '微信授权返回',
    permission,
    repeat: 'natural',
    changes: false,
    audit: false,
    input: z.object({
      /** The page that was asked for, and what proves that this browser asked for it. */
      to: text(1, LONGEST, '页面'),
      state: text(1, 128, '授权状态'),
      /** Missing: the customer did not agree. */
      code: maybe(text(1, 512, '授权码')),
    }),
    output: z.object({ path: z.string() }),
  }),
  /** What proves to WeChat that a page is one of its account; null where there is no account, or no ticket now. */
  share: write({
    path: '/s/api/share',
    summary: '分享卡片',
    permission,
    repeat: 'natural',
    changes: false,
    audit: false,
    input: z.object({ url: text(1, LONGEST, '页面地址') }),
    output: z.object({
      proof: z
        .object({ appId: z.string(), timestamp: z.string(), nonceStr: z.string(), signature: z.string() })
        .nullable(),
    }),
  }),
  /** WeChat does not recognise the customer any more. */
  forgetWechat: write({
    path: '/s/api/forget_wechat',
    summary: '解除微信登录',
    permission,
    repeat: 'natural',
    changes: false,
    audit: false,
    output: z.object({}),
    refusals: ['invalidToken'],
  }),
  wechatReminders: write({
    path: '/s/api/wechat_reminders',
    summary: '微信提醒',
    permission,
    repeat: 'natural',
    changes: false,
    audit: false,
    input: z.object({ on: Flag }),
    output: z.object({}),
    refusals: ['invalidToken'],
  }),
} satisfies Record<string, Call>
