import { payModes, payWays, reimbursementKinds } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons, reimbursementStatuses } from '@cheyi/domain/money/reimbursement/codes'
import { refundableCodes } from '@cheyi/domain/money/reimbursement/reimbursement'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, fen, flag, id, list, maybe, mediaIds, nestedRecord, slipNo, text, word } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'

const refreshes = ['order', 'overview', 'todo', 'expense', 'deposit', 'supplement', 'pickupReturn'] as const

const Row = z.object({
  id: out.id,
  ...orderRef,
  kind: out.code(reimbursementKinds),
  reasonCode: out.code(reimbursementReasons),
  items: z.array(z.object({ name: z.string(), amount: out.fen, photos: z.array(MediaView) })),
  amount: out.fen,
  /** Paid out, fen; less where a debt of the order was set off first. */
  paid: out.fen,
  note: z.string(),
  payMode: out.code(payModes),
  payeeName: z.string().nullable(),
  payeeTail: z.string(),
  status: out.code(reimbursementStatuses),
  /** It is being refunded by its payment method, so that staff can neither pay nor refuse it. */
  byRoute: z.boolean(),
  at: out.time,
  applicantName: z.string(),
  approverName: z.string().nullable(),
  decideNote: z.string(),
  paidAt: out.time.nullable(),
  /** The caller may approve or refuse it. */
  mayDecide: z.boolean(),
})

export const reimbursement = {
  list: read({
    path: '/api/order/v1/reimbursement/list',
    summary: '报销退款列表',
    permission: ['order.refund'],
    input: z.object({ orderId: id('订单'), status: maybe(code(reimbursementStatuses, '状态')) }),
    output: z.object({
      /** Newest first. */
      list: z.array(Row),
      /** Charges with the amount that may still be refunded, fen. */
      charges: z.array(
        z.object({ code: out.word(refundableCodes), refId: out.id.nullable(), name: z.string(), left: out.fen }),
      ),
      /** Total that may be refunded: payments less refunds and requests, fen. */
      refundable: out.fen,
      /** What is left of the limit for reimbursed costs, fen. */
      advanceLeft: out.fen,
      /** Amounts left, fen, before a second person has to approve, counted with earlier requests. */
      freeLeft: z.object({ refund: out.fen, goodwill: out.fen }),
    }),
    refusals: ['orderNotFound'],
  }),
  save: write({
    operators: false,
    path: '/api/order/v1/reimbursement/save',
    summary: '发起报销退款',
    permission: ['order.refund'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      kind: code(reimbursementKinds, '报销类型'),
      reasonCode: code(reimbursementReasons, '报销原因'),
      items: list(
        nestedRecord(
          {
            code: maybe(word(refundableCodes, '退款项目')),
            refId: maybe(id('费用')),
            name: maybe(text(0, 30, '费用名称')),
            amount: fen('报销金额', 1),
            photoIds: maybe(mediaIds('票据', 9)),
          },
          '报销项',
        ),
        50,
        '报销项',
        1,
        '报销金额须大于0',
      ),
      note: maybe(text(0, 200, '说明')),
      /** 3: by the payment's own method; 4: to the payee given here. */
      payMode: code([3, 4] as const, '退款方式'),
      payeeName: maybe(text(1, 60, '收款人')),
      payeeTail: maybe(text(2, 8, '账号尾号')),
    }),
    output: z.object({ id: out.id, status: out.code(reimbursementStatuses), byRoute: z.boolean() }),
    refusals: ['orderStatusRefuses', 'beyondRefundable', 'receiptMissing'],
    refreshes,
  }),
  approve: write({
    operators: false,
    path: '/api/order/v1/reimbursement/approve',
    summary: '审核报销退款',
    permission: ['order.refundApprove'],
    whileSuspended: true,
    input: z.object({ id: id('报销'), pass: flag('请选择通过或驳回', '结果'), note: maybe(text(0, 200, '审核意见')) }),
    output: z.object({ status: out.code(reimbursementStatuses) }),
    refusals: [
      'selfApproval',
      'beyondRefundable',
      'reimbursementApproved',
      'reimbursementPaid',
      'reimbursementRefused',
    ],
    refreshes,
  }),
  pay: write({
    operators: false,
    path: '/api/order/v1/reimbursement/pay',
    summary: '登记报销打款',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({
      id: id('报销'),
      payWay: code(payWays, '打款方式'),
      voucherIds: mediaIds('打款凭证'),
      slipNo: slipNo(),
    }),
    output: z.object({ status: out.code(reimbursementStatuses), paid: out.fen }),
    refusals: ['beyondRefundable', 'payWayClosed', 'reimbursementWaits', 'reimbursementPaid', 'reimbursementRefused'],
    refreshes,
  }),
}
