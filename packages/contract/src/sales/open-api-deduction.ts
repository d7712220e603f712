import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { platformDeductStates } from '@cheyi/domain/money/deposit/platform-deduct'
import { z } from 'zod'
import { fen, id, maybe, text } from '../kernel/field.ts'
import { openRead, openWrite } from '../kernel/open-call.ts'
import * as out from '../kernel/output.ts'
import { channelOrderNo } from './open-api-fields.ts'

/* 平台扣款: what the store requests from a deposit that the platform holds, and the answer of the platform. */

const shape = {
  deductionId: out.id,
  kind: out.code(depositKinds),
  kindName: z.string(),
  askedFen: out.fen,
  /** What the platform took; 0 until it has answered. */
  takenFen: out.fen,
  state: out.code(platformDeductStates),
  stateName: z.string(),
}
/** As an event tells it, without the words of staff. */
export const DeductionEvent = z.object(shape)

const Deduction = z.object({ ...shape, reason: z.string() })

export const openDeductionCalls = {
  deductions: openRead({
    path: '/open/v1/orders/:channelOrderNo/deductions',
    summary: '订单的平台扣款申请',
    scope: 'order',
    input: z.strictObject({ channelOrderNo }),
    output: z.object({ deductions: z.array(Deduction) }),
    refusals: ['notFound'],
  }),
  answerDeduction: openWrite({
    path: '/open/v1/orders/:channelOrderNo/deductions/:deductionId',
    summary: '答复平台扣款（可重复提交）',
    scope: 'order',
    whileSuspended: true,
    input: z.strictObject({
      channelOrderNo,
      deductionId: id('扣款申请'),
      /** Of the requested amount; 0: nothing is taken. */
      takenFen: fen('实际扣款金额'),
      note: maybe(text(0, 100, '说明')),
    }),
    output: Deduction,
    /** openStatusRefuses (9208): the platform has answered this request before, and differently. */
    refusals: ['notFound', 'openStatusRefuses'],
  }),
}
