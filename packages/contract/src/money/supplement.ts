import { askedSupplements, payModes, payWays, supplementReasons } from '@cheyi/domain/money/payment/codes'
import { supplementStatuses } from '@cheyi/domain/money/supplement/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, fen, id, maybe, mediaIds, slipNo, text } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'

const refreshes = ['order', 'overview', 'todo', 'expense', 'deposit', 'reimbursement', 'pickupReturn'] as const

export const supplement = {
  list: read({
    path: '/api/order/v1/supplement/list',
    summary: '补款列表',
    permission: ['order.supplement'],
    input: z.object({ orderId: id('订单') }),
    /** Newest first. */
    output: z.array(
      z.object({
        id: out.id,
        reasonCode: out.code(supplementReasons),
        amount: out.fen,
        remark: z.string(),
        photos: z.array(MediaView),
        payMode: out.code(payModes),
        status: out.code(supplementStatuses),
        at: out.time,
        operatorName: z.string(),
        paidAt: out.time.nullable(),
        /** What is still owed of it and can be collected, fen. */
        due: out.fen,
      }),
    ),
    refusals: ['orderNotFound'],
  }),
  save: write({
    operators: false,
    path: '/api/order/v1/supplement/save',
    summary: '补款',
    permission: ['order.supplement'],
    twoPerson: ['credit'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      reasonCode: code(askedSupplements.values, '补款原因'),
      amount: fen('补款金额', 1),
      remark: maybe(text(0, 200, '补款说明')),
      photoIds: maybe(mediaIds('补款凭据', 9)),
      /** 2: paid now, by `payWay`; 1: the customer pays later, by a link or at the store. */
      payMode: code([1, 2] as const, '收款时间'),
      payWay: maybe(code(payWays, '收款方式')),
      voucherIds: maybe(mediaIds('收款凭证')),
      slipNo: slipNo(),
    }),
    output: z.object({ id: out.id, status: out.code(supplementStatuses), url: z.string().nullable() }),
    refusals: ['orderStatusRefuses', 'amountWrong', 'payWayClosed'],
    refreshes,
  }),
  cancel: write({
    operators: false,
    path: '/api/order/v1/supplement/cancel',
    summary: '取消补款',
    permission: ['order.supplement'],
    whileSuspended: true,
    input: z.object({ id: id('补款') }),
    output: z.object({ status: out.code(supplementStatuses) }),
    refusals: ['supplementPaid'],
    refreshes,
  }),
}
