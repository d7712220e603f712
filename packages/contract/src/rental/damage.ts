import { maintenanceStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { deductResults } from '@cheyi/domain/money/deposit/codes'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { MAX_DAMAGED_PARTS } from '@cheyi/domain/rental/damage/claim'
import { damageKinds, damageStatuses, liabilities } from '@cheyi/domain/rental/damage/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  Flag,
  fen,
  id,
  int,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  slipNo,
  text,
  Version,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { DepositRow, deductModes } from '../money/deposit.ts'
import { paidBackBy } from '../money/payment.ts'
import { MediaView } from '../platform/media.ts'

const refreshes = [
  'order',
  'overview',
  'todo',
  'expense',
  'deposit',
  'supplement',
  'reimbursement',
  'pickupReturn',
] as const

/** Refunded by the method of the payment, or by hand with a voucher. */
export const damageRefundModes = [payMode.onlineOut, payMode.offlineOut] as const

export const damage = {
  list: read({
    path: '/api/order/v1/damage_order',
    summary: '车损记录',
    permission: ['damage.record'],
    input: z.object({ orderId: id('订单') }),
    /** Newest first. Amounts in fen. */
    output: z.array(
      z.object({
        id: out.id,
        plate: z.string(),
        parts: z.array(z.object({ part: z.string(), kind: out.code(damageKinds), amount: out.fen })),
        /** Value of a car that is not returned. */
        worth: out.fen,
        downtimeDays: out.count,
        downtimeFee: out.fen,
        depreciationFee: out.fen,
        otherFee: out.fen,
        insuranceCovered: out.fen,
        liability: out.code(liabilities),
        total: out.fen,
        /** What the customer owes; an estimate until the assessment. */
        payable: out.fen,
        status: out.code(damageStatuses),
        /** Result of the last deduction; null while it is pending, or when there was none. */
        deductResult: out.code(deductResults).nullable(),
        /** Amount to be collected, and amount that may be refunded. */
        due: out.fen,
        refundable: out.fen,
        refunded: out.fen,
        remark: z.string(),
        closeReason: z.string(),
        photos: z.array(MediaView),
        at: out.time,
        operatorName: z.string(),
        /** The last maintenance ticket that repairs it; null for none. */
        ticket: z.object({ ticketId: out.id, no: z.string(), status: out.code(maintenanceStatuses) }).nullable(),
        version: out.count,
      }),
    ),
    refusals: ['orderNotFound'],
  }),
  save: write({
    operators: false,
    path: '/api/damage_order/save/v1',
    summary: '登记车损、定损、扣款、关闭',
    permission: ['damage.create'],
    twoPerson: ['deduction'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      /** Missing: a new case. Costs can be changed until the assessment, and are omitted afterwards. */
      id: maybe(id('车损单')),
      version: maybe(Version),
      /** The damaged car, where the order had several; missing: the current one. */
      vehicleId: maybe(id('车辆')),
      parts: maybe(
        list(
          nestedRecord(
            {
              part: text(1, 32, '损伤部位'),
              kind: code(damageKinds, '损伤类型'),
              amount: fen('维修费用'),
            },
            '损伤部位',
          ),
          MAX_DAMAGED_PARTS,
          '损伤部位',
        ),
      ),
      worth: maybe(fen('车辆价值')),
      downtimeDays: maybe(int(0, 365, '停运天数')),
      downtimeFee: maybe(fen('每日停运损失')),
      depreciationFee: maybe(fen('折旧费')),
      otherFee: maybe(fen('其他费用')),
      insuranceCovered: maybe(fen('保险及第三方承担')),
      liability: maybe(code(liabilities, '责任')),
      photoIds: maybe(mediaIds('损伤照片')),
      remark: maybe(text(0, 200, '车损说明')),
      /** Fixes what the customer owes, and bills it. */
      assess: maybe(Flag),
      /** Deducted from the rental deposit, of what is owed then. */
      deduct: maybe(
        nestedRecord(
          {
            payMode: code(deductModes, '扣款方式'),
            amount: fen('扣款金额', 1),
            /** Of the completion at the card machine. */
            slipNo: slipNo(),
          },
          '扣款',
        ),
      ),
      close: maybe(nestedRecord({ reason: text(1, 200, '关闭原因') }, '关闭')),
    }),
    output: z.object({
      id: out.id,
      status: out.code(damageStatuses),
      /** Of the requested deduction; null when there was none or its provider has not answered. */
      deductResult: out.code(deductResults).nullable(),
      /** Amount still to be collected, fen. */
      due: out.fen,
      /** What the company of the order owes beyond its credit with this, fen: the charge cannot be refused. 0 within it. */
      overCredit: out.fen,
    }),
    refusals: [
      'orderStatusRefuses',
      'damagePhotoMissing',
      'damageAmountZero',
      'damageClosed',
      'amountWrong',
      'beyondDeposit',
    ],
    refreshes,
  }),
  refund: write({
    operators: false,
    path: '/api/damage_order/refund/v1',
    summary: '退还车损扣款、释放租车押金',
    permission: ['damage.refund'],
    whileSuspended: true,
    input: z
      .object({
        /** Refunds what was collected for a case. */
        damageId: maybe(id('车损单')),
        /** Alternatively, releases the rental deposit of an order (kind 1). */
        orderId: maybe(id('订单')),
        kind: maybe(code([1] as const, '押金类型')),
        amount: fen('退还金额', 1),
        payMode: code(damageRefundModes, '退还方式'),
        voucherIds: maybe(mediaIds('退款凭证')),
        ...paidBackBy,
        reason: text(1, 200, '退还原因'),
      })
      .superRefine((asked, ctx) => {
        if (asked.damageId === undefined && (asked.orderId === undefined || asked.kind === undefined))
          ctx.addIssue({ code: 'custom', path: ['damageId'], message: '请选择车损单' })
      }),
    output: z.object({
      /** Amount paid to the customer, without the part that is put back into the deposit, fen. */
      paidOut: out.fen,
      deposit: DepositRow.nullable(),
    }),
    refusals: ['beyondDeposit', 'beyondRefundable', 'openCasesBlock', 'damageClosed', 'payWayClosed'],
    refreshes,
  }),
}
