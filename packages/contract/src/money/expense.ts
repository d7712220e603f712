import { deductResults, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { expenseCodes, expenseSettles, expenseStatuses } from '@cheyi/domain/money/expense/codes'
import { payKinds, paymentStatuses, payWays } from '@cheyi/domain/money/payment/codes'
import { handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, decimal, fen, id, list, maybe, mediaIds, nestedRecord, text } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'

/** A charge of a handover, amounts in fen; `autoAmount` is the computed amount, null for one added by hand. */
export const ExpenseItem = z.object({
  id: out.id,
  type: out.code(handoverTypes),
  code: out.code(expenseCodes),
  name: z.string(),
  qty: z.number(),
  unitPrice: out.fen,
  amount: out.fen,
  auto: z.boolean(),
  autoAmount: out.fen.nullable(),
  formula: z.string(),
  remark: z.string(),
  photos: z.array(MediaView),
  /** The mark that is charged; such a charge can only be changed in the record. */
  markId: z.string().nullable(),
  settle: out.code(expenseSettles),
  status: out.code(expenseStatuses),
})

/** Groups of a bill, in the order shown. */
export const billGroups = [
  'rent',
  'baseService',
  'insurance',
  'extraService',
  'delivery',
  'renewal',
  'handover',
  'supplement',
  'violationAndDamage',
  'reduction',
  'penalty',
] as const

const BillLine = z.object({
  name: z.string(),
  formula: z.string(),
  amount: out.fen,
  /** Reason. */
  note: z.string().nullable(),
  /** When and by whom it was charged; null and '' for a computed line. */
  at: out.time.nullable(),
  by: z.string(),
  /** Vouchers: `driver.certificates` returns their links to callers with the permission. */
  voucherIds: z.array(out.id),
})

export const expense = {
  saveAll: write({
    operators: false,
    path: '/api/pick_expense/pick_expense/batch_save/v1',
    summary: '保存费用项',
    permission: ['order.pickup', 'order.return'],
    whileSuspended: true,
    /** Every fee may have a reason and pictures. */
    maxBody: 96 * 1024,
    input: z.object({
      orderId: id('订单'),
      type: code(handoverTypes, '取还类型'),
      /** Replaces all unsettled items of this handover, except charges of marks, which belong to the record. */
      items: list(
        nestedRecord(
          {
            id: maybe(id('费用')),
            code: code(expenseCodes, '费用项'),
            name: maybe(text(0, 30, '费用名称')),
            qty: maybe(decimal(0.01, 999_999, '数量')),
            unitPrice: maybe(fen('单价')),
            amount: fen('费用金额'),
            remark: maybe(text(0, 200, '说明')),
            photoIds: maybe(mediaIds('照片')),
            settle: maybe(code(expenseSettles, '结算方式')),
          },
          '费用项',
        ),
        50,
        '费用项',
      ),
    }),
    output: z.array(ExpenseItem),
    refusals: ['orderStatusRefuses', 'expenseSettled', 'autoFeeNeedsReason'],
    refreshes: ['pickupReturn.task', 'pickupReturn.settlement'],
  }),
  list: read({
    path: '/api/pick_expense/pick_expense/list/v1',
    summary: '费用项',
    permission: ['order.fee', 'order.pickup', 'order.return'],
    input: z.object({ orderId: id('订单'), type: maybe(code(handoverTypes, '取还类型')) }),
    output: z.array(ExpenseItem),
    refusals: ['orderNotFound'],
  }),
  bill: read({
    path: '/api/order/v1/bill_detail',
    summary: '费用明细',
    permission: ['order.fee'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      ...orderRef,
      contactName: z.string(),
      plate: z.string().nullable(),
      groups: z.array(
        z.object({
          group: out.word(billGroups),
          name: z.string(),
          subtotal: out.fen,
          lines: z.array(BillLine),
        }),
      ),
      receivable: out.fen,
      /** Written-off debts that were not recovered: they were charged, and are no longer owed. */
      writeOffs: z.array(BillLine),
      /**
       * Costs of the merchant besides the rental: reimbursements, goodwill, fuel. Paid out, or set off against a debt
       * of the order (抵账); no charge is reduced by them.
       */
      offsets: z.array(BillLine),
      received: out.fen,
      /** What a platform collected for an order that is not accepted yet; it is booked on acceptance. */
      platformHeld: out.fen,
      refunded: out.fen,
      /** Refunds in progress, which do not pay anything the order still owes. */
      refunding: out.fen,
      /** Positive: the customer owes; negative: to be refunded to the customer. */
      owed: out.fen,
      /** Like `fees` of the order's detail. */
      prepay: out.fen.nullable(),
      prepayDue: out.fen,
      deposits: z.array(
        z.object({
          kind: out.code(depositKinds),
          name: z.string(),
          /** Amount due. */
          amount: out.fen,
          state: z.string(),
          /** Held now: not deducted, released or being released. */
          held: out.fen,
        }),
      ),
      /** Receipts and refunds, newest first, including deposits. */
      flows: z.array(
        z.object({
          id: out.id,
          at: out.time,
          payKind: out.code(payKinds),
          name: z.string(),
          payWay: out.code(payWays).nullable(),
          /** `in`, `out`, or `hold` for an authorization hold without a payment. */
          direction: out.word(['in', 'out', 'hold']),
          amount: out.fen,
          status: out.code(paymentStatuses),
          deductResult: out.code(deductResults).nullable(),
          operatorName: z.string(),
          voucherIds: z.array(out.id),
          /** The receipt of several orders that includes it. */
          receipt: z.object({ id: out.id, payer: z.string() }).nullable(),
        }),
      ),
    }),
    refusals: ['orderNotFound'],
  }),
}
