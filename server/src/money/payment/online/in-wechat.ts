import { payWay } from '@cheyi/domain/money/payment/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { readOrder } from '../../../booking/order/actions.ts'
import { awayState, isAwayState, type Sender } from '../../../kernel/away-state.ts'
import type { Context } from '../../../kernel/context.ts'
import { type InApp, NoAnswer, PayRefused } from '../../../kernel/pay-port.ts'
import { channelFor } from './channel.ts'

/*
 * Who pays on a page that is open inside WeChat: its 网页授权 sends the customer's browser away and back with a code.
 */

/** Pages inside WeChat by the contract of the order's store; undefined without an app secret. */
export async function inAppOf(ctx: Context, { orderId }: { readonly orderId: string }): Promise<InApp | undefined> {
  const { storeId } = await readOrder(ctx, orderId)
  return (await channelFor(ctx, payWay.wechat, storeId)).provider.inApp
}

const senderOf = ({ vault }: Pick<Context, 'vault'>, token: string): Sender => ({
  vault,
  place: 'link_token.state',
  subject: token,
})

/** What a browser comes back with: when it was sent away, and that it was by this link. */
export const stateOf = (ctx: Pick<Context, 'vault' | 'now'>, token: string): string =>
  awayState(senderOf(ctx, token), ctx.now)

/** @throws Refusal badInput (-2) for a state of another link, of nobody's, or of too long ago */
export function refuseForeignState(ctx: Pick<Context, 'vault' | 'now'>, token: string, state = ''): void {
  if (!isAwayState(senderOf(ctx, token), ctx.now, state)) throw badInput('state', '微信授权已过期，请重新点击付款')
}

/** @throws Refusal channelRefused (9001) for a code that is over, and without an answer */
export async function payerOf(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PayRefused) throw new Refusal('channelRefused', { 原因: error.message })
    if (error instanceof NoAnswer) throw new Refusal('channelRefused', { 原因: '微信暂时没有应答，请稍后再试' })
    throw error
  }
}
