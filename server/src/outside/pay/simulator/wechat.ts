import { randomBytes, randomUUID } from 'node:crypto'
import type { NoticeArrived } from '../../../kernel/pay-port.ts'
import { privateKeyOf, publicKeyOf, rsaSign, rsaVerify } from '../rsa.ts'
import { instantOf, lines, SKEW_MS, seal, wireTime } from '../wechat/wire.ts'
import type { Contract, SimTrade } from './state.ts'
import type { Bank } from './trades.ts'

/*
 * WeChat Pay's side of API v3: verifies the shop's authorization, signs what it answers and seals what it tells.
 */

export interface WechatAsked {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly authorization: string
  readonly body: string
}

export interface WechatAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Node = Record<string, unknown>

const tradeState = (trade: SimTrade): string =>
  ({ waiting: 'NOTPAY', succeeded: trade.refunds.length > 0 ? 'REFUND' : 'SUCCESS', closed: 'CLOSED' })[trade.state]

/** Signs a body as WeChat does. */
function signedHeaders(contract: Contract, now: number, body: string, key = contract.own.privateKey) {
  const [timestamp, nonce] = [String(Math.floor(now / 1000)), randomUUID().replaceAll('-', '')]
  return {
    'content-type': 'application/json; charset=utf-8',
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': contract.account.providerKeyId,
    'wechatpay-signature': rsaSign(privateKeyOf(key), lines(timestamp, nonce, body)),
  }
}

export async function wechatAnswer(bank: Bank, contract: Contract, asked: WechatAsked): Promise<WechatAnswer> {
  const answer = (status: number, node?: Node): WechatAnswer => {
    const body = node === undefined ? '' : JSON.stringify(node)
    return { status, headers: signedHeaders(contract, bank.now(), body), body }
  }
  const failed = (status: number, code: string, message: string) => answer(status, { code, message })
  if (!isTheirs(contract, asked, bank.now())) return failed(401, 'SIGN_ERROR', '签名错误')

  const url = new URL(asked.path, 'http://wechat')
  const content = (asked.body === '' ? {} : JSON.parse(asked.body)) as Node
  const money = content.amount as { total?: number; refund?: number } | undefined
  const [, named, action] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(url.pathname) ?? []

  if (asked.method === 'POST' && /^\/v3\/pay\/transactions\/(native|h5)$/.test(url.pathname)) {
    const trade = await bank.open({
      provider: 'wechat',
      outTradeNo: String(content.out_trade_no),
      subject: String(content.description),
      amount: money?.total ?? 0,
      notifyUrl: String(content.notify_url),
      expiresAt: instantOf(content.time_expire) ?? bank.now() + 15 * 60_000,
    })
    if (trade === undefined) return failed(403, 'NO_AUTH', '商户无此权限')
    const page = bank.payerPage(trade)
    return answer(200, url.pathname.endsWith('native') ? { code_url: page } : { h5_url: `${page}&h5=1` })
  }
  if (named !== undefined) {
    const trade = bank.trade('wechat', named)
    if (trade === undefined) return failed(404, 'ORDER_NOT_EXIST', '订单不存在')
    if (action === undefined) return answer(200, shown(contract, trade))
    return (await bank.close(trade)) ? answer(204) : failed(400, 'ORDER_PAID', '订单已支付')
  }
  if (asked.method === 'POST' && url.pathname === '/v3/refund/domestic/refunds') {
    const trade = bank.trade('wechat', String(content.out_trade_no))
    if (trade === undefined) return failed(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
    const done = await bank.refund(trade, String(content.out_refund_no), money?.refund ?? 0)
    if (done === 'refused') return failed(403, 'NOT_ENOUGH', '基本账户余额不足')
    if (done === 'tooMuch') return failed(400, 'INVALID_REQUEST', '退款金额大于可退金额')
    return answer(200, refundOf(trade, String(content.out_refund_no)))
  }
  const [, refundNo] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(url.pathname) ?? []
  if (refundNo !== undefined) {
    const trade = bank.refunded('wechat', refundNo)
    return trade === undefined
      ? failed(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
      : answer(200, refundOf(trade, refundNo))
  }
  return failed(404, 'RESOURCE_NOT_EXISTS', '接口不存在')
}

function isTheirs(contract: Contract, asked: WechatAsked, now: number): boolean {
  const said = Object.fromEntries(
    [...asked.authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
  const { mchid, serial_no, timestamp = '', nonce_str = '', signature = '' } = said
  if (mchid !== contract.account.merchantNo || serial_no !== contract.account.keySerial) return false
  if (!(Math.abs(now - Number(timestamp) * 1000) <= SKEW_MS)) return false
  const text = lines(asked.method, asked.path, timestamp, nonce_str, asked.body)
  return rsaVerify(publicKeyOf(contract.shop.publicKey), text, signature)
}

const shown = ({ account }: Contract, trade: SimTrade): Node => ({
  appid: account.appId,
  mchid: account.merchantNo,
  out_trade_no: trade.outTradeNo,
  trade_state: tradeState(trade),
  trade_state_desc: '',
  amount: { total: trade.amount, payer_total: trade.amount, currency: 'CNY' },
  ...(trade.paidAt === null ? {} : { transaction_id: trade.providerNo, success_time: wireTime(trade.paidAt) }),
})

function refundOf(trade: SimTrade, no: string): Node {
  const refund = trade.refunds.find((one) => one.no === no)!
  return {
    refund_id: `5${refund.no}`,
    out_refund_no: no,
    transaction_id: trade.providerNo,
    out_trade_no: trade.outTradeNo,
    status: 'SUCCESS',
    success_time: wireTime(refund.at),
    amount: { total: trade.amount, refund: refund.amount, currency: 'CNY' },
  }
}

/** What a trade is told with, as for {@link import('./alipay.ts').alipayNotice}. */
export function wechatNotice(
  contract: Contract,
  trade: SimTrade,
  { now, amount = trade.amount, key }: { now: number; amount?: number; key?: string },
): NoticeArrived {
  const node = { ...shown(contract, trade), amount: { total: amount, payer_total: amount, currency: 'CNY' } }
  const nonce = randomBytes(6).toString('hex')
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: wireTime(now),
    resource_type: 'encrypt-resource',
    event_type: 'TRANSACTION.SUCCESS',
    summary: '支付成功',
    resource: {
      original_type: 'transaction',
      algorithm: 'AEAD_AES_256_GCM',
      ...seal(contract.account.secret, nonce, 'transaction', JSON.stringify(node)),
    },
  })
  return { headers: signedHeaders(contract, now, body, key), body }
}
