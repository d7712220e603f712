import { gbkWithin, textOf } from '../../fleet/vehicle-control/jt808/gbk.ts'
import { journals } from '../payment/accounts.ts'
import type { VoucherLine } from './voucher.ts'

/*
 * Files that accounting software imports: a workbook with the columns of 金蝶 (精斗云), and the text of 用友 (T3, T6, U8:
 * 总账工具 · 凭证引入). Both name a voucher by its word and number; amounts are in yuan.
 */

/** A line with the names that a file has in it. */
export interface NamedLine extends VoucherLine {
  readonly code: string
  readonly name: string
  readonly storeName: string | null
}

/** The customer of a line whose account is kept by customer: a company, or all persons together. */
const customerOf = ({ customer }: VoucherLine): string => (customer === null ? '' : customer || '散客')

export const VOUCHER_WORD = '记'

/** 摘要: the journal and the store. */
export const memoOf = ({ journal, storeName }: Pick<NamedLine, 'journal' | 'storeName'>): string =>
  [journals.text(journal), storeName].filter(Boolean).join(' ')

const yuan = (fen: number) => fen / 100

type Cell = string | number | { readonly count: number }
type Column = readonly [title: string, width: number, cell: (line: NamedLine) => Cell]

/** Auxiliary accounting by codes of the software, which we do not know: the store is in 摘要. */
const unknown = [
  ...['客户', '供应商', '职员', '项目', '部门', '存货', '自定义辅助核算类别', '自定义辅助核算编码'],
  ...['自定义辅助核算类别1', '自定义辅助核算编码1', '数量', '单价'],
].map((title): Column => [title, 10, () => ''])

/** Heading, width in characters and value of each column of 金蝶, all columns of its template in their order. */
export const kingdeeColumns: readonly Column[] = [
  ['日期', 12, ({ day }) => day],
  ['凭证字', 8, () => VOUCHER_WORD],
  ['凭证号', 8, ({ number }) => ({ count: number })],
  ['附件数', 8, () => ({ count: 0 })],
  ['分录序号', 8, ({ line }) => ({ count: line })],
  ['摘要', 28, memoOf],
  ['科目代码', 14, ({ code }) => code],
  ['科目名称', 32, ({ name }) => name],
  ['借方金额', 14, ({ debitFen }) => (debitFen === 0 ? '' : yuan(debitFen))],
  ['贷方金额', 14, ({ creditFen }) => (creditFen === 0 ? '' : yuan(creditFen))],
  ...unknown,
  ['原币金额', 14, ({ debitFen, creditFen }) => yuan(debitFen + creditFen)],
  ['币别', 8, () => 'RMB'],
  ['汇率', 8, () => ({ count: 1 })],
]

/** Name of the sheet, as 金蝶 names it: 凭证列表#2026年第10期. */
export const kingdeeSheet = (month: string): string => `凭证列表#${month.slice(0, 4)}年第${Number(month.slice(5, 7))}期`

/** The first line of a file of 用友, which its importer checks. */
const YONYOU_HEAD = '填制凭证,V800'

/** A comma or a quotation mark would end a field; a longer one is refused. `most`: bytes in GBK. */
const field = (text: string, most: number) => textOf(gbkWithin(text.replaceAll(/[,"'\r\n]/g, ' ').trim(), most))

/** The text of 用友, one line per line of a voucher; to be written in GBK. `author`: 制单人. */
export function yonyouText(lines: readonly NamedLine[], author: string): string {
  const rows = lines.map((line) =>
    [
      line.day,
      VOUCHER_WORD,
      line.number,
      0,
      field(memoOf(line), 60),
      field(line.code, 30),
      yuan(line.debitFen).toFixed(2),
      yuan(line.creditFen).toFixed(2),
      // 数量, 外币, 汇率
      0,
      0,
      0,
      field(author, 20),
      // 结算方式, 票号, 票号发生日期
      '',
      '',
      '',
      field(line.storeName ?? '', 60),
      // 个人
      '',
      field(customerOf(line), 60),
    ].join(','),
  )
  return [YONYOU_HEAD, ...rows, ''].join('\r\n')
}
