import { journals } from '../payment/accounts.ts'
import type { VoucherLine } from './voucher.ts'

/*
 * Files that accounting software imports: a workbook with the columns of 金蝶 (精斗云, KIS), and the text of 用友 (T3, T6, U8:
 * 总账工具 · 凭证引入). Both name a voucher by its word and number; amounts are in yuan.
 */

/** A line with the names that a file has in it. */
export interface NamedLine extends VoucherLine {
  readonly code: string
  readonly name: string
  readonly storeName: string | null
}

export const VOUCHER_WORD = '记'

/** 摘要: the journal and the store. */
export const memoOf = ({ journal, storeName }: Pick<NamedLine, 'journal' | 'storeName'>): string =>
  [journals.text(journal), storeName].filter(Boolean).join(' ')

const yuan = (fen: number) => fen / 100

type Cell = string | number

/** Heading, width in characters and value of each column of 金蝶. */
export const kingdeeColumns: readonly (readonly [title: string, width: number, cell: (line: NamedLine) => Cell])[] = [
  ['日期', 12, ({ day }) => day],
  ['凭证字', 8, () => VOUCHER_WORD],
  ['凭证号', 8, ({ number }) => number],
  ['附件数', 8, () => 0],
  ['分录序号', 8, ({ line }) => line],
  ['摘要', 28, memoOf],
  ['科目代码', 14, ({ code }) => code],
  ['科目名称', 32, ({ name }) => name],
  ['借方金额', 14, ({ debitFen }) => yuan(debitFen)],
  ['贷方金额', 14, ({ creditFen }) => yuan(creditFen)],
  ['部门', 16, ({ storeName }) => storeName ?? ''],
  ['币别', 8, () => 'RMB'],
  ['汇率', 8, () => 1],
  ['原币金额', 14, ({ debitFen, creditFen }) => yuan(debitFen + creditFen)],
]

/** The first line of a file of 用友, which its importer checks. */
const YONYOU_HEAD = '填制凭证,V800'

/** A comma or a quotation mark would end a field. */
const field = (text: string) => text.replaceAll(/[,"'\r\n]/g, ' ').trim()

/** The text of 用友, one line per line of a voucher; to be written in GBK. `author`: 制单人. */
export function yonyouText(lines: readonly NamedLine[], author: string): string {
  const rows = lines.map((line) =>
    [
      line.day,
      VOUCHER_WORD,
      line.number,
      0,
      field(memoOf(line)).slice(0, 30),
      field(line.code),
      yuan(line.debitFen).toFixed(2),
      yuan(line.creditFen).toFixed(2),
      // 数量, 外币, 汇率
      0,
      0,
      0,
      field(author),
    ].join(','),
  )
  return [YONYOU_HEAD, ...rows, ''].join('\r\n')
}
