import { handMades } from '@cheyi/domain/money/payment/correction'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, id, maybe, range, text } from '../kernel/field.ts'
import { maybeOrderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

/** Manual postings, and their correction (J21). */
export const correction = {
  handMade: read({
    path: '/api/order/v1/ledger/hand_made',
    summary: '手工凭证',
    permission: ['data.money'],
    input: z.object({
      what: maybe(code(handMades, '凭证类型')),
      storeId: maybe(id('门店')),
      /** Who posted it. */
      accountId: maybe(id('经办人')),
      /** Days of posting, both inclusive. */
      period: range('日期'),
      ...cursorPaging(),
    }),
    /** Newest first; of stores that the caller may access. */
    output: out.page(
      z.object({
        txnId: out.id,
        what: out.code(handMades),
        day: out.date,
        amount: out.fen,
        /** The order, or only the store. */
        ...maybeOrderRef,
        storeName: z.string(),
        note: z.string(),
        operatorName: z.string(),
        /** Something depends on it by now, so that it cannot be corrected. */
        followed: z.boolean(),
        corrected: z
          .object({ at: out.time, reason: z.string(), byName: z.string(), signedByName: z.string().nullable() })
          .nullable(),
      }),
    ),
  }),
  correct: write({
    operators: false,
    path: '/api/order/v1/ledger/correct',
    summary: '更正凭证',
    permission: ['finance.reconcile'],
    twoPerson: ['correction'],
    whileSuspended: true,
    input: z.object({ txnId: id('凭证'), reason: text(1, 200, '更正原因') }),
    /** The day on which the reversal is posted. */
    output: z.object({ day: out.date }),
    refusals: ['notFound', 'stale'],
    refreshes: ['order', 'overview', 'todo', 'expense', 'deposit', 'cashShift'],
  }),
}
