import { randomUUID } from 'node:crypto'
import {
  type KeyFault,
  NoAnswer,
  type Outcome,
  type PayAccount,
  type PayNotice,
  type PayProvider,
  PayRefused,
  type Trade,
  type WentBack,
} from '../../../kernel/pay-port.ts'
import { ask } from '../../ask.ts'
import type { WechatApp } from '../../wechat-user.ts'
import { privateKeyOf } from '../rsa.ts'
import { wechatBill } from './bill.ts'
import { certificatesOf, isCertificateSerial, signersOf } from './certificates.ts'
import { inWechat } from './in-app.ts'
import { collectionPaymentNo, payscore, scoreOf, serviceOrder } from './payscore.ts'
import { authorization, instantOf, isSigned, type Sealed, SKEW_MS, unseal, wireTime } from './wire.ts'

interface Options {
  readonly base: () => string | Promise<string>
  readonly app: WechatApp
  readonly now: () => number
  readonly renew?: (() => Promise<PayAccount['certificates']>) | undefined
  readonly confirmPage?: (pkg: string) => string
}

type Node = Readonly<Record<string, unknown>>

const undecided = new Set(['SYSTEM_ERROR', 'BANK_ERROR', 'FREQUENCY_LIMITED', 'RATELIMIT_EXCEEDED'])

/** The customer has to enter the password. */
const asksCustomer = /^USER_?PAYING$/

const states: Readonly<Record<string, Trade['state']>> = {
  SUCCESS: 'succeeded',
  REFUND: 'succeeded',
  NOTPAY: 'waiting',
  USERPAYING: 'waiting',
  PAYERROR: 'waiting',
  CLOSED: 'closed',
  REVOKED: 'closed',
}
const outcomes: Readonly<Record<string, Outcome['state']>> = {
  SUCCESS: 'succeeded',
  PROCESSING: 'processing',
  CLOSED: 'failed',
  ABNORMAL: 'failed',
}
const reasons: Readonly<Record<string, string>> = { CLOSED: '退款已关闭', ABNORMAL: '退款异常，用户的卡可能已失效' }

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function tradeOf(node: Node): Trade {
  const amount = (node.amount as { total?: unknown } | undefined)?.total
  return {
    outTradeNo: String(node.out_trade_no),
    state: states[String(node.trade_state)] ?? 'waiting',
    amount: typeof amount === 'number' ? amount : null,
    providerNo: text(node.transaction_id),
    paidAt: instantOf(node.success_time),
  }
}

function outcomeOf(node: Node): Outcome {
  const state = String(node.status ?? node.refund_status)
  const amount = (node.amount as { refund?: unknown } | undefined)?.refund
  return {
    amount: typeof amount === 'number' ? amount : null,
    tradeNo: text(node.out_trade_no),
    state: outcomes[state] ?? 'processing',
    providerNo: text(node.refund_id),
    at: instantOf(node.success_time),
    reason: reasons[state] ?? '',
  }
}

function wentBackOf(node: Node): WentBack {
  const { amount = null, at } = outcomeOf(node)
  return { outTradeNo: String(node.out_trade_no), no: String(node.out_refund_no), amount, total: null, at }
}

/** WeChat Pay v3: Native (a code to scan), 付款码, H5, JSAPI (inside WeChat), 支付分. */
export function wechatClient(account: PayAccount, { base, app, now, renew, confirmPage }: Options): PayProvider {
  const privateKey = privateKeyOf(account.privateKey)
  let signers = signersOf(account)
  const { appId: appid, merchantNo: mchid } = account
  const seconds = () => String(Math.floor(now() / 1000))

  type Header = (name: string) => string | null

  const isTimely = (header: Header): boolean =>
    Math.abs(now() - Number(header('wechatpay-timestamp') ?? '') * 1000) <= SKEW_MS

  const isTheirs = (header: Header, body: string, by = signers): boolean => {
    const signer = by.find(header('wechatpay-serial'), now())
    if (signer === undefined || !isTimely(header)) return false
    const signed = { timestamp: header('wechatpay-timestamp')!, nonce: header('wechatpay-nonce') ?? '', body }
    return isSigned(signer, signed, header('wechatpay-signature') ?? '')
  }

  /** Signed by a certificate that is not known here, as after WeChat replaced its own. */
  const mayBeNewer = (header: Header): boolean => {
    const serial = header('wechatpay-serial')
    return isCertificateSerial(serial) && !signers.holds(serial) && isTimely(header)
  }

  async function signedRequest(method: 'GET' | 'POST', path: string, body = '') {
    const signed = { method, path, timestamp: seconds(), nonce: randomUUID().replaceAll('-', ''), body }
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'wechatpay-serial': signers.newest(now()),
      authorization: authorization(privateKey, account, signed),
    }
    return { url: `${await base()}${path}`, init: { method, headers, ...(body === '' ? {} : { body }) } }
  }

  /** The answer, without a check of the signer. @throws NoAnswer, PayRefused */
  async function answerTo(method: 'GET' | 'POST', path: string, content?: object) {
    const { url, init } = await signedRequest(method, path, content === undefined ? '' : JSON.stringify(content))
    const answer = await ask(url, init)
    const node = answer.text === '' ? {} : parseNode(answer.text)
    if (answer.status >= 400) {
      const code = String(node.code ?? answer.status)
      if (undecided.has(code) || answer.status === 429) throw new NoAnswer(code)
      throw new PayRefused(code, String(node.message ?? code))
    }
    return { node, header: (name: string) => answer.headers.get(name), text: answer.text }
  }

  async function call(method: 'GET' | 'POST', path: string, content?: object): Promise<Node> {
    const { node, header, text } = await answerTo(method, path, content)
    if (renew !== undefined && mayBeNewer(header)) signers = signersOf({ ...account, certificates: await renew() })
    if (!isTheirs(header, text)) throw new NoAnswer('the answer is not signed')
    return node
  }

  async function fetchCertificates(): Promise<PayAccount['certificates']> {
    const { node, header, text } = await answerTo('GET', '/v3/certificates')
    const certificates = certificatesOf(account.secret, node.data)
    // The first certificates verify themselves: only WeChat has the key that they are encrypted with.
    if (!isTheirs(header, text, signersOf({ ...account, certificates }))) throw new NoAnswer('the answer is not signed')
    return certificates
  }

  const trade = (outTradeNo: string) => `/v3/pay/transactions/out-trade-no/${outTradeNo}`
  const nothing = (outTradeNo: string, state: Trade['state']): Trade => ({
    outTradeNo,
    state,
    amount: null,
    providerNo: null,
    paidAt: null,
  })

  async function check(): Promise<KeyFault | null> {
    const { url, init } = await signedRequest('GET', `${trade(`CHECK${now()}`)}?mchid=${mchid}`)
    const { status, headers, text: body } = await ask(url, init)
    const header: Header = (name) => headers.get(name)
    if (status === 401)
      return {
        field: 'privateKey',
        words: '微信支付验签失败：请确认商户号、应用私钥（apiclient_key.pem）与证书序列号来自同一份商户API证书',
      }
    const code = String(jsonOf(body)?.code ?? '')
    if (undecided.has(code) || status === 429) throw new NoAnswer(code)
    if (isTheirs(header, body)) return null
    const serial = header('wechatpay-serial')
    // Not signed, with a wrong clock, or by a certificate that the timer will fetch.
    if (serial === null || !isTimely(header) || mayBeNewer(header)) throw new NoAnswer('the answer is not signed')
    return signers.holds(serial)
      ? {
          field: 'providerKey',
          words: `微信支付公钥与ID ${serial} 不是一对：商户平台 → 账户中心 → API安全 → 微信支付公钥`,
        }
      : { field: 'providerKeyId', words: `微信支付用 ${serial} 签名，与填写的平台公钥ID不同` }
  }

  async function query(outTradeNo: string): Promise<Trade> {
    try {
      return tradeOf(await call('GET', `${trade(outTradeNo)}?mchid=${mchid}`))
    } catch (error) {
      if (error instanceof PayRefused && /^(ORDER_NOT_EXIST|ORDERNOTEXIST|404)$/.test(error.code))
        return nothing(outTradeNo, 'unknown')
      throw error
    }
  }

  return {
    async create({ outTradeNo, amount, subject, client, payer, expiresAt, notifyUrl, returnUrl, payerIp }) {
      const common = {
        appid,
        mchid,
        description: subject,
        out_trade_no: outTradeNo,
        time_expire: wireTime(expiresAt),
        notify_url: notifyUrl,
        amount: { total: amount, currency: 'CNY' },
      }
      // WeChat has no payment page for desktop browsers: the payer scans a code.
      if (client === 'qr' || client === 'web') {
        const { code_url } = await call('POST', '/v3/pay/transactions/native', common)
        return { url: null, qr: text(code_url) }
      }
      if (client === 'jsapi') {
        const { prepay_id } = await call('POST', '/v3/pay/transactions/jsapi', { ...common, payer: { openid: payer } })
        return { url: null, qr: null, prepay: String(prepay_id) }
      }
      const scene_info = { payer_client_ip: payerIp, h5_info: { type: 'Wap' } }
      const { h5_url } = await call('POST', '/v3/pay/transactions/h5', { ...common, scene_info })
      const back = returnUrl === undefined ? '' : `&redirect_url=${encodeURIComponent(returnUrl)}`
      return { url: `${String(h5_url)}${back}`, qr: null }
    },

    // There is no notification of it: the caller has to query.
    async charge({ outTradeNo, amount, subject, authCode, payerIp, storeId }) {
      try {
        return tradeOf(
          await call('POST', '/v3/pay/transactions/codepay', {
            appid,
            mchid,
            description: subject,
            out_trade_no: outTradeNo,
            payer: { auth_code: authCode },
            amount: { total: amount, currency: 'CNY' },
            scene_info: { device_ip: payerIp, store_info: { out_id: storeId } },
          }),
        )
      } catch (error) {
        if (error instanceof PayRefused && asksCustomer.test(error.code)) return nothing(outTradeNo, 'waiting')
        throw error
      }
    },

    async reverse(outTradeNo) {
      const known = await query(outTradeNo)
      if (known.state !== 'waiting') return known
      await call('POST', `${trade(outTradeNo)}/reverse`, { appid, mchid })
      return nothing(outTradeNo, 'closed')
    },

    query,
    check,

    async close(outTradeNo) {
      try {
        await call('POST', `${trade(outTradeNo)}/close`, { mchid })
      } catch (error) {
        if (!(error instanceof PayRefused)) throw error
        return query(outTradeNo)
      }
      return nothing(outTradeNo, 'closed')
    },

    refund: async ({ outTradeNo, holdNo, outRefundNo, amount, total, reason, notifyUrl }) =>
      outcomeOf(
        await call('POST', '/v3/refund/domestic/refunds', {
          ...(holdNo === undefined
            ? { out_trade_no: outTradeNo }
            : { transaction_id: collectionPaymentNo(await serviceOrder(call, account, holdNo)) }),
          out_refund_no: outRefundNo,
          reason,
          notify_url: notifyUrl,
          amount: { refund: amount, total, currency: 'CNY' },
        }),
      ),

    async queryRefund({ outRefundNo }) {
      try {
        return outcomeOf(await call('GET', `/v3/refund/domestic/refunds/${outRefundNo}`))
      } catch (error) {
        if (!(error instanceof PayRefused) || !/^(RESOURCE_NOT_EXISTS|404)$/.test(error.code)) throw error
        return { state: 'unknown', providerNo: null, at: null, reason: '' }
      }
    },

    read({ headers, body }) {
      if (!isTheirs((name) => headers[name] ?? null, body)) return undefined
      const told = jsonOf(body) as { id?: string; event_type?: string; resource?: Sealed } | undefined
      if (told === undefined) return undefined
      const { id, event_type, resource } = told
      if (id === undefined || resource === undefined) return undefined
      const node = unsealNode(account.secret, resource)
      if (node === undefined || node.mchid !== mchid) return undefined
      const heard = { id, trade: null, outcome: null, freeze: null }
      if (event_type?.startsWith('PAYSCORE.')) {
        const holdNo = text(node.out_order_no)
        if (holdNo === null) return undefined
        const { freeze, capture } = scoreOf(node)
        return event_type === 'PAYSCORE.USER_PAID'
          ? ({ ...heard, outNo: holdNo, about: 'capture', outcome: capture } satisfies PayNotice)
          : ({ ...heard, outNo: holdNo, about: 'freeze', freeze } satisfies PayNotice)
      }
      const isRefund = event_type?.startsWith('REFUND.')
      const outNo = text(isRefund ? node.out_refund_no : node.out_trade_no)
      if (outNo === null) return undefined
      return {
        ...heard,
        outNo,
        about: isRefund ? 'refund' : 'trade',
        trade: isRefund ? null : tradeOf(node),
        outcome: isRefund ? outcomeOf(node) : null,
        ...(event_type === 'REFUND.SUCCESS' && { wentBack: wentBackOf(node) }),
      } satisfies PayNotice
    },

    ...(account.appSecret === '' ? {} : { inApp: inWechat({ account, privateKey, app, now }) }),

    certificates: {
      fetch: fetchCertificates,
      mayBeNewer: ({ headers }) => mayBeNewer((name) => headers[name] ?? null),
    },

    bill: wechatBill({ call, file: (path) => signedRequest('GET', path) }),

    holds: payscore({ call, account, ...(confirmPage === undefined ? {} : { confirmPage }) }),

    reply: (ok) => ({
      status: ok ? 200 : 401,
      type: 'application/json',
      body: JSON.stringify(ok ? { code: 'SUCCESS', message: '成功' } : { code: 'FAIL', message: '验签失败' }),
    }),
  }
}

function jsonOf(body: string): Node | undefined {
  try {
    const node: unknown = JSON.parse(body)
    return typeof node === 'object' && node !== null ? (node as Node) : undefined
  } catch {
    return undefined
  }
}

/** @throws NoAnswer if it is not JSON */
function parseNode(body: string): Node {
  const node = jsonOf(body)
  if (node === undefined) throw new NoAnswer('not JSON')
  return node
}

function unsealNode(secret: string, resource: Sealed): Node | undefined {
  try {
    return jsonOf(unseal(secret, resource))
  } catch {
    return undefined
  }
}
