import { randomBytes, randomUUID } from 'node:crypto'
import type { NoticeArrived } from '../../../kernel/pay-port.ts'
import { privateKeyOf, publicKeyOf, rsaSign, rsaVerify } from '../rsa.ts'
import { instantOf, lines, SKEW_MS, seal, wireTime } from '../wechat/wire.ts'
import { billText, gzipBill } from './bills.ts'
import { certificateList, type Signing, signingOf } from './certificates.ts'
import type { Contract, SimTrade } from './state.ts'
import { type Bank, payerPage, restOf, type Told, transactionOf } from './trades.ts'
import { OPENID, PREPAY } from './wechat-app.ts'

/*
 * WeChat Pay's side of API v3: verifies the shop's authorization, signs its answers and encrypts its notifications.
 */

export interface WechatAsked {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly authorization: string
  /** The key that the shop wants the answer to be signed with. */
  readonly serial: string
  readonly body: string
}

export interface WechatAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

type Node = Record<string, unknown>

const tradeState = (trade: SimTrade): string =>
  ({ waiting: 'NOTPAY', succeeded: trade.refunds.length > 0 ? 'REFUND' : 'SUCCESS', closed: 'CLOSED' })[trade.state]

/** Signs a body as WeChat does. */
function signedHeaders({ serial, privateKey }: Signing, now: number, body: string) {
  const [timestamp, nonce] = [String(Math.floor(now / 1000)), randomUUID().replaceAll('-', '')]
  return {
    'content-type': 'application/json; charset=utf-8',
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': rsaSign(privateKeyOf(privateKey), lines(timestamp, nonce, body)),
  }
}

export async function wechatAnswer(bank: Bank, contract: Contract, asked: WechatAsked): Promise<WechatAnswer> {
  const answer = (status: number, node?: Node): WechatAnswer => {
    const body = node === undefined ? '' : JSON.stringify(node)
    return { status, headers: signedHeaders(signingOf(bank.state, contract, asked.serial), bank.now(), body), body }
  }
  const failed = (status: number, code: string, message: string) => answer(status, { code, message })
  if (!isTheirs(contract, asked, bank.now())) return failed(401, 'SIGN_ERROR', '签名错误')

  const url = new URL(asked.path, 'http://wechat')
  const content = (asked.body === '' ? {} : JSON.parse(asked.body)) as Node
  const money = content.amount as { total?: number; refund?: number } | undefined
  const [, named, action] =
    /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close|\/reverse)?$/.exec(url.pathname) ?? []

  if (asked.method === 'POST' && /^\/v3\/pay\/transactions\/(native|h5|jsapi)$/.test(url.pathname)) {
    const jsapi = url.pathname.endsWith('jsapi')
    const payer = (content.payer as { openid?: string } | undefined)?.openid
    if (jsapi && !payer?.startsWith(OPENID)) return failed(400, 'PARAM_ERROR', 'openid与appid不匹配')
    const trade = await bank.open({
      provider: 'wechat',
      outTradeNo: String(content.out_trade_no),
      ...(payer === undefined ? {} : { payer }),
      subject: String(content.description),
      amount: money?.total ?? 0,
      notifyUrl: String(content.notify_url),
      expiresAt: instantOf(content.time_expire) ?? bank.now() + 15 * 60_000,
    })
    if (trade === undefined) return failed(403, 'NO_AUTH', '商户无此权限')
    if (trade.payer !== payer) return failed(400, 'INVALID_REQUEST', '请求重入时，参数与首次请求时不一致')
    if (jsapi) return answer(200, { prepay_id: `${PREPAY}${trade.no}` })
    const page = payerPage(trade.no)
    return answer(200, url.pathname.endsWith('native') ? { code_url: page } : { h5_url: `${page}&h5=1` })
  }
  if (asked.method === 'POST' && url.pathname === '/v3/pay/transactions/codepay') {
    const trade = await bank.charge({
      provider: 'wechat',
      outTradeNo: String(content.out_trade_no),
      subject: String(content.description),
      amount: money?.total ?? 0,
      notifyUrl: '',
      expiresAt: bank.now() + 5 * 60_000,
      authCode: (content.payer as { auth_code?: string } | undefined)?.auth_code ?? '',
    })
    if (trade === 'badCode') return failed(400, 'AUTH_CODE_INVALID', '付款码无效，请刷新后重新扫码')
    if (trade === 'refused') return failed(403, 'NO_AUTH', '商户未开通付款码支付')
    if (trade.state === 'waiting') return failed(400, 'USERPAYING', '用户支付中，需要输入密码')
    return answer(200, tradeNode(contract, trade))
  }
  if (named !== undefined) {
    const trade = bank.trade('wechat', named)
    if (trade === undefined) return failed(404, 'ORDER_NOT_EXIST', '订单不存在')
    if (action === undefined) return answer(200, tradeNode(contract, trade))
    const closed = await bank.close(trade)
    if (action === '/reverse' && !closed) await bank.refund(trade, `${trade.outTradeNo}C`, trade.amount)
    if (action === '/reverse') return answer(200, { appid: content.appid, mchid: content.mchid, out_trade_no: named })
    return closed ? answer(204) : failed(400, 'ORDER_PAID', '订单已支付')
  }
  if (asked.method === 'POST' && url.pathname === '/v3/refund/domestic/refunds') {
    const { transaction_id: paid } = content
    const trade = paid === undefined ? bank.trade('wechat', String(content.out_trade_no)) : bank.collected(String(paid))
    const capture = trade?.hold?.captures[0]
    if (trade === undefined || (trade.hold !== undefined && paid === undefined))
      return failed(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
    if (money?.total !== (capture ?? trade).amount) return failed(400, 'INVALID_REQUEST', '订单金额与原订单不一致')
    const done = await bank.refund(trade, String(content.out_refund_no), money.refund ?? 0, capture)
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
  if (url.pathname === '/v3/bill/tradebill' || url.pathname === BILL_FILE) {
    const day = url.searchParams.get('bill_date') ?? url.searchParams.get('token') ?? ''
    const bill = billText(bank.state, contract, { day, now: bank.now() })
    if (bill === 'late') return failed(400, 'STATEMENT_CREATING', '账单生成中')
    if (bill === undefined) return failed(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    const { file, sha1 } = gzipBill(bill.detail)
    if (url.pathname === BILL_FILE) return { status: 200, headers: { 'content-type': 'application/gzip' }, body: file }
    // The digest of the complete bill, so that a bill cut off on its way is detected.
    const whole = billText({ ...bank.state, fault: 'none' }, contract, { day, now: bank.now() })
    const hash_value = typeof whole === 'object' ? gzipBill(whole.detail).sha1 : sha1
    return answer(200, {
      download_url: `https://api.mch.weixin.qq.com${BILL_FILE}?token=${day}`,
      hash_type: 'SHA1',
      hash_value,
    })
  }
  if (url.pathname === '/v3/certificates') {
    const list = certificateList(bank.state, contract)
    return list === undefined
      ? failed(404, 'RESOURCE_NOT_EXISTS', '无可用的平台证书，请在商户平台-API安全申请使用微信支付公钥')
      : answer(200, list as Node)
  }
  if (url.pathname.startsWith(SCORE)) return scoreAnswer(bank, contract, { ...asked, url, content }, answer)
  return failed(404, 'RESOURCE_NOT_EXISTS', '接口不存在')
}

/** 支付分: created, agreed to by its customer, then completed with a sum or cancelled. */
async function scoreAnswer(
  bank: Bank,
  contract: Contract,
  { method, url, content }: { readonly method: string; readonly url: URL; readonly content: Node },
  answer: (status: number, node?: Node) => WechatAnswer,
): Promise<WechatAnswer> {
  const failed = (status: number, code: string, message: string) => answer(status, { code, message })
  const [, named, action] = /\/serviceorder(?:\/([^/]+)\/(complete|cancel))?$/.exec(url.pathname) ?? []
  if (method === 'POST' && named === undefined) {
    const trade = await bank.open({
      provider: 'wechat',
      outTradeNo: String(content.out_order_no),
      subject: String(content.service_introduction),
      amount: (content.risk_fund as { amount: number }).amount,
      notifyUrl: String(content.notify_url),
      expiresAt: bank.now() + 60 * 60_000,
      hold: { credit: true, captures: [], letGo: [] },
    })
    if (trade === undefined) return failed(403, 'NO_AUTH', '商户未开通支付分')
    return answer(200, { ...scoreNode(contract, trade), package: trade.no })
  }
  const trade = bank.trade('wechat', named ?? url.searchParams.get('out_order_no') ?? '')
  if (trade?.hold === undefined) return failed(404, 'ORDER_NOT_EXIST', '订单不存在')
  if (action === 'complete') {
    const done = await bank.capture(trade, trade.outTradeNo, Number(content.total_amount))
    if (done === 'refused') return failed(403, 'NO_AUTH', '扣款失败')
    if (done === 'tooMuch') return failed(400, 'INVALID_REQUEST', '完结金额超过风险金额')
    // The rest of the hold is released with it.
    await bank.letGo(trade, 'rest', restOf(trade))
  }
  if (action === 'cancel') {
    const done = (await bank.close(trade)) ? 'done' : await bank.letGo(trade, 'all', trade.amount)
    if (done === 'refused' || done === 'tooMuch') return failed(400, 'INVALID_ORDER_STATE', '订单状态不允许取消')
  }
  return answer(200, scoreNode(contract, trade))
}

const BILL_FILE = '/v3/billdownload/file'
const SCORE = '/v3/payscore/serviceorder'

function scoreNode({ account }: Contract, trade: SimTrade): Node {
  const [capture] = trade.hold?.captures ?? []
  const revoked = trade.state === 'closed' || trade.hold?.letGo.some(({ no }) => no === 'all' || no === 'expired')
  const state = revoked ? 'REVOKED' : trade.state === 'waiting' ? 'CREATED' : capture?.paid === true ? 'DONE' : 'DOING'
  return {
    appid: account.appId,
    mchid: account.merchantNo,
    service_id: account.serviceId,
    out_order_no: trade.outTradeNo,
    order_id: trade.providerNo,
    state,
    ...(state === 'DOING' ? { state_description: capture === undefined ? 'USER_CONFIRM' : 'MCH_COMPLETE' } : {}),
    risk_fund: { name: 'DEPOSIT', amount: trade.amount },
    ...(capture === undefined
      ? {}
      : {
          total_amount: capture.amount,
          need_collection: true,
          collection: {
            state: capture.paid ? 'USER_PAID' : 'USER_PAYING',
            total_amount: capture.amount,
            paid_amount: capture.paid ? capture.amount : 0,
            details: capture.paid ? paidOf(trade, capture) : [],
          },
        }),
  }
}

/** The payments of a service order: one, or two if its payer paid in two parts. */
function paidOf(trade: SimTrade, { amount, at }: { readonly amount: number; readonly at: number }): Node[] {
  const first = trade.fault === 'paidInParts' ? Math.ceil(amount / 2) : amount
  return [first, amount - first]
    .filter((part) => part > 0)
    .map((part, i) => ({
      seq: i + 1,
      amount: part,
      paid_time: wireTime(at),
      transaction_id: `${transactionOf(trade)}${i === 0 ? '' : i}`,
    }))
}

function isTheirs(contract: Contract, asked: WechatAsked, now: number): boolean {
  const fields = Object.fromEntries(
    [...asked.authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
  const { mchid, serial_no, timestamp = '', nonce_str = '', signature = '' } = fields
  if (mchid !== contract.account.merchantNo || serial_no !== contract.account.keySerial) return false
  if (!(Math.abs(now - Number(timestamp) * 1000) <= SKEW_MS)) return false
  const text = lines(asked.method, asked.path, timestamp, nonce_str, asked.body)
  return rsaVerify(publicKeyOf(contract.shop.publicKey), text, signature)
}

const tradeNode = ({ account }: Contract, trade: SimTrade): Node => ({
  appid: account.appId,
  mchid: account.merchantNo,
  out_trade_no: trade.outTradeNo,
  trade_state: tradeState(trade),
  trade_state_desc: '',
  amount: { total: trade.amount, payer_total: trade.amount, currency: 'CNY' },
  ...(trade.paidAt === null ? {} : { transaction_id: trade.providerNo, success_time: wireTime(trade.paidAt) }),
})

/** The total of the payment that is refunded. */
const totalOf = ({ amount, hold }: SimTrade): number => (hold?.captures[0] ?? { amount }).amount

function refundOf(trade: SimTrade, no: string) {
  const refund = trade.refunds.find((one) => one.no === no)!
  return {
    refund_id: `5${refund.no}`,
    out_refund_no: no,
    transaction_id: transactionOf(trade),
    out_trade_no: trade.outTradeNo,
    status: refund.waits ? 'PROCESSING' : 'SUCCESS',
    ...(refund.waits ? {} : { success_time: wireTime(refund.at) }),
    amount: { total: totalOf(trade), refund: refund.amount, currency: 'CNY' },
  }
}

const scoreEvent = ({ hold }: SimTrade): string =>
  hold?.captures[0]?.paid === true ? 'PAYSCORE.USER_PAID' : 'PAYSCORE.USER_CONFIRM'

/** A notification of a refund uses other field names for its state than an answer. */
function refundNode({ account }: Contract, trade: SimTrade, no: string, amount: number): Node {
  const { status, ...refund } = refundOf(trade, no)
  const total = totalOf(trade)
  const sums = { total, refund: amount, payer_total: total, payer_refund: amount }
  return { ...refund, mchid: account.merchantNo, refund_status: status, amount: sums }
}

export function wechatNotice(
  contract: Contract,
  trade: SimTrade,
  { now, back, amount = (back ?? trade).amount, key, serial }: Told,
): NoticeArrived {
  const paid =
    trade.hold === undefined
      ? { ...tradeNode(contract, trade), amount: { total: amount, payer_total: amount, currency: 'CNY' } }
      : { ...scoreNode(contract, trade), risk_fund: { name: 'DEPOSIT', amount } }
  const node = back === undefined ? paid : refundNode(contract, trade, back.no, amount)
  const paidEvent = trade.hold === undefined ? 'TRANSACTION.SUCCESS' : scoreEvent(trade)
  const event = back === undefined ? paidEvent : 'REFUND.SUCCESS'
  const type = back === undefined ? 'transaction' : 'refund'
  const nonce = randomBytes(6).toString('hex')
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: wireTime(now),
    resource_type: 'encrypt-resource',
    event_type: event,
    summary: back === undefined ? '支付成功' : '退款成功',
    resource: {
      original_type: type,
      algorithm: 'AEAD_AES_256_GCM',
      ...seal(contract.account.secret, nonce, type, JSON.stringify(node)),
    },
  })
  return { headers: signedHeaders({ serial, privateKey: key }, now, body), body }
}
