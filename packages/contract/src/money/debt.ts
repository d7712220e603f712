import { orderStatuses, settleStatuses } from '@cheyi/domain/booking/order/codes'
import { debtAges } from '@cheyi/domain/money/debt/age'
import { debtColumns } from '@cheyi/domain/money/debt/columns'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, fen, id, maybe, mediaIds, text } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { tableLooks } from '../platform/job.ts'

const ageFilter = {
  /** Pickup or return store of the order, like the counter of debts. */
  storeId: maybe(id('门店')),
  /** Orders with a debt of this age. */
  age: maybe(code(debtAges, '账龄')),
}

/** The debt of each age, in their order; 0 where there is none. */
const Parts = z.array(z.object({ age: out.code(debtAges), owed: out.fen }))

export const debt = {
  ages: read({
    path: '/api/finance/v1/debt/ages',
    summary: '应收账龄',
    permission: ['data.money'],
    stale: true,
    input: z.object({ ...ageFilter, ...cursorPaging() }),
    /** Finished orders with a debt, by customer, the oldest debt first. */
    output: z.object({
      ...out.pageOf(
        z.object({
          ...orderRef,
          status: out.code(orderStatuses),
          contactName: z.string(),
          storeName: z.string(),
          owed: out.fen,
          parts: Parts,
          /** The due date of the oldest part. */
          since: out.date,
          /** Days since then. */
          late: out.count,
          /** The customer's row in this list: `first` of their orders, number of orders, and total debt. */
          customer: z.object({ first: z.boolean(), orders: out.count, owed: out.fen }),
        }),
      ),
      /** Totals of all matches, with the first page; `whole`: of every age, whatever age was asked for. */
      sums: z.object({ customers: out.count, owed: out.fen, parts: Parts, whole: Parts }).nullable(),
    }),
    refusals: ['notFound'],
  }),
  agesExport: write({
    operators: false,
    path: '/api/finance/v1/debt/export',
    summary: '导出应收账龄',
    permission: ['data.money'],
    changes: false,
    input: z.object({ ...ageFilter, ...tableLooks(debtColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
  writeOff: write({
    operators: false,
    path: '/api/order/v1/debt/write_off',
    summary: '坏账核销',
    permission: ['order.refundApprove'],
    twoPerson: ['writeOff'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      amount: fen('核销金额', 1),
      reason: text(1, 200, '核销原因'),
      voucherIds: mediaIds('核销凭证'),
    }),
    output: z.object({ owed: out.fen, settleStatus: out.code(settleStatuses) }),
    refusals: ['orderStatusRefuses', 'amountWrong'],
    refreshes: ['order', 'overview', 'todo', 'expense', 'deposit', 'supplement', 'damage', 'reimbursement'],
  }),
}
