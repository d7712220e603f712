import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { payMode, paymentStatuses, payWays } from '@cheyi/domain/money/payment/codes'
import { MAX_MONTHLY_PRICE, payIntervals } from '@cheyi/domain/pricing/quote/long/terms'
import { agreementStatuses } from '@cheyi/domain/rental/agreement/codes'
import { instalmentStatuses } from '@cheyi/domain/rental/instalment/codes'
import { z } from 'zod'
import { OrderDetail } from '../booking/order-view.ts'
import { read, write } from '../kernel/call.ts'
import {
  balance,
  code,
  date,
  Flag,
  fen,
  flag,
  id,
  int,
  list,
  maybe,
  mediaIds,
  slipNo,
  text,
  time,
  Version,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { PlannedRow } from '../pricing/quote.ts'
import { companyCalls } from './instalment-company.ts'

const refreshes = ['order', 'overview', 'todo', 'expense', 'pickupReturn.task'] as const

/** One instalment with its payments; `periodTo` is exclusive. */
const PlanRow = PlannedRow.extend({
  id: out.id,
  status: out.code(instalmentStatuses),
  version: out.count,
  /** The original due date; `dueDate` is later once it was postponed. */
  plannedDate: out.date,
  paid: out.fen,
  /** Open principal. */
  open: out.fen,
  /** Late fee as of today; `feeOpen`: its unpaid part. */
  lateFee: out.fen,
  feeOpen: out.fen,
  /** Days since the due date, while something is open; 0 before it. */
  daysLate: out.count,
})

const PlanSums = z.object({
  amount: out.fen,
  paid: out.fen,
  /** Open principal that is due. */
  due: out.fen,
  lateFees: out.fen,
  /** Principal that is due later. */
  later: out.fen,
})

/** Terms of the contract. */
const Term = z.object({
  months: out.count,
  extraDays: out.count,
  startDate: out.date,
  /** Exclusive: the date of the return is not paid for. */
  endDate: out.date,
  monthlyPrice: out.fen,
  payInterval: out.code(payIntervals),
  leadDays: out.count,
  graceDays: out.count,
  lateFeeBpPerDay: out.count,
  lateFeeCapBp: out.count,
  penaltyMonths: out.count,
})

const instalmentId = id('分期')

/** An early end of a contract: the first unused date, and whether the merchant caused it. */
const earlyEnd = { orderId: id('订单'), endOn: date('退租日期'), merchantCause: flag('请选择是否商家责任', '商家责任') }

export const instalment = {
  ...companyCalls,
  longDetail: read({
    path: '/api/order/v1/long_detail',
    summary: '长租订单详情',
    permission: ['longOrder.list'],
    input: z.object({ orderId: id('订单') }),
    output: OrderDetail.extend({
      term: Term,
      sums: PlanSums,
      payerName: z.string(),
      payerTaxNo: z.string(),
    }),
    refusals: ['orderNotFound'],
  }),
  init: read({
    path: '/api/order/v1/init_instalment',
    summary: '分期预览',
    permission: ['longOrder.create'],
    input: z
      .object({
        pickupAt: time('起租时间'),
        /** One of the two is required. */
        returnAt: maybe(time('到期时间')),
        termMonths: maybe(int(1, 36, '租期月数')),
        monthlyPrice: fen('月租金', 1, MAX_MONTHLY_PRICE),
        payInterval: maybe(code(payIntervals, '付款间隔')),
        leadDays: maybe(int(0, 15, '提前出账天数')),
        /** Agreed price of the whole term. */
        total: maybe(fen('协议总价', 1)),
        /** Agreed amount of each row; they must add up to the total. */
        amounts: maybe(list(fen('每期金额'), 36, '每期金额')),
      })
      .superRefine((asked, ctx) => {
        if ((asked.returnAt === undefined) === (asked.termMonths === undefined))
          ctx.addIssue({ code: 'custom', path: ['termMonths'], message: '请填写租期月数或到期时间中的一个' })
      }),
    output: z.object({ rows: z.array(PlannedRow), total: out.fen }),
    refusals: ['instalmentSumWrong', 'lengthOutOfRange'],
  }),
  list: read({
    path: '/api/order/v1/instalment_list',
    summary: '付款计划',
    permission: ['longOrder.instalment', 'longOrder.list'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      term: Term,
      rows: z.array(PlanRow),
      sums: PlanSums,
      /** The agreed early end; its date is the term's. */
      terminated: z
        .object({
          on: out.date,
          merchantCause: z.boolean(),
          reason: z.string(),
          /** The end of the contract without it, and whether it can be withdrawn now. */
          contractEnd: out.date,
          withdrawable: z.boolean(),
          /** Its document; null in older contracts. */
          paper: z.object({ agreementId: out.id, status: out.code(agreementStatuses) }).nullable(),
        })
        .nullable(),
      /** Dates on which it can be ended early; null: none. */
      endDates: z.object({ from: out.date, to: out.date }).nullable(),
    }),
    refusals: ['orderNotFound'],
  }),
  payment: read({
    path: '/api/order/v1/get_instalment_pay',
    summary: '分期收款信息',
    permission: ['longOrder.instalment'],
    input: z.object({ instalmentId }),
    output: z.object({
      row: PlanRow,
      orderId: out.id,
      /** Principal and late fee as of today. */
      owed: out.fen,
      ways: z.array(out.code(payWays)),
      /** Payments made for this row, newest first. */
      payments: z.array(
        z.object({
          paymentId: out.id,
          amount: out.fen,
          payWay: out.code(payWays),
          status: out.code(paymentStatuses),
          at: out.time,
        }),
      ),
    }),
    refusals: ['instalmentSettled', 'notFound'],
  }),
  pay: write({
    operators: false,
    path: '/api/order/v1/save_instalment_pay',
    summary: '分期收款',
    permission: ['longOrder.instalment'],
    whileSuspended: true,
    input: z
      .object({
        instalmentId,
        /** 0 when the late fee is waived and nothing is collected. */
        amount: fen('收款金额'),
        /** 1: a payment link; 2: an offline payment. */
        payMode: code([payMode.onlineIn, payMode.offlineIn], '收款时间'),
        payWay: maybe(code(payWays, '收款方式')),
        voucherIds: maybe(mediaIds('收款凭证')),
        slipNo: slipNo(),
        /** When an offline payment was received; today if missing. */
        paidAt: maybe(time('到账时间')),
        waiveLateFee: maybe(Flag),
        waiveReason: maybe(text(1, 100, '减免原因')),
      })
      .superRefine((asked, ctx) => {
        if (asked.amount === 0 && !asked.waiveLateFee)
          ctx.addIssue({ code: 'custom', path: ['amount'], message: '收款金额须大于0' })
        if (asked.paidAt !== undefined && (asked.payMode === payMode.onlineIn || asked.amount === 0))
          ctx.addIssue({ code: 'custom', path: ['paidAt'], message: '只有线下收款可以填写到账时间' })
        if (asked.waiveLateFee && !asked.waiveReason)
          ctx.addIssue({ code: 'custom', path: ['waiveReason'], message: '请填写减免原因' })
      }),
    output: z.object({ row: PlanRow, paymentId: out.id.nullable(), payUrl: z.string().nullable() }),
    refusals: ['instalmentSettled', 'beyondInstalment', 'earlierInstalmentFirst', 'payWayClosed'],
    refreshes,
  }),
  terminatePreview: read({
    path: '/api/order/v1/long/terminate_preview',
    summary: '提前退租试算',
    permission: ['longOrder.terminate'],
    input: z.object(earlyEnd),
    output: z.object({
      /** When the car is due back. */
      returnAt: out.time,
      /** Rent and services of the used days. */
      used: out.fen,
      penalty: out.fen,
      lateFees: out.fen,
      /** Amount due at the return; negative is refunded. */
      owed: out.fen,
      /** Numbers of the dropped rows. */
      dropped: z.array(out.count),
    }),
    refusals: ['orderNotFound', 'orderStatusRefuses'],
  }),
  terminate: write({
    operators: false,
    path: '/api/order/v1/long/terminate',
    summary: '提前退租',
    permission: ['longOrder.terminate'],
    whileSuspended: true,
    input: z.object({
      ...earlyEnd,
      reason: text(1, 100, '退租原因'),
      /** The previewed amount, fen; negative is refunded. */
      expectAmount: balance('退租结算金额'),
    }),
    output: z.object({ status: out.code(orderStatuses), returnAt: out.time, version: out.count }),
    refusals: ['orderNotFound', 'orderStatusRefuses', 'terminationChanged'],
    refreshes: [...refreshes, 'stock'],
  }),
  withdrawEnd: write({
    operators: false,
    path: '/api/order/v1/long/terminate_withdraw',
    summary: '撤销提前退租',
    permission: ['longOrder.terminate'],
    whileSuspended: true,
    input: z.object({ orderId: id('订单'), reason: text(1, 100, '撤销原因') }),
    output: z.object({
      status: out.code(orderStatuses),
      returnAt: out.time,
      version: out.count,
      /** Number of orders that were moved to another car, so that this one keeps its own. */
      moved: out.count,
    }),
    refusals: ['orderNotFound', 'orderStatusRefuses', 'vehicleTaken', 'planPending'],
    refreshes: [...refreshes, 'stock'],
  }),
  postpone: write({
    operators: false,
    path: '/api/order/v1/instalment/postpone',
    summary: '分期改期',
    permission: ['longOrder.instalment'],
    input: z.object({ instalmentId, dueDate: date('新的到期日'), version: maybe(Version) }),
    output: z.object({ row: PlanRow }),
    refusals: ['instalmentSettled', 'postponedAlready'],
    refreshes,
  }),
}
