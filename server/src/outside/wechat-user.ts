import { NoAnswer, PayRefused } from '../kernel/pay-port.ts'
import { ask } from './ask.ts'

/*
 * 网页授权: who has opened a page inside WeChat. `snsapi_base` asks the user nothing and names them by the `openid` that they have in
 * one account alone.
 */

/** Where WeChat identifies somebody. */
export interface WechatApp {
  /** The page that redirects a browser back with a code. */
  readonly authorize: string
  readonly api: () => string | Promise<string>
}

interface Options {
  readonly appId: string
  readonly appSecret: string
  readonly app: WechatApp
}

/** Identifies who has opened a page inside WeChat. */
export interface PageUser {
  /** Redirect URL of a browser that should come back to `redirectUrl` with a code and `state`. */
  authorizeUrl(ask: { readonly redirectUrl: string; readonly state: string }): string
  /** The `openid` of that code, which can be used once. @throws PayRefused, NoAnswer */
  userOf(code: string): Promise<string>
}

/** Error codes for a wrong, used or expired code (five minutes). */
const staleCodes = new Set([40029, 40163, 42003])
const BUSY = -1

export const pageUser = ({ appId, appSecret, app }: Options): PageUser => ({
  authorizeUrl({ redirectUrl, state }) {
    // The order of these parameters is required.
    const query = new URLSearchParams({
      appid: appId,
      redirect_uri: redirectUrl,
      response_type: 'code',
      scope: 'snsapi_base',
      state,
    })
    return `${app.authorize}?${query}#wechat_redirect`
  },

  async userOf(code) {
    const query = new URLSearchParams({ appid: appId, secret: appSecret, code, grant_type: 'authorization_code' })
    const { text } = await ask(`${await app.api()}/sns/oauth2/access_token?${query}`, { method: 'GET' })
    const { openid, errcode } = answerOf(text)
    if (typeof openid === 'string') return openid
    if (errcode === undefined || errcode === BUSY) throw new NoAnswer('WeChat names nobody')
    throw new PayRefused(
      String(errcode),
      staleCodes.has(errcode) ? '微信授权已过期，请重新点击付款' : `微信授权失败（${errcode}），请联系门店`,
    )
  },
})

/** @throws NoAnswer if it is not JSON */
function answerOf(text: string): { readonly openid?: unknown; readonly errcode?: number } {
  try {
    return JSON.parse(text)
  } catch {
    throw new NoAnswer('not JSON')
  }
}
