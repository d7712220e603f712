import { createHash } from 'node:crypto'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { type BillLine, lineKind } from '@cheyi/domain/money/reconcile/compare'
import { addDays, HOUR, type LocalDate, startOfDate } from '@cheyi/domain/time'
import type { PayProviderName } from '../../../kernel/pay-port.ts'
import { wireTime, yuanOf } from '../alipay/wire.ts'
import type { Contract, SimState, SimTrade } from './state.ts'

/*
 * The bills of a day in the formats of both providers, from what the simulator really received and refunded.
 */

interface Billed extends BillLine {
  /** The payment that a refund belongs to. */
  readonly of: string
  readonly trade: SimTrade
  readonly at: number
}

/** 0.6 %, the default fee of both. */
const feeOf = (fen: number): number => Math.round((fen * 60) / 10_000)

/** The discount borne by the merchant for an amount of a trade: 5 yuan of the whole. */
const borneOf = ({ fault, amount }: SimTrade, fen: number): number =>
  fault === 'discounted' ? Math.round((500 * fen) / amount) : 0

/** What a provider received and refunded on a day, including its simulated errors. */
function billedLines({ trades }: SimState, provider: PayProviderName, day: LocalDate): Billed[] {
  const [from, to] = [startOfDate(day), startOfDate(addDays(day, 1))]
  const all = trades
    .filter((trade) => trade.provider === provider && trade.fault !== 'unbilled')
    .flatMap((trade): Billed[] => {
      const wrong = trade.fault === 'billedOther' ? 100 : 0
      const paid = (no: string, amount: number, at: number): Billed[] => [
        {
          trade,
          kind: lineKind.payment,
          no,
          of: no,
          providerNo: trade.providerNo,
          amount: amount + wrong,
          fee: feeOf(amount),
          borne: borneOf(trade, amount),
          at,
        },
      ]
      const captures = (trade.hold?.captures ?? [])
        .filter((one) => one.paid)
        .flatMap(({ no, amount, at }) => paid(no, amount, at))
      const first =
        trade.hold === undefined && trade.paidAt !== null
          ? paid(trade.outTradeNo, trade.amount, trade.paidAt)
          : captures
      const back = trade.refunds
        .filter(({ waits }) => !waits)
        .map(
          ({ no, amount, at, of = trade.outTradeNo }): Billed => ({
            trade,
            of,
            kind: lineKind.refund,
            no,
            providerNo: trade.providerNo,
            amount,
            fee: -feeOf(amount),
            borne: -borneOf(trade, amount),
            at,
          }),
        )
      return [...first, ...back]
    })
  return all.filter(({ at }) => at >= from && at < to).sort((a, b) => a.at - b.at)
}

/** Bills of a day are made the next morning. */
const isMade = (state: SimState, day: LocalDate, now: number): boolean =>
  state.fault !== 'billLate' && now >= startOfDate(addDays(day, 1)) + 9 * HOUR

/** A bill as text; undefined if there is none, `late` while it is not ready. */
export function billText(
  state: SimState,
  { account }: Contract,
  { day, now }: { readonly day: LocalDate; readonly now: number },
): { readonly detail: string; readonly sums: string } | 'late' | undefined {
  if (!isMade(state, day, now)) return 'late'
  const lines = billedLines(state, account.provider, day)
  if (lines.length === 0) return undefined
  const bill =
    account.provider === 'wechat'
      ? wechatText(account.appId, account.merchantNo, lines)
      : alipayText(account.merchantNo, day, lines)
  // A bill that is cut off is invalid.
  return state.fault === 'billTorn' ? { ...bill, detail: bill.detail.slice(0, -TORN) } : bill
}

const TORN = 120

const refundFields = (line: Billed): string[] =>
  line.kind === lineKind.refund
    ? [`5${line.no}`, line.no, yuanOf(line.amount + line.borne), '0.00', 'ORIGINAL', 'SUCCESS']
    : ['', '', '0.00', '0.00', '', '']

/** 交易账单: each field follows a backtick, because names of goods may contain commas. */
function wechatText(appId: string, merchantNo: string, lines: readonly Billed[]) {
  const names =
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
  const rows = lines.map((line) => {
    const isRefund = line.kind === lineKind.refund
    const paid = isRefund ? '0.00' : yuanOf(line.amount)
    const head = [wireTime(line.at), appId, merchantNo, '', '', line.providerNo, isRefund ? line.of : line.no, 'oUser']
    const due = isRefund ? '0.00' : yuanOf(line.amount - line.borne)
    const discount = isRefund ? '0.00' : yuanOf(line.borne)
    const state = ['NATIVE', isRefund ? 'REFUND' : 'SUCCESS', 'OTHERS', 'CNY', due, discount]
    const tail = [line.trade.subject, '', yuanOf(line.fee), '0.60%', paid, isRefund ? yuanOf(line.amount) : '0.00', '']
    return [...head, ...state, ...refundFields(line), ...tail].map((field) => `\`${field}`).join(',')
  })
  const sum = (kind: BillLine['kind']) =>
    yuanOf(lines.reduce((fen, line) => (line.kind === kind ? fen + line.amount : fen), 0))
  const [paid, back, fee] = [
    sum(lineKind.payment),
    sum(lineKind.refund),
    yuanOf(lines.reduce((fen, line) => fen + line.fee, 0)),
  ]
  const sums = `总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n${[String(lines.length), paid, back, '0.00', fee, paid, back].map((field) => `\`${field}`).join(',')}\r\n`
  return { detail: [names, ...rows, sums].join('\r\n'), sums: '' }
}

/** 业务明细: texts end with tabs, refunds and fees are negative. */
function alipayText(merchantNo: string, day: LocalDate, lines: readonly Billed[]) {
  const names =
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
  const head = (what: string) => [
    `#支付宝业务${what}查询`,
    `#账号：[${merchantNo}]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${addDays(day, 1)} 00:00:00]`,
    `#-----------------------------------------业务${what}列表----------------------------------------`,
  ]
  const end = (what: string) =>
    `#-----------------------------------------业务${what}列表结束------------------------------------`
  const rows = lines.map((line) => {
    const isRefund = line.kind === lineKind.refund
    const amount = isRefund ? -line.amount : line.amount
    const texts = [line.providerNo, isRefund ? line.of : line.no, isRefund ? '退款' : '交易', line.trade.subject]
    const place = [wireTime(line.trade.at), wireTime(line.at), '', '', '', '', '*客户(138***01)']
    return [...texts, ...place]
      .map((field) => `${field}\t`)
      .concat(
        yuanOf(amount),
        yuanOf(amount - line.borne),
        '0.00',
        '0.00',
        '0.00',
        yuanOf(line.borne),
        '0.00',
        '\t',
        '0.00',
        '0.00',
        `${isRefund ? line.no : ''}\t`,
        yuanOf(-line.fee),
        '0.00',
        '\t',
      )
      .join(',')
  })
  const payments = lines.filter(({ kind }) => kind === lineKind.payment).length
  const count = `#交易合计：${payments}笔，退款合计：${lines.length - payments}笔`
  const detail = [...head('明细'), names, ...rows, end('明细'), count, ''].join('\r\n')
  return {
    detail,
    sums: [...head('汇总'), '门店编号,门店名称,交易订单总笔数', `\t,合计,${payments}`, end('汇总'), ''].join('\r\n'),
  }
}

/** In the form that WeChat sends, with the digest of the content. */
export const gzipBill = (text: string) => ({
  file: gzipSync(text),
  sha1: createHash('sha1').update(text).digest('hex'),
})

/** In the form that Alipay sends. */
export const zipBill = (
  merchantNo: string,
  day: LocalDate,
  { detail, sums }: { detail: string; sums: string },
): Buffer => {
  const name = `${merchantNo}0156_${day.replaceAll('-', '')}`
  return zipOf([
    { name: gbk(`${name}_业务明细.csv`), content: gbk(detail) },
    { name: gbk(`${name}_业务明细(汇总).csv`), content: gbk(sums) },
  ])
}

let gbkOf: ReadonlyMap<string, number> | undefined
/** Node.js decodes GBK but cannot encode it: the table is built once by decoding all byte pairs. */
function gbk(text: string): Buffer {
  gbkOf ??= new Map(
    Array.from({ length: 0x7e * 0xbf }, (_, n) => ((0x81 + Math.floor(n / 0xbf)) << 8) | (0x40 + (n % 0xbf))).map(
      (pair) => [new TextDecoder('gbk').decode(Uint8Array.of(pair >> 8, pair & 0xff)), pair],
    ),
  )
  const bytes: number[] = []
  for (const sign of text) {
    const pair = sign.charCodeAt(0) < 0x80 ? sign.charCodeAt(0) : (gbkOf.get(sign) ?? 0x3f)
    if (pair > 0xff) bytes.push(pair >> 8)
    bytes.push(pair & 0xff)
  }
  return Buffer.from(bytes)
}

/** A zip whose file names are GBK bytes, which no Node.js package writes (PKWARE APPNOTE 4.3). */
function zipOf(files: readonly { readonly name: Buffer; readonly content: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of files) {
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed])
    const listed = Buffer.alloc(14)
    listed.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, listed, name]))
    parts.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end])
}
