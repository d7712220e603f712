import { advance } from '@cheyi/domain/advance'
import { MAX_MONEY_OUT_FAILURES } from '@cheyi/domain/booking/order/timers'
import { payKinds } from '@cheyi/domain/money/payment/codes'
import { hasFailed, isWaitingPayment, paymentSteps } from '@cheyi/domain/money/payment/steps'
import type { Context } from '../../../kernel/context.ts'
import type { Outcome } from '../../../kernel/pay-port.ts'
import { holdSaid, takeHoldTurn } from '../../deposit/actions.ts'
import { updatePayment } from '../store.ts'
import { answered, asFailed, type Channel, channelOf } from './channel.ts'
import { FIRST_ASK } from './link.ts'
import { settleCapture, settleRefund } from './settle.ts'
import type * as store from './store.ts'

/*
 * What is asked of a hold once its customer has agreed to it: captures and letting go. Each is asked under its own number,
 * which happens once, so that whoever does not know asks first and then, where the provider has not heard of it, again.
 */

type Step = NonNullable<Awaited<ReturnType<typeof store.holdStep>>>

const refOf = ({ holdNo, authNo, outTradeNo }: Step) => ({ holdNo, authNo, outNo: outTradeNo })

/** Asks what became of a capture or of letting go, and for it again where the provider has not heard of it. */
export async function askHold(ctx: Context, channel: Channel, step: Step): Promise<void> {
  const { holds } = channel.provider
  const outcome = await answered(() =>
    step.holdStep === 'capture' ? holds.queryCapture(refOf(step)) : holds.queryUnfreeze(refOf(step)),
  )
  if (outcome === undefined) return
  if (outcome.state === 'unknown') return send(ctx, channel, step)
  await say(ctx, step, outcome)
}

/** Asks for a capture or for letting go; without an answer it stays under way, and is asked about under its number. */
async function send(ctx: Context, { provider, notifyUrl }: Channel, step: Step): Promise<void> {
  const ask = { ...refOf(step), amount: step.amountFen, notifyUrl }
  const outcome = await answered(
    () =>
      step.holdStep === 'capture'
        ? provider.holds.capture({ ...ask, subject: `${payKinds.text(step.payKind)}扣款` })
        : provider.holds.unfreeze({ ...ask, reason: '退还押金' }),
    asFailed,
  )
  if (outcome !== undefined) await say(ctx, step, outcome)
}

const say = (ctx: Context, step: Step, outcome: Outcome) =>
  ctx.asSystem((later) => (step.holdStep === 'capture' ? settleCapture : settleRefund)(later, step.id, outcome))

/** Asks the provider what it still holds; without an answer it is asked again soon. */
export async function holdQuery(ctx: Context, holdId: string): Promise<void> {
  const hold = await takeHoldTurn(ctx, holdId)
  if (hold === undefined) return
  const { provider } = await channelOf(ctx, hold.channelId!)
  ctx.afterCommit(async () => {
    const freeze = await answered(() => provider.holds.queryFreeze(hold.outNo))
    if (freeze !== undefined) await ctx.asSystem((later) => holdSaid(later, holdId, freeze))
  })
}

/** Sends what lets a part of a hold go, if it may leave now. The order is under its lock. */
export async function letGo(ctx: Context, step: Step): Promise<void> {
  const due =
    step.holdStep === 'unfreeze' &&
    (isWaitingPayment(step.status) || hasFailed(step.status)) &&
    step.failCount < MAX_MONEY_OUT_FAILURES &&
    (step.releaseAfter ?? 0) <= ctx.now
  if (!due || step.holdChannelId === null) return
  const again = hasFailed(step.status)
  const { outTradeNo } = await updatePayment(ctx, step, {
    status: advance(paymentSteps, again ? 'retry' : 'open', step.status),
    // A number that was refused for good is not asked for again.
    ...(again ? { outTradeNo: `U${step.id}N${step.version}` } : {}),
    channelId: step.holdChannelId,
    asked: 0,
    askAt: ctx.now + FIRST_ASK,
  })
  const channel = await channelOf(ctx, step.holdChannelId)
  ctx.afterCommit(() => send(ctx, channel, { ...step, outTradeNo }))
}
