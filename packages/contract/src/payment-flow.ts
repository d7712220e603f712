import { orderStatuses } from '@cheyi/domain/order/codes'
import { flowKinds, payWays } from '@cheyi/domain/payment/codes'
import { heldDues, heldForms, heldKinds } from '@cheyi/domain/payment/held'
import { moneyAccounts } from '@cheyi/domain/payment/ledger'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
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
  pageOf,
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

const heldFilter = {
  storeId: maybe(id('门店')),
  kind: maybe(code(heldKinds, '款项')),
  due: maybe(code(heldDues, '应退')),
}

/** Movements of money, and what they come to. */
export const flow = {
  flowList: read({
    path: '/api/order/v1/flow_record/list',
    summary: '收支流水',
    permission: ['order.fee', 'longOrder.flow'],
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
        /** What proves it, of a part of a receipt what proves that. */
        voucherIds: z.array(IdOut),
        /** The receipt of several orders that it is a part of. */
        receiptId: IdOut.nullable(),
      }),
    ),
    refusals: ['orderNotFound'],
  }),
  flowExport: write({
    path: '/api/order/v1/flow_record/export',
    summary: '导出收支流水',
    permission: ['order.fee'],
    changes: false,
    input: z.object(flowFilter),
    output: z.object({ jobId: IdOut }),
    refusals: ['tooFrequent', 'orderNotFound'],
  }),
  takings: read({
    path: '/api/order/v1/flow_record/sums',
    summary: '收支汇总',
    permission: ['data.money'],
    input: z.object({ storeId: maybe(id('门店')), period: range('日期', 92) }),
    output: z.object({
      total: Sums,
      /** By store, by cashier, by day; `key` is the id or the day, empty for what customers paid by themselves. */
      stores: z.array(Sums.extend({ key: z.string(), name: z.string() })),
      cashiers: z.array(Sums.extend({ key: z.string(), name: z.string() })),
      days: z.array(Sums.extend({ key: z.string(), name: z.string() })),
      /** Of customers, now. */
      held: z.object({
        /** Deposits paid in and held. */
        deposits: FenOut,
        /** Deposits frozen with providers and at card machines. */
        frozen: FenOut,
        /** Rent paid and not earned yet. */
        prepaid: FenOut,
        /** Paid beyond what is owed. */
        overpaid: FenOut,
        /** Of all, what may go back already. */
        due: FenOut,
        customers: Count,
      }),
    }),
  }),
  heldList: read({
    path: '/api/order/v1/held/list',
    summary: '客户资金',
    permission: ['data.money'],
    input: z.object({ ...heldFilter, ...paging() }),
    /** The newest orders first; of an order a row for each kind and form. Of stores in sight. */
    output: z.object({
      ...pageOf(
        z.object({
          orderId: IdOut,
          orderNo: z.string(),
          status: codeOut(orderStatuses),
          contactName: z.string(),
          storeName: z.string(),
          kind: codeOut(heldKinds),
          form: codeOut(heldForms),
          amount: FenOut,
          /** Since when something of it has been held without a break. */
          since: TimeOut.nullable(),
          /** When it is to go back; null while its order goes on. */
          dueAt: TimeOut.nullable(),
          /** When the first of its authorisations ends; null of money. */
          expireAt: TimeOut.nullable(),
        }),
      ),
      /** Of all that the filter finds, with the first page. */
      sums: z
        .object({
          customers: Count,
          kinds: z.array(
            z.object({ kind: codeOut(heldKinds), paid: FenOut, frozen: FenOut, credit: FenOut, due: FenOut }),
          ),
        })
        .nullable(),
    }),
    refusals: ['notFound'],
  }),
  heldExport: write({
    path: '/api/order/v1/held/export',
    summary: '导出客户资金',
    permission: ['data.money'],
    changes: false,
    input: z.object(heldFilter),
    output: z.object({ jobId: IdOut }),
    refusals: ['tooFrequent', 'notFound'],
  }),
}
