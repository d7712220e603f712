import { payKinds, paymentStatuses, payWays } from '@cheyi/domain/payment/codes'
import { z } from 'zod'
import { call } from './kernel/call.ts'
import { code, codeOut, fen, IdOut, id, maybe, mediaIds, TimeOut, word } from './kernel/field.ts'

/** Where a pay link is opened. */
export const payClients = ['h5', 'qr', 'native'] as const

const State = z.object({
  paymentId: IdOut,
  status: codeOut(paymentStatuses),
  paidAt: TimeOut.nullable(),
  failReason: z.string().nullable(),
})

export const payment = {
  collect: call({
    method: 'POST',
    path: '/api/order/v1/get_pay_url',
    summary: '收款',
    permission: ['order.payment'],
    inBusiness: true,
    effect: 'write',
    repeat: 'key',
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      payKind: code(payKinds, '收款项目'),
      refId: maybe(id('关联单据')),
      amount: fen('收款金额', 1),
      voucherIds: maybe(mediaIds('收款凭证')),
      /** A way recorded by hand (cash, bank, POS, other) succeeds at once and makes no link. */
      payWay: code(payWays, '收款方式'),
      client: maybe(word(payClients, '打开方式')),
    }),
    output: State.extend({ url: z.string().nullable(), qr: z.string().nullable(), expiresAt: TimeOut.nullable() }),
    refusals: ['alreadyPaid', 'amountWrong', 'payWayClosed'],
    refreshes: ['order', 'overview', 'expense', 'deposit', 'supplement', 'pickupReturn.task'],
  }),
  query: call({
    method: 'POST',
    path: '/api/order/v1/query_pay_result',
    summary: '查询支付结果',
    permission: ['order.payment'],
    effect: 'write',
    repeat: 'natural',
    audit: false,
    changes: false,
    input: z.object({ paymentId: id('支付单') }),
    output: State,
    refusals: ['paymentNotFound'],
  }),
  cancel: call({
    method: 'POST',
    path: '/api/order/v1/cancel_order_pay',
    summary: '取消收款',
    permission: ['order.payment'],
    inBusiness: true,
    effect: 'write',
    repeat: 'key',
    whileSuspended: true,
    input: z.object({ paymentId: id('支付单') }),
    output: State,
    refusals: ['paymentNotFound', 'paidCannotCancel'],
    refreshes: ['order', 'overview', 'expense', 'deposit'],
  }),
}
