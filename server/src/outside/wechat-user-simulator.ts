import { randomBytes } from 'node:crypto'

/* WeChat's side of 网页授权, for the accounts of the simulators. */

/** An unused code, with the user who opened the page. */
export interface PageCode {
  readonly code: string
  readonly openid: string
  readonly at: number
}

/** An account whose pages users open. */
export interface PageAccount {
  readonly appId: string
  readonly appSecret: string
  /** What the ids of its users begin with: another account has other ids for the same people. */
  readonly prefix: string
  readonly codes: PageCode[]
  readonly now: () => number
}

const CODE_LIFE = 5 * 60_000

/** Redirects a browser back with a code, without a question to the user; undefined for another app. */
export function authorizePage({ appId, prefix, codes, now }: PageAccount, query: URLSearchParams): string | undefined {
  const to = query.get('redirect_uri')
  const rightly = query.get('appid') === appId && query.get('scope') === 'snsapi_base'
  if (to === null || !rightly || !URL.canParse(to)) return undefined
  const code = randomBytes(16).toString('hex')
  // Without a name it is always the same customer.
  codes.push({ code, openid: `${prefix}${query.get('payer') ?? 'Customer'}`, at: now() })
  const back = new URL(to)
  back.searchParams.set('code', code)
  back.searchParams.set('state', query.get('state') ?? '')
  return back.href
}

/** Exchanges an authorisation code for its user; a code is accepted once. */
export function exchangeCode({ appId, appSecret, codes, now }: PageAccount, query: URLSearchParams): object {
  if (query.get('appid') !== appId) return { errcode: 40013, errmsg: 'invalid appid' }
  if (query.get('secret') !== appSecret) return { errcode: 40125, errmsg: 'invalid appsecret' }
  const index = codes.findIndex(({ code }) => code === query.get('code'))
  if (index < 0) return { errcode: 40029, errmsg: 'invalid code' }
  const [{ openid, at }] = codes.splice(index, 1) as [PageCode]
  if (now() - at > CODE_LIFE) return { errcode: 42003, errmsg: 'code expired' }
  return { access_token: randomBytes(16).toString('hex'), expires_in: 7200, openid, scope: 'snsapi_base' }
}
