import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type BillLine, lineKind } from '@cheyi/domain/money/reconcile/compare'
import { type LocalDate, parseDateTime } from '@cheyi/domain/time'
import { type PayProvider, PayRefused } from '../../../kernel/pay-port.ts'
import { downloadBill, fenOfBill, type Layout, linesOf, unreadable } from '../bill-file.ts'

interface Options {
  /** @throws NoAnswer, PayRefused */
  readonly call: (method: 'GET', path: string) => Promise<Readonly<Record<string, unknown>>>
  /** A signed request for a file; its answer is not signed. */
  readonly file: (path: string) => Promise<{ readonly url: string; readonly init: RequestInit }>
}

/**
 * 交易账单 of API v3: its address is requested, its file arrives gzipped and is checked against the digest that came with
 * the address. It contains every payment and refund with its fee, and captures of 支付分 by the number of their hold.
 */
export const wechatBill =
  ({ call, file }: Options): PayProvider['bill'] =>
  async (day: LocalDate) => {
    let told: Readonly<Record<string, unknown>>
    try {
      told = await call('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`)
    } catch (error) {
      if (!(error instanceof PayRefused)) throw error
      if (error.code === 'STATEMENT_CREATING') return 'notReady'
      if (error.code === 'NO_STATEMENT_EXIST') return 'none'
      throw error
    }
    const { pathname, search } = new URL(String(told.download_url))
    const { url, init } = await file(`${pathname}${search}`)
    const digest = createHash('sha1')
    const measured = new Transform({
      transform(chunk: Buffer, _, done) {
        digest.update(chunk)
        done(null, chunk)
      },
    })
    const bill = await downloadBill(url, init, [createGunzip(), measured])
    if (told.hash_type !== 'SHA1' || digest.digest('hex') !== String(told.hash_value).toLowerCase()) {
      await bill.close()
      throw unreadable('摘要不符')
    }
    return { lines: () => linesOf(createReadStream(bill.path), layout), close: bill.close }
  }

const MARK = '`'

/**
 * A line is `` `a,`b,`c ``: each field follows a backtick, because names of goods may contain commas. A line without
 * backticks contains names: of the columns, and later of the sums at the end of the bill.
 */
const layout: Layout = {
  delimiter: `,${MARK}`,
  kindOf: ([first = ''], index) => {
    if (first.startsWith(MARK)) return 'line'
    return index === 0 ? 'columns' : first.startsWith('总交易单数') ? 'end' : 'other'
  },
  columnsOf: ([names = '']) => names.split(','),
  needed: [
    '交易时间',
    '微信订单号',
    '商户订单号',
    '交易状态',
    '应结订单金额',
    '订单金额',
    '微信退款单号',
    '商户退款单号',
    '退款金额',
    '申请退款金额',
    '退款状态',
    '手续费',
  ],
  lineOf(field): BillLine | undefined {
    const common = { fee: fenOfBill(field('手续费')), at: parseDateTime(field('交易时间').replace(MARK, '')) }
    if (field('交易状态') === 'SUCCESS')
      return {
        ...common,
        kind: lineKind.payment,
        no: field('商户订单号'),
        providerNo: field('微信订单号'),
        amount: fenOfBill(field('订单金额')),
        // 免充值券 are not paid by anyone; 充值券 are paid out like money.
        borne: fenOfBill(field('订单金额')) - fenOfBill(field('应结订单金额')),
      }
    // A failed refund moved no money.
    if (field('交易状态') !== 'REFUND' || field('退款状态') === 'FAIL') return undefined
    return {
      ...common,
      kind: lineKind.refund,
      no: field('商户退款单号'),
      providerNo: field('微信退款单号'),
      amount: fenOfBill(field('申请退款金额')),
      borne: fenOfBill(field('退款金额')) - fenOfBill(field('申请退款金额')),
    }
  },
}
