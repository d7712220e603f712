import { instalmentStatuses } from '@cheyi/domain/instalment/codes'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import { cursorPaging, maybe, text } from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { orderRef } from './order-ref.ts'

const payerField = { payer: text(1, 60, '付款单位') }
const rowFilter = { ...payerField, month: maybe(text(7, 7, '月份')) }

/** Money of rows of plans, fen. */
const Sums = z.object({
  amount: out.fen,
  paid: out.fen,
  /** Principal that is due and open. */
  due: out.fen,
  /** Late fees of today that are not paid. */
  lateFees: out.fen,
  /** Principal that falls due later. */
  later: out.fen,
})

/** What a company owes of all the long orders it pays for, as far as they are in sight. */
export const companyCalls = {
  companies: read({
    path: '/api/finance/v1/company/list',
    summary: '单位账单列表',
    permission: ['longOrder.flow'],
    input: z.object({
      ...cursorPaging(),
      /** Any part of its name. */
      keyword: maybe(text(0, 60, '付款单位')),
    }),
    /** Who owes most first. */
    output: out.page(
      z.object({
        payer: z.string(),
        taxNo: z.string(),
        orders: out.count,
        /** Of them, neither returned nor cancelled. */
        running: out.count,
        /** What its orders owe today, late fees that still grow aside. */
        owed: out.fen,
        /** Instalments that are late. */
        overdue: out.count,
        /** The next one that is open. */
        nextDueDate: out.date.nullable(),
      }),
    ),
  }),
  companyBill: read({
    path: '/api/finance/v1/company/bill',
    summary: '单位账单',
    permission: ['longOrder.flow'],
    input: z.object(payerField),
    output: z.object({
      payer: z.string(),
      taxNo: z.string(),
      orders: out.count,
      sums: Sums,
      /** What its orders owe beside their instalments: returns, supplements, damage. */
      other: out.fen,
      /** By the month in which they fall due, the oldest first. */
      months: z.array(Sums.extend({ month: z.string(), rows: out.count })),
    }),
    refusals: ['notFound'],
  }),
  companyRows: read({
    path: '/api/finance/v1/company/rows',
    summary: '单位账单明细',
    permission: ['longOrder.flow'],
    input: z.object({ ...cursorPaging(), ...rowFilter }),
    /** By their due dates, the oldest first. */
    output: out.page(
      z.object({
        id: out.id,
        ...orderRef,
        plate: z.string().nullable(),
        modelName: z.string(),
        seq: out.count,
        periodFrom: out.date,
        /** The first date of the next. */
        periodTo: out.date,
        dueDate: out.date,
        status: out.code(instalmentStatuses),
        daysLate: out.count,
        amount: out.fen,
        paid: out.fen,
        open: out.fen,
        lateFee: out.fen,
        feeOpen: out.fen,
      }),
    ),
  }),
  companyExport: write({
    path: '/api/finance/v1/company/export',
    summary: '导出单位账单',
    permission: ['longOrder.flow'],
    changes: false,
    input: z.object(rowFilter),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
  companyPaper: write({
    path: '/api/finance/v1/company/paper',
    summary: '单位对账单（PDF）',
    permission: ['longOrder.flow'],
    changes: false,
    input: z.object(rowFilter),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
}
