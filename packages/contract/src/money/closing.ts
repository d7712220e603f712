import { openPoints } from '@cheyi/domain/money/closing/month'
import { accounts } from '@cheyi/domain/money/payment/accounts'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { maybe, text } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

const Month = z.string()
const Point = z.object({ kind: out.code(openPoints), count: out.count })

/** 月结: closed months of the books. */
export const closing = {
  state: read({
    path: '/api/finance/v1/closing/state',
    summary: '月结',
    permission: ['data.money'],
    output: z.object({
      /** The month that can be closed next, with its pending work; null when every completed month is closed. */
      next: z
        .object({
          month: Month,
          /** The first month that is closed together with it. */
          from: Month,
          /** Earliest time of closing. */
          closableAt: out.time,
          open: z.array(Point),
        })
        .nullable(),
      /** Newest first. */
      closed: z.array(z.object({ month: Month, closedAt: out.time, closedByName: z.string().nullable() })),
    }),
  }),
  close: write({
    operators: false,
    path: '/api/finance/v1/closing/close',
    summary: '结账',
    permission: ['finance.reconcile'],
    reach: 'merchant',
    whileSuspended: true,
    input: z.object({ month: text(7, 7, '月份') }),
    output: z.object({ month: Month }),
    refreshes: ['payment'],
  }),
  balance: read({
    path: '/api/finance/v1/closing/balance',
    summary: '试算平衡表',
    permission: ['data.money'],
    stale: true,
    reach: 'merchant',
    /** Missing: the last closed month, or the running one where none was closed. */
    input: z.object({ month: maybe(text(7, 7, '月份')) }),
    output: z.object({
      /** null: nothing was posted yet. */
      month: Month.nullable(),
      /** The month is not closed: these are its balances so far. */
      open: z.boolean(),
      /** Months with balances, newest first, including open ones. */
      months: z.array(Month),
      /** Balances are debits less credits, so that those of all accounts add up to zero. */
      list: z.array(
        z.object({
          account: out.word(accounts),
          opening: out.fen,
          debit: out.fen,
          credit: out.fen,
          closing: out.fen,
        }),
      ),
    }),
  }),
  balanceExport: write({
    operators: false,
    path: '/api/finance/v1/closing/balance/export',
    summary: '导出试算平衡表',
    permission: ['data.money'],
    reach: 'merchant',
    changes: false,
    input: z.object({ month: text(7, 7, '月份') }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
}
