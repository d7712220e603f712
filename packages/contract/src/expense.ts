import { deductResults, depositKinds } from '@cheyi/domain/deposit/codes'
import { expenseCodes, expenseSettles, expenseStatuses } from '@cheyi/domain/expense/codes'
import { payKinds, paymentStatuses, payWays } from '@cheyi/domain/payment/codes'
import { handoverTypes } from '@cheyi/domain/pickup-return/codes'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import {
  code,
  codeOut,
  decimal,
  FenOut,
  fen,
  IdOut,
  id,
  list,
  maybe,
  mediaIds,
  nested,
  TimeOut,
  text,
  wordOut,
} from './kernel/field.ts'
import { MediaView } from './media.ts'

/** A charge of a handover, amounts in fen; `autoAmount` is what the system had computed, null for one added by hand. */
export const ExpenseItem = z.object({
  id: IdOut,
  type: codeOut(handoverTypes),
  code: codeOut(expenseCodes),
  name: z.string(),
  qty: z.number(),
  unitPrice: FenOut,
  amount: FenOut,
  auto: z.boolean(),
  autoAmount: FenOut.nullable(),
  formula: z.string(),
  remark: z.string(),
  photos: z.array(MediaView),
  /** The mark of the record that is charged; it is changed there alone. */
  markId: z.string().nullable(),
  settle: codeOut(expenseSettles),
  status: codeOut(expenseStatuses),
})

/** Groups of a bill, in the order they are shown. */
export const billGroups = [
  'rent',
  'baseService',
  'insurance',
  'extraService',
  'delivery',
  'renewal',
  'handover',
  'supplement',
  'illegalAndDamage',
  'reduction',
  'penalty',
] as const

export const expense = {
  saveAll: write({
    path: '/api/pick_expense/pick_expense/batch_save/v1',
    summary: '保存费用项',
    permission: ['order.pickup', 'order.return'],
    whileSuspended: true,
    /** Every fee with its reason and pictures. */
    maxBody: 96 * 1024,
    input: z.object({
      orderId: id('订单'),
      type: code(handoverTypes, '取还类型'),
      /** Replaces all items of this handover that are not settled; charges of marks stay, the record has them. */
      items: list(
        nested(
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
      orderId: IdOut,
      orderNo: z.string(),
      contactName: z.string(),
      plate: z.string().nullable(),
      groups: z.array(
        z.object({
          group: wordOut(billGroups),
          name: z.string(),
          subtotal: FenOut,
          lines: z.array(
            z.object({
              name: z.string(),
              formula: z.string(),
              amount: FenOut,
              /** Why. */
              note: z.string().nullable(),
              /** When and by whom it was charged; null and '' of what follows from the rest. */
              at: TimeOut.nullable(),
              by: z.string(),
              /** What proves it: `driver.certificates` gives their links to whoever may see them. */
              voucherIds: z.array(IdOut),
            }),
          ),
        }),
      ),
      receivable: FenOut,
      received: FenOut,
      refunded: FenOut,
      /** Positive: the customer owes; negative: due back to the customer. */
      owed: FenOut,
      /** As the detail of the order says (`fees`). */
      prepay: FenOut.nullable(),
      prepayDue: FenOut,
      deposits: z.array(
        z.object({ kind: codeOut(depositKinds), name: z.string(), amount: FenOut, state: z.string(), held: FenOut }),
      ),
      /** Money that came or went, newest first, deposits included. */
      flows: z.array(
        z.object({
          id: IdOut,
          at: TimeOut,
          payKind: codeOut(payKinds),
          name: z.string(),
          payWay: codeOut(payWays).nullable(),
          /** `in`, `out`, or `hold` for an authorisation that moved no money. */
          direction: wordOut(['in', 'out', 'hold']),
          amount: FenOut,
          status: codeOut(paymentStatuses),
          deductResult: codeOut(deductResults).nullable(),
          operatorName: z.string(),
          voucherIds: z.array(IdOut),
          /** The receipt of several orders that it is a part of. */
          receipt: z.object({ id: IdOut, payer: z.string() }).nullable(),
        }),
      ),
    }),
    refusals: ['orderNotFound'],
  }),
}
