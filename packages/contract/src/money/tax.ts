import { orderKinds } from '@cheyi/domain/booking/order/kind'
import { taxpayers } from '@cheyi/domain/money/bookkeeping/codes'
import { inputKinds, inputStates } from '@cheyi/domain/money/tax/codes'
import { inputColumns } from '@cheyi/domain/money/tax/columns'
import { MAX_INPUTS } from '@cheyi/domain/money/tax/input'
import { returnSheets, returnSources } from '@cheyi/domain/money/tax/return'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  balance,
  bookMonth,
  code,
  cursorPaging,
  date,
  fen,
  flag,
  id,
  int,
  list,
  maybe,
  orElse,
  range,
  text,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { importModes, Started, tableLooks, tableReading } from '../platform/job.ts'

/** 增值税: suppliers' invoices and the return of a period. Amounts in fen. */

const shown = { permission: ['data.money'], reach: 'merchant' } as const
const kept = { operators: false, permission: ['finance.reconcile'], reach: 'merchant', whileSuspended: true } as const
const refreshes = ['overview', 'todo'] as const

const Input = z.object({
  inputId: out.id,
  code: z.string(),
  number: z.string(),
  kind: out.code(inputKinds),
  seller: z.string(),
  sellerTaxNo: z.string(),
  issuedOn: out.date,
  /** Without tax; negative: a red invoice. */
  net: out.fen,
  tax: out.fen,
  gross: out.fen,
  state: out.code(inputStates),
  /** The first day of the month in which it is deducted; null: in none. */
  month: out.date.nullable(),
  note: z.string(),
  operatorName: z.string(),
  version: out.count,
})

const filter = {
  keyword: maybe(text(0, 60, '销售方或发票号码')),
  state: maybe(code(inputStates, '抵扣')),
  kind: maybe(code(inputKinds, '票种')),
  /** The month in which it is deducted. */
  month: maybe(bookMonth('抵扣月份')),
  /** Days on which it was issued. */
  period: range('开票日期'),
}

const Settings = {
  /** Of a small-scale taxpayer: net sales of a quarter up to which they are exempt; 0: not applied. */
  threshold: out.fen,
  /** 城市维护建设税, basis points. */
  cityBp: out.count,
  /** 六税两费减半. */
  halved: z.boolean(),
  /** 留抵税额 before the first return. */
  carry: out.fen,
  /** Input tax of filed returns is posted to the ledger. */
  posted: z.boolean(),
  reason: z.string(),
}

const Return = {
  form: out.code(taxpayers),
  from: out.date,
  to: out.date,
  lines: z.array(
    z.object({
      sheet: out.word(returnSheets),
      no: z.string(),
      title: z.string(),
      cells: z.array(
        z.object({
          column: z.string(),
          /** Fen; of 份数 a number. */
          value: z.number().int(),
          isCount: z.boolean(),
          /** The documents that it is made of; null: it is reckoned from other lines. */
          source: z.object({ of: out.word(returnSources), rateBp: out.count }).nullable(),
        }),
      ),
    }),
  ),
  pay: out.fen,
  carry: out.fen,
}

export const tax = {
  inputs: read({
    path: '/api/finance/v1/tax/input/list',
    summary: '进项发票',
    ...shown,
    input: z.object({ ...cursorPaging(), ...filter }),
    /** The latest first. */
    output: z.object({
      ...out.pageOf(Input),
      /** Of the filter; with the first page only. */
      sums: z.object({ net: out.fen, tax: out.fen, gross: out.fen }).nullable(),
    }),
  }),
  inputExport: write({
    operators: false,
    path: '/api/finance/v1/tax/input/export',
    summary: '导出进项发票',
    permission: ['data.money'],
    reach: 'merchant',
    changes: false,
    input: z.object({ ...filter, ...tableLooks(inputColumns) }),
    output: Started,
    refusals: ['tooFrequent'],
  }),
  inputAdd: write({
    path: '/api/finance/v1/tax/input/add',
    summary: '登记进项发票',
    ...kept,
    input: z.object({
      kind: code(inputKinds, '票种'),
      /** Only of an older invoice, whose number has 8 digits. */
      code: orElse(text(0, 12, '发票代码'), ''),
      number: text(1, 20, '发票号码'),
      seller: text(1, 100, '销售方'),
      sellerTaxNo: orElse(text(0, 20, '销售方税号'), ''),
      /** As the invoice names its buyer, who must be the merchant. */
      buyerName: text(1, 100, '购买方名称'),
      buyerTaxNo: text(1, 20, '购买方税号'),
      issuedOn: date('开票日期'),
      /** Negative: a red invoice. */
      net: balance('金额'),
      tax: balance('税额'),
      note: orElse(text(0, 200, '备注'), ''),
    }),
    output: z.object({ inputId: out.id, state: out.code(inputStates) }),
    refreshes,
  }),
  inputChoose: write({
    path: '/api/finance/v1/tax/input/choose',
    summary: '勾选抵扣进项发票',
    ...kept,
    input: z.object({ inputIds: list(id('发票'), MAX_INPUTS, '发票', 1), month: bookMonth('抵扣月份') }),
    output: z.object({ count: out.count, tax: out.fen }),
    refusals: ['notFound'],
    refreshes,
  }),
  inputTakeBack: write({
    path: '/api/finance/v1/tax/input/take_back',
    summary: '撤销勾选进项发票',
    ...kept,
    repeat: 'version',
    input: z.object({ inputId: id('发票'), version: Version }),
    output: z.object({ state: out.code(inputStates), version: out.count }),
    refusals: ['notFound'],
    refreshes,
  }),
  inputExclude: write({
    path: '/api/finance/v1/tax/input/exclude',
    summary: '进项发票不抵扣',
    ...kept,
    repeat: 'version',
    input: z.object({ inputId: id('发票'), version: Version }),
    output: z.object({ state: out.code(inputStates), version: out.count }),
    refusals: ['notFound'],
    refreshes,
  }),
  inputInclude: write({
    path: '/api/finance/v1/tax/input/include',
    summary: '进项发票改为抵扣',
    ...kept,
    repeat: 'version',
    input: z.object({ inputId: id('发票'), version: Version }),
    output: z.object({ state: out.code(inputStates), version: out.count }),
    refusals: ['notFound'],
    refreshes,
  }),
  inputVoid: write({
    path: '/api/finance/v1/tax/input/void',
    summary: '作废进项发票登记',
    ...kept,
    repeat: 'version',
    input: z.object({ inputId: id('发票'), version: Version, reason: text(1, 200, '原因') }),
    refusals: ['notFound'],
    refreshes,
  }),
  importTemplate: write({
    operators: false,
    path: '/api/finance/v1/tax/input/import/template',
    summary: '进项发票导入模板',
    permission: ['finance.reconcile'],
    reach: 'merchant',
    audit: false,
    output: Started,
    refusals: ['lineFull'],
  }),
  importCheck: write({
    operators: false,
    path: '/api/finance/v1/tax/input/import',
    summary: '进项发票导入试运行：逐行检查，不写入',
    permission: ['finance.reconcile'],
    reach: 'merchant',
    changes: false,
    input: z.object({ mediaId: id('文件'), ...tableReading }),
    output: Started,
    refusals: ['notFound', 'importTemplateWrong', 'lineFull'],
  }),
  importConfirm: write({
    operators: false,
    path: '/api/finance/v1/tax/input/import/confirm',
    summary: '确认导入进项发票',
    permission: ['finance.reconcile'],
    reach: 'merchant',
    input: z.object({
      /** Job of the trial. */
      jobId: id('任务'),
      mode: word(importModes, '导入方式'),
    }),
    output: Started,
    refusals: ['importTemplateWrong', 'lineFull'],
    refreshes,
  }),
  settings: read({
    path: '/api/finance/v1/tax/setting',
    summary: '增值税设置',
    ...shown,
    output: z.object({ ...Settings, taxpayer: out.code(taxpayers), version: out.count }),
  }),
  saveSettings: write({
    path: '/api/finance/v1/tax/setting/save',
    summary: '修改增值税设置',
    ...kept,
    repeat: 'version',
    input: z.object({
      threshold: fen('季度免税销售额'),
      cityBp: int(100, 700, '城建税税率'),
      halved: flag('请选择附加税费是否减半', '附加税费减半'),
      carry: fen('期初留抵税额'),
      posted: flag('请选择进项税额是否记账', '进项税额记账'),
      reason: text(1, 200, '税务顾问的意见'),
      /** 0: unchanged until now. */
      version: int(0, 2_000_000_000, '版本'),
    }),
    output: z.object({ version: out.count }),
    refreshes,
  }),
  returns: read({
    path: '/api/finance/v1/tax/return/list',
    summary: '增值税申报',
    ...shown,
    /** The newest first: the last periods, and earlier ones that were filed. */
    output: z.object({
      form: out.code(taxpayers),
      list: z.array(
        z.object({
          from: out.date,
          to: out.date,
          form: out.code(taxpayers),
          /** null: not filed. */
          filedAt: out.time.nullable(),
          filedByName: z.string().nullable(),
          pay: out.fen.nullable(),
          /** The period is over. */
          over: z.boolean(),
        }),
      ),
    }),
  }),
  taxReturn: read({
    path: '/api/finance/v1/tax/return',
    summary: '增值税申报表',
    ...shown,
    /** `from`: the first day of its period; missing: the last period that is over. */
    input: z.object({ from: maybe(date('申报期')) }),
    output: z.object({
      ...Return,
      filedAt: out.time.nullable(),
      filedByName: z.string().nullable(),
      /** What must be done before it can be filed. */
      problems: z.array(z.string()),
      /** Of the figures, so that what is filed is what was seen. */
      version: z.string(),
    }),
    refusals: ['notFound'],
  }),
  documents: read({
    path: '/api/finance/v1/tax/return/document',
    summary: '申报表的组成',
    ...shown,
    input: z.object({
      ...cursorPaging(),
      from: date('申报期'),
      of: word(returnSources, '组成'),
      /** Basis points; of input invoices 0. */
      rateBp: int(0, 10_000, '税率'),
    }),
    /** The latest first. Invoices are subtracted from income that was not invoiced. */
    output: out.page(
      z.object({
        key: z.string(),
        day: out.date,
        kind: out.word(['invoice', 'redInvoice', 'income', 'input']),
        no: z.string(),
        name: z.string(),
        orderId: out.id.nullable(),
        orderKind: out.code(orderKinds).nullable(),
        /** Of income: with its tax. */
        fen: out.fen,
        /** null: of income, whose tax is taken out of its sum. */
        tax: out.fen.nullable(),
      }),
    ),
    refusals: ['notFound'],
  }),
  returnExport: write({
    operators: false,
    path: '/api/finance/v1/tax/return/export',
    summary: '导出增值税申报表',
    permission: ['data.money'],
    reach: 'merchant',
    changes: false,
    input: z.object({ from: date('申报期') }),
    output: Started,
    refusals: ['tooFrequent', 'notFound'],
  }),
  file: write({
    path: '/api/finance/v1/tax/return/file',
    summary: '确认申报完成',
    ...kept,
    input: z.object({
      from: date('申报期'),
      /** Of the figures that the caller saw. */
      version: text(1, 64, '版本'),
    }),
    output: z.object({ pay: out.fen }),
    refusals: ['notFound'],
    refreshes,
  }),
  withdraw: write({
    path: '/api/finance/v1/tax/return/withdraw',
    summary: '撤销申报完成',
    ...kept,
    input: z.object({ from: date('申报期'), reason: text(1, 200, '原因') }),
    refusals: ['notFound'],
    refreshes,
  }),
}
