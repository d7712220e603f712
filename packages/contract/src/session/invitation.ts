import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { id, Mobile, maybe } from '../kernel/field.ts'
import * as out from '../kernel/out.ts'
import { agree, native, SignedIn, SmsCode } from '../session.ts'

/** An employee who was added and has not come in yet. */
export const invitation = {
  send: write({
    path: '/api/user/v1/child/invite',
    summary: '重新发送邀请',
    permission: ['account.edit'],
    /** A new code; the one sent before no longer counts. */
    input: z.object({ id: id('账号') }),
    output: z.object({ expireAt: out.time }),
    refusals: ['grantBeyondOwn', 'textsExhausted'],
    refreshes: ['account'],
  }),
  mine: read({
    path: '/api/login/v1/invitation/list',
    summary: '我收到的邀请',
    permission: 'signedIn',
    tenant: 'none',
    /** Merchants that wait for the signed-in person's word. */
    output: z.object({ list: z.array(z.object({ id: out.id, merchantName: z.string(), expireAt: out.time })) }),
  }),
  accept: write({
    path: '/api/login/v1/invitation/accept',
    summary: '加入商家',
    permission: 'public',
    repeat: 'natural',
    /** The code of the invitation's message. Without `mobile` it is the signed-in person's own. */
    input: z.object({ mobile: maybe(Mobile), code: SmsCode, agree, native }),
    /** A session inside that merchant; whoever had no user yet has one now. */
    output: SignedIn,
    refusals: ['wrongCode', 'merchantSuspended'],
  }),
}
