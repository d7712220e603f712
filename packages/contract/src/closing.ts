import { openPoints } from '@cheyi/domain/closing/month'
import { accounts } from '@cheyi/domain/payment/accounts'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import { maybe, text } from './kernel/field.ts'
import * as out from './kernel/out.ts'

const Month = z.string()
const Point = z.object({ kind: out.code(openPoints), count: out.count })

/** 月结: months of the books that are closed. */
export const closing = {
  state: read({
    path: '/api/finance/v1/closing/state',
    summary: '月结',
    permission: ['data.money'],
    output: z.object({
      /** The month that can be closed next, with what is open of it; null where every month that is over is closed. */
      next: z
        .object({
          month: Month,
          /** The first month that is closed with it. */
          from: Month,
          /** Not before. */
          closableAt: out.time,
          open: z.array(Point),
        })
        .nullable(),
      /** The newest first. */
      closed: z.array(z.object({ month: Month, closedAt: out.time, closedByName: z.string().nullable() })),
    }),
  }),
  close: write({
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
    reach: 'merchant',
    /** Without a month: the last one that was closed, or the one that runs where none was. */
    input: z.object({ month: maybe(text(7, 7, '月份')) }),
    output: z.object({
      /** null: nothing was posted yet. */
      month: Month.nullable(),
      /** It takes entries still: these are its balances until now. */
      open: z.boolean(),
      /** That have a balance, the newest first, those that are open among them. */
      months: z.array(Month),
      /** Balances are debits less credits, so that those of all accounts come to zero. */
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
