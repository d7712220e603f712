import type { PageAccount } from '../../wechat-user-simulator.ts'
import { publicKeyOf, rsaVerify } from '../rsa.ts'
import { lines, SKEW_MS } from '../wechat/wire.ts'
import type { Contract } from './state.ts'
import { type Bank, payerPage } from './trades.ts'

/*
 * The WeChat app that a page is open in: returns the user who opened it (网页授权), and handles the bridge calls of the
 * page.
 */

export const OPENID = 'oSim'
export const PREPAY = 'wx'
/** The account of the contract, whose pages the customers of a shop open. */
export const pageAccountOf = ({ state: { codes }, now }: Bank, { account }: Contract): PageAccount => ({
  appId: account.appId,
  appSecret: account.appSecret,
  prefix: OPENID,
  codes,
  now,
})

/** The payer page for a bridge call of a page; undefined if the signature of the shop is wrong. */
export function bridgePage({ state, now }: Bank, contract: Contract, query: URLSearchParams): string | undefined {
  const field = (name: string) => query.get(name) ?? ''
  if (field('businessType') === 'wxpayScoreUse') {
    const pkg = new URLSearchParams(field('queryString')).get('package')
    return state.trades.some((trade) => trade.no === pkg && trade.hold !== undefined) ? payerPage(pkg!) : undefined
  }
  const signed = lines(field('appId'), field('timeStamp'), field('nonceStr'), field('package'))
  const [, no] = new RegExp(`^prepay_id=${PREPAY}(.+)$`).exec(field('package')) ?? []
  const rightly =
    field('appId') === contract.account.appId &&
    field('signType') === 'RSA' &&
    Math.abs(now() - Number(field('timeStamp')) * 1000) <= SKEW_MS &&
    rsaVerify(publicKeyOf(contract.shop.publicKey), signed, field('paySign'))
  return rightly && state.trades.some((trade) => trade.no === no && trade.payer !== undefined)
    ? payerPage(no!)
    : undefined
}
