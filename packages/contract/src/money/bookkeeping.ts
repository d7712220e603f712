import { voucherAccounts } from '@cheyi/domain/money/bookkeeping/chart'
import { taxClasses, taxpayers, voucherFormats } from '@cheyi/domain/money/bookkeeping/codes'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, int, maybe, text, withLabel, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

const month = () => text(7, 7, '月份')

const Voucher = z.object({
  /** 凭证号, from 1 without gaps in its month. */
  number: out.count,
  day: out.date,
  /** null: of no store. */
  storeName: z.string().nullable(),
  lines: z.array(
    z.object({
      journal: out.code(journals),
      account: out.word(voucherAccounts),
      /** 科目编码 and 科目名称, the merchant's own or the usual ones. */
      code: z.string(),
      name: z.string(),
      /** Of an account that is kept by customer: the company, or empty for persons; null of other accounts. */
      customer: z.string().nullable(),
      debit: out.fen,
      credit: out.fen,
      /** The rate that was taken out of this line, or that it is the tax of, basis points; 0 where none. */
      rateBp: out.count,
    }),
  ),
})

/** 记账凭证: what the merchant's accounting software imports. */
export const bookkeeping = {
  months: read({
    path: '/api/finance/v1/bookkeeping/months',
    summary: '凭证月份',
    permission: ['data.money'],
    reach: 'merchant',
    /** Closed months, newest first; `vouchers` is null where none were made yet. */
    output: z.object({
      list: z.array(z.object({ month: z.string(), vouchers: out.count.nullable(), madeAt: out.time.nullable() })),
    }),
  }),
  list: read({
    path: '/api/finance/v1/bookkeeping/list',
    summary: '记账凭证',
    permission: ['data.money'],
    reach: 'merchant',
    /** Missing: the last closed month. */
    input: z.object({ ...cursorPaging(), month: maybe(month()) }),
    output: z.object({
      ...out.pageOf(Voucher),
      /** null: no month is closed. */
      month: z.string().nullable(),
      /** null: the vouchers of the month were not made yet. */
      madeAt: out.time.nullable(),
    }),
  }),
  make: write({
    operators: false,
    path: '/api/finance/v1/bookkeeping/make',
    summary: '生成记账凭证',
    permission: ['finance.reconcile'],
    reach: 'merchant',
    whileSuspended: true,
    input: z.object({ month: month() }),
    output: z.object({ jobId: out.id }),
    refreshes: ['job'],
  }),
  exportAll: write({
    operators: false,
    path: '/api/finance/v1/bookkeeping/export',
    summary: '导出记账凭证',
    permission: ['data.money'],
    reach: 'merchant',
    changes: false,
    input: z.object({ month: month(), format: word(voucherFormats, '格式') }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
  auditorExport: write({
    operators: false,
    path: '/api/finance/v1/bookkeeping/auditor/export',
    summary: '导出审计文件',
    permission: ['data.money'],
    reach: 'merchant',
    changes: false,
    input: z.object({ month: month() }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
  accounts: read({
    path: '/api/finance/v1/bookkeeping/accounts',
    summary: '科目编码',
    permission: ['data.money'],
    reach: 'merchant',
    output: z.object({
      taxpayer: out.code(taxpayers),
      /** In the order of a balance sheet. */
      list: z.array(
        z.object({
          account: out.word(voucherAccounts),
          code: z.string(),
          name: z.string(),
          /** null: no income account. */
          taxClass: out.code(taxClasses).nullable(),
          /** The rate of today, basis points. */
          rateBp: out.count,
          /** 税收分类编码 on invoices; empty: none was entered. */
          classCode: z.string(),
          /** Class of penalties of cancelled bookings, and what the tax adviser said about it; null: no account of penalties. */
          cancelClass: out.code(taxClasses).nullable(),
          cancelReason: z.string(),
          /** The merchant has changed it. */
          own: z.boolean(),
          version: out.count,
        }),
      ),
    }),
  }),
  saveAccount: write({
    operators: false,
    path: '/api/finance/v1/bookkeeping/account',
    summary: '修改科目编码',
    permission: ['finance.reconcile'],
    reach: 'merchant',
    whileSuspended: true,
    input: z.object({
      account: word(voucherAccounts, '科目'),
      code: withLabel(
        '科目编码',
        z
          .string('请填写科目编码')
          .trim()
          .min(1, '请填写科目编码')
          .regex(/^[0-9A-Za-z.-]{1,30}$/, '科目编码为1-30位数字、字母、点或横线'),
      ),
      name: text(1, 60, '科目名称'),
      /** Only of an income account. */
      taxClass: maybe(code(taxClasses, '增值税')),
      /** Only of an income account. */
      classCode: maybe(
        withLabel(
          '税收分类编码',
          z
            .string('税收分类编码为19位数字')
            .trim()
            .regex(/^(\d{19})?$/, '税收分类编码为19位数字'),
        ),
      ),
      /** Only of penalties: those of cancelled bookings. */
      cancelClass: maybe(code(taxClasses, '取消订单的违约金')),
      /** Needed to change that. */
      cancelReason: maybe(text(0, 200, '税务顾问的意见')),
      /** 0: unchanged until now. */
      version: int(0, 2_000_000_000, '版本'),
    }),
    output: z.object({ version: out.count }),
  }),
}
