import { Transform } from 'node:stream'
import { type BillLine, lineKind } from '@cheyi/domain/money/reconcile/compare'
import { type LocalDate, parseDateTime } from '@cheyi/domain/time'
import { type PayProvider, PayRefused } from '../../../kernel/pay-port.ts'
import { downloadBill, fenOfBill, type Layout, linesOf, sizeLimit, unreadable } from '../bill-file.ts'

interface Options {
  /** @throws NoAnswer, PayRefused */
  readonly call: (method: string, content: object) => Promise<Readonly<Record<string, unknown>>>
}

/**
 * 业务账单 of the open platform: a zip of two tables in GBK, the lines and their sums. It contains every payment (captures
 * of 资金授权 are separate payments) and refund with its fee.
 */
export const alipayBill =
  ({ call }: Options): PayProvider['bill'] =>
  async (day: LocalDate) => {
    let told: Readonly<Record<string, unknown>>
    try {
      told = await call('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day })
    } catch (error) {
      // The same code for a day without payments and for a bill that is not ready.
      if (error instanceof PayRefused && /bill_not_exist/i.test(error.code)) return 'none'
      throw error
    }
    const { path, close } = await downloadBill(secure(String(told.bill_download_url)), {})
    return { lines: () => readBillLines(path), close }
  }

/** The address is given as http, and its content is not signed: https protects it. */
function secure(address: string): string {
  const url = new URL(address)
  if (url.hostname.endsWith('.alipay.com')) url.protocol = 'https:'
  return url.href
}

async function* readBillLines(path: string): AsyncGenerator<readonly BillLine[]> {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw unreadable('不是ZIP文件')
  })
  try {
    for await (const entry of zip.eachEntry()) {
      const name = new TextDecoder('gb18030').decode(entry.fileNameRaw)
      // The other table, with the sums, is recognised by its name.
      if (!name.endsWith('.csv') || name.includes('汇总')) continue
      const packed = await zip.openReadStreamPromise(entry)
      yield* linesOf(packed.pipe(sizeLimit()).pipe(fromGbk()), layout)
      return
    }
  } finally {
    zip.close()
  }
  throw unreadable('缺少业务明细')
}

function fromGbk(): Transform {
  const decoder = new TextDecoder('gb18030')
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  })
}

/** Texts end with tabs, so that spreadsheets do not treat trade numbers as amounts. */
const layout: Layout = {
  delimiter: ',',
  kindOf([first = '']) {
    if (first.startsWith('#')) return first.includes('列表结束') ? 'end' : 'other'
    return first.trim() === '支付宝交易号' ? 'columns' : 'line'
  },
  columnsOf: (names) => names,
  needed: [
    '支付宝交易号',
    '商户订单号',
    '业务类型',
    '完成时间',
    '订单金额（元）',
    '商家实收（元）',
    '退款批次号/请求号',
    '服务费（元）',
  ],
  lineOf(field): BillLine | undefined {
    const amount = fenOfBill(field('订单金额（元）'))
    // 支付宝优惠 and 红包 are paid by Alipay and belong to what the merchant receives; the merchant's own discounts do not.
    const borne = amount - fenOfBill(field('商家实收（元）'))
    const common = {
      providerNo: field('支付宝交易号'),
      amount: Math.abs(amount),
      borne,
      // The column is the change of the balance: negative for a payment, positive for a refund.
      fee: 0 - fenOfBill(field('服务费（元）')),
      at: parseDateTime(field('完成时间')),
    }
    if (field('业务类型') === '交易') return { ...common, kind: lineKind.payment, no: field('商户订单号') }
    return field('业务类型') === '退款'
      ? { ...common, kind: lineKind.refund, no: field('退款批次号/请求号') }
      : undefined
  },
}
