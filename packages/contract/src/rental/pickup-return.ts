import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { expenseSettles } from '@cheyi/domain/money/expense/codes'
import { offlinePayWays, payWays } from '@cheyi/domain/money/payment/codes'
import { giveBackTargets } from '@cheyi/domain/money/payment/give-back'
import { liabilities } from '@cheyi/domain/rental/damage/codes'
import { fuelKinds, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { LAST_STEP } from '@cheyi/domain/rental/pickup-return/steps'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  balance,
  code,
  Flag,
  fen,
  id,
  int,
  list,
  MAX_FILES,
  maybe,
  mediaIds,
  orElse,
  slipNo,
  text,
  time,
  Version,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { ExpenseItem } from '../money/expense.ts'
import { MediaView } from '../platform/media.ts'
import { readingFields } from './arrange.ts'
import { DamageMark, HandoverRecord, HandoverTask, recordFields } from './pickup-return-record.ts'

/** The settlement of a return. Amounts in fen. */
export const Settlement = z.object({
  /** Charges of the return, computed and added by hand; a negative amount is refunded. */
  items: z.array(
    ExpenseItem.omit({ type: true, photos: true, markId: true, settle: true, status: true }).extend({
      id: out.id.nullable(),
    }),
  ),
  charges: out.fen,
  /** Unpaid supplements included in the balance, by reason. */
  supplements: z.array(z.object({ name: z.string(), amount: out.fen })),
  /** Payments beyond what was billed before the return; set off against the charges. */
  prepaid: out.fen,
  /** Refund for an early return and for more fuel than at the pickup; the fee of an early return is one of the charges. */
  earlyRefund: out.fen,
  /** Positive: the customer pays; negative: refunded to the customer. */
  balance: out.fen,
  /** Debts of violations besides the balance: paid from their own deposit, or left open on their cases. */
  violations: out.fen,
  /** How a negative balance is refunded: by its payment method, back into its deposit, or by hand. */
  givesBack: z.array(
    z.object({
      to: out.word(giveBackTargets),
      kind: out.code(depositKinds).nullable(),
      payWay: out.code(payWays).nullable(),
      amount: out.fen,
    }),
  ),
  deposits: z.array(
    z.object({
      kind: out.code(depositKinds),
      name: z.string(),
      state: z.string(),
      available: out.fen,
      /** Deducted for the charges when they are settled from the deposit. */
      deduct: out.fen,
      /** Further debts that can be captured from its authorization hold at the card machine. */
      machine: out.fen,
      /** Part of the refund that returns to this deposit, fen. */
      back: out.fen,
      /** Rental deposit: the part that becomes the violation deposit; violation deposit: its amount after that. */
      moved: out.fen,
      release: out.fen,
      releaseAt: out.time.nullable(),
      /** It was collected offline, so that staff may return it with the confirmation. */
      byHand: z.boolean(),
      /** Its payment method; null where it was not collected, or by several methods. */
      payWay: out.code(payWays).nullable(),
    }),
  ),
  /** Minutes after (positive) or before (negative) the agreed return. */
  lateMinutes: out.count,
  drivenKm: out.count,
  /** Part of it with cars that were swapped out. */
  earlierKm: out.count,
  /** null = no limit. */
  freeKm: out.count.nullable(),
  warnings: z.array(z.string()),
})

const saveRecord = {
  orderId: id('订单'),
  /** true saves an incomplete record; false requires a complete one. */
  draft: orElse(Flag, true),
  /** The step that is completed by this save. */
  step: maybe(int(1, LAST_STEP, '步骤')),
  /** The same for several steps at once. */
  steps: maybe(list(int(1, LAST_STEP, '步骤'), LAST_STEP, '步骤')),
  version: maybe(Version),
  ...recordFields,
}

const saved = z.object({ record: HandoverRecord, stepDone: z.array(out.count), blocking: HandoverTask.shape.blocking })

const afterRecord = [
  'order.detail',
  'order.list',
  'overview',
  'todo',
  'arrange',
  'agreement',
  'expense',
  'deposit',
  'driver.tasks',
]

export const pickupReturn = {
  confirm: write({
    operators: false,
    path: '/api/order/vehicle/pick_return/confirm_pick_return/v1',
    summary: '确认交车、确认还车',
    permission: ['order.pickup', 'order.return'],
    twoPerson: ['deduction'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      type: code(handoverTypes, '取还类型'),
      /** Missing: now, by the clock of the server. */
      actualAt: maybe(time('实际时间')),
      /**
       * The balance that the user saw: positive is due from the customer, negative is refunded. At a pickup the open
       * debt, its charges, and the difference of an early one; 0 without any of these.
       */
      expectAmount: balance('结算金额'),
      /**
       * How a positive balance is paid; missing leaves it owed, which needs `order.override`. 1: online, paid before by
       * `get_pay_url`; what is still due then remains owed as well.
       */
      settle: maybe(code(expenseSettles, '结算方式')),
      payWay: maybe(code(payWays, '支付方式')),
      voucherIds: maybe(mediaIds('收款凭证')),
      /** At a return that is settled from the deposit: the amount captured at the card machine, and the number of the slip. */
      captured: maybe(fen('预授权完成金额', 1)),
      slipNo: slipNo(),
      /** At a return: the part of the rental deposit that staff returned to the customer, which must be all that is released by hand. */
      handBack: maybe(fen('当面退还押金', 1)),
      handBackVoucherIds: maybe(mediaIds('退款凭证')),
      /** Its payment method; missing: that of the deposit. */
      handBackWay: maybe(code(offlinePayWays, '押金退还方式')),
      /** Assignee and time for releasing the deposit by hand later. */
      handBackBy: maybe(id('押金经办人')),
      handBackDue: maybe(time('押金办理时间')),
      /** The same for refunds of rent and charges by hand. */
      refundBy: maybe(id('退款经办人')),
      refundDue: maybe(time('退款办理时间')),
      /** Reason for overriding a guard. */
      overrideReason: maybe(text(1, 200, '放行原因')),
      /** Reason for a return that is backdated by more than the grace minutes; needs `order.discount`. */
      backdateReason: maybe(text(1, 200, '补录原因')),
      version: maybe(Version),
    }),
    output: z.object({
      status: out.code(orderStatuses),
      version: out.count,
      /** null at a pickup. */
      settlement: Settlement.nullable(),
    }),
    refusals: [
      'orderStatusRefuses',
      'pickupBlocked',
      'mileageBelowPickup',
      'photosIncomplete',
      'vehicleNotReturned',
      'vehicleTaken',
      'noVehicleLeft',
      'depositUnpaid',
      'personUnverified',
      'personBlacklisted',
      'agreementUnsigned',
      'settlementChanged',
      'stillOwed',
      'amountWrong',
      'beyondRefundable',
      'payWayClosed',
    ],
    refreshes: ['order', 'overview', 'todo', 'stock', 'arrange', 'expense', 'deposit', 'driver', 'agreement'],
  }),
  latePreview: read({
    path: '/api/order/v1/late/preview',
    summary: '截至现在的超时费',
    permission: ['order.return'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      /** Minutes after the paid end. */
      lateMinutes: out.count,
      /** Not charged yet; 0 within the grace minutes. */
      fee: out.fen,
      /** Explanation of the fee. */
      formula: z.string(),
      /** Paid end of the rental after this fee. */
      returnAt: out.time,
      /** Charged before. */
      charged: out.fen,
    }),
    refusals: ['orderStatusRefuses'],
  }),
  chargeLate: write({
    operators: false,
    path: '/api/order/v1/late/post',
    summary: '计收超时费',
    permission: ['order.return'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      /** The fee that the user saw. */
      expectAmount: fen('超时费', 1),
      version: maybe(Version),
    }),
    output: z.object({ version: out.count, returnAt: out.time }),
    refusals: ['orderStatusRefuses', 'renewalOpen', 'settlementChanged'],
    refreshes: ['order', 'overview', 'todo', 'stock', 'arrange', 'expense', 'deposit'],
  }),
  lostPreview: read({
    path: '/api/order/vehicle/pick_return/lost_preview/v1',
    summary: '未还车结单预览',
    permission: ['order.override'],
    input: z.object({ orderId: id('订单'), lostAt: time('计费截止时间') }),
    output: Settlement,
    refusals: ['orderStatusRefuses'],
  }),
  closeLost: write({
    operators: false,
    path: '/api/order/vehicle/pick_return/close_lost/v1',
    summary: '未还车结单',
    permission: ['order.override'],
    twoPerson: ['closeLost'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      /** Until when the rental is charged. */
      lostAt: time('计费截止时间'),
      /** The balance that the user saw: positive remains owed, negative is refunded. */
      expectAmount: balance('结算金额'),
      reason: text(1, 200, '未还车原因'),
      /** Of the lost car: its value, the part paid by insurers or third parties, and who is liable. */
      worth: fen('车辆价值', 1),
      insuranceCovered: maybe(fen('保险及第三方承担')),
      liability: code(liabilities, '责任'),
      /** The document of the police or the insurer. */
      voucherIds: mediaIds('证明材料'),
      version: maybe(Version),
    }),
    output: z.object({ status: out.code(orderStatuses), version: out.count, settlement: Settlement }),
    refusals: ['orderStatusRefuses', 'settlementChanged'],
    refreshes: ['order', 'overview', 'todo', 'stock', 'arrange', 'expense', 'deposit', 'damage', 'driver', 'inventory'],
  }),
  reissue: write({
    operators: false,
    path: '/api/order/vehicle/pick_return/add_att/v1',
    summary: '补传照片、视频',
    permission: ['order.reissue'],
    whileSuspended: true,
    input: z.object({
      recordId: id('验车单'),
      mediaIds: list(id('照片或视频'), MAX_FILES, '照片或视频', 1, '请至少上传一张照片或视频'),
      reason: text(1, 200, '补传原因'),
    }),
    output: z.object({ record: HandoverRecord }),
    refusals: ['tooManyReissued', 'reissueExpired'],
    refreshes: ['order.detail'],
  }),
  settlement: read({
    path: '/api/order/vehicle/pick_return/return_expense_item/list/v1',
    summary: '还车结算预览',
    permission: ['order.return'],
    input: z.object({
      orderId: id('订单'),
      actualReturnAt: time('还车时间'),
      /** Where it came back; left out: as its draft says, else as agreed. */
      returnStoreId: maybe(id('还车门店')),
      ...readingFields,
    }),
    output: Settlement,
    refusals: ['orderStatusRefuses', 'mileageBelowPickup'],
  }),
  pickUp: write({
    operators: false,
    path: '/api/order/vehicle/pick_return/pick_up/v1',
    summary: '保存取车记录',
    permission: ['order.pickup'],
    /** Every mark of the car with texts and pictures. */
    maxBody: 96 * 1024,
    input: z.object(saveRecord),
    output: saved,
    refusals: ['orderStatusRefuses', 'pickupBlocked', 'mileageBelowPickup', 'photosIncomplete'],
    refreshes: afterRecord,
  }),
  returnVehicle: write({
    operators: false,
    path: '/api/order/vehicle/pick_return/return_vehicle/v1',
    summary: '保存还车记录',
    permission: ['order.return'],
    whileSuspended: true,
    /** Every mark of the car with texts and pictures. */
    maxBody: 96 * 1024,
    input: z.object(saveRecord),
    output: saved,
    refusals: ['orderStatusRefuses', 'mileageBelowPickup', 'photosIncomplete'],
    refreshes: afterRecord,
  }),
  lastInspection: read({
    path: '/api/order/vehicle/pick_return/v1/last_inspection',
    summary: '上次验车',
    permission: ['order.pickup', 'order.return', 'order.arrange', 'order.selfVerify'],
    input: z.object({ vehicleId: id('车辆') }),
    output: z.object({
      /** null when the car has never been handed over. */
      at: out.time.nullable(),
      mileageKm: out.count,
      /** Which readings the car has. */
      fuelKind: out.code(fuelKinds),
      fuelEighths: out.count.nullable(),
      batteryPct: out.count.nullable(),
      /** Damage that is not repaired. */
      marks: z.array(DamageMark),
      media: z.array(MediaView),
    }),
  }),
  records: read({
    path: '/api/order/v1/pick_retuen',
    summary: '取还车记录',
    permission: ['order.record', 'order.reissue'],
    input: z.object({ orderId: id('订单'), type: maybe(code(handoverTypes, '取还类型')) }),
    output: z.object({
      orderNo: z.string(),
      contactName: z.string(),
      records: z.array(HandoverRecord),
      /** Return compared with pickup; null until both exist. Negative fuel and battery: less than at the pickup. */
      differences: z
        .object({
          minutes: out.count,
          km: out.count,
          fuelEighths: out.count.nullable(),
          batteryPct: out.count.nullable(),
          newMarks: out.count,
        })
        .nullable(),
    }),
    refusals: ['orderNotFound'],
  }),
  task: read({
    path: '/api/order/vehicle/pick_return/v1/task',
    summary: '取还车流程',
    permission: ['order.pickup', 'order.return'],
    input: z.object({ orderId: id('订单'), type: code(handoverTypes, '取还类型') }),
    output: HandoverTask,
    refusals: ['orderNotFound'],
  }),
}
