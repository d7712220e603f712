import { Transform } from 'node:stream'
import { type BillLine, lineKind } from '@cheyi/domain/money/reconcile/compare'
import { type LocalDate, parseDateTime } from '@cheyi/domain/time'
import { type PayProvider, PayRefused } from '../../../kernel/pay-port.ts'
import { downloaded, fenOfBill, type Layout, limited, linesOf, unreadable } from '../bill-file.ts'

interface Options {
  /** @throws NoAnswer, PayRefused */
  readonly call: (method: string, content: object) => Promise<Readonly<Record<string, unknown>>>
}

/**
 * 业务账单 of the open platform: a zip of two tables in GBK, the lines and their sums. It holds every payment (captures of
 * 资金授权 are payments of their own) and refund with its fee.
 */
export const alipayBill =
  ({ call }: Options): PayProvider['bill'] =>
  async (day: LocalDate) => {
    let told: Readonly<Record<string, unknown>>
    try {
      told = await call('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day })
    } catch (error) {
      // Alike for a day without payments and for one whose bill is still to come.
      if (error instanceof PayRefused && /bill_not_exist/i.test(error.code)) return 'none'
      throw error
    }
    const { path, close } = await downloaded(secure(String(told.bill_download_url)), {})
    return { lines: () => read(path), close }
  }

/** The address is told as http, and what it answers is signed by nobody. */
function secure(address: string): string {
  const url = new URL(address)
  if (url.hostname.endsWith('.alipay.com')) url.protocol = 'https:'
  return url.href
}

async function* read(path: string): AsyncGenerator<readonly BillLine[]> {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw unreadable('不是ZIP文件')
  })
  try {
    for await (const entry of zip.eachEntry()) {
      const name = new TextDecoder('gb18030').decode(entry.fileNameRaw)
      // The other table, of sums, says so in its name.
      if (!name.endsWith('.csv') || name.includes('汇总')) continue
      const packed = await zip.openReadStreamPromise(entry)
      yield* linesOf(packed.pipe(limited()).pipe(fromGbk()), layout)
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

/** Texts end in tabs, so that spreadsheets do not take numbers of trades for amounts. */
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
    // 支付宝优惠 and 红包 are paid out by Alipay: they are part of what the merchant receives, its own discounts are not.
    const borne = amount - fenOfBill(field('商家实收（元）'))
    const common = {
      providerNo: field('支付宝交易号'),
      amount: Math.abs(amount),
      borne,
      // It is what the balance changes by: less with a payment, more with a refund.
      fee: 0 - fenOfBill(field('服务费（元）')),
      at: parseDateTime(field('完成时间')),
    }
    if (field('业务类型') === '交易') return { ...common, kind: lineKind.payment, no: field('商户订单号') }
    return field('业务类型') === '退款'
      ? { ...common, kind: lineKind.refund, no: field('退款批次号/请求号') }
      : undefined
  },
}
