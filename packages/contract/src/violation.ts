import { deductResults } from '@cheyi/domain/deposit/codes'
import { orderKinds } from '@cheyi/domain/order/codes'
import { offlinePayWays, payMode, payModes, payWays } from '@cheyi/domain/payment/codes'
import { type IllegalConsentWay, illegalConsentWays } from '@cheyi/domain/violation/claim'
import {
  deductStates,
  handleWays,
  illegalSources,
  illegalStatuses,
  matchType,
  matchTypes,
  officialStates,
} from '@cheyi/domain/violation/codes'
import { illegalColumnKeys } from '@cheyi/domain/violation/columns'
import { type IllegalGroup, illegalGroups, MAX_BATCH, MAX_EVIDENCE, MAX_POINTS } from '@cheyi/domain/violation/illegal'
import { z } from 'zod'
import { DepositRow, deductModes } from './deposit.ts'
import { tableLooks } from './job.ts'
import { read, write } from './kernel/call.ts'
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
  nested,
  orElse,
  slipNo,
  text,
  time,
  Version,
  word,
} from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { MediaView } from './media.ts'
import { paidBackBy } from './payment.ts'
import { illegalRefreshes, importCalls } from './violation-import.ts'
import { leaseCalls, transferFields } from './violation-lease.ts'
import { noticeCalls } from './violation-notice.ts'

/** Traffic violations (违章): who drove, who sees to it, what it costs. The order's pages and the merchant's show the same rows. */
const refreshes = illegalRefreshes

const groups = Object.keys(illegalGroups) as IllegalGroup[]

/** A violation as lists show it. */
const Row = z.object({
  illegalId: out.id,
  no: z.string(),
  status: out.code(illegalStatuses),
  plate: z.string(),
  /** Null: no car of the merchant ever carried the plate. */
  vehicleId: out.id.nullable(),
  modelName: z.string().nullable(),
  occurAt: out.time,
  place: z.string(),
  act: z.string(),
  actCode: z.string(),
  points: out.count,
  /** Null: the office has not decided yet. */
  fine: out.fen.nullable(),
  matchType: out.code(matchTypes).nullable(),
  orderId: out.id.nullable(),
  orderNo: z.string().nullable(),
  orderKind: out.code(orderKinds).nullable(),
  /** Who rented, or who of the merchant's people drove; the family name alone without the key for people's files. */
  driverName: z.string().nullable(),
  handleWay: out.code(handleWays).nullable(),
  officialState: out.code(officialStates),
  deadlineAt: out.time.nullable(),
  overdue: z.boolean(),
  /** The customer has handed in a proof that nobody looked at yet. */
  awaitsLook: z.boolean(),
  /** What the customer owes of it, null while nothing was charged, and how far that is collected. */
  payable: out.fen.nullable(),
  deductState: out.code(deductStates),
  createdAt: out.time,
  version: out.count,
})

const Stretch = z.object({
  orderId: out.id,
  orderNo: z.string(),
  orderKind: out.code(orderKinds),
  renterName: z.string(),
  from: out.time,
  /** Null: the car is still out. */
  to: out.time.nullable(),
})

/** One that had the car before or after the minute. */
const Near = Stretch.extend({ minutes: out.count, side: out.word(['before', 'after']) })

/** Who held a car at a minute, as far as the caller sees it. */
const Holder = z.object({
  vehicleId: out.id.nullable(),
  modelName: z.string().nullable(),
  by: out.word(['order', 'staff', 'merchant', 'nobody']),
  /** Null where it is of a store out of sight. */
  stretch: Stretch.nullable(),
  staffName: z.string().nullable(),
  /** Orders that had it shortly before or after, the nearest first. */
  candidates: z.array(Near),
})

const consentWays = Object.keys(illegalConsentWays) as IllegalConsentWay[]
/** What staff may say of it: on their own page customers agree themselves. */
const staffConsents = ['phone', 'written'] as const satisfies readonly IllegalConsentWay[]

const Lines = z.object({ fine: out.fen, agency: out.fen, penalty: out.fen })

const Claim = Lines.extend({
  /** At most, as agreed with the order. */
  most: Lines,
  refunded: out.fen,
  waived: out.fen,
  /** Still to be collected. */
  due: out.fen,
  /** What of it may be paid back. */
  refundable: out.fen,
  /** How the last deduction for it went; null while it is awaited, or when there was none. */
  deductResult: out.code(deductResults).nullable(),
  /** The violation deposit of its order: what of it may be taken, and how. */
  available: out.fen,
  modes: z.array(out.code(payModes)),
})

/** What may be done with one besides its money. */
export const illegalActions = [
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

/** What needs nothing of each but its turn. */
export const batchActions = ['notify', 'agency', 'staff', 'transfer', 'close'] as const

/** Money goes back by the way it came, or by hand with its voucher at once. */
export const illegalRefundModes = [payMode.onlineOut, payMode.offlineOut] as const

const facts = {
  occurAt: time('违章时间'),
  place: text(0, 200, '违章地点'),
  act: text(1, 200, '违章行为'),
  actCode: maybe(text(0, 10, '违法代码')),
  points: int(0, MAX_POINTS, '扣分', '扣分应为0-12的整数'),
  /** Missing: the office has not decided yet. */
  fine: maybe(fen('罚款金额')),
  docNo: maybe(text(0, 40, '文书号')),
  authority: maybe(text(0, 60, '处理机关')),
  officialState: orElse(code(officialStates, '官方处理状态'), 0),
  photoIds: maybe(mediaIds('违章凭证', MAX_EVIDENCE)),
  remark: maybe(text(0, 500, '备注')),
}

const Handled = z.object({ illegalId: out.id, status: out.code(illegalStatuses), version: out.count })

/** Whom somebody names who knows better: an order has a way of its own. */
const responsible = [matchType.staff, matchType.merchant] as const

/** What the list is narrowed by. */
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
    path: '/api/illegal/v1/page',
    summary: '违章列表',
    permission: ['illegal.list'],
    input: z.object({
      ...cursorPaging(),
      ...filter,
    }),
    /** What is due first, then the latest. */
    output: z.object({
      ...out.pageOf(Row),
      /** Of the whole filter but its group; with the first page only. */
      counts: z.object({ todo: out.count, running: out.count, toClose: out.count, ended: out.count }).nullable(),
    }),
  }),
  exportList: write({
    path: '/api/illegal/v1/export',
    summary: '导出违章',
    permission: ['illegal.list'],
    changes: false,
    input: z.object({ ...filter, ...tableLooks(illegalColumnKeys) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'notFound'],
  }),
  makeCase: write({
    path: '/api/illegal/v1/case',
    summary: '生成违章处理记录（PDF）',
    permission: ['illegal.handle'],
    changes: false,
    input: z.object({ illegalId: id('违章') }),
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull'],
  }),
  detail: read({
    path: '/api/illegal/v1/detail',
    summary: '违章详情',
    permission: ['illegal.list', 'illegal.record'],
    input: z.object({ illegalId: id('违章') }),
    output: Row.extend({
      docNo: z.string(),
      authority: z.string(),
      source: out.code(illegalSources),
      remark: z.string(),
      evidence: z.array(MediaView),
      proof: z.array(MediaView),
      /** Somebody decided who drove. */
      byHand: z.boolean(),
      /** While nobody is known: what the time of the car says now. */
      holder: Holder.nullable(),
      /** Of an order: what the customer owes of it, line by line, and what may be claimed at most. Fen. */
      claim: Claim.nullable(),
      /** What the merchant paid of the fine; null: nothing. */
      finePaid: z
        .object({ amount: out.fen, payWay: out.code(payWays), at: out.time, byName: z.string(), borne: out.fen })
        .nullable(),
      /** How the customer agreed to the merchant paying for them. */
      consent: z.object({ way: out.word(consentWays), at: out.time }).nullable(),
      /** What the customer handed in by their own page, for staff to look at; null: nothing waits. */
      handedIn: z.object({ photos: z.array(MediaView), at: out.time }).nullable(),
      ...transferFields,
      notifiedAt: out.time.nullable(),
      /** When it ended; it may be opened again for some time. */
      closedAt: out.time.nullable(),
      log: z.array(z.object({ at: out.time, byName: z.string(), action: z.string(), note: z.string() })),
    }),
  }),
  preview: read({
    path: '/api/illegal/v1/match/preview',
    summary: '匹配预览',
    permission: ['illegal.list', 'illegal.create'],
    input: z.object({ plate: text(1, 20, '车牌号'), occurAt: time('违章时间') }),
    output: Holder,
    refusals: ['illegalTimeWrong'],
  }),
  around: read({
    path: '/api/illegal/v1/match/around',
    summary: '可匹配订单',
    permission: ['illegal.handle'],
    input: z.object({ illegalId: id('违章') }),
    /** Orders in sight that had the car within a day, the nearest first. */
    output: z.array(Near),
  }),
  people: read({
    path: '/api/illegal/v1/match/people',
    summary: '可选员工',
    permission: ['illegal.handle'],
    /** Also those who have left: it may have been theirs. */
    output: z.array(z.object({ accountId: out.id, name: z.string() })),
  }),
  create: write({
    path: '/api/illegal/v1/create',
    summary: '录入违章',
    permission: ['illegal.create'],
    whileSuspended: true,
    input: z.object({ plate: text(1, 20, '车牌号', '请选择车牌'), ...facts }),
    output: Handled.extend({ matchType: out.code(matchTypes).nullable() }),
    /** The violation that is there, its id in `illegalId`. */
    refusals: ['illegalExists', 'illegalTimeWrong'],
    refreshes,
  }),
  list: read({
    path: '/api/order/v1/illegal_order',
    summary: '订单违章',
    permission: ['illegal.record'],
    input: z.object({ orderId: id('订单') }),
    /** The latest first. What of each is still to be collected, and what may be paid back of it. */
    output: z.array(Row.extend({ due: out.fen, refundable: out.fen })),
    refusals: ['orderNotFound'],
  }),
  save: write({
    path: '/api/illegal_order/save/v1',
    summary: '登记、修改订单违章',
    permission: ['illegal.create'],
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
    output: z.object({ id: out.id, status: out.code(illegalStatuses), version: out.count }),
    refusals: [
      'illegalExists',
      'illegalTimeWrong',
      'illegalOutsideRental',
      'illegalStatusRefuses',
      'orderStatusRefuses',
    ],
    refreshes,
  }),
  match: write({
    path: '/api/illegal/v1/match',
    summary: '匹配违章',
    permission: ['illegal.handle'],
    repeat: 'version',
    whileSuspended: true,
    /** An order, an employee, or nobody but the merchant. */
    input: z.object({
      illegalId: id('违章'),
      version: Version,
      orderId: maybe(id('订单')),
      matchType: maybe(code(responsible, '责任方')),
      accountId: maybe(id('员工')),
    }),
    output: Handled,
    refusals: ['illegalOutsideRental', 'illegalStatusRefuses', 'orderNotFound'],
    refreshes,
  }),
  cancel: write({
    path: '/api/illegal/v1/void',
    summary: '作废违章',
    permission: ['illegal.handle'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({ illegalId: id('违章'), version: Version, reason: text(1, 200, '作废原因') }),
    output: Handled,
    refusals: ['illegalStatusRefuses'],
    refreshes,
  }),
  notify: write({
    path: '/api/illegal/v1/notify',
    summary: '通知客户处理违章',
    permission: ['illegal.handle'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({ illegalId: id('违章'), version: Version }),
    output: Handled.extend({ deadlineAt: out.time }),
    refusals: ['illegalStatusRefuses', 'smsFailed'],
    refreshes,
  }),
  handle: write({
    path: '/api/illegal/v1/handle',
    summary: '处理违章',
    /** Each action asks for its own: a clerk who has violations of orders alone takes the customer's proof. */
    permission: ['illegal.handle', 'illegal.deduct', 'illegal.record'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({
      illegalId: id('违章'),
      version: Version,
      action: word(illegalActions, '处理'),
      /** Of `agency`: how the customer agreed; left out where they did by their own page. */
      consent: maybe(word(staffConsents, '客户同意方式')),
      /** Of `proof` and `done`. */
      photoIds: maybe(mediaIds('处理凭证', MAX_EVIDENCE)),
      /** Of `proof`: the office says that it is settled, so that no picture is needed. */
      officialState: maybe(code(officialStates, '官方处理状态')),
      /** Of `offline`, `reopen`, `transferRefused` and `refuse`: there the customer reads it. */
      reason: maybe(text(1, 200, '原因')),
    }),
    output: Handled,
    refusals: ['illegalStatusRefuses', 'pointsNotTradable', 'illegalUndeducted'],
    refreshes,
  }),
  /** The same for many: those of one customer are told by one message. How each ended is the job's answer. */
  batch: write({
    path: '/api/illegal/v1/batch',
    summary: '批量通知、处理、结案违章',
    permission: ['illegal.handle'],
    whileSuspended: true,
    input: z.object({
      action: word(batchActions, '处理'),
      cases: list(nested({ illegalId: id('违章'), version: Version }, '违章'), MAX_BATCH, '违章', 1),
      /** Of `agency`: how the customers agreed. */
      consent: maybe(word(staffConsents, '客户同意方式')),
    }),
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull'],
    refreshes,
  }),
  appeal: write({
    path: '/api/illegal/v1/appeal',
    summary: '登记客户申诉',
    permission: ['illegal.handle'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({
      illegalId: id('违章'),
      version: Version,
      reason: text(1, 200, '申诉理由'),
      photoIds: maybe(mediaIds('申诉材料', MAX_EVIDENCE)),
    }),
    output: Handled,
    refusals: ['illegalStatusRefuses'],
    refreshes,
  }),
  appealResult: write({
    path: '/api/illegal/v1/appeal/result',
    summary: '申诉结果',
    permission: ['illegal.handle'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({
      illegalId: id('违章'),
      version: Version,
      upheld: flag('请选择申诉是否成立', '申诉成立'),
      reason: text(1, 200, '处理说明'),
    }),
    output: Handled,
    refusals: ['illegalStatusRefuses'],
    refreshes,
  }),
  paid: write({
    path: '/api/illegal/v1/paid',
    summary: '登记代缴罚款',
    permission: ['illegal.deduct'],
    whileSuspended: true,
    input: z.object({
      illegalId: id('违章'),
      version: Version,
      /** Left out: what was recorded is taken back. */
      amount: maybe(fen('缴款金额', 1)),
      payWay: maybe(code(offlinePayWays, '付款方式')),
      slipNo: slipNo(),
      voucherIds: maybe(mediaIds('缴款凭证')),
    }),
    output: Handled,
    refusals: ['illegalStatusRefuses', 'shiftNeeded'],
    refreshes,
  }),
  deduct: write({
    path: '/api/illegal/v1/deduct',
    summary: '确定违章费用、扣款',
    permission: ['illegal.deduct'],
    twoPerson: 'deduction',
    whileSuspended: true,
    input: z.object({
      illegalId: id('违章'),
      version: Version,
      /** What the customer owes of it from now on; left out once that is fixed. */
      lines: maybe(nested({ fine: fen('代缴罚款'), agency: fen('代办费'), penalty: fen('违约金') }, '费用')),
      /** Out of the violation deposit, of what is open of it. */
      take: maybe(
        nested({ payMode: code(deductModes, '扣款方式'), amount: fen('扣款金额', 1), slipNo: slipNo() }, '扣款'),
      ),
    }),
    output: Handled.extend({
      /** Of the deduction asked for; null when there was none or its provider has not answered. */
      deductResult: out.code(deductResults).nullable(),
      /** What of it is still to be collected, fen. */
      due: out.fen,
    }),
    refusals: ['illegalStatusRefuses', 'amountWrong', 'beyondDeposit', 'orderStatusRefuses'],
    refreshes,
  }),
  waive: write({
    path: '/api/illegal/v1/waive',
    summary: '免除违章费用',
    permission: ['illegal.deduct'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({ illegalId: id('违章'), version: Version, reason: text(1, 200, '免除原因') }),
    output: Handled,
    refusals: ['illegalStatusRefuses'],
    refreshes,
  }),
  refund: write({
    path: '/api/illegal_order/refund/v1',
    summary: '退还违章押金、退还违章费用',
    permission: ['illegal.refund'],
    whileSuspended: true,
    input: z
      .object({
        /** What was collected for a violation goes back. */
        illegalId: maybe(id('违章')),
        /** Or the violation deposit of an order. */
        orderId: maybe(id('订单')),
        /** Of a violation: how much; of a deposit, missing: all that is left. */
        amount: maybe(fen('退还金额', 1)),
        payMode: code(illegalRefundModes, '退还方式'),
        /** Before its day, knowingly. */
        early: maybe(Flag),
        voucherIds: maybe(mediaIds('退款凭证')),
        ...paidBackBy,
        reason: maybe(text(1, 200, '退还原因')),
      })
      .superRefine(({ illegalId, orderId, amount, reason }, ctx) => {
        const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
        if ((illegalId === undefined) === (orderId === undefined)) refuse('illegalId', '请选择违章或订单')
        if (illegalId !== undefined && amount === undefined) refuse('amount', '请输入退还金额')
        if (illegalId !== undefined && reason === undefined) refuse('reason', '请输入退还原因')
      }),
    output: z.object({
      /** What goes to the customer beyond what went into the deposit again, fen. */
      paidOut: out.fen,
      deposit: DepositRow.nullable(),
    }),
    refusals: ['beyondRefundable', 'openCasesBlock', 'releaseTooEarly', 'illegalStatusRefuses', 'payWayClosed'],
    refreshes,
  }),
}
