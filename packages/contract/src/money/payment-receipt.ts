import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { offlinePayWays, payWays } from '@cheyi/domain/money/payment/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  Flag,
  fen,
  id,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  range,
  slipNo,
  text,
} from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'

export const MAX_RECEIPT_ORDERS = 50

const Receipt = z.object({
  id: out.id,
  payer: z.string(),
  payWay: out.code(payWays),
  amount: out.fen,
  slipNo: z.string(),
  at: out.time,
  operatorName: z.string(),
  /** Number of its orders that the caller may see. */
  orders: out.count,
  /** Refunded part of them, and refunds in progress. */
  refunded: out.fen,
  refunding: out.fen,
})

/** 一笔多单: one receipt for many orders; payments are its allocation. */
export const receipt = {
  receiptDebts: read({
    path: '/api/order/v1/receipt/debts',
    summary: '待收订单',
    permission: ['order.payment'],
    /** The beginning of a customer's or company's name, a phone, a plate, an order's number. */
    input: z.object({
      keyword: text(1, 60, '客户'),
      /** The keyword is the whole name of a paying company: returns all of its orders, and no others. */
      payer: maybe(Flag),
    }),
    output: z.object({
      /** Oldest first, at most {@link MAX_RECEIPT_ORDERS}. */
      list: z.array(
        z.object({
          ...orderRef,
          contactName: z.string(),
          plate: z.string().nullable(),
          status: out.code(orderStatuses),
          pickupAt: out.time,
          owed: out.fen,
          /** The minimum payment: an order that waits for its payment needs its prepayment. */
          least: out.fen,
          /** Offline methods that its store accepts. */
          payWays: z.array(out.code(payWays)),
        }),
      ),
      /** There are more than are listed. */
      more: z.boolean(),
    }),
  }),
  receiptSave: write({
    operators: false,
    path: '/api/order/v1/receipt/save',
    summary: '批量收款',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({
      payer: text(1, 60, '付款方'),
      payWay: code(offlinePayWays, '收款方式'),
      amount: fen('收款金额', 1),
      slipNo: slipNo(),
      voucherIds: maybe(mediaIds('收款凭证')),
      note: maybe(text(0, 200, '说明')),
      /** Allocation to the orders; it must add up to the amount. */
      orders: list(
        nestedRecord(
          {
            orderId: id('订单'),
            amount: fen('分摊金额', 1),
            /** The debt that the user saw: an order whose debt has changed is refused. */
            owed: maybe(fen('待收金额')),
          },
          '订单',
        ),
        MAX_RECEIPT_ORDERS,
        '订单',
        1,
      ),
    }),
    output: z.object({ id: out.id }),
    refusals: [
      'orderNotFound',
      'alreadyPaid',
      'amountWrong',
      'payWayClosed',
      'orderStatusRefuses',
      'merchantSuspended',
    ],
    refreshes: ['order', 'overview', 'todo', 'expense', 'deposit', 'supplement', 'pickupReturn.task'],
  }),
  receiptList: read({
    path: '/api/order/v1/receipt/list',
    summary: '收款单列表',
    permission: ['data.money'],
    stale: true,
    input: z.object({
      ...cursorPaging(),
      keyword: maybe(text(0, 60, '付款方')),
      way: maybe(code(offlinePayWays, '收款方式')),
      refunded: maybe(Flag),
      period: range('日期'),
    }),
    /** Newest first; with at least one order that the caller may see. */
    output: out.page(Receipt),
  }),
  receiptDetail: read({
    path: '/api/order/v1/receipt/detail',
    summary: '收款单详情',
    permission: ['data.money', 'order.fee', 'order.payment'],
    input: z.object({ id: id('收款单') }),
    output: Receipt.extend({
      note: z.string(),
      vouchers: z.array(MediaView),
      /** Its allocation to orders that the caller may see. */
      list: z.array(
        z.object({
          ...orderRef,
          contactName: z.string(),
          status: out.code(orderStatuses),
          amount: out.fen,
          refunded: out.fen,
          refunding: out.fen,
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
}
