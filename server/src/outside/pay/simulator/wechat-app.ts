import { randomBytes } from 'node:crypto'
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
const CODE_LIFE = 5 * 60_000

/** Redirects a browser back with a code, as 网页授权 does without a question to the user; undefined for another app. */
export function authorizeUrl(
  { state: { codes }, now }: Bank,
  { account }: Contract,
  query: URLSearchParams,
): string | undefined {
  const to = query.get('redirect_uri')
  const rightly = query.get('appid') === account.appId && query.get('scope') === 'snsapi_base'
  if (to === null || !rightly || !URL.canParse(to)) return undefined
  const code = randomBytes(16).toString('hex')
  // Without a name it is always the same customer.
  codes.push({ code, openid: `${OPENID}${query.get('payer') ?? 'Customer'}`, at: now() })
  const back = new URL(to)
  back.searchParams.set('code', code)
  back.searchParams.set('state', query.get('state') ?? '')
  return back.href
}

/** Exchanges an authorisation code for its user; a code is accepted once. */
export function accessToken({ state, now }: Bank, { account }: Contract, query: URLSearchParams): object {
  if (query.get('appid') !== account.appId) return { errcode: 40013, errmsg: 'invalid appid' }
  if (query.get('secret') !== account.appSecret) return { errcode: 40125, errmsg: 'invalid appsecret' }
  const index = state.codes.findIndex(({ code }) => code === query.get('code'))
  if (index < 0) return { errcode: 40029, errmsg: 'invalid code' }
  const [{ openid, at }] = state.codes.splice(index, 1) as [(typeof state.codes)[number]]
  if (now() - at > CODE_LIFE) return { errcode: 42003, errmsg: 'code expired' }
  return { access_token: randomBytes(16).toString('hex'), expires_in: 7200, openid, scope: 'snsapi_base' }
}

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
