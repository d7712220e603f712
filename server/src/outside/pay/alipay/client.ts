import {
  type KeyFault,
  NoAnswer,
  type Outcome,
  type PayAccount,
  type PayNotice,
  type PayProvider,
  PayRefused,
  type Trade,
} from '../../../kernel/pay-port.ts'
import { ask } from '../../ask.ts'
import { privateKeyOf, publicKeyOf, rsaVerify } from '../rsa.ts'
import { alipayBill } from './bill.ts'
import { alipayHolds, freezeOf, unfreezeOf } from './holds.ts'
import {
  answerNode,
  type Fields,
  fenOf,
  instantOf,
  isSignedNotice,
  nodeName,
  signFields,
  wireTime,
  yuanOf,
} from './wire.ts'

interface Options {
  readonly gateway: () => string | Promise<string>
  /** Base URL of pages for payers' browsers. */
  readonly page: string
  readonly now: () => number
}

type Node = Readonly<Record<string, unknown>>

/** Codes with an unknown result: the same request has to be sent again. */
const undecided = /SYSTEM_ERROR|UNKNOW|SYSTEM_BUSY|^20000$|^10003$/i

const states: Readonly<Record<string, Trade['state']>> = {
  WAIT_BUYER_PAY: 'waiting',
  TRADE_SUCCESS: 'succeeded',
  TRADE_FINISHED: 'succeeded',
  TRADE_CLOSED: 'closed',
}

/** Code of an answer: the customer has to enter the password. */
const ASKS_CUSTOMER = '10003'

/** Products that open a page in a browser. */
const pages = {
  h5: ['alipay.trade.wap.pay', 'QUICK_WAP_WAY'],
  web: ['alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'],
} as const

const noTrade = (error: unknown): boolean => error instanceof PayRefused && error.code === 'ACQ.TRADE_NOT_EXIST'

/** Alipay: 当面付 (a code to scan, and the customer's own 付款码), 手机网站支付, 电脑网站支付, 资金授权. */
export function alipayClient(account: PayAccount, { gateway, page, now }: Options): PayProvider {
  const privateKey = privateKeyOf(account.privateKey)
  const providerKey = publicKeyOf(account.providerKey)

  const signed = (method: string, content: object, more: Fields = {}): Fields =>
    signFields(privateKey, {
      app_id: account.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: wireTime(now()),
      version: '1.0',
      biz_content: JSON.stringify(content),
      ...more,
    })

  const post = async (fields: Fields) =>
    ask(await gateway(), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: new URLSearchParams(fields).toString(),
    })

  /** `also`: another code that is a valid answer to this request. */
  async function call(method: string, content: object, more?: Fields, also?: string): Promise<Node> {
    const { text } = await post(signed(method, content, more))
    const node = answerNode(text, nodeName(method)) ?? answerNode(text, 'error_response')
    if (node === undefined) throw new NoAnswer('not an answer of the gateway')
    const answer = JSON.parse(node) as Node
    const code = String(answer.sub_code ?? answer.code)
    const taken = answer.code === '10000' || (also !== undefined && answer.code === also)
    // A request that is refused before it is parsed gets an unsigned answer.
    if (taken && !isAnswerSigned(text, node)) throw new NoAnswer('the answer is not signed')
    if (taken) return answer
    if (undecided.test(code) || undecided.test(String(answer.code))) throw new NoAnswer(code)
    throw new PayRefused(code, String(answer.sub_msg ?? answer.msg ?? code))
  }
  const isAnswerSigned = (text: string, node: string): boolean => {
    const sign = /"sign"\s*:\s*"([^"]+)"/.exec(text.replace(node, ''))?.[1]
    return sign !== undefined && rsaVerify(providerKey, node, sign)
  }

  const tradeOf = (node: Node): Trade => ({
    outTradeNo: String(node.out_trade_no),
    state: states[String(node.trade_status)] ?? 'waiting',
    amount: fenOf(node.total_amount) ?? null,
    providerNo: typeof node.trade_no === 'string' ? node.trade_no : null,
    paidAt: instantOf(node.send_pay_date ?? node.gmt_payment),
  })

  async function check(): Promise<KeyFault | null> {
    const method = 'alipay.trade.query'
    const { text } = await post(signed(method, { out_trade_no: `CHECK${now()}` }))
    const node = answerNode(text, nodeName(method)) ?? answerNode(text, 'error_response')
    if (node === undefined) throw new NoAnswer('not an answer of the gateway')
    const { code, sub_code } = JSON.parse(node) as Node
    const why = String(sub_code ?? code)
    if (/invalid-app-id|missing-app-id/.test(why)) return { field: 'appId', words: '支付宝没有这个应用，请核对应用ID' }
    if (/invalid-signature|missing-signature/.test(why))
      return { field: 'privateKey', words: '支付宝验签失败：请确认开放平台上登记的应用公钥与此私钥是一对' }
    if (undecided.test(why)) throw new NoAnswer(why)
    if (!/"sign"\s*:/.test(text.replace(node, ''))) throw new NoAnswer('the answer is not signed')
    return isAnswerSigned(text, node)
      ? null
      : { field: 'providerKey', words: '不是此应用的支付宝公钥：开放平台 → 应用 → 接口加签方式 → 查看「支付宝公钥」' }
  }

  async function query(outTradeNo: string): Promise<Trade> {
    try {
      return tradeOf(await call('alipay.trade.query', { out_trade_no: outTradeNo }))
    } catch (error) {
      if (noTrade(error)) return { outTradeNo, state: 'unknown', amount: null, providerNo: null, paidAt: null }
      throw error
    }
  }

  return {
    async create({ outTradeNo, amount, subject, client, expiresAt, notifyUrl, returnUrl = '' }) {
      const content = {
        out_trade_no: outTradeNo,
        total_amount: yuanOf(amount),
        subject,
        time_expire: wireTime(expiresAt),
      }
      if (client === 'qr') {
        const answer = await call('alipay.trade.precreate', content, { notify_url: notifyUrl })
        return { url: null, qr: String(answer.qr_code) }
      }
      const [method, product_code] = pages[client === 'web' ? 'web' : 'h5']
      const form = signed(
        method,
        { ...content, product_code },
        { notify_url: notifyUrl, ...(returnUrl === '' ? {} : { return_url: returnUrl }) },
      )
      return { url: `${page}?${new URLSearchParams(form)}`, qr: null }
    },

    async charge({ outTradeNo, amount, subject, authCode, expiresAt, notifyUrl, storeId }) {
      const content = {
        out_trade_no: outTradeNo,
        total_amount: yuanOf(amount),
        subject,
        auth_code: authCode,
        scene: 'bar_code',
        store_id: storeId,
        time_expire: wireTime(expiresAt),
      }
      const answer = await call('alipay.trade.pay', content, { notify_url: notifyUrl }, ASKS_CUSTOMER)
      const waits = answer.code === ASKS_CUSTOMER
      return { ...tradeOf({ ...answer, trade_status: waits ? 'WAIT_BUYER_PAY' : 'TRADE_SUCCESS' }), outTradeNo }
    },

    async reverse(outTradeNo) {
      const trade = await query(outTradeNo)
      if (trade.state !== 'waiting') return trade
      await call('alipay.trade.cancel', { out_trade_no: outTradeNo })
      return { ...trade, state: 'closed' }
    },

    query,
    check,

    async close(outTradeNo) {
      try {
        await call('alipay.trade.close', { out_trade_no: outTradeNo })
      } catch (error) {
        // The code was never scanned and expires by itself; or the trade can no longer be closed, and its state is
        // queried.
        if (!noTrade(error)) {
          if (!(error instanceof PayRefused)) throw error
          return query(outTradeNo)
        }
      }
      return { outTradeNo, state: 'closed', amount: null, providerNo: null, paidAt: null }
    },

    async refund({ outTradeNo, outRefundNo, amount, reason }) {
      const answer = await call('alipay.trade.refund', {
        out_trade_no: outTradeNo,
        out_request_no: outRefundNo,
        refund_amount: yuanOf(amount),
        refund_reason: reason,
      })
      return {
        // N: the request was accepted and moved no money, as for a repeat; the query knows the result.
        state: answer.fund_change === 'Y' ? 'succeeded' : 'processing',
        providerNo: typeof answer.trade_no === 'string' ? answer.trade_no : null,
        at: now(),
        reason: '',
      }
    },

    async queryRefund({ outTradeNo, outRefundNo }) {
      const answer = await call('alipay.trade.fastpay.refund.query', {
        out_trade_no: outTradeNo,
        out_request_no: outRefundNo,
        query_options: ['gmt_refund_pay'],
      })
      const done = answer.refund_status === 'REFUND_SUCCESS'
      const state: Outcome['state'] = done
        ? 'succeeded'
        : answer.out_request_no === undefined
          ? 'unknown'
          : 'processing'
      return {
        state,
        providerNo: typeof answer.trade_no === 'string' ? answer.trade_no : null,
        at: instantOf(answer.gmt_refund_pay) ?? (done ? now() : null),
        // The amount of this request; the answer to a refund has the total refund of the trade instead.
        amount: fenOf(answer.refund_amount) ?? null,
        reason: '',
      }
    },

    read({ body }) {
      const fields: Fields = Object.fromEntries(new URLSearchParams(body))
      if (!isSignedNotice(providerKey, fields) || fields.app_id !== account.appId) return undefined
      const { notify_id: id, notify_type: type, out_trade_no, out_request_no, out_order_no: holdNo } = fields
      const notice = { id: id ?? '', trade: null, outcome: null, freeze: null }
      if (id === undefined) return undefined
      if (type === 'fund_auth_freeze' && out_request_no !== undefined)
        return { ...notice, outNo: out_request_no, about: 'freeze', freeze: freezeOf(fields) } satisfies PayNotice
      if (type === 'fund_auth_unfreeze' && out_request_no !== undefined)
        return {
          ...notice,
          outNo: out_request_no,
          about: 'refund',
          outcome: unfreezeOf(fields),
          ...(holdNo === undefined ? {} : { holdNo }),
        } satisfies PayNotice
      // Closed or cancelled: the remaining state is queried.
      if (type?.startsWith('fund_auth_') && holdNo !== undefined)
        return { ...notice, outNo: holdNo, about: 'hold', holdNo } satisfies PayNotice
      if (out_trade_no === undefined) return undefined
      const total = fenOf(fields.refund_fee)
      const wentBack = total && {
        outTradeNo: out_trade_no,
        no: fields.out_biz_no ?? '',
        amount: null,
        total,
        at: instantOf(fields.gmt_refund),
      }
      return {
        ...notice,
        outNo: out_trade_no,
        about: 'trade',
        trade: tradeOf(fields),
        ...(wentBack && { wentBack }),
      } satisfies PayNotice
    },

    bill: alipayBill({ call }),

    holds: alipayHolds({ call, query, now, payee: account.merchantNo, service: account.serviceId }),

    reply: (ok) => ({ status: 200, type: 'text/plain', body: ok ? 'success' : 'failure' }),
  }
}
