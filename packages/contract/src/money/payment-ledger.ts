import { accounts, journals } from '@cheyi/domain/money/payment/accounts'
import { voucherColumns } from '@cheyi/domain/money/payment/columns'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { cursorPaging, maybe, range, text, word } from '../kernel/field.ts'
import { maybeOrderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { tableLooks } from '../platform/job.ts'

const entryFilter = {
  account: maybe(word(accounts, '科目')),
  /** The whole number of an order or a journal entry; without days, entries of any time. */
  keyword: maybe(text(0, 40, '订单号或凭证号')),
  /** Days of posting, both inclusive; without days and number, those of this month. */
  period: range('日期', 366),
}

/** 明细账: the vouchers of the whole merchant with their ledger entries. */
export const ledger = {
  vouchers: read({
    path: '/api/finance/v1/ledger/list',
    summary: '明细账',
    permission: ['data.money'],
    stale: true,
    reach: 'merchant',
    input: z.object({ ...entryFilter, ...cursorPaging() }),
    output: z.object({
      /** Newest day first. */
      ...out.pageOf(
        z.object({
          id: out.id,
          day: out.date,
          at: out.time,
          journal: out.code(journals),
          /** They add up to zero; debits first. */
          lines: z.array(z.object({ account: out.word(accounts), debit: out.fen, credit: out.fen })),
          /** The related violation, by number and plate; '' otherwise. */
          memo: z.string(),
          /** Its rental has not begun: the same amount in 应收客户款 and 预收租金 is netted in a balance sheet. */
          notBegun: z.boolean(),
          ...maybeOrderRef,
          contactName: z.string(),
          storeName: z.string(),
          /** '': the system. */
          operatorName: z.string(),
        }),
      ),
      /** The requested days; null for an order or journal entry of any time. */
      period: z.object({ from: out.date, to: out.date }).nullable(),
      /**
       * With the first page, for an account over these days, or for an order of any time: opening balance, debits,
       * credits, and closing balance, debits less credits.
       */
      sums: z.object({ opening: out.fen, debit: out.fen, credit: out.fen, closing: out.fen }).nullable(),
    }),
  }),
  entriesExport: write({
    operators: false,
    path: '/api/finance/v1/ledger/export',
    summary: '导出明细账',
    permission: ['data.money'],
    reach: 'merchant',
    changes: false,
    /** With columns the file has a row for each voucher, as the list; without, one for each entry. */
    input: z.object({ ...entryFilter, ...tableLooks(voucherColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
}
