import { z } from 'zod'
import { read, write } from '../../kernel/call.ts'
import { text } from '../../kernel/field.ts'
import * as out from '../../kernel/output.ts'
import { SmsCode } from '../session.ts'

/** Cancellation of a user with all their accounts, in every merchant, after a cooling-off period. */
export const cancellation = {
  check: read({
    path: '/api/login/v1/cancel/check',
    summary: '注销前检查',
    permission: 'signedIn',
    tenant: 'none',
    output: z.object({
      /** Open business of this person by merchant; a count above 0 blocks the cancellation. */
      merchants: z.array(
        z.object({
          name: z.string(),
          owner: z.boolean(),
          checks: z.array(z.object({ label: z.string(), count: out.count })),
        }),
      ),
      blocked: z.boolean(),
      /** When a requested cancellation takes effect. */
      cancelAt: out.time.nullable(),
    }),
  }),
  apply: write({
    path: '/api/login/v1/cancel/apply',
    summary: '申请注销',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    input: z.object({ reason: text(1, 200, '注销原因'), smsCode: SmsCode }),
    output: z.object({ cancelAt: out.time }),
    refusals: ['wrongCode', 'cancelBlocked'],
    refreshes: ['session.userInfo'],
  }),
  withdraw: write({
    path: '/api/login/v1/cancel/withdraw',
    summary: '撤销注销',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    refreshes: ['session.userInfo'],
  }),
}
