import { randomUUID } from 'node:crypto'
import type { NoticeArrived } from '../../../kernel/pay-port.ts'
import { type Fields, fenOf, instantOf, nodeName, signedText, wireTime, yuanOf } from '../alipay/wire.ts'
import { privateKeyOf, publicKeyOf, rsaSign, rsaVerify } from '../rsa.ts'
import { billText, zipBill } from './bills.ts'
import type { Contract, SimBack, SimHold, SimTrade } from './state.ts'
import { type Asked, type Bank, payerPage, restOf, type Told } from './trades.ts'

/*
 * Alipay's side of its gateway: verifies the signature of the shop and signs its answers.
 */

type Answer = Record<string, unknown>
const ok = { code: '10000', msg: 'Success' }
const failure = (sub_code: string, sub_msg: string): Answer => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code,
  sub_msg,
})
const noTrade = failure('ACQ.TRADE_NOT_EXIST', '交易不存在')

/** Code of an answer: the customer has to confirm the payment. */
const ASKS_CUSTOMER = '10003'

const pages = {
  'alipay.trade.wap.pay': ['QUICK_WAP_WAY', '手机网站支付'],
  'alipay.trade.page.pay': ['FAST_INSTANT_TRADE_PAY', '电脑网站支付'],
} as const

const status = (trade: SimTrade): string =>
  ({ waiting: 'WAIT_BUYER_PAY', succeeded: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' })[trade.state]

/** @param origin base URL of its files @returns the body of an answer, or the address that the payer's browser is redirected to */
export async function alipayAnswer(
  bank: Bank,
  contract: Contract,
  form: Fields,
  origin = '',
): Promise<{ json?: string; to?: string }> {
  const method = form.method ?? ''
  const sealed = (node: Answer): { json: string } => {
    const text = JSON.stringify(node)
    const sign = rsaSign(privateKeyOf(contract.own.privateKey), text)
    return { json: `{"${nodeName(method)}":${text},"sign":"${sign}"}` }
  }
  const { sign = '', ...rest } = form
  if (!rsaVerify(publicKeyOf(contract.shop.publicKey), signedText(rest), sign))
    return {
      json: `{"error_response":${JSON.stringify({ code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' })}}`,
    }
  const content = JSON.parse(form.biz_content ?? '{}') as Record<string, string>
  const outTradeNo = content.out_trade_no ?? ''
  const asked = (): Asked => ({
    provider: 'alipay',
    outTradeNo,
    subject: content.subject ?? '',
    amount: fenOf(content.total_amount) ?? 0,
    notifyUrl: form.notify_url ?? '',
    expiresAt: instantOf(content.time_expire) ?? bank.now() + 15 * 60_000,
  })

  switch (method) {
    case 'alipay.trade.precreate': {
      const trade = await bank.open(asked())
      if (trade === undefined) return sealed(failure('ACQ.ACCESS_FORBIDDEN', '商户未开通当面付'))
      return sealed({ ...ok, out_trade_no: outTradeNo, qr_code: payerPage(trade.no) })
    }
    case 'alipay.trade.wap.pay':
    case 'alipay.trade.page.pay': {
      const [product, name] = pages[method]
      if (content.product_code !== product) return sealed(failure('ACQ.INVALID_PARAMETER', '参数无效'))
      const trade = await bank.open(asked())
      return trade === undefined
        ? sealed(failure('ACQ.ACCESS_FORBIDDEN', `商户未开通${name}`))
        : { to: payerPage(trade.no) }
    }
    case 'alipay.trade.query': {
      const captured = bank.captured(outTradeNo)
      if (captured !== undefined) return sealed({ ...ok, ...captureFields(...captured) })
      const trade = bank.trade('alipay', outTradeNo)
      return sealed(trade === undefined ? noTrade : { ...ok, ...tradeFields(trade) })
    }
    case 'alipay.trade.close': {
      const trade = bank.trade('alipay', outTradeNo)
      if (trade === undefined) return sealed(noTrade)
      if (!(await bank.close(trade))) return sealed(failure('ACQ.REASON_TRADE_STATUS_INVALID', '交易状态不合法'))
      return sealed({ ...ok, out_trade_no: outTradeNo, trade_no: trade.providerNo })
    }
    case 'alipay.trade.refund': {
      const captured = bank.captured(outTradeNo)
      const trade = captured?.[0] ?? bank.trade('alipay', outTradeNo)
      if (trade === undefined || (trade.hold !== undefined && captured === undefined)) return sealed(noTrade)
      const amount = fenOf(content.refund_amount) ?? 0
      const done = await bank.refund(trade, content.out_request_no ?? '', amount, captured?.[1])
      if (done === 'refused') return sealed(failure('ACQ.SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足'))
      if (done === 'tooMuch') return sealed(failure('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限'))
      return sealed({
        ...ok,
        ...(captured === undefined ? tradeFields(trade) : captureFields(...captured)),
        fund_change: done === 'done' ? 'Y' : 'N',
        refund_fee: content.refund_amount,
      })
    }
    case 'alipay.trade.fastpay.refund.query': {
      const trade = bank.captured(outTradeNo)?.[0] ?? bank.trade('alipay', outTradeNo)
      const refund = trade?.refunds.find((one) => one.no === content.out_request_no)
      if (trade === undefined) return sealed(noTrade)
      if (refund === undefined) return sealed(ok)
      return sealed({
        ...ok,
        trade_no: trade.providerNo,
        out_trade_no: outTradeNo,
        out_request_no: refund.no,
        refund_amount: yuanOf(refund.amount),
        ...(refund.waits ? {} : { refund_status: 'REFUND_SUCCESS', gmt_refund_pay: wireTime(refund.at) }),
      })
    }
    case 'alipay.fund.auth.order.voucher.create': {
      const credit = content.extra_param !== undefined
      const hold = await bank.open({
        provider: 'alipay',
        outTradeNo: content.out_order_no ?? '',
        subject: content.order_title ?? '',
        amount: fenOf(content.amount) ?? 0,
        notifyUrl: form.notify_url ?? '',
        expiresAt: bank.now() + Number.parseInt(content.pay_timeout ?? '15', 10) * 60_000,
        hold: { credit, captures: [], letGo: [] },
      })
      if (hold === undefined) return sealed(failure('ACCESS_FORBIDDEN', '商户未开通预授权'))
      return sealed({ ...ok, out_order_no: hold.outTradeNo, code_type: 'SHARE_CODE', code_value: payerPage(hold.no) })
    }
    case 'alipay.fund.auth.operation.detail.query': {
      const hold = bank.trade('alipay', content.out_order_no ?? '')
      const part = hold?.hold?.letGo.find((one) => one.no === content.out_request_no)
      if (hold === undefined || (part === undefined && content.out_request_no !== content.out_order_no))
        return sealed(failure('ORDER_NOT_EXISTS', '资金授权订单不存在'))
      return sealed({ ...ok, ...(part === undefined ? holdFields(hold) : releaseFields(hold, part)) })
    }
    case 'alipay.fund.auth.operation.cancel': {
      const hold = bank.trade('alipay', content.out_order_no ?? '')
      if (hold === undefined) return sealed(failure('ORDER_NOT_EXISTS', '资金授权订单不存在'))
      if (!(await bank.close(hold))) await bank.letGo(hold, content.out_request_no ?? '', restOf(hold))
      return sealed({ ...ok, auth_no: hold.providerNo, out_order_no: hold.outTradeNo, action: 'close' })
    }
    case 'alipay.fund.auth.order.unfreeze': {
      const hold = bank.byNumber(content.auth_no ?? '')
      if (hold === undefined) return sealed(failure('ORDER_NOT_EXISTS', '资金授权订单不存在'))
      const done = await bank.letGo(hold, content.out_request_no ?? '', fenOf(content.amount) ?? 0)
      if (done === 'refused') return sealed(failure('ACQ.SELLER_BALANCE_NOT_ENOUGH', '系统暂不支持解冻'))
      if (done === 'tooMuch') return sealed(failure('REST_AMOUNT_NOT_ENOUGH', '授权订单剩余金额不足'))
      return sealed({
        ...ok,
        ...releaseFields(hold, hold.hold!.letGo.find((one) => one.no === content.out_request_no)!),
      })
    }
    case 'alipay.trade.cancel': {
      const trade = bank.trade('alipay', outTradeNo)
      if (trade === undefined) return sealed(noTrade)
      const open = await bank.close(trade)
      if (!open) await bank.refund(trade, `${outTradeNo}C`, trade.amount)
      return sealed({ ...ok, out_trade_no: outTradeNo, trade_no: trade.providerNo, action: open ? 'close' : 'refund' })
    }
    case 'alipay.trade.pay': {
      if (content.scene === 'bar_code') {
        const trade = await bank.charge({ ...asked(), authCode: content.auth_code ?? '' })
        if (trade === 'badCode') return sealed(failure('ACQ.PAYMENT_AUTH_CODE_INVALID', '支付授权码无效'))
        if (trade === 'refused') return sealed(failure('ACQ.ACCESS_FORBIDDEN', '商户未开通当面付'))
        const waits = { code: ASKS_CUSTOMER, msg: 'order success pay inprocess' }
        return sealed({ ...(trade.state === 'waiting' ? waits : ok), ...tradeFields(trade) })
      }
      const hold = bank.byNumber(content.auth_no ?? '')
      if (hold === undefined) return sealed(failure('ACQ.TRADE_NOT_EXIST', '授权不存在'))
      const done = await bank.capture(hold, outTradeNo, fenOf(content.total_amount) ?? 0)
      if (done === 'refused') return sealed(failure('ACQ.PAYMENT_FAIL', '扣款失败'))
      if (done === 'tooMuch') return sealed(failure('ACQ.AUTH_AMOUNT_NOT_ENOUGH', '授权订单剩余金额不足'))
      const part = hold.hold!.captures.find((one) => one.no === outTradeNo)!
      if (!part.paid)
        return sealed({ code: ASKS_CUSTOMER, msg: 'order success pay inprocess', out_trade_no: outTradeNo })
      return sealed({ ...ok, ...captureFields(hold, part), gmt_payment: wireTime(part.at) })
    }
    case 'alipay.data.dataservice.bill.downloadurl.query': {
      const day = content.bill_date ?? ''
      const bill = billText(bank.state, contract, { day, now: bank.now() })
      if (typeof bill !== 'object') return sealed(failure('isp.bill_not_exist', '账单不存在'))
      const signed = new URLSearchParams({ bizDates: day, sign: rsaSign(privateKeyOf(contract.own.privateKey), day) })
      return sealed({ ...ok, bill_download_url: `${origin}${BILL_FILE}?${signed}` })
    }
    default:
      return sealed(failure('isv.invalid-method', '不存在的方法名'))
  }
}

/** Path of bill downloads. */
export const BILL_FILE = '/downloadBillFile.resource'

/** The bill of an address of {@link BILL_FILE}; undefined for an address that was not issued. */
export function alipayBillFile(bank: Bank, contract: Contract, search: URLSearchParams): Buffer | undefined {
  const [day, sign] = [search.get('bizDates') ?? '', search.get('sign') ?? '']
  if (!rsaVerify(publicKeyOf(contract.own.publicKey), day, sign)) return undefined
  const bill = billText(bank.state, contract, { day, now: bank.now() })
  return typeof bill === 'object' ? zipBill(contract.account.merchantNo, day, bill) : undefined
}

const tradeFields = (trade: SimTrade): Answer => ({
  trade_no: trade.providerNo,
  out_trade_no: trade.outTradeNo,
  trade_status: status(trade),
  total_amount: yuanOf(trade.amount),
  ...(trade.paidAt === null ? {} : { send_pay_date: wireTime(trade.paidAt) }),
})

/** State of a hold as a whole; one that was captured completely is finished. */
const orderStatus = (trade: SimTrade): string => {
  if (trade.state !== 'succeeded') return trade.state === 'waiting' ? 'INIT' : 'CLOSED'
  if (restOf(trade) > 0 || trade.hold!.letGo.some(({ waits }) => waits)) return 'AUTHORIZED'
  return trade.hold!.captures.length > 0 ? 'FINISH' : 'CLOSED'
}

const holdFields = (trade: SimTrade): Answer => ({
  auth_no: trade.providerNo,
  out_order_no: trade.outTradeNo,
  out_request_no: trade.outTradeNo,
  operation_id: `${trade.providerNo}1`,
  operation_type: 'FREEZE',
  status: { waiting: 'INIT', succeeded: 'SUCCESS', closed: 'CLOSED' }[trade.state],
  amount: yuanOf(trade.amount),
  order_status: orderStatus(trade),
  rest_amount: yuanOf(restOf(trade)),
  ...(trade.hold?.credit ? { rest_credit_amount: yuanOf(restOf(trade)), rest_fund_amount: '0.00' } : {}),
  ...(trade.paidAt === null ? {} : { gmt_trans: wireTime(trade.paidAt) }),
})

const releaseFields = (trade: SimTrade, part: SimBack): Answer => ({
  auth_no: trade.providerNo,
  out_order_no: trade.outTradeNo,
  out_request_no: part.no,
  operation_id: `${trade.providerNo}${part.at}`,
  operation_type: 'UNFREEZE',
  status: part.waits ? 'INIT' : 'SUCCESS',
  amount: yuanOf(part.amount),
  gmt_trans: wireTime(part.at),
})

const captureFields = (trade: SimTrade, part: SimHold['captures'][number]): Answer => ({
  trade_no: `${trade.providerNo}${part.no}`,
  out_trade_no: part.no,
  trade_status: part.paid ? 'TRADE_SUCCESS' : 'WAIT_BUYER_PAY',
  total_amount: yuanOf(part.amount),
  ...(part.paid ? { send_pay_date: wireTime(part.at) } : {}),
})

/** The total refund of a payment, as a notification reports it; `amount`: the amount of this refund. */
const inAll = ({ refunds }: SimTrade, back: SimBack, amount: number): number =>
  refunds.reduce((sum, one) => (one.waits || one.no === back.no || one.of !== back.of ? sum : sum + one.amount), amount)

/** The capture of a hold that a refund gives back. */
const captureOf = ({ hold }: SimTrade, { of }: SimBack) => hold?.captures.find(({ no }) => no === of)

export function alipayNotice(
  contract: Contract,
  trade: SimTrade,
  { now, back, amount = (back ?? trade).amount, key }: Told,
): NoticeArrived {
  const hold = back === undefined ? 'fund_auth_freeze' : 'fund_auth_unfreeze'
  const about: Fields =
    trade.hold === undefined || back?.of !== undefined
      ? {
          ...(back && {
            out_biz_no: back.no,
            refund_fee: yuanOf(inAll(trade, back, amount)),
            gmt_refund: wireTime(back.at),
          }),
          trade_no: trade.providerNo,
          out_trade_no: back?.of ?? trade.outTradeNo,
          trade_status:
            back !== undefined && inAll(trade, back, amount) >= trade.amount ? 'TRADE_CLOSED' : status(trade),
          total_amount: yuanOf(back === undefined ? amount : (captureOf(trade, back)?.amount ?? trade.amount)),
          subject: trade.subject,
          gmt_payment: wireTime(trade.paidAt ?? now),
        }
      : { ...((back ? releaseFields(trade, back) : holdFields(trade)) as Fields), amount: yuanOf(amount) }
  const fields: Fields = {
    notify_type: trade.hold === undefined || back?.of !== undefined ? 'trade_status_sync' : hold,
    notify_id: randomUUID().replaceAll('-', ''),
    notify_time: wireTime(now),
    app_id: contract.account.appId,
    charset: 'utf-8',
    version: '1.0',
    ...about,
  }
  const sign = rsaSign(privateKeyOf(key), signedText(fields))
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams({ ...fields, sign, sign_type: 'RSA2' }).toString(),
  }
}
