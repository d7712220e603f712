import { badInput } from '@cheyi/domain/refusal'
import { deductionTold } from '@cheyi/domain/sales/channel-push/event'
import { found } from '../../kernel/context.ts'
import { platformAnswers, platformDeductions } from '../../money/deposit/actions.ts'
import type { OpenHandlerOf } from './implement.ts'
import * as store from './store.ts'

type Row = Awaited<ReturnType<typeof platformDeductions>>[number]

const shown = (row: Row) => ({ ...deductionTold(row), reason: row.reason })

export const deductions: OpenHandlerOf<'deductions'> = async ({ channelOrderNo }, ctx, { source }) => {
  const orderId = found(await store.orderIdOf(ctx, source, channelOrderNo))
  return { deductions: (await platformDeductions(ctx, orderId)).map(shown) }
}

/** The platform's answer to a request; only it reduces what the customer owes. */
export const answerDeduction: OpenHandlerOf<'answerDeduction'> = async (input, ctx, { source }) => {
  const { channelOrderNo, deductionId, takenFen, note = '' } = input
  const orderId = found(await store.orderIdOf(ctx, source, channelOrderNo))
  const request = found((await platformDeductions(ctx, orderId)).find(({ id }) => id === deductionId))
  if (takenFen > request.askedFen) throw badInput('takenFen', '实际扣款金额不能超过申请金额')
  return shown(await platformAnswers(ctx, orderId, { deductionId, takenFen, answer: note }))
}
