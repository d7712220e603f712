import { orderKinds } from '@cheyi/domain/booking/order/codes'
import { cashKinds, cashSubjects, certainties } from '@cheyi/domain/insight/cash-ahead/codes'
import { cashColumns } from '@cheyi/domain/insight/cash-ahead/columns'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, date, maybe } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { tableLooks } from '../platform/job.ts'

/** 资金预测: what is expected to be received and paid in thirteen weeks, and what is left. Amounts in fen. */

const whole = { permission: ['data.money'], reach: 'merchant' } as const

const filter = {
  /** Missing: all kinds. */
  kind: maybe(code(cashKinds, '项目')),
  /** A week by any of its days; missing: all weeks. */
  week: maybe(date('周')),
}

const Cell = {
  kind: out.code(cashKinds),
  /** Negative: more is taken back than comes. */
  fen: out.fen,
  /** What of it is past its due date, in the first weeks only. */
  overdue: out.fen,
  /** What of it is an estimate. */
  estimate: out.fen,
  count: out.count,
}

export const cashAhead = {
  overview: read({
    path: '/api/finance/v1/cashAhead',
    summary: '资金预测',
    ...whole,
    stale: true,
    output: z.object({
      today: out.date,
      opening: z.object({
        /** `bank` and `cash` together. */
        fen: out.fen,
        /** Accounts at banks and providers by the books, with lines of other books. */
        bank: out.fen,
        cash: out.fen,
        /** By statements until `statedUntil`; null: no account was entered, or no statement imported. */
        stated: out.fen.nullable(),
        statedUntil: out.date.nullable(),
        /** Lines of statements that nobody has matched, which `bank` does not have. */
        openLines: out.count,
        openLinesSum: out.fen,
        /** Deposits of customers, which `fen` has and which are not the merchant's. */
        deposits: out.fen,
      }),
      weeks: z.array(
        z.object({
          /** Monday and Sunday. */
          from: out.date,
          to: out.date,
          cells: z.array(z.object(Cell)),
          receipts: out.fen,
          payments: out.fen,
          depositsBack: out.fen,
          /** At the end of the week; may be negative. */
          closing: out.fen,
          deposits: out.fen,
        }),
      ),
      /** Of all weeks, by kind. */
      totals: z.array(z.object(Cell)),
      /** Which week has the smallest closing balance. */
      lowest: out.count,
      /** What customers have owed for so long that it is not counted on. */
      old: z.object({ fen: out.fen, count: out.count, days: out.count }),
    }),
  }),
  rows: read({
    path: '/api/finance/v1/cashAhead/rows',
    summary: '资金预测明细',
    ...whole,
    stale: true,
    input: z.object({ ...filter, ...cursorPaging() }),
    /** By the day on which it is expected. */
    output: z.object({
      ...out.pageOf(
        z.object({
          key: z.string(),
          kind: out.code(cashKinds),
          /** The day on which it is expected, and its due date. */
          day: out.date,
          dueOn: out.date,
          isOverdue: z.boolean(),
          /** How many days after its due date it usually comes. */
          lateDays: out.count,
          certainty: out.code(certainties),
          fen: out.fen,
          subject: out.code(cashSubjects),
          /** The record of the subject that can be opened; null: there is none. */
          subjectId: out.id.nullable(),
          orderKind: out.code(orderKinds).nullable(),
          name: z.string(),
          note: z.string(),
          /** Monday of its week. */
          week: out.date,
        }),
      ),
      /** The sums are sent with the first page only; null with the others. */
      sums: z.object({ receipts: out.fen, payments: out.fen }).nullable(),
    }),
    refusals: ['notFound'],
  }),
  rowsExport: write({
    operators: false,
    path: '/api/finance/v1/cashAhead/export',
    summary: '导出资金预测',
    ...whole,
    changes: false,
    input: z.object({ ...filter, ...tableLooks(cashColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
}
