import { costKinds } from '@cheyi/domain/fleet/cost/codes'
import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import {
  borneKinds,
  ownerAgreementKinds,
  ownerKinds,
  ownerPayWays,
  ownerStatementStates,
} from '@cheyi/domain/insight/owner/codes'
import { MAX_CORRECTIONS } from '@cheyi/domain/insight/owner/statement'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  balance,
  code,
  cursorPaging,
  date,
  fen,
  flag,
  id,
  int,
  linkToken,
  list,
  Mobile,
  maybe,
  mediaIds,
  orElse,
  slipNo,
  text,
  Version,
} from '../kernel/field.ts'
import { linkCode, linkEnter } from '../kernel/link-calls.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'
import { shopFields } from '../platform/store.ts'

/** 车主结算: owners of cars that the merchant runs, what was agreed for each car, and the statement of each month. Amounts in fen. */

const whole = { permission: ['finance.reconcile'], reach: 'merchant' } as const

const file = {
  kind: code(ownerKinds, '类型'),
  name: text(1, 60, '车主姓名或单位'),
  bank: orElse(text(0, 60, '开户行'), ''),
  note: orElse(text(0, 200, '备注'), ''),
}
const secrets = {
  /** Identity number of a person, tax number of a company. */
  identityNo: maybe(text(4, 30, '证件号码或税号')),
  bankAccount: maybe(text(4, 40, '银行账号')),
}

const Terms = {
  kind: out.code(ownerAgreementKinds),
  shareBp: out.count,
  afterCosts: z.boolean(),
  rent: out.fen,
  fee: out.fen,
  feeBp: out.count,
  costKinds: z.array(out.code(costKinds)),
  payDay: out.count,
}
const Days = { from: out.date, to: out.date }

const Agreement = z.object({
  agreementId: out.id,
  vehicleId: out.id,
  plate: z.string(),
  modelName: z.string(),
  ownership: out.code(ownerships),
  from: out.date,
  to: out.date.nullable(),
  ...Terms,
  note: z.string(),
  version: out.count,
})

const Statement = z.object({
  statementId: out.id,
  month: out.date,
  state: out.code(ownerStatementStates),
  /** Owed from the statement before: negative or zero. */
  carried: out.fen,
  /** The parts of the cars. */
  owner: out.fen,
  /** What is to be paid; not positive: nothing is. */
  due: out.fen,
})

/** A car in a statement. Days of an earlier month: what has changed since that month was settled. */
const Part = z.object({
  vehicleId: out.id,
  plate: z.string(),
  modelName: z.string(),
  ...Days,
  terms: z.string(),
  earlier: z.boolean(),
  rent: out.fen,
  service: out.fen,
  other: out.fen,
  fixed: out.fen,
  fee: out.fen,
  costs: z.array(z.object({ kind: out.code(costKinds), fen: out.fen })),
  owner: out.fen,
})

const FullStatement = Statement.extend({
  payBy: out.date,
  confirmedAt: out.time.nullable(),
  /** The owner confirmed it on their own page. */
  byLink: z.boolean(),
  objection: z.string(),
  paidOn: out.date.nullable(),
  parts: z.array(Part),
  /** What staff added besides the parts: what the owner gets, or owes. */
  corrections: z.array(z.object({ words: z.string(), fen: out.fen })),
})

const month = (label = '月份') => date(label)
const which = { statementId: id('结算单'), version: Version }
const changed = z.object({ version: out.count, state: out.code(ownerStatementStates) })
const steps = ['notFound', 'ownerStatementRefuses'] as const
/** Statements that owners object to, or that are to be paid, are counted on the home page. */
const refreshes = ['overview', 'todo'] as const

const t = linkToken()
const ofLink = z.object({ t })
const behind = ['linkExpired', 'passEnded', 'passElsewhere'] as const

export const owner = {
  page: read({
    path: '/api/owner/v1/page',
    summary: '车主列表',
    ...whole,
    input: z.object({ ...cursorPaging(), keyword: maybe(text(0, 60, '姓名或车牌')) }),
    /** The newest first. */
    output: out.page(
      z.object({
        ownerId: out.id,
        kind: out.code(ownerKinds),
        name: z.string(),
        phone: z.string(),
        /** Cars with an agreement today. */
        cars: out.count,
        /** Confirmed and not paid. */
        due: out.fen,
        /** Statements that the owner has not answered, or objects to. */
        open: out.count,
      }),
    ),
  }),
  detail: read({
    path: '/api/owner/v1/detail',
    summary: '车主',
    ...whole,
    input: z.object({ ownerId: id('车主') }),
    output: z.object({
      ownerId: out.id,
      kind: out.code(ownerKinds),
      name: z.string(),
      /** Masked, like the two numbers. */
      phone: z.string(),
      identityNo: z.string(),
      bank: z.string(),
      bankAccount: z.string(),
      note: z.string(),
      version: out.count,
      agreements: z.array(Agreement),
      /** The 24 newest. */
      statements: z.array(Statement),
      /** Until when the owner's link is valid; null: there is none. */
      linkUntil: out.time.nullable(),
    }),
    refusals: ['notFound'],
  }),
  create: write({
    operators: false,
    path: '/api/owner/v1/create',
    summary: '新建车主',
    ...whole,
    input: z.object({ ...file, phone: Mobile, ...secrets }),
    output: z.object({ ownerId: out.id }),
  }),
  edit: write({
    operators: false,
    path: '/api/owner/v1/edit',
    summary: '修改车主',
    ...whole,
    repeat: 'version',
    /** Missing numbers stay as they are, since forms show them masked. */
    input: z.object({ ownerId: id('车主'), version: Version, ...file, phone: maybe(Mobile), ...secrets }),
    output: z.object({ version: out.count }),
    refusals: ['notFound'],
  }),
  reveal: write({
    operators: false,
    path: '/api/owner/v1/reveal',
    summary: '查看车主完整资料',
    ...whole,
    repeat: 'natural',
    changes: false,
    input: z.object({ ownerId: id('车主') }),
    output: z.object({ phone: z.string(), identityNo: z.string(), bankAccount: z.string() }),
    refusals: ['proofNeeded', 'notFound'],
  }),
  agree: write({
    operators: false,
    path: '/api/owner/v1/agreement',
    summary: '登记车辆协议',
    ...whole,
    input: z.object({
      ownerId: id('车主'),
      vehicleId: id('车辆'),
      kind: code(ownerAgreementKinds, '合作方式'),
      from: date('开始日期'),
      /** Missing: until further notice. */
      to: maybe(date('结束日期')),
      shareBp: orElse(int(0, 10_000, '车主分成'), 0),
      afterCosts: orElse(flag('请选择分成方式', '扣除费用后分成'), true),
      rent: orElse(fen('每月租金'), 0),
      fee: orElse(fen('每月管理费'), 0),
      feeBp: orElse(int(0, 10_000, '管理费比例'), 0),
      costKinds: orElse(list(code(borneKinds, '车主承担的费用'), borneKinds.length, '车主承担的费用'), []),
      payDay: orElse(int(1, 28, '付款日'), 10),
      note: orElse(text(0, 200, '备注'), ''),
    }),
    output: z.object({ agreementId: out.id }),
    refusals: ['notFound'],
    refreshes: ['profit'],
  }),
  agreementEnd: write({
    operators: false,
    path: '/api/owner/v1/agreement/end',
    summary: '结束车辆协议',
    ...whole,
    repeat: 'version',
    input: z.object({ agreementId: id('协议'), version: Version, to: date('最后一天') }),
    output: z.object({ version: out.count }),
    refusals: ['notFound'],
    refreshes: ['profit'],
  }),
  ofCar: read({
    path: '/api/owner/v1/car',
    summary: '车辆的车主',
    permission: ['data', 'inventory.edit'],
    input: z.object({ vehicleId: id('车辆') }),
    output: z.object({
      ownership: out.code(ownerships),
      agreement: z
        .object({ ownerId: out.id, ownerName: z.string(), from: out.date, to: out.date.nullable(), terms: z.string() })
        .nullable(),
    }),
    refusals: ['notFound'],
  }),
  statements: read({
    path: '/api/owner/v1/statement/page',
    summary: '车主结算单列表',
    ...whole,
    input: z.object({
      ...cursorPaging(),
      month: maybe(month()),
      state: maybe(code(ownerStatementStates, '状态')),
      ownerId: maybe(id('车主')),
    }),
    /** The newest month first. */
    output: z.object({
      ...out.pageOf(Statement.extend({ ownerId: out.id, ownerName: z.string(), cars: out.count, payBy: out.date })),
      /** The last month that can be settled, and its last day whose income is known. */
      last: out.date,
      until: out.date.nullable(),
    }),
  }),
  statement: read({
    path: '/api/owner/v1/statement',
    summary: '车主结算单',
    ...whole,
    input: z.object({ statementId: id('结算单') }),
    output: FullStatement.extend({
      ownerId: out.id,
      ownerName: z.string(),
      signed: z.array(MediaView),
      /** The day of its entries in the ledger; null before it is confirmed. */
      bookedOn: out.date.nullable(),
      payWay: out.code(payWays).nullable(),
      slipNo: z.string(),
      vouchers: z.array(MediaView),
      version: out.count,
    }),
    refusals: ['notFound'],
  }),
  make: write({
    operators: false,
    path: '/api/owner/v1/statement/make',
    summary: '生成车主结算单',
    ...whole,
    /** Drafts of the month are reckoned again, sent ones stay. */
    input: z.object({ month: month(), ownerId: maybe(id('车主')) }),
    output: z.object({ made: out.count, kept: out.count }),
    refusals: ['notFound'],
  }),
  send: write({
    operators: false,
    path: '/api/owner/v1/statement/send',
    summary: '结算单交车主确认',
    ...whole,
    repeat: 'version',
    input: z.object(which),
    output: changed,
    refusals: steps,
  }),
  withdraw: write({
    operators: false,
    path: '/api/owner/v1/statement/withdraw',
    summary: '撤回结算单',
    ...whole,
    repeat: 'version',
    input: z.object({ ...which, reason: text(1, 200, '原因') }),
    output: changed,
    refusals: steps,
    refreshes,
  }),
  /** A line besides the cars, in a draft or in a statement that its owner objects to, which is a draft again. */
  correctionAdd: write({
    operators: false,
    path: '/api/owner/v1/statement/correction',
    summary: '添加结算单调整',
    ...whole,
    repeat: 'version',
    input: z.object({ ...which, words: text(1, 60, '说明'), fen: balance('金额') }),
    output: changed,
    refusals: steps,
    refreshes,
  }),
  correctionRemove: write({
    operators: false,
    path: '/api/owner/v1/statement/correction/remove',
    summary: '删除结算单调整',
    ...whole,
    repeat: 'version',
    /** Its place in the statement of that version. */
    input: z.object({ ...which, index: int(0, MAX_CORRECTIONS - 1, '调整') }),
    output: changed,
    refusals: steps,
    refreshes,
  }),
  confirm: write({
    operators: false,
    path: '/api/owner/v1/statement/confirm',
    summary: '登记车主已签字',
    ...whole,
    repeat: 'version',
    input: z.object({ ...which, signedIds: mediaIds('签字照片', 9, 1) }),
    output: changed,
    refusals: steps,
    refreshes: ['profit', 'cost', 'closing', ...refreshes],
  }),
  pay: write({
    operators: false,
    path: '/api/owner/v1/statement/pay',
    summary: '登记付车主款',
    ...whole,
    repeat: 'version',
    input: z.object({
      ...which,
      payWay: code(ownerPayWays, '付款方式'),
      slipNo: slipNo(),
      voucherIds: mediaIds('付款凭证', 9, 1),
    }),
    output: changed,
    refusals: [...steps, 'ownerNothingDue'],
    refreshes: ['payment', 'closing', ...refreshes],
  }),
  exportMonth: write({
    operators: false,
    path: '/api/owner/v1/statement/export',
    summary: '导出车主结算表',
    ...whole,
    changes: false,
    input: z.object({ month: month() }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
  paper: write({
    operators: false,
    path: '/api/owner/v1/statement/paper',
    summary: '导出车主结算单',
    ...whole,
    changes: false,
    input: z.object({ statementId: id('结算单') }),
    output: z.object({ jobId: out.id }),
    refusals: ['notFound', 'tooFrequent'],
  }),
  link: write({
    operators: false,
    path: '/api/owner/v1/link',
    summary: '发送车主链接',
    ...whole,
    input: z.object({
      ownerId: id('车主'),
      /** 1 a text message to the owner, 2 a code on the screen. */
      way: code([1, 2] as const, '发送方式'),
    }),
    output: z.object({ url: z.string(), expireAt: out.time, sentTo: z.string().nullable() }),
    refusals: ['notFound', 'textsExhausted', 'smsFailed'],
  }),
  revokeLink: write({
    operators: false,
    path: '/api/owner/v1/link/revoke',
    summary: '停用车主链接',
    ...whole,
    repeat: 'natural',
    input: z.object({ ownerId: id('车主') }),
    refusals: ['notFound'],
  }),

  door: read({
    path: '/api/owner/v1/own/door',
    summary: '车主页面：链接说明',
    permission: 'public',
    input: ofLink,
    /** Without the owner, the cars and the amounts. */
    output: z.object({ ...shopFields, phoneTail: z.string(), expireAt: out.time }),
    refusals: ['linkExpired'],
  }),
  otp: linkCode('/api/owner/v1/own/code', '车主页面：发送验证码'),
  enter: linkEnter('/api/owner/v1/own/enter', '车主页面：验证手机'),
  /** The session token is sent in the header x-link-pass, here and below. No data of customers. */
  own: read({
    path: '/api/owner/v1/own',
    summary: '车主页面：车辆与结算单',
    permission: 'public',
    input: ofLink,
    output: z.object({
      shop: z.object(shopFields),
      name: z.string(),
      expireAt: out.time,
      cars: z.array(
        z.object({
          plate: z.string(),
          modelName: z.string(),
          from: out.date,
          to: out.date.nullable(),
          terms: z.string(),
        }),
      ),
      /** The 12 newest that were sent. */
      statements: z.array(FullStatement),
    }),
    refusals: behind,
  }),
  answer: write({
    path: '/api/owner/v1/own/answer',
    summary: '车主页面：确认或提出异议',
    permission: 'public',
    repeat: 'natural',
    input: z.object({
      t,
      statementId: id('结算单'),
      /** Missing: the owner confirms the statement. */
      objection: maybe(text(1, 300, '异议')),
    }),
    output: z.object({ state: out.code(ownerStatementStates) }),
    refusals: [...behind, 'ownerStatementRefuses'],
  }),
}
