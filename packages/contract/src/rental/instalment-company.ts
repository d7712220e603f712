import { instalmentStatuses } from '@cheyi/domain/rental/instalment/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { cursorPaging, maybe, text } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

const payerField = { payer: text(1, 60, '付款单位') }
const rowFilter = { ...payerField, month: maybe(text(7, 7, '月份')) }

/** Sums of plan rows, fen. */
const Sums = z.object({
  amount: out.fen,
  paid: out.fen,
  /** Open principal that is due. */
  due: out.fen,
  /** Unpaid late fees as of today. */
  lateFees: out.fen,
  /** Principal that is due later. */
  later: out.fen,
})

/** Debts of a company for all long orders that it pays and the caller may see. */
export const companyCalls = {
  companies: read({
    path: '/api/finance/v1/company/list',
    summary: '企业账单列表',
    permission: ['longOrder.flow'],
    stale: true,
    input: z.object({
      ...cursorPaging(),
      /** Any part of its name. */
      keyword: maybe(text(0, 60, '付款单位')),
    }),
    /** Highest debt first. */
    output: out.page(
      z.object({
        payer: z.string(),
        taxNo: z.string(),
        orders: out.count,
        /** Orders that are neither returned nor cancelled. */
        running: out.count,
        /** What its orders owe today, without growing late fees. */
        owed: out.fen,
        /** Number of overdue instalments. */
        overdue: out.count,
        /** The next open one. */
        nextDueDate: out.date.nullable(),
      }),
    ),
  }),
  companyBill: read({
    path: '/api/finance/v1/company/bill',
    summary: '企业账单',
    permission: ['longOrder.flow'],
    stale: true,
    input: z.object(payerField),
    output: z.object({
      payer: z.string(),
      taxNo: z.string(),
      orders: out.count,
      sums: Sums,
      /** Debts of its orders besides instalments: returns, supplements, damage. */
      other: out.fen,
      /** By the month of the due date, oldest first. */
      months: z.array(Sums.extend({ month: z.string(), rows: out.count })),
    }),
    refusals: ['notFound'],
  }),
  companyRows: read({
    path: '/api/finance/v1/company/rows',
    summary: '企业账单明细',
    permission: ['longOrder.flow'],
    stale: true,
    input: z.object({ ...cursorPaging(), ...rowFilter }),
    /** By due date, oldest first. */
    output: out.page(
      z.object({
        id: out.id,
        ...orderRef,
        plate: z.string().nullable(),
        modelName: z.string(),
        seq: out.count,
        periodFrom: out.date,
        /** Exclusive: the first date of the next period. */
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
    operators: false,
    path: '/api/finance/v1/company/export',
    summary: '导出企业账单',
    permission: ['longOrder.flow'],
    changes: false,
    input: z.object(rowFilter),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
  companyPaper: write({
    operators: false,
    path: '/api/finance/v1/company/paper',
    summary: '单位对账单（PDF）',
    permission: ['longOrder.flow'],
    changes: false,
    input: z.object(rowFilter),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
}
