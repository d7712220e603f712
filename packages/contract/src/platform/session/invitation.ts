import { z } from 'zod'
import { read, write } from '../../kernel/call.ts'
import { id, Mobile, maybe } from '../../kernel/field.ts'
import * as out from '../../kernel/output.ts'
import { agree, native, SignedIn, SmsCode } from '../session.ts'

/** Invitations of employees who were added and have not confirmed. */
export const invitation = {
  send: write({
    operators: false,
    path: '/api/user/v1/child/invite',
    summary: '重新发送邀请',
    permission: ['account.edit'],
    /** Sends a new code; the previous one becomes invalid. */
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
    /** Merchants whose invitation the signed-in user can confirm. */
    output: z.object({ list: z.array(z.object({ id: out.id, merchantName: z.string(), expireAt: out.time })) }),
  }),
  accept: write({
    path: '/api/login/v1/invitation/accept',
    summary: '加入商家',
    permission: 'public',
    repeat: 'natural',
    /** The code of the invitation's message. Without `mobile` it is the signed-in user's own. */
    input: z.object({ mobile: maybe(Mobile), code: SmsCode, agree, native }),
    /** A session in that merchant; creates the user if there is none yet. */
    output: SignedIn,
    refusals: ['wrongCode', 'merchantSuspended'],
  }),
}
