import { debtAges } from '@cheyi/domain/debt/age'
import { orderStatuses, settleStatuses } from '@cheyi/domain/order/codes'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import { code, cursorPaging, fen, id, maybe, mediaIds, text } from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { orderRef } from './order-ref.ts'

const ageFilter = {
  /** Either end of the order, as the counter of what is owed has it. */
  storeId: maybe(id('门店')),
  /** Orders that owe something of this age. */
  age: maybe(code(debtAges, '账龄')),
}

/** What is owed of each age, in their order; 0 where nothing is. */
const Parts = z.array(z.object({ age: out.code(debtAges), owed: out.fen }))

export const debt = {
  ages: read({
    path: '/api/finance/v1/debt/ages',
    summary: '应收账龄',
    permission: ['data.money'],
    input: z.object({ ...ageFilter, ...cursorPaging() }),
    /** Orders that are over and still owe, customer by customer, who has owed longest first. */
    output: z.object({
      ...out.pageOf(
        z.object({
          ...orderRef,
          status: out.code(orderStatuses),
          contactName: z.string(),
          storeName: z.string(),
          owed: out.fen,
          parts: Parts,
          /** The day on which the oldest of it fell due. */
          since: out.date,
          /** Days since then. */
          late: out.count,
          /** Of the customer in this list: `first` of their orders, how many those are, and what they owe together. */
          customer: z.object({ first: z.boolean(), orders: out.count, owed: out.fen }),
        }),
      ),
      /** Of all that the filter finds, with the first page. */
      sums: z.object({ customers: out.count, owed: out.fen, parts: Parts }).nullable(),
    }),
    refusals: ['notFound'],
  }),
  agesExport: write({
    path: '/api/finance/v1/debt/export',
    summary: '导出应收账龄',
    permission: ['data.money'],
    changes: false,
    input: z.object(ageFilter),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
  writeOff: write({
    path: '/api/order/v1/debt/write_off',
    summary: '坏账核销',
    permission: ['order.refundApprove'],
    twoPerson: 'writeOff',
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
