import { sources } from '@cheyi/domain/booking/order/codes'
import {
  deductResults,
  depositChanges,
  depositKinds,
  depositModes,
  depositPayStatuses,
  depositStatuses,
  holdStatuses,
  violationAts,
  waiveTypes,
} from '@cheyi/domain/money/deposit/codes'
import { authHoldStatuses } from '@cheyi/domain/money/deposit/hold'
import { platformDeductStates } from '@cheyi/domain/money/deposit/platform-deduct'
import { payMode, payModes, paymentStatuses, payWays } from '@cheyi/domain/money/payment/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  date,
  Flag,
  fen,
  id,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  slipNo,
  text,
  Version,
  withLabel,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'
import { DepositTerms } from '../pricing/quote.ts'
import { paidBackBy, payClients } from './payment.ts'

/** One of the two deposits of an order. Amounts in fen; available = held − captured − released − in flight. */
export const DepositRow = z.object({
  depositId: out.id,
  kind: out.code(depositKinds),
  amount: out.fen,
  mode: out.code(depositModes).nullable(),
  payStatus: out.code(depositPayStatuses),
  waiveType: out.code(waiveTypes).nullable(),
  holdStatus: out.code(holdStatuses),
  payWay: out.code(payWays).nullable(),
  held: out.fen,
  captured: out.fen,
  released: out.fen,
  /** Of the rental deposit: the part that became the violation deposit. */
  moved: out.fen,
  /** Of a deposit that the selling platform holds: requested from it without an answer, and what it took. */
  platformAsked: out.fen,
  platformTaken: out.fen,
  available: out.fen,
  /** When it may be released; null while that is unknown. */
  dueReleaseAt: out.time.nullable(),
  /** When the authorization hold expires. */
  expireAt: out.time.nullable(),
  /** Vouchers of its collection. */
  voucherIds: z.array(out.id),
  version: out.count,
})

/** With the time when an unpaid one is agreed to be collected; null: it is paid, or due now. */
export const DepositDue = DepositRow.extend({ later: out.code(violationAts).nullable() })

/** An authorization hold behind a deposit: of the card machine, a provider's freeze, or its credit. */
const Hold = z.object({
  id: out.id,
  payWay: out.code(payWays),
  /** A credit: nothing is frozen; up to this amount may be captured. */
  credit: z.boolean(),
  status: out.code(authHoldStatuses),
  amount: out.fen,
  captured: out.fen,
  released: out.fen,
  authNo: z.string(),
  cardTail: z.string(),
  expireAt: out.time,
})

const DepositWithHolds = DepositDue.extend({ holds: z.array(Hold) })

/** A pending payment link. */
const OpenLink = z.object({
  paymentId: out.id,
  status: out.code(paymentStatuses),
  url: z.string().nullable(),
  qr: z.string().nullable(),
  expiresAt: out.time.nullable(),
})

const cardTail = withLabel('卡号后四位', z.string('请填写卡号后四位数字').regex(/^\d{4}$/, '请填写卡号后四位数字'))

/** 1 租车押金, 2 违章押金, 3 both: only when collecting. */
export const collectKinds = [1, 2, 3] as const

/** Modes of a deduction: capture of an online hold, by the platform, or by hand with a voucher. */
export const deductModes = [payMode.onlineIn, payMode.platformDeduct, payMode.offlineDeduct] as const

export const deposit = {
  policy: read({
    path: '/api/order/v1/deposit_policy',
    summary: '押金规则',
    permission: ['order.list', 'longOrder.list'],
    input: z
      .object({
        orderId: maybe(id('订单')),
        storeId: maybe(id('门店')),
        modelId: maybe(id('车型')),
        source: maybe(code(sources, '订单来源')),
      })
      .superRefine((asked, ctx) => {
        if (asked.orderId) return
        if (!asked.storeId) ctx.addIssue({ code: 'custom', path: ['storeId'], message: '请选择门店' })
        if (!asked.modelId) ctx.addIssue({ code: 'custom', path: ['modelId'], message: '请选择车型' })
      }),
    output: DepositTerms,
    refusals: ['depositRuleMissing'],
  }),
  forPickup: read({
    path: '/api/order/v1/pickup_deposit',
    summary: '取车时的押金',
    permission: ['deposit.collect', 'order.pickup'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      depositStatus: out.code(depositStatuses),
      depositPayStatus: out.code(depositPayStatuses),
      rows: z.array(
        DepositWithHolds.extend({
          due: out.fen,
          /** Amount that is missing after a change of the order's terms, for a held deposit. */
          short: out.fen,
          link: OpenLink.nullable(),
          /** Until when the deposit must be held: the end of the rental, for a violation deposit including the days after it. */
          neededUntil: out.time,
        }),
      ),
      /** Methods with an authorization hold (mode 2). */
      holdWays: z.array(out.code(payWays)),
      modes: z.array(out.code(depositModes)),
      waiveTypes: z.array(out.code(waiveTypes)),
      payWays: z.array(out.code(payWays)),
      warnings: z.array(z.string()),
    }),
    refusals: ['depositRuleMissing'],
  }),
  pay: write({
    operators: false,
    path: '/order/deposit/payDeposit/v1',
    summary: '收押金、补足、更换、免押',
    permission: ['deposit.collect'],
    input: z.object({
      orderId: id('订单'),
      kind: code(collectKinds, '押金类型'),
      mode: code(depositModes, '押金方式'),
      payWay: maybe(code(payWays, '收款方式')),
      waiveType: maybe(code(waiveTypes, '免押方式')),
      amount: fen('押金金额'),
      /** Of a pre-authorization at the card machine (mode 2, method 5), as on its slip; without a last day, the longest time applies. */
      authNo: maybe(text(4, 20, '预授权码')),
      cardTail: maybe(cardTail),
      authEndOn: maybe(date('预授权有效期')),
      voucherIds: maybe(mediaIds('收款凭证')),
      slipNo: slipNo(),
      client: maybe(word(payClients, '打开方式')),
      /**
       * For a held deposit: 1 adds the amount, 2 replaces its whole cover, and the previous cover is released once the
       * new one is there. Requires the version of the deposit that the user saw.
       */
      change: maybe(code(depositChanges, '押金调整')),
      version: maybe(Version),
    }),
    output: z.object({
      rows: z.array(DepositRow),
      /** For a hold at a provider that the customer has to confirm: id for querying its state. */
      paymentId: out.id.nullable(),
      url: z.string().nullable(),
      qr: z.string().nullable(),
    }),
    refusals: ['amountWrong', 'depositTaken', 'depositRuleMissing', 'payWayClosed', 'waiverRefused', 'channelRefused'],
    refreshes: ['order', 'overview', 'todo', 'expense.bill', 'pickupReturn.task'],
  }),
  agreeLong: write({
    operators: false,
    path: '/api/order/v1/update_longorder_deposit',
    summary: '修改长租押金',
    permission: ['deposit.collect'],
    /** The agreed amount of a long order's deposit, before it is collected; 0: waived. */
    input: z.object({
      orderId: id('订单'),
      kind: code(depositKinds, '押金'),
      amount: fen('押金金额'),
      version: maybe(Version),
    }),
    output: z.object({ rows: z.array(DepositRow) }),
    refusals: ['orderNotFound', 'orderStatusRefuses', 'depositTaken', 'amountWrong', 'stale'],
    refreshes: ['order', 'overview', 'todo', 'pickupReturn.task'],
  }),
  agree: write({
    operators: false,
    path: '/api/order/v1/deposit/agree',
    summary: '约定押金',
    permission: ['deposit.collect'],
    /**
     * For an order that was booked before its model had deposits. Both missing: the amounts of the present rules; other
     * amounts (0: waived) need the permission to waive.
     */
    input: z
      .object({
        orderId: id('订单'),
        rental: maybe(fen('租车押金')),
        violation: maybe(fen('违章押金')),
      })
      .superRefine(({ rental, violation }, ctx) => {
        if ((rental === undefined) === (violation === undefined)) return
        const [path, label] = rental === undefined ? ['rental', '租车押金'] : ['violation', '违章押金']
        ctx.addIssue({ code: 'custom', path: [path], message: `请输入${label}，免收填 0` })
      }),
    output: z.object({ rows: z.array(DepositRow) }),
    refusals: ['orderStatusRefuses', 'depositRuleMissing', 'amountWrong', 'stale'],
    refreshes: ['order', 'overview', 'todo', 'pickupReturn.task'],
  }),
  withdrawWaiver: write({
    operators: false,
    path: '/api/order/v1/deposit/withdraw_waiver',
    summary: '撤回免押',
    permission: ['deposit.waive'],
    input: z.object({ depositId: id('押金'), reason: text(1, 200, '撤回原因') }),
    output: z.object({ deposit: DepositRow }),
    refusals: ['orderStatusRefuses'],
    refreshes: ['order', 'overview', 'todo', 'pickupReturn.task'],
  }),
  detail: read({
    path: '/api/order/v1/deposit/detail',
    summary: '押金与扣款记录',
    permission: ['deposit.deduct', 'deposit.release'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      rows: z.array(DepositWithHolds),
      /** Charges that the customer owes and a deposit may pay. */
      charges: z.array(
        z.object({
          code: z.string(),
          refId: out.id.nullable(),
          name: z.string(),
          owed: out.fen,
          /** Deposits that may pay it, its own first. */
          kinds: z.array(out.code(depositKinds)),
        }),
      ),
      deductions: z.array(
        z.object({
          id: out.id,
          kind: out.code(depositKinds),
          amount: out.fen,
          mode: out.code(payModes),
          /** Refunded part; the result is 已退款 (3) once it is all. */
          refunded: out.fen,
          /** null while the answer is pending: 扣款中. */
          result: out.code(deductResults).nullable(),
          /** Of a request to a platform (平台扣款): the requested amount, its state and its words. */
          asked: out.fen.nullable(),
          state: out.code(platformDeductStates).nullable(),
          answer: z.string(),
          reason: z.string(),
          photos: z.array(MediaView),
          at: out.time,
          operatorName: z.string(),
        }),
      ),
      modes: z.array(out.code(payModes)),
    }),
    refusals: ['orderNotFound'],
  }),
  convert: write({
    operators: false,
    path: '/api/order/v1/deposit/convert',
    summary: '转违章押金',
    permission: ['deposit.collect'],
    whileSuspended: true,
    input: z.object({ orderId: id('订单'), version: maybe(Version) }),
    output: z.object({ rows: z.array(DepositRow) }),
    refusals: ['orderStatusRefuses', 'depositTaken', 'beyondDeposit', 'depositRuleMissing'],
    refreshes: ['order', 'overview', 'todo', 'expense'],
  }),
  deduct: write({
    operators: false,
    path: '/api/order/v1/deposit/deduct',
    summary: '押金扣款',
    permission: ['deposit.deduct'],
    twoPerson: ['deduction'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      kind: code(depositKinds, '押金类型'),
      lines: list(
        nestedRecord({ code: text(1, 32, '费用'), refId: maybe(id('费用单')), amount: fen('扣款金额', 1) }, '扣款项'),
        50,
        '扣款金额',
        1,
      ),
      mode: code(deductModes, '扣款方式'),
      reason: text(1, 200, '扣款原因'),
      photoIds: mediaIds('扣款凭证'),
      /** Of the completion at the card machine. */
      slipNo: slipNo(),
    }),
    output: z.object({
      deposit: DepositRow,
      deductResult: out.code(deductResults).nullable(),
      /** The supplement for the part beyond the deposit. */
      supplementId: out.id.nullable(),
    }),
    refusals: ['beyondDeposit', 'amountWrong'],
    refreshes: ['order', 'overview', 'todo', 'expense', 'damage', 'pickupReturn.task'],
  }),
  release: write({
    operators: false,
    path: '/api/order/v1/deposit/release',
    summary: '退押金',
    permission: ['deposit.release'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      kind: code(depositKinds, '押金类型'),
      /** Missing: everything that is left. */
      amount: maybe(fen('退还金额', 1)),
      /** Confirms a release before the due day. */
      early: maybe(Flag),
      voucherIds: maybe(mediaIds('退款凭证')),
      ...paidBackBy,
    }),
    output: z.object({ deposit: DepositRow }),
    refusals: [
      'orderStatusRefuses',
      'openCasesBlock',
      'releaseTooEarly',
      'beyondRefundable',
      'amountWrong',
      'payWayClosed',
    ],
    refreshes: ['order', 'overview', 'todo', 'expense'],
  }),
  retry: write({
    operators: false,
    path: '/api/order/v1/deposit/retry',
    summary: '重试退押金',
    permission: ['deposit.release'],
    whileSuspended: true,
    input: z.object({ depositId: id('押金') }),
    output: z.object({ deposit: DepositRow }),
    refusals: ['amountWrong', 'beyondRefundable'],
    refreshes: ['order', 'overview', 'todo', 'expense'],
  }),
  withdraw: write({
    operators: false,
    path: '/api/order/v1/deposit/withdraw',
    summary: '撤回退押金',
    permission: ['deposit.release'],
    whileSuspended: true,
    input: z.object({ depositId: id('押金'), reason: text(1, 200, '撤回原因') }),
    output: z.object({ deposit: DepositRow }),
    refusals: ['orderStatusRefuses', 'beyondRefundable'],
    refreshes: ['order', 'overview', 'todo', 'expense'],
  }),
}
