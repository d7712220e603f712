import { flowKinds, payWays } from '@cheyi/domain/payment/codes'
import { moneyAccounts } from '@cheyi/domain/payment/ledger'
import { z } from 'zod'
import { call } from './kernel/call.ts'
import {
  Count,
  code,
  codeOut,
  DateOut,
  FenOut,
  IdOut,
  id,
  maybe,
  page,
  paging,
  range,
  TimeOut,
  word,
  wordOut,
} from './kernel/field.ts'

const flowFilter = {
  orderId: maybe(id('订单')),
  kind: maybe(code(flowKinds, '款项')),
  way: maybe(code(payWays, '收款方式')),
  account: maybe(word(moneyAccounts, '科目')),
  storeId: maybe(id('门店')),
  cashierId: maybe(id('经手人')),
  shiftId: maybe(id('班次')),
  /** Days of posting, both included. */
  period: range('日期'),
}

const Sums = z.object({
  /** Deposits aside. */
  collected: FenOut,
  refunded: FenOut,
  depositIn: FenOut,
  depositOut: FenOut,
})

/** Movements of money, and what they come to. */
export const flow = {
  flowList: call({
    method: 'POST',
    path: '/api/order/v1/flow_record/list',
    summary: '收支流水',
    permission: ['order.fee', 'longOrder.flow'],
    effect: 'read',
    input: z.object({ ...flowFilter, ...paging() }),
    /** Newest first. Who may not see the merchant's money sees an order's, or own ones. */
    output: page(
      z.object({
        id: IdOut,
        at: TimeOut,
        day: DateOut,
        kind: codeOut(flowKinds),
        way: codeOut(payWays),
        direction: wordOut(['in', 'out'] as const),
        amount: FenOut,
        storeName: z.string(),
        /** null: the customer or the system by themselves. */
        cashierName: z.string().nullable(),
        orderId: IdOut.nullable(),
        orderNo: z.string().nullable(),
        /** What of the order's money is in the house after it, deposits included; null of no order. */
        balance: FenOut.nullable(),
      }),
    ),
    refusals: ['orderNotFound'],
  }),
  flowExport: call({
    method: 'POST',
    path: '/api/order/v1/flow_record/export',
    summary: '导出收支流水',
    permission: ['order.fee'],
    effect: 'write',
    repeat: 'key',
    changes: false,
    input: z.object(flowFilter),
    output: z.object({ jobId: IdOut }),
    refusals: ['tooFrequent', 'orderNotFound'],
  }),
  takings: call({
    method: 'POST',
    path: '/api/order/v1/flow_record/sums',
    summary: '收支汇总',
    permission: ['data.money'],
    effect: 'read',
    input: z.object({ storeId: maybe(id('门店')), period: range('日期', 92) }),
    output: z.object({
      total: Sums,
      /** By store, by cashier, by day; `key` is the id or the day, empty for what customers paid by themselves. */
      stores: z.array(Sums.extend({ key: z.string(), name: z.string() })),
      cashiers: z.array(Sums.extend({ key: z.string(), name: z.string() })),
      days: z.array(Sums.extend({ key: z.string(), name: z.string() })),
      /** Of customers, now. */
      held: z.object({
        /** Paid in and held. */
        deposits: FenOut,
        /** Frozen with providers and at card machines. */
        frozen: FenOut,
        /** Of both, what may go back already. */
        due: FenOut,
        customers: Count,
      }),
    }),
  }),
}
