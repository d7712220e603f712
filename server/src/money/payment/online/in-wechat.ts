import { payWay } from '@cheyi/domain/money/payment/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { readOrder } from '../../../booking/order/actions.ts'
import { awayState, isAwayState, type Sender } from '../../../kernel/away-state.ts'
import type { Context } from '../../../kernel/context.ts'
import { type InApp, NoAnswer, PayRefused } from '../../../kernel/pay-port.ts'
import { channelFor } from './channel.ts'

/* Identifies the payer on a page inside WeChat: its 网页授权 redirects the browser and returns with a code. */

/** The WeChat page adapter of the contract of the order's store; undefined without an app secret. */
export async function inAppOf(ctx: Context, { orderId }: { readonly orderId: string }): Promise<InApp | undefined> {
  const { storeId } = await readOrder(ctx, orderId)
  return (await channelFor(ctx, payWay.wechat, storeId)).provider.inApp
}

const senderOf = ({ vault }: Pick<Context, 'vault'>, token: string): Sender => ({
  vault,
  place: 'link_token.state',
  subject: token,
})

/** The state parameter of the redirect: proves the link and the time. */
export const stateOf = (ctx: Pick<Context, 'vault' | 'now'>, token: string): string =>
  awayState(senderOf(ctx, token), ctx.now)

/** @throws Refusal badInput (-2) for a state of another link, a forged one or an expired one */
export function refuseForeignState(ctx: Pick<Context, 'vault' | 'now'>, token: string, state = ''): void {
  if (!isAwayState(senderOf(ctx, token), ctx.now, state)) throw badInput('state', '微信授权已过期，请重新点击付款')
}

/** @throws Refusal channelRefused (9001) for an expired code, and without an answer */
export async function payerOf(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PayRefused) throw new Refusal('channelRefused', { 原因: error.message })
    if (error instanceof NoAnswer) throw new Refusal('channelRefused', { 原因: '微信暂时没有应答，请稍后再试' })
    throw error
  }
}
