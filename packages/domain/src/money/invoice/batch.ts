import { type InvoiceKind, invoiceKind } from './invoice.ts'

/*
 * 数电票批量开票: the workbook that the page of the tax office imports, with all sheets and columns of its template. Its sheets belong together
 * by a serial number; amounts are in yuan and include the tax.
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

/** `limit` is what the template says under its instructions; of columns that stay empty it does not matter. */
type BatchColumn = readonly [title: string, limit: string, width: number, cell: (invoice: BatchInvoice) => string]

/** Line text of an invoice: the short name of the tax class, and what was rented. */
export const INVOICE_ITEM = '*经营租赁*车辆租赁费'

const kinds = { [invoiceKind.usual]: '普通发票', [invoiceKind.special]: '增值税专用发票' } as const

const none = (...titles: readonly string[]) => titles.map((title): BatchColumn => [title, '', 10, () => ''])

const scrap = '（报废产品收购必填）'

export const headColumns: readonly BatchColumn[] = [
  ['发票流水号', '必填\n(限20字符)', 22, ({ id }) => id],
  ['发票类型', '必填\n(限10字符)', 18, ({ kind }) => kinds[kind]],
  ...none('特定业务类型'),
  ['是否含税', '必填(是/否)\n(限2字符)', 10, () => '是'],
  // A buyer without a tax number is a person.
  ['受票方自然人标识', '非必填(是/否)\n(限2字符)', 16, ({ taxNo }) => (taxNo === '' ? '是' : '否')],
  ['购买方名称', '必填\n(限100字符)', 30, ({ title }) => title],
  ['购买方纳税人识别号', '专票必填\n(限20字符)', 24, ({ taxNo }) => taxNo],
  ...none('购买方证件类型', '购买方证件号码', '购买方国籍（或地区）'),
  ['购买方地址', '非必填\n(限100字符)', 30, ({ buyerAddress }) => buyerAddress],
  ...none(...[1, 2, 3, 4].map(() => `购买方所在地区${scrap}`), `购买方详细地址${scrap}`),
  ['购买方电话', '非必填\n(限50字符)', 16, ({ buyerPhone }) => buyerPhone],
  ['购买方开户银行', '非必填\n(限100字符)', 24, ({ buyerBank }) => buyerBank],
  ['购买方银行账号', '非必填\n(限100字符)', 24, ({ buyerAccount }) => buyerAccount],
  ...none('是否展示购买方地址电话银行账号', '是否开具涉税专业服务发票品目', '涉税专业服务协议编号'),
  [
    '备注',
    '非必填\n(限230字符)',
    40,
    ({ note, orderNos }) => [note, orderNos.join(' ')].filter(Boolean).join(' ').slice(0, 230),
  ],
  ...none('报废产品销售类型', '每千克煤炭发热量', '干基全硫', '干燥无灰基挥发分', '销售方开户行', '销售方银行账号'),
  ...none('是否展示销售方地址电话银行账号', '购买方邮箱', '购买方经办人姓名', '购买方经办人证件类型'),
  ...none('购买方经办人证件号码', '经办人国籍(地区)', '经办人自然人纳税人识别号', '放弃享受减按1%征收率原因'),
  ...none('收款人', '复核人'),
]

/** `classCode`: the merchant's 税收分类编码 of rent. */
export const lineColumns = (classCode: string): readonly BatchColumn[] => [
  ['发票流水号', '必填\n(限20字符)', 22, ({ id }) => id],
  ['项目名称', '必填\n(限100字符)', 28, () => INVOICE_ITEM],
  ['商品和服务税收编码', '必填\n(限20字符)', 24, () => classCode],
  ...none('规格型号'),
  ['单位', '非必填\n(限22字符)', 8, () => '次'],
  ['数量', '非必填\n(限16字符)', 8, () => '1'],
  ...none('单价'),
  ['金额', '必填\n(限16字符)\n保留两位小数', 14, ({ amountFen }) => (amountFen / 100).toFixed(2)],
  ['税率', '必填\n(限8字符)\n如0.13', 8, ({ rateBp }) => String(rateBp / 10_000)],
  ...none('折扣金额', '是否使用优惠政策', '优惠政策类型', '即征即退类型', '煤炭种类'),
]

type BatchSheet = {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  readonly widths: readonly number[]
}

/** The edition of the template (V260401). */
const EDITION = 'pt:20260401'

/** The workbook: each sheet has instructions, limits and titles above its rows, which are all text. */
export function batchSheets(invoices: readonly BatchInvoice[], classCode: string): BatchSheet[] {
  const filled = (name: string, note: string, columns: readonly BatchColumn[]): BatchSheet => ({
    name,
    rows: [
      [note],
      columns.map(([, limit]) => limit),
      columns.map(([title]) => title),
      ...invoices.map((invoice) => columns.map(([, , , cell]) => cell(invoice))),
    ],
    widths: columns.map(([, , width]) => width),
  })
  const empty = (name: string, ...titles: readonly string[]): BatchSheet => ({
    name,
    rows: [['填表说明：不需要填写'], [], titles],
    widths: titles.map(() => 22),
  })
  return [
    filled('1-发票基本信息', '填表说明：每行一张发票，以发票流水号对应明细；所有内容为文本', headColumns),
    filled('2-发票明细信息', '填表说明：金额含税；所有内容为文本', lineColumns(classCode)),
    empty('3-特定业务信息', '发票流水号'),
    empty('4-附加要素信息', '发票流水号', '附加要素名称', '附加要素内容'),
    { name: 'excelVersion', rows: [[], [], [], [EDITION]], widths: [14] },
  ]
}
