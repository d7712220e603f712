import { closingPoints, LEAST_ACCEPT_REASON } from '@cheyi/domain/money/closing/point'
import { accounts } from '@cheyi/domain/money/payment/accounts'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { int, maybe, text, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

const Month = z.string()

const Acceptance = z.object({
  count: out.count,
  reason: z.string(),
  byName: z.string().nullable(),
  at: out.time,
})

const Point = z.object({
  kind: out.word(closingPoints),
  name: z.string(),
  /** What is to be done. */
  hint: z.string(),
  count: out.count,
  /** The screen where it is done. */
  link: z.string(),
  /** Somebody may accept that it stays undone. */
  mayAccept: z.boolean(),
  /** The month cannot be closed with it: there is more than somebody accepted. */
  hinders: z.boolean(),
  accepted: Acceptance.nullable(),
})

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
          /** In the order in which it is done. */
          open: z.array(Point),
        })
        .nullable(),
      /** Newest first. */
      closed: z.array(
        z.object({
          month: Month,
          closedAt: out.time,
          closedByName: z.string().nullable(),
          /** Points that somebody accepted. */ accepted: out.count,
        }),
      ),
      /** Closed months whose income was posted without days, newest first: 收入差异 lists what they posted differently. */
      bridged: z.array(Month),
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
  accept: write({
    operators: false,
    path: '/api/finance/v1/closing/accept',
    summary: '说明未完成事项',
    permission: ['finance.reconcile'],
    reach: 'merchant',
    whileSuspended: true,
    input: z.object({
      month: text(7, 7, '月份'),
      kind: word(closingPoints, '未完成事项'),
      /** As it was seen. */
      count: int(1, 1_000_000_000, '数量'),
      reason: text(LEAST_ACCEPT_REASON, 200, '说明'),
    }),
    output: z.object({ kind: out.word(closingPoints), count: out.count }),
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
