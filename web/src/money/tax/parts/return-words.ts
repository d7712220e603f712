import type { ReturnSheet, ReturnSource } from '@cheyi/domain/money/tax/return'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type TaxReturn = OutputOf<typeof calls.tax.taxReturn>
export type ReturnLine = TaxReturn['lines'][number]
export type ReturnCell = ReturnLine['cells'][number]

export const sheetNames: Readonly<Record<ReturnSheet, string>> = {
  main: '主表',
  output: '附列资料（一）本期销售情况明细',
  input: '附列资料（二）本期进项税额明细',
}

export const sourceNames: Readonly<Record<ReturnSource, string>> = {
  special: '开具的专用发票',
  usual: '开具的其他发票',
  income: '未开发票的收入',
  input: '认证相符的进项发票',
  inputOther: '其他扣税凭证',
  inputRed: '红字进项发票',
}
