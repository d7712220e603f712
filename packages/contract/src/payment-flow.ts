import { orderStatuses } from '@cheyi/domain/order/codes'
import { flowKinds, payWays } from '@cheyi/domain/payment/codes'
import { heldDues, heldForms, heldKinds } from '@cheyi/domain/payment/held'
import { moneyAccounts } from '@cheyi/domain/payment/ledger'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import { code, cursorPaging, id, maybe, range, word } from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { maybeOrderRef, orderRef } from './order-ref.ts'

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
  collected: out.fen,
  refunded: out.fen,
  /** Fines that were paid for customers, less what was recorded by mistake: no refund. */
  fines: out.fen,
  depositIn: out.fen,
  depositOut: out.fen,
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
    permission: ['order.fee', 'longOrder.flow', 'order.payment'],
    input: z.object({ ...flowFilter, ...cursorPaging() }),
    /** Newest first. Who may not see the merchant's money sees an order's, or own ones. */
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
        /** null: the customer or the system by themselves. */
        cashierName: z.string().nullable(),
        ...maybeOrderRef,
        /** What of the order's money is in the house after it, deposits included; null of no order. */
        balance: out.fen.nullable(),
        /** What proves it, of a part of a receipt what proves that. */
        voucherIds: z.array(out.id),
        /** The receipt of several orders that it is a part of. */
        receiptId: out.id.nullable(),
        /** Number of the voucher in the books, and the account that the money came to or went from. */
        txnId: out.id,
        account: out.word(moneyAccounts),
        /** Our number of the payment, and the provider's or that of the slip; empty where there is none. */
        tradeNo: z.string(),
        slipNo: z.string(),
        /** Who paid, or is paid back; empty of the merchant's own. */
        payer: z.string(),
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
    output: z.object({ jobId: out.id }),
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
        deposits: out.fen,
        /** Deposits frozen with providers and at card machines. */
        frozen: out.fen,
        /** Rent paid and not earned yet. */
        prepaid: out.fen,
        /** Paid beyond what is owed. */
        overpaid: out.fen,
        /** Of all, what may go back already. */
        due: out.fen,
        customers: out.count,
      }),
    }),
  }),
  heldList: read({
    path: '/api/order/v1/held/list',
    summary: '客户资金',
    permission: ['data.money'],
    input: z.object({ ...heldFilter, ...cursorPaging() }),
    /** The newest orders first; of an order a row for each kind and form. Of stores in sight. */
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
          /** Since when something of it has been held without a break. */
          since: out.time.nullable(),
          /** When it is to go back; null while its order goes on. */
          dueAt: out.time.nullable(),
          /** When the first of its authorisations ends; null of money. */
          expireAt: out.time.nullable(),
        }),
      ),
      /** Of all that the filter finds, with the first page. */
      sums: z
        .object({
          customers: out.count,
          kinds: z.array(
            z.object({ kind: out.code(heldKinds), paid: out.fen, frozen: out.fen, credit: out.fen, due: out.fen }),
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
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
}
