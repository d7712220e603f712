import { deductResults } from '@cheyi/domain/money/deposit/codes'
import { offlinePayWays, payMode, payWays } from '@cheyi/domain/money/payment/codes'
import { type ViolationConsentWay, violationConsentWays } from '@cheyi/domain/rental/violation/claim'
import {
  handleWays,
  matchType,
  matchTypes,
  officialStates,
  violationSources,
  violationStatuses,
} from '@cheyi/domain/rental/violation/codes'
import { violationColumns } from '@cheyi/domain/rental/violation/columns'
import {
  MAX_BATCH,
  MAX_EVIDENCE,
  MAX_POINTS,
  type ViolationGroup,
  violationGroups,
} from '@cheyi/domain/rental/violation/violation'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  Flag,
  fen,
  flag,
  id,
  int,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  orElse,
  slipNo,
  text,
  time,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { DepositRow, deductModes } from '../money/deposit.ts'
import { paidBackBy } from '../money/payment.ts'
import { tableLooks } from '../platform/job.ts'
import { MediaView } from '../platform/media.ts'
import { importCalls, violationRefreshes } from './violation-import.ts'
import { leaseCalls, transferFields } from './violation-lease.ts'
import { noticeCalls } from './violation-notice.ts'
import { Claim, Holder, Near, ViolationRow } from './violation-view.ts'

/** 违章: traffic violations: who drove, who handles it, what it costs. Pages of the order and of the merchant show the same rows. */
const refreshes = violationRefreshes

const groups = Object.keys(violationGroups) as ViolationGroup[]

const consentWays = Object.keys(violationConsentWays) as ViolationConsentWay[]
/** Ways of consent that staff may enter; on their own page customers consent themselves. */
const staffConsents = ['phone', 'written'] as const satisfies readonly ViolationConsentWay[]

/** Actions on a violation, except payments. */
export const violationActions = [
  'agency',
  'staff',
  'proof',
  'accept',
  'refuse',
  'done',
  'offline',
  'transfer',
  'transferTold',
  'transferDone',
  'transferRefused',
  'close',
  'reopen',
] as const

/** Actions that need no input per violation. */
export const batchActions = ['notify', 'agency', 'staff', 'transfer', 'close'] as const

/** Refunded by the method of the payment, or by hand with a voucher. */
export const violationRefundModes = [payMode.onlineOut, payMode.offlineOut] as const

const facts = {
  occurAt: time('违章时间'),
  place: text(0, 200, '违章地点'),
  act: text(1, 200, '违章行为'),
  actCode: maybe(text(0, 10, '违法代码')),
  points: int(0, MAX_POINTS, '扣分', '扣分应为0-12的整数'),
  /** Missing: the authority has not decided yet. */
  fine: maybe(fen('罚款金额')),
  docNo: maybe(text(0, 40, '文书号')),
  authority: maybe(text(0, 60, '处理机关')),
  officialState: orElse(code(officialStates, '官方处理状态'), 0),
  photoIds: maybe(mediaIds('违章凭证', MAX_EVIDENCE)),
  remark: maybe(text(0, 500, '备注')),
}

const Handled = z.object({ violationId: out.id, status: out.code(violationStatuses), version: out.count })

/** Liable parties that staff can choose without an order. */
const responsible = [matchType.staff, matchType.merchant] as const

/** Filter of the list. */
const filter = {
  group: maybe(word(groups, '状态')),
  storeId: maybe(id('门店')),
  vehicleId: maybe(id('车辆')),
  handleWay: maybe(code(handleWays, '处理方式')),
  /** Part of a plate, of the number of the order or the violation, or the renter's whole name. */
  keyword: maybe(text(0, 60, '关键字')),
}

export const violation = {
  ...noticeCalls,
  ...importCalls,
  ...leaseCalls,
  page: read({
    path: '/api/violation/v1/page',
    summary: '违章列表',
    permission: ['violation.list'],
    input: z.object({
      ...cursorPaging(),
      ...filter,
    }),
    /** By deadline, then latest first. */
    output: z.object({
      ...out.pageOf(ViolationRow),
      /** Of the whole filter except its group; with the first page only. */
      /** `late`, `soon`: unsettled ones whose deadline has passed, or passes within two days. */
      counts: z
        .object({
          todo: out.count,
          running: out.count,
          toClose: out.count,
          ended: out.count,
          late: out.count,
          soon: out.count,
        })
        .nullable(),
    }),
  }),
  exportList: write({
    operators: false,
    path: '/api/violation/v1/export',
    summary: '导出违章',
    permission: ['violation.list'],
    changes: false,
    input: z.object({ ...filter, ...tableLooks(violationColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
  makeCase: write({
    operators: false,
    path: '/api/violation/v1/case',
    summary: '生成违章处理记录（PDF）',
    permission: ['violation.handle'],
    changes: false,
    input: z.object({ violationId: id('违章') }),
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull'],
  }),
  detail: read({
    path: '/api/violation/v1/detail',
    summary: '违章详情',
    permission: ['violation.list', 'violation.record'],
    input: z.object({ violationId: id('违章') }),
    output: ViolationRow.extend({
      docNo: z.string(),
      authority: z.string(),
      source: out.code(violationSources),
      remark: z.string(),
      evidence: z.array(MediaView),
      proof: z.array(MediaView),
      /** Staff determined who drove. */
      byHand: z.boolean(),
      /** While the driver is unknown: the result of matching the car's rental times now. */
      holder: Holder.nullable(),
      /** For an order: the claim, line by line, and its highest amounts. Fen. */
      claim: Claim.nullable(),
      /** The merchant's payment of the fine; null: none. */
      finePaid: z
        .object({ amount: out.fen, payWay: out.code(payWays), at: out.time, byName: z.string(), borne: out.fen })
        .nullable(),
      /** How the customer agreed that the merchant pays for them. */
      consent: z.object({ way: out.word(consentWays), at: out.time }).nullable(),
      /** The proof that the customer submitted on their own page, to be checked; null: none. */
      handedIn: z.object({ photos: z.array(MediaView), at: out.time }).nullable(),
      ...transferFields,
      notifiedAt: out.time.nullable(),
      /** When it was closed; it can be reopened for some time. */
      closedAt: out.time.nullable(),
      log: z.array(z.object({ at: out.time, byName: z.string(), action: z.string(), note: z.string() })),
    }),
  }),
  preview: read({
    path: '/api/violation/v1/match/preview',
    summary: '匹配预览',
    permission: ['violation.list', 'violation.create'],
    input: z.object({ plate: text(1, 20, '车牌号'), occurAt: time('违章时间') }),
    output: Holder,
    refusals: ['violationTimeWrong'],
  }),
  around: read({
    path: '/api/violation/v1/match/around',
    summary: '可匹配订单',
    permission: ['violation.handle'],
    input: z.object({ violationId: id('违章') }),
    /** Orders that the caller may see and that had the car within a day, nearest first. */
    output: z.array(Near),
  }),
  people: read({
    path: '/api/violation/v1/match/people',
    summary: '可选员工',
    permission: ['violation.handle'],
    /** Includes former employees, since they may have driven. */
    output: z.array(z.object({ accountId: out.id, name: z.string() })),
  }),
  create: write({
    operators: false,
    path: '/api/violation/v1/create',
    summary: '登记违章',
    permission: ['violation.create'],
    whileSuspended: true,
    input: z.object({ plate: text(1, 20, '车牌号', '请选择车牌'), ...facts }),
    output: Handled.extend({ matchType: out.code(matchTypes).nullable() }),
    /** The existing violation's id is in `violationId`. */
    refusals: ['violationExists', 'violationTimeWrong'],
    refreshes,
  }),
  list: read({
    path: '/api/order/v1/illegal_order',
    summary: '订单违章',
    permission: ['violation.record'],
    input: z.object({ orderId: id('订单') }),
    /** Latest first, each with the amounts to be collected and that may be refunded. */
    output: z.array(ViolationRow.extend({ due: out.fen, refundable: out.fen })),
    refusals: ['orderNotFound'],
  }),
  save: write({
    operators: false,
    path: '/api/illegal_order/save/v1',
    summary: '登记、修改订单违章',
    permission: ['violation.create'],
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      /** Missing: a new one. */
      id: maybe(id('违章')),
      version: maybe(Version),
      /** Missing: the car that the order had at that minute. */
      vehicleId: maybe(id('车辆')),
      ...facts,
    }),
    output: z.object({ id: out.id, status: out.code(violationStatuses), version: out.count }),
    refusals: [
      'violationExists',
      'violationTimeWrong',
      'violationOutsideRental',
      'violationStatusRefuses',
      'orderStatusRefuses',
    ],
    refreshes,
  }),
  match: write({
    operators: false,
    path: '/api/violation/v1/match',
    summary: '匹配违章',
    permission: ['violation.handle'],
    repeat: 'version',
    whileSuspended: true,
    /** An order, an employee, or the merchant itself. */
    input: z.object({
      violationId: id('违章'),
      version: Version,
      orderId: maybe(id('订单')),
      matchType: maybe(code(responsible, '责任方')),
      accountId: maybe(id('员工')),
    }),
    output: Handled,
    refusals: ['violationOutsideRental', 'violationStatusRefuses', 'orderNotFound'],
    refreshes,
  }),
  cancel: write({
    operators: false,
    path: '/api/violation/v1/void',
    summary: '作废违章',
    permission: ['violation.handle'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({ violationId: id('违章'), version: Version, reason: text(1, 200, '作废原因') }),
    output: Handled,
    refusals: ['violationStatusRefuses'],
    refreshes,
  }),
  notify: write({
    operators: false,
    path: '/api/violation/v1/notify',
    summary: '通知客户处理违章',
    permission: ['violation.handle'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({ violationId: id('违章'), version: Version }),
    output: Handled.extend({ deadlineAt: out.time }),
    refusals: ['violationStatusRefuses', 'smsFailed'],
    refreshes,
  }),
  handle: write({
    operators: false,
    path: '/api/violation/v1/handle',
    summary: '处理违章',
    /** Each action asks for its own: a clerk who has violations of orders alone takes the customer's proof. */
    permission: ['violation.handle', 'violation.deduct', 'violation.record'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({
      violationId: id('违章'),
      version: Version,
      action: word(violationActions, '处理'),
      /** For `agency`: how the customer agreed; missing where they did so on their own page. */
      consent: maybe(word(staffConsents, '客户同意方式')),
      /** For `proof` and `done`. */
      photoIds: maybe(mediaIds('处理凭证', MAX_EVIDENCE)),
      /** For `proof`: the authority reports it as settled, so that no picture is needed. */
      officialState: maybe(code(officialStates, '官方处理状态')),
      /** For `offline`, `reopen`, `transferRefused` and `refuse`, where the customer sees it. */
      reason: maybe(text(1, 200, '原因')),
    }),
    output: Handled,
    refusals: ['violationStatusRefuses', 'pointsNotTradable', 'violationUndeducted'],
    refreshes,
  }),
  /** The same for many: those of one customer are sent in one message. The job has the result of each. */
  batch: write({
    operators: false,
    path: '/api/violation/v1/batch',
    summary: '批量通知、处理、结案违章',
    permission: ['violation.handle'],
    whileSuspended: true,
    input: z.object({
      action: word(batchActions, '处理'),
      cases: list(nestedRecord({ violationId: id('违章'), version: Version }, '违章'), MAX_BATCH, '违章', 1),
      /** For `agency`: how the customers agreed. */
      consent: maybe(word(staffConsents, '客户同意方式')),
    }),
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull'],
    refreshes,
  }),
  appeal: write({
    operators: false,
    path: '/api/violation/v1/appeal',
    summary: '登记客户申诉',
    permission: ['violation.handle'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({
      violationId: id('违章'),
      version: Version,
      reason: text(1, 200, '申诉理由'),
      photoIds: maybe(mediaIds('申诉材料', MAX_EVIDENCE)),
    }),
    output: Handled,
    refusals: ['violationStatusRefuses'],
    refreshes,
  }),
  appealResult: write({
    operators: false,
    path: '/api/violation/v1/appeal/result',
    summary: '申诉结果',
    permission: ['violation.handle'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({
      violationId: id('违章'),
      version: Version,
      upheld: flag('请选择申诉是否成立', '申诉成立'),
      reason: text(1, 200, '处理说明'),
    }),
    output: Handled,
    refusals: ['violationStatusRefuses'],
    refreshes,
  }),
  paid: write({
    operators: false,
    path: '/api/violation/v1/paid',
    summary: '登记代缴罚款',
    permission: ['violation.deduct'],
    whileSuspended: true,
    input: z.object({
      violationId: id('违章'),
      version: Version,
      /** Missing: the recorded payment is removed. */
      amount: maybe(fen('缴款金额', 1)),
      payWay: maybe(code(offlinePayWays, '付款方式')),
      slipNo: slipNo(),
      voucherIds: maybe(mediaIds('缴款凭证')),
    }),
    output: Handled,
    refusals: ['violationStatusRefuses', 'shiftNeeded'],
    refreshes,
  }),
  deduct: write({
    operators: false,
    path: '/api/violation/v1/deduct',
    summary: '确定违章费用、扣款',
    permission: ['violation.deduct'],
    twoPerson: ['deduction'],
    whileSuspended: true,
    input: z.object({
      violationId: id('违章'),
      version: Version,
      /** Fixes what the customer owes; missing once that is fixed. */
      lines: maybe(nestedRecord({ fine: fen('代缴罚款'), agency: fen('代办费'), penalty: fen('违约金') }, '费用')),
      /** Deducted from the violation deposit. */
      take: maybe(
        nestedRecord({ payMode: code(deductModes, '扣款方式'), amount: fen('扣款金额', 1), slipNo: slipNo() }, '扣款'),
      ),
    }),
    output: Handled.extend({
      /** Of the requested deduction; null when there was none or its provider has not answered. */
      deductResult: out.code(deductResults).nullable(),
      /** Amount still to be collected, fen. */
      due: out.fen,
      /** What the company of the order owes beyond its credit with this, fen: the charge cannot be refused. 0 within it. */
      overCredit: out.fen,
    }),
    refusals: ['violationStatusRefuses', 'amountWrong', 'beyondDeposit', 'orderStatusRefuses'],
    refreshes,
  }),
  waive: write({
    operators: false,
    path: '/api/violation/v1/waive',
    summary: '免除违章费用',
    permission: ['violation.deduct'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({ violationId: id('违章'), version: Version, reason: text(1, 200, '免除原因') }),
    output: Handled,
    refusals: ['violationStatusRefuses'],
    refreshes,
  }),
  refund: write({
    operators: false,
    path: '/api/illegal_order/refund/v1',
    summary: '退还违章押金、退还违章费用',
    permission: ['violation.refund'],
    whileSuspended: true,
    input: z
      .object({
        /** Refunds what was collected for a violation. */
        violationId: maybe(id('违章')),
        /** Alternatively, releases the violation deposit of an order. */
        orderId: maybe(id('订单')),
        /** For a violation required; for a deposit, missing: all that is left. */
        amount: maybe(fen('退还金额', 1)),
        payMode: code(violationRefundModes, '退还方式'),
        /** Confirms a release before the due day. */
        early: maybe(Flag),
        voucherIds: maybe(mediaIds('退款凭证')),
        ...paidBackBy,
        reason: maybe(text(1, 200, '退还原因')),
      })
      .superRefine(({ violationId, orderId, amount, reason }, ctx) => {
        const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
        if ((violationId === undefined) === (orderId === undefined)) refuse('violationId', '请选择违章或订单')
        if (violationId !== undefined && amount === undefined) refuse('amount', '请输入退还金额')
        if (violationId !== undefined && reason === undefined) refuse('reason', '请输入退还原因')
      }),
    output: z.object({
      /** Amount paid to the customer, without the part that is put back into the deposit, fen. */
      paidOut: out.fen,
      deposit: DepositRow.nullable(),
    }),
    refusals: ['beyondRefundable', 'openCasesBlock', 'releaseTooEarly', 'violationStatusRefuses', 'payWayClosed'],
    refreshes,
  }),
}
