import { liabilities } from '@cheyi/domain/damage/codes'
import { depositKinds } from '@cheyi/domain/deposit/codes'
import { expenseSettles } from '@cheyi/domain/expense/codes'
import { orderStatuses } from '@cheyi/domain/order/codes'
import { offlinePayWays, payWays } from '@cheyi/domain/payment/codes'
import { giveBackTargets } from '@cheyi/domain/payment/give-back'
import { fuelKinds, handoverTypes } from '@cheyi/domain/pickup-return/codes'
import { LAST_STEP } from '@cheyi/domain/pickup-return/steps'
import { z } from 'zod'
import { readingFields } from './arrange.ts'
import { ExpenseItem } from './expense.ts'
import { read, write } from './kernel/call.ts'
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
} from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { MediaView } from './media.ts'
import { DamageMark, HandoverRecord, HandoverTask, recordFields } from './pickup-return-record.ts'

/** What a return comes to. Amounts in fen. */
export const Settlement = z.object({
  /** Charges of the return, computed and added by hand; a negative amount goes back to the customer. */
  items: z.array(
    ExpenseItem.omit({ type: true, photos: true, markId: true, settle: true, status: true }).extend({
      id: out.id.nullable(),
    }),
  ),
  charges: out.fen,
  /** What of the balance are supplements that nobody paid yet, by their reasons. */
  supplements: z.array(z.object({ name: z.string(), amount: out.fen })),
  /** Paid beyond what was billed before the return; counts against the charges. */
  prepaid: out.fen,
  /** Due back for an early return and for fuel beyond the pickup's; the fee for returning early is one of the charges. */
  earlyRefund: out.fen,
  /** Positive: the customer pays; negative: goes back to the customer. */
  balance: out.fen,
  /** What is owed beside it for violations: their own deposit pays it, or it stays open on their cases. */
  violations: out.fen,
  /** Where a negative balance goes: by the way it was paid, into the deposit it was taken from, or out by hand. */
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
      /** Taken for the charges when they are settled from the deposit. */
      deduct: out.fen,
      /** What else is due and may be captured from its authorisation at the card machine, by whoever stands there. */
      machine: out.fen,
      /** Goes into it again, out of what this return gives back. */
      back: out.fen,
      /** Of the rental deposit: what becomes the violation deposit; of that: what it comes to by it. */
      moved: out.fen,
      release: out.fen,
      releaseAt: out.time.nullable(),
      /** It was taken at the counter and goes back there: whoever may hands it over with the confirmation. */
      byHand: z.boolean(),
      /** How it came; null where it was not taken, or in several ways. */
      payWay: out.code(payWays).nullable(),
    }),
  ),
  /** Minutes after (positive) or before (negative) the agreed return. */
  lateMinutes: out.count,
  drivenKm: out.count,
  /** Of that, with cars that were swapped away. */
  earlierKm: out.count,
  /** null = no limit. */
  freeKm: out.count.nullable(),
  warnings: z.array(z.string()),
})

const saveRecord = {
  orderId: id('订单'),
  /** true keeps what is there; false asks that the record be complete. */
  draft: orElse(Flag, true),
  /** The step of the flow that is done with this save. */
  step: maybe(int(1, LAST_STEP, '步骤')),
  /** The same for several steps that one save completes. */
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
    path: '/api/order/vehicle/pick_return/confirm_pick_return/v1',
    summary: '确认交车、确认还车',
    permission: ['order.pickup', 'order.return'],
    twoPerson: 'deduction',
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      type: code(handoverTypes, '取还类型'),
      actualAt: time('实际时间'),
      /**
       * The balance the operator saw: positive is due from the customer, negative goes back. At a pickup what is still
       * owed, its charges, and the difference of one before its time; 0 when there is none of these.
       */
      expectAmount: balance('结算金额'),
      /**
       * How a positive balance is paid; missing leaves it owed, which needs `order.override`. 1: by a code, which is paid
       * before (`get_pay_url`): what is due still was not paid, and is owed as well.
       */
      settle: maybe(code(expenseSettles, '结算方式')),
      payWay: maybe(code(payWays, '支付方式')),
      voucherIds: maybe(mediaIds('收款凭证')),
      /** At a return that the deposit pays: what was captured of it at the card machine, and the number on the slip. */
      captured: maybe(fen('预授权完成金额', 1)),
      slipNo: slipNo(),
      /** At a return: what of the rental deposit was handed to the customer with it, all that goes back by hand. */
      handBack: maybe(fen('当面退还押金', 1)),
      handBackVoucherIds: maybe(mediaIds('退款凭证')),
      /** By which way it went; left out: as it came. */
      handBackWay: maybe(code(offlinePayWays, '押金退还方式')),
      /** Who pays the deposit back later, where it goes back by hand, and until when. */
      handBackBy: maybe(id('押金经办人')),
      handBackDue: maybe(time('押金办理时间')),
      /** The same of rent and charges that go back by hand. */
      refundBy: maybe(id('退款经办人')),
      refundDue: maybe(time('退款办理时间')),
      /** Why a guard is passed over by someone who may. */
      overrideReason: maybe(text(1, 200, '放行原因')),
      /** Why a return is dated more than the grace minutes before now; needs `order.discount`. */
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
      /** Past the time that the rental is paid for, minutes. */
      lateMinutes: out.count,
      /** What is not charged yet; 0 within the grace. */
      fee: out.fen,
      /** How it comes about. */
      formula: z.string(),
      /** Until when the car is paid for with it. */
      returnAt: out.time,
      /** What was charged before. */
      charged: out.fen,
    }),
    refusals: ['orderStatusRefuses'],
  }),
  chargeLate: write({
    path: '/api/order/v1/late/post',
    summary: '计收超时费',
    permission: ['order.return'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      /** The fee that the operator saw. */
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
    path: '/api/order/vehicle/pick_return/close_lost/v1',
    summary: '未还车结单',
    permission: ['order.override'],
    twoPerson: 'closeLost',
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      /** Until when the rental is charged for. */
      lostAt: time('计费截止时间'),
      /** What the operator saw: positive stays owed, negative goes back. */
      expectAmount: balance('结算金额'),
      reason: text(1, 200, '未还车原因'),
      /** Of the car that is lost: what it was worth, what of it an insurer or third party pays, and who answers for it. */
      worth: fen('车辆价值', 1),
      insuranceCovered: maybe(fen('保险及第三方承担')),
      liability: code(liabilities, '责任'),
      /** The paper of the police or the insurer. */
      voucherIds: mediaIds('证明材料'),
      version: maybe(Version),
    }),
    output: z.object({ status: out.code(orderStatuses), version: out.count, settlement: Settlement }),
    refusals: ['orderStatusRefuses', 'settlementChanged'],
    refreshes: ['order', 'overview', 'todo', 'stock', 'arrange', 'expense', 'deposit', 'damage', 'driver', 'inventory'],
  }),
  reissue: write({
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
    path: '/api/order/vehicle/pick_return/pick_up/v1',
    summary: '保存取车记录',
    permission: ['order.pickup'],
    /** Every mark of the car with its words and pictures. */
    maxBody: 96 * 1024,
    input: z.object(saveRecord),
    output: saved,
    refusals: ['orderStatusRefuses', 'pickupBlocked', 'mileageBelowPickup', 'photosIncomplete'],
    refreshes: afterRecord,
  }),
  returnVehicle: write({
    path: '/api/order/vehicle/pick_return/return_vehicle/v1',
    summary: '保存还车记录',
    permission: ['order.return'],
    whileSuspended: true,
    /** Every mark of the car with its words and pictures. */
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
      /** Which readings the car asks for. */
      fuelKind: out.code(fuelKinds),
      fuelEighths: out.count.nullable(),
      batteryPct: out.count.nullable(),
      /** Damage that is still there. */
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
      /** Return against pickup; null until both are there. Negative fuel and battery: less than at pickup. */
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
