import { type KeyObject, randomUUID } from 'node:crypto'
import type { InApp, PayAccount } from '../../../kernel/pay-port.ts'
import { pageUser, type WechatApp } from '../../wechat-user.ts'
import { rsaSign } from '../rsa.ts'
import { lines } from './wire.ts'

/* Payments on pages inside WeChat: 网页授权 identifies the payer, JSAPI starts the payment. */

interface Options {
  readonly account: PayAccount
  readonly privateKey: KeyObject
  readonly app: WechatApp
  readonly now: () => number
}

export function inWechat({ account, privateKey, app, now }: Options): InApp {
  const { appId, appSecret } = account
  const { authorizeUrl, userOf } = pageUser({ appId, appSecret, app })
  return {
    authorizeUrl,
    payerOf: userOf,
    payBy(prepay) {
      const [timeStamp, nonceStr] = [String(Math.floor(now() / 1000)), randomUUID().replaceAll('-', '')]
      const packed = `prepay_id=${prepay}`
      const paySign = rsaSign(privateKey, lines(appId, timeStamp, nonceStr, packed))
      const params = { appId, timeStamp, nonceStr, package: packed, signType: 'RSA', paySign }
      return { name: 'getBrandWCPayRequest', params }
    },
  }
}
