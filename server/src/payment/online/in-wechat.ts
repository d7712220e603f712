import { timingSafeEqual } from 'node:crypto'
import { payWay } from '@cheyi/domain/payment/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { type InApp, NoAnswer, PayRefused } from '../../kernel/pay-port.ts'
import { readOrder } from '../../order/actions.ts'
import { channelFor } from './channel.ts'

/*
 * Who pays on a page that is open inside WeChat: its 网页授权 sends the customer's browser away and back with a code.
 */

/** Nobody needs longer to come back, ms. */
const STATE_LIFE = 10 * MINUTE
const DIGITS = 9

/** Pages inside WeChat by the contract of the order's store; undefined without an app secret. */
export async function inAppOf(ctx: Context, { orderId }: { readonly orderId: string }): Promise<InApp | undefined> {
  const { storeId } = await readOrder(ctx, orderId)
  return (await channelFor(ctx, payWay.wechat, storeId)).provider.inApp
}

const macOf = ({ vault }: Pick<Context, 'vault'>, token: string, at: string): string =>
  vault.index('link_token.state', `${at}/${token}`).toString('hex')

/** What a browser comes back with: when it was sent away, and that it was by this link. WeChat takes letters and digits only. */
export function stateOf(ctx: Pick<Context, 'vault' | 'now'>, token: string): string {
  const at = ctx.now.toString(36).padStart(DIGITS, '0')
  return `${at}${macOf(ctx, token, at)}`
}

/** @throws Refusal badInput (-2) for a state of another link, of nobody's, or of too long ago */
export function refuseForeignState(ctx: Pick<Context, 'vault' | 'now'>, token: string, state = ''): void {
  const at = state.slice(0, DIGITS)
  const mac = Buffer.from(macOf(ctx, token, at))
  const sent = Buffer.from(state.slice(DIGITS))
  const ours = mac.length === sent.length && timingSafeEqual(mac, sent)
  const age = ctx.now - Number.parseInt(at, 36)
  if (!ours || !(age >= 0 && age <= STATE_LIFE)) throw badInput('state', '微信授权已过期，请重新点击付款')
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
