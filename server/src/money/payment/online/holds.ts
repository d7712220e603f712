import { advance } from '@cheyi/domain/advance'
import { MAX_MONEY_OUT_FAILURES } from '@cheyi/domain/booking/order/timers'
import { payKinds } from '@cheyi/domain/money/payment/codes'
import { hasFailed, isWaitingPayment, paymentSteps } from '@cheyi/domain/money/payment/steps'
import type { Context } from '../../../kernel/context.ts'
import type { Outcome } from '../../../kernel/pay-port.ts'
import { applyFreezeState, takeHoldTurn } from '../../deposit/actions.ts'
import { outNoOf } from '../out-no.ts'
import { updatePayment } from '../store.ts'
import { answerOrNone, type Channel, channelOf, failedOutcome } from './channel.ts'
import { FIRST_ASK } from './link.ts'
import { settleCapture, settleRefund } from './settle.ts'
import type * as store from './store.ts'

/*
 * Captures and releases of a hold. Each has its own number, for which the provider acts only once: without an answer it is queried
 * first, and sent again if the provider does not know it.
 */

type Step = NonNullable<Awaited<ReturnType<typeof store.holdStep>>>

const refOf = ({ holdNo, authNo, outTradeNo }: Step) => ({ holdNo, authNo, outNo: outTradeNo })

/** Queries a capture or release, and sends it again if the provider does not know it. */
export async function askHold(ctx: Context, channel: Channel, step: Step): Promise<void> {
  const { holds } = channel.provider
  const outcome = await answerOrNone(() =>
    step.holdStep === 'capture' ? holds.queryCapture(refOf(step)) : holds.queryUnfreeze(refOf(step)),
  )
  if (outcome === undefined) return
  if (outcome.state === 'unknown') return send(ctx, channel, step)
  await say(ctx, step, outcome)
}

/** Sends a capture or release; without an answer it stays pending and is queried by its number. */
async function send(ctx: Context, { provider, notifyUrl }: Channel, step: Step): Promise<void> {
  const ask = { ...refOf(step), amount: step.amountFen, notifyUrl }
  const outcome = await answerOrNone(
    () =>
      step.holdStep === 'capture'
        ? provider.holds.capture({ ...ask, subject: `${payKinds.text(step.payKind)}扣款` })
        : provider.holds.unfreeze({ ...ask, reason: '退还押金' }),
    failedOutcome,
  )
  if (outcome !== undefined) await say(ctx, step, outcome)
}

const say = (ctx: Context, step: Step, outcome: Outcome) =>
  ctx.asSystem((later) => (step.holdStep === 'capture' ? settleCapture : settleRefund)(later, step.id, outcome))

/** Queries what the provider still holds; without an answer it is queried again soon. */
export async function holdQuery(ctx: Context, holdId: string): Promise<void> {
  const hold = await takeHoldTurn(ctx, holdId)
  if (hold === undefined) return
  const { provider } = await channelOf(ctx, hold.channelId!)
  ctx.afterCommit(async () => {
    const freeze = await answerOrNone(() => provider.holds.queryFreeze(hold.outNo))
    if (freeze !== undefined) await ctx.asSystem((later) => applyFreezeState(later, holdId, freeze))
  })
}

/** Sends the release of a part of a hold, if it is due. The order is under its lock. */
export async function sendHoldRelease(ctx: Context, step: Step): Promise<void> {
  const due =
    step.holdStep === 'unfreeze' &&
    (isWaitingPayment(step.status) || hasFailed(step.status)) &&
    step.failCount < MAX_MONEY_OUT_FAILURES &&
    (step.releaseAfter ?? 0) <= ctx.now
  if (!due || step.holdChannelId === null) return
  const again = hasFailed(step.status)
  const { outTradeNo } = updatePayment(ctx, step, {
    status: advance(paymentSteps, again ? 'retry' : 'open', step.status),
    // A finally refused number cannot be used again.
    ...(again ? { outTradeNo: `${outNoOf(ctx, 'U', step.id)}N${step.version}` } : {}),
    channelId: step.holdChannelId,
    asked: 0,
    askAt: ctx.now + FIRST_ASK,
  })
  const channel = await channelOf(ctx, step.holdChannelId)
  ctx.afterCommit(() => send(ctx, channel, { ...step, outTradeNo }))
}
