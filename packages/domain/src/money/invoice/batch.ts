import { type InvoiceKind, invoiceKind } from './invoice.ts'

/*
 * 数电票批量开票: the workbook that the page of the tax office imports. Its two sheets belong together by a serial number; amounts are in
 * yuan and include the tax.
 */

export interface BatchInvoice {
  readonly id: string
  readonly kind: InvoiceKind
  readonly title: string
  readonly taxNo: string
  readonly buyerAddress: string
  readonly buyerPhone: string
  readonly buyerBank: string
  readonly buyerAccount: string
  readonly note: string
  readonly amountFen: number
  readonly rateBp: number
  /** Numbers of the orders. */
  readonly orderNos: readonly string[]
}

type Cell = string | number
type BatchColumn = readonly [title: string, width: number, cell: (invoice: BatchInvoice) => Cell]

/** Line text of an invoice: the short name of the tax class, and what was rented. */
export const INVOICE_ITEM = '*经营租赁*车辆租赁费'

const kinds = { [invoiceKind.usual]: '普通发票', [invoiceKind.special]: '增值税专用发票' } as const

export const headColumns: readonly BatchColumn[] = [
  ['发票流水号', 22, ({ id }) => id],
  ['发票类型', 18, ({ kind }) => kinds[kind]],
  ['特定业务类型', 14, () => ''],
  ['是否含税', 10, () => '是'],
  // A buyer without a tax number is a person.
  ['受票方自然人标识', 16, ({ taxNo }) => (taxNo === '' ? '是' : '否')],
  ['购买方名称', 30, ({ title }) => title],
  ['购买方纳税人识别号', 24, ({ taxNo }) => taxNo],
  ['购买方地址', 30, ({ buyerAddress }) => buyerAddress],
  ['购买方电话', 16, ({ buyerPhone }) => buyerPhone],
  ['购买方开户银行', 24, ({ buyerBank }) => buyerBank],
  ['购买方银行账号', 24, ({ buyerAccount }) => buyerAccount],
  ['备注', 40, ({ note, orderNos }) => [note, orderNos.join(' ')].filter(Boolean).join(' ').slice(0, 200)],
]

/** `classCode`: the merchant's 税收分类编码 of rent. */
export const lineColumns = (classCode: string): readonly BatchColumn[] => [
  ['发票流水号', 22, ({ id }) => id],
  ['项目名称', 28, () => INVOICE_ITEM],
  ['商品和服务税收编码', 24, () => classCode],
  ['单位', 8, () => '次'],
  ['数量', 8, () => 1],
  ['金额', 14, ({ amountFen }) => amountFen / 100],
  ['税率', 8, ({ rateBp }) => rateBp / 10_000],
]
