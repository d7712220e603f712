import { z } from 'zod'
import { call } from './kernel/call.ts'
import { TimeOut, text } from './kernel/field.ts'

/**
 * What stands in for the outside world on a demo: nothing is sent in earnest, and here is what would have been. Answers
 * as if it did not exist on any other installation.
 */
export const simulation = {
  messages: call({
    method: 'POST',
    path: '/api/simulation/v1/sms',
    summary: '模拟短信收件箱',
    permission: 'public',
    tenant: 'none',
    effect: 'read',
    input: z.object({}),
    output: z.object({
      list: z.array(z.object({ at: TimeOut, mobile: z.string(), template: z.string(), text: z.string() })),
    }),
  }),
  partnerCode: call({
    method: 'POST',
    path: '/api/simulation/v1/wukong/code',
    summary: '模拟合作渠道授权码',
    permission: 'public',
    tenant: 'none',
    effect: 'write',
    repeat: 'natural',
    input: z.object({ partnerUserId: text(1, 60, '渠道用户') }),
    output: z.object({ code: z.string() }),
  }),
}
