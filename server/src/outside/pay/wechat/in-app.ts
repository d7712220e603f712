import { type KeyObject, randomUUID } from 'node:crypto'
import { type InApp, NoAnswer, type PayAccount, PayRefused } from '../../../kernel/pay-port.ts'
import { ask } from '../ask.ts'
import { rsaSign } from '../rsa.ts'
import { lines } from './wire.ts'

/*
 * Pages inside WeChat: 网页授权 identifies the user (snsapi_base, without a question to the user), JSAPI starts the
 * payment.
 */

export interface WechatApp {
  /** The page that redirects a browser back with a code. */
  readonly authorize: string
  readonly api: () => string | Promise<string>
}

interface Options {
  readonly account: PayAccount
  readonly privateKey: KeyObject
  readonly app: WechatApp
  readonly now: () => number
}

/** Error codes for a wrong, used or expired code (five minutes). */
const staleCodes = new Set([40029, 40163, 42003])
const BUSY = -1

export function inWechat({ account, privateKey, app, now }: Options): InApp {
  const { appId } = account
  return {
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

    async payerOf(code) {
      const query = new URLSearchParams({
        appid: appId,
        secret: account.appSecret,
        code,
        grant_type: 'authorization_code',
      })
      const { text } = await ask(`${await app.api()}/sns/oauth2/access_token?${query}`, { method: 'GET' })
      const { openid, errcode } = answerOf(text)
      if (typeof openid === 'string') return openid
      if (errcode === undefined || errcode === BUSY) throw new NoAnswer('WeChat names nobody')
      throw new PayRefused(
        String(errcode),
        staleCodes.has(errcode) ? '微信授权已过期，请重新点击付款' : `微信授权失败（${errcode}），请联系门店`,
      )
    },

    payBy(prepay) {
      const [timeStamp, nonceStr] = [String(Math.floor(now() / 1000)), randomUUID().replaceAll('-', '')]
      const packed = `prepay_id=${prepay}`
      const paySign = rsaSign(privateKey, lines(appId, timeStamp, nonceStr, packed))
      const params = { appId, timeStamp, nonceStr, package: packed, signType: 'RSA', paySign }
      return { name: 'getBrandWCPayRequest', params }
    },
  }
}

/** @throws NoAnswer if it is not JSON */
function answerOf(text: string): { readonly openid?: unknown; readonly errcode?: number } {
  try {
    return JSON.parse(text)
  } catch {
    throw new NoAnswer('not JSON')
  }
}
