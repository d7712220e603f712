import { accounts, journals } from '@cheyi/domain/payment/accounts'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import { cursorPaging, maybe, range, text, word } from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { maybeOrderRef } from './order-ref.ts'

const entryFilter = {
  account: maybe(word(accounts, '科目')),
  /** An order or a voucher by its whole number; what happened to it at any time, where no days are asked for. */
  keyword: maybe(text(0, 40, '订单号或凭证号')),
  /** Days of posting, both included; without days and number those of this month. */
  period: range('日期', 366),
}

/** 明细账: the entries of the books, which are the whole merchant's. */
export const ledger = {
  entries: read({
    path: '/api/finance/v1/ledger/list',
    summary: '明细账',
    permission: ['data.money'],
    reach: 'merchant',
    input: z.object({ ...entryFilter, ...cursorPaging() }),
    output: z.object({
      /** The newest day first. */
      ...out.pageOf(
        z.object({
          id: out.id,
          /** Number of the voucher: its entries add up to zero. */
          txnId: out.id,
          day: out.date,
          at: out.time,
          journal: out.code(journals),
          account: out.word(accounts),
          debit: out.fen,
          credit: out.fen,
          /** The other accounts of the voucher. */
          against: z.array(out.word(accounts)),
          /** The violation that it is about, by number and plate; empty of anything else. */
          memo: z.string(),
          /** Its rental has not begun: what stands of it in 应收客户款 and 预收租金 alike is netted in a balance sheet. */
          notBegun: z.boolean(),
          ...maybeOrderRef,
          contactName: z.string(),
          storeName: z.string(),
          /** Empty: the system. */
          operatorName: z.string(),
        }),
      ),
      /** The days that were asked for; null of an order or voucher at any time. */
      period: z.object({ from: out.date, to: out.date }).nullable(),
      /**
       * Of an account over these days, or of an order at any time, with the first page: what it began with, what was posted, and
       * what it ended with, debits less credits.
       */
      sums: z.object({ opening: out.fen, debit: out.fen, credit: out.fen, closing: out.fen }).nullable(),
    }),
  }),
  entriesExport: write({
    path: '/api/finance/v1/ledger/export',
    summary: '导出明细账',
    permission: ['data.money'],
    reach: 'merchant',
    changes: false,
    input: z.object(entryFilter),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
}
