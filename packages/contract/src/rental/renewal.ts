import { reduceType } from '@cheyi/domain/booking/order/codes'
import { payMode, payWays } from '@cheyi/domain/money/payment/codes'
import { agreementStatuses } from '@cheyi/domain/rental/agreement/codes'
import { renewalStatuses } from '@cheyi/domain/rental/renewal/codes'
import { z } from 'zod'
import { MovedOrder } from '../fleet/stock.ts'
import { read, write } from '../kernel/call.ts'
import { code, fen, id, int, list, maybe, mediaIds, nestedRecord, slipNo, text, time } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { PlannedRow, PriceLine } from '../pricing/quote.ts'

const refreshes = ['order', 'overview', 'todo', 'expense', 'stock', 'pickupReturn.task', 'quote'] as const

/** Reductions for a renewal; coupons, subsidies and members' terms are only for bookings. */
const given = [reduceType.merchant, reduceType.manual, reduceType.roundOff] as const

const ToPay = z.object({ amount: out.fen, deadline: out.time })

export const renewal = {
  price: write({
    operators: false,
    path: '/api/order/v1/rerent/pre_calculate',
    summary: '续租试算',
    permission: ['renewal.create'],
    repeat: 'natural',
    audit: false,
    input: z.object({
      orderId: id('订单'),
      /** For a long rental only its date counts. */
      newReturnAt: time('新还车时间'),
      /** Optional services of the added days; missing: those of the order continue. */
      services: maybe(list(nestedRecord({ code: text(1, 32, '服务'), qty: int(0, 99, '数量') }, '服务'), 30, '服务')),
      reduces: maybe(
        list(nestedRecord({ reduceType: code(given, '减免类型'), amount: fen('减免金额', 1) }, '减免'), 3, '减免'),
      ),
    }),
    output: z.object({
      quoteId: out.id,
      expiresAt: out.time,
      oldReturnAt: out.time,
      newReturnAt: out.time,
      addedDays: out.count,
      /** Of the new end. */
      overHours: out.count,
      lines: z.array(PriceLine),
      amount: out.fen,
      /** For a long rental: the added instalments. */
      rows: z.array(PlannedRow),
      /** Part that is due at once; the rest with its instalments. */
      due: out.fen,
      /** Other orders that are moved to another car for it. */
      moved: z.array(MovedOrder),
      /** Documents, authorization holds and contracts that end before the new return. */
      warnings: z.array(z.string()),
    }),
    refusals: [
      'orderNotFound',
      'orderStatusRefuses',
      'overdueUnsettled',
      'renewalNoVehicle',
      'renewalOpen',
      'priceMissing',
      'planPending',
    ],
  }),
  create: write({
    operators: false,
    path: '/api/order/v1/rerent/create',
    summary: '续租',
    permission: ['renewal.create'],
    /** Beyond the credit of the company that rents, where nothing is paid for it now. */
    twoPerson: ['credit'],
    input: z
      .object({
        orderId: id('订单'),
        quoteId: id('报价'),
        /** 1: paid online before it takes effect; 2: paid now, by `payWay`; missing: 2 with `payWay`, else it is owed. */
        payMode: maybe(code([payMode.onlineIn, payMode.offlineIn], '收款时间')),
        /** Offline method; missing: nothing is collected now. */
        payWay: maybe(code(payWays, '收款方式')),
        voucherIds: maybe(mediaIds('收款凭证')),
        slipNo: slipNo(),
      })
      .superRefine((asked, ctx) => {
        // A request with a voucher but without a method would leave a debt that the user believes to be paid.
        const takesNow = asked.payMode === payMode.offlineIn || asked.voucherIds?.length || asked.slipNo
        if (asked.payWay === undefined && takesNow)
          ctx.addIssue({ code: 'custom', path: ['payWay'], message: '请选择收款方式' })
        if (asked.payMode === payMode.onlineIn && asked.payWay !== undefined)
          ctx.addIssue({ code: 'custom', path: ['payWay'], message: '线上收款请出示收款码或发付款链接' })
      }),
    output: z.object({
      renewalId: out.id,
      status: out.code(renewalStatuses),
      returnAt: out.time,
      /** Present debt of the order. */
      owed: out.fen,
      paymentId: out.id.nullable(),
      /** Amount to be paid before it takes effect, and until when its time is blocked; null: it is effective. */
      toPay: ToPay.nullable(),
      moved: z.array(MovedOrder),
    }),
    refusals: [
      'orderNotFound',
      'orderStatusRefuses',
      'renewalOpen',
      'quoteExpired',
      'priceChanged',
      'overdueUnsettled',
      'renewalNoVehicle',
      'payWayClosed',
      'planPending',
    ],
    refreshes,
  }),
  cancel: write({
    operators: false,
    path: '/api/order/v1/rerent/cancel',
    summary: '取消续租',
    permission: ['renewal.create'],
    input: z.object({ renewalId: id('续租'), reason: text(1, 100, '取消原因') }),
    output: z.object({
      status: out.code(renewalStatuses),
      returnAt: out.time,
      /** Amount refunded with it, and the part that staff pay out. */
      refund: out.fen,
      byHand: out.fen,
    }),
    refusals: ['notFound', 'orderStatusRefuses', 'renewalStarted', 'renewalOpen'],
    refreshes,
  }),
  list: read({
    path: '/api/order/v1/rerent/list',
    summary: '续租记录',
    permission: ['renewal.record'],
    input: z.object({ orderId: id('订单') }),
    output: z.array(
      z.object({
        renewalId: out.id,
        seq: out.count,
        status: out.code(renewalStatuses),
        oldReturnAt: out.time,
        newReturnAt: out.time,
        addedDays: out.count,
        overHours: out.count,
        amount: out.fen,
        lines: z.array(PriceLine),
        at: out.time,
        by: z.string(),
        endedAt: out.time.nullable(),
        endReason: z.string(),
        /** Amount to be paid before it takes effect, and until when its time is blocked; null: it is effective, or ended. */
        toPay: ToPay.nullable(),
        /** Its document; null for one that is not effective. */
        paper: z.object({ agreementId: out.id, status: out.code(agreementStatuses) }).nullable(),
        /** It is the last one and has not begun, or waits for its payment. */
        mayCancel: z.boolean(),
      }),
    ),
    refusals: ['orderNotFound'],
  }),
  services: read({
    path: '/api/order/v1/rerent/service_list',
    summary: '续租服务',
    permission: ['renewal.create', 'renewal.record'],
    input: z.object({ orderId: id('订单') }),
    output: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        price: out.fen,
        /** In the order so far; 0: it may be added. */
        qty: out.count,
        maxQty: out.count,
        /** Mandatory services and insurance continue automatically. */
        fixed: z.boolean(),
      }),
    ),
    refusals: ['orderNotFound', 'orderStatusRefuses'],
  }),
}
