import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { flowKinds, payWays } from '@cheyi/domain/money/payment/codes'
import { flowColumns, heldColumns } from '@cheyi/domain/money/payment/columns'
import { heldDues, heldForms, heldKinds } from '@cheyi/domain/money/payment/held'
import { moneyAccounts } from '@cheyi/domain/money/payment/ledger'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, id, maybe, range, word } from '../kernel/field.ts'
import { maybeOrderRef, orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { tableLooks } from '../platform/job.ts'

const flowFilter = {
  orderId: maybe(id('订单')),
  kind: maybe(code(flowKinds, '款项')),
  way: maybe(code(payWays, '收款方式')),
  account: maybe(word(moneyAccounts, '科目')),
  storeId: maybe(id('门店')),
  cashierId: maybe(id('经手人')),
  shiftId: maybe(id('班次')),
  /** Days of posting, both inclusive. */
  period: range('日期'),
}

const Sums = z.object({
  /** Without deposits. */
  collected: out.fen,
  refunded: out.fen,
  /** Fines paid for customers, less wrong entries; no refunds. */
  fines: out.fen,
  depositIn: out.fen,
  depositOut: out.fen,
})

const heldFilter = {
  storeId: maybe(id('门店')),
  kind: maybe(code(heldKinds, '款项')),
  due: maybe(code(heldDues, '应退')),
}

/** Payments, and their totals. */
export const flow = {
  flowList: read({
    path: '/api/order/v1/flow_record/list',
    summary: '收支流水',
    permission: ['order.fee', 'longOrder.flow', 'order.payment'],
    stale: true,
    input: z.object({ ...flowFilter, ...cursorPaging() }),
    /** Newest first. Without the permission for amounts, only those of one order, or the caller's own. */
    output: out.page(
      z.object({
        id: out.id,
        at: out.time,
        day: out.date,
        kind: out.code(flowKinds),
        way: out.code(payWays),
        direction: out.word(['in', 'out'] as const),
        amount: out.fen,
        storeName: z.string(),
        /** null: the customer or the system. */
        cashierName: z.string().nullable(),
        ...maybeOrderRef,
        /** Payments of the order that the merchant has after it, including deposits; null without an order. */
        balance: out.fen.nullable(),
        /** Vouchers; for a part of a receipt those of the receipt. */
        voucherIds: z.array(out.id),
        /** The receipt of several orders that includes it. */
        receiptId: out.id.nullable(),
        /** Number of the journal entry, and the money account of the payment. */
        txnId: out.id,
        account: out.word(moneyAccounts),
        /** Our number of the payment, and that of the provider or the slip; '' where there is none. */
        tradeNo: z.string(),
        slipNo: z.string(),
        /** Who paid, or who is refunded; '' for the merchant's own. */
        payer: z.string(),
      }),
    ),
    refusals: ['orderNotFound'],
  }),
  flowExport: write({
    operators: false,
    path: '/api/order/v1/flow_record/export',
    summary: '导出收支流水',
    permission: ['order.fee'],
    changes: false,
    input: z.object({ ...flowFilter, ...tableLooks(flowColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'orderNotFound'],
  }),
  takings: read({
    path: '/api/order/v1/flow_record/sums',
    summary: '收支汇总',
    permission: ['data.money'],
    stale: true,
    input: z.object({ storeId: maybe(id('门店')), period: range('日期', 92) }),
    output: z.object({
      total: Sums,
      /** By store, by cashier, by day; `key` is the id or the day, '' for online payments of customers. */
      stores: z.array(Sums.extend({ key: z.string(), name: z.string() })),
      cashiers: z.array(Sums.extend({ key: z.string(), name: z.string() })),
      days: z.array(Sums.extend({ key: z.string(), name: z.string() })),
      /** Money of customers at present. */
      held: z.object({
        /** Paid deposits that are held. */
        deposits: out.fen,
        /** Deposits frozen with providers and at card machines. */
        frozen: out.fen,
        /** Rent paid and not earned yet. */
        prepaid: out.fen,
        /** Overpayments. */
        overpaid: out.fen,
        /** Part of it that is due for refund. */
        due: out.fen,
        customers: out.count,
      }),
    }),
  }),
  heldList: read({
    path: '/api/order/v1/held/list',
    summary: '押金与预收',
    permission: ['data.money'],
    stale: true,
    input: z.object({ ...heldFilter, ...cursorPaging() }),
    /** Newest orders first; one row per order, kind and form. Of stores that the caller may access. */
    output: z.object({
      ...out.pageOf(
        z.object({
          ...orderRef,
          status: out.code(orderStatuses),
          contactName: z.string(),
          storeName: z.string(),
          kind: out.code(heldKinds),
          form: out.code(heldForms),
          amount: out.fen,
          /** Since when a part of it has been held without interruption. */
          since: out.time.nullable(),
          /** When it is due for refund; null while its order is running. */
          dueAt: out.time.nullable(),
          /** When the first of its authorization holds expires; null for payments. */
          expireAt: out.time.nullable(),
        }),
      ),
      /** Totals of all matches, with the first page. */
      sums: z
        .object({
          customers: out.count,
          kinds: z.array(
            z.object({
              kind: out.code(heldKinds),
              paid: out.fen,
              frozen: out.fen,
              credit: out.fen,
              /** Held by the platforms that sold the orders. */
              platform: out.fen,
              due: out.fen,
            }),
          ),
        })
        .nullable(),
    }),
    refusals: ['notFound'],
  }),
  heldExport: write({
    operators: false,
    path: '/api/order/v1/held/export',
    summary: '导出押金与预收',
    permission: ['data.money'],
    changes: false,
    input: z.object({ ...heldFilter, ...tableLooks(heldColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
}
