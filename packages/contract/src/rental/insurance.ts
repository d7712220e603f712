import { insuranceKinds } from '@cheyi/domain/fleet/inventory/codes'
import { maintenanceStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { supplementStatuses } from '@cheyi/domain/money/supplement/codes'
import { damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { caseEnds, insuranceStatuses, responsibilities } from '@cheyi/domain/rental/insurance/codes'
import { type InsuranceGroup, insuranceGroups, MAX_PARTIES } from '@cheyi/domain/rental/insurance/insurance-case'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  Flag,
  fen,
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
import { maybeOrderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'

/** 保险案件: an accident from its report to the insurer's money, for a car with or without an order. */

const groups = Object.keys(insuranceGroups) as InsuranceGroup[]

const refreshes = ['overview', 'todo', 'cost', 'profit'] as const

const caseId = id('保险案件')
const of = { caseId, version: Version }
const Saved = z.object({ status: out.code(insuranceStatuses), version: out.count })

const facts = {
  occurAt: time('出险时间'),
  place: orElse(text(0, 200, '出险地点'), ''),
  course: orElse(text(0, 500, '事故经过'), ''),
  parties: orElse(
    list(
      nestedRecord(
        {
          plate: text(0, 10, '对方车牌'),
          insurer: orElse(text(0, 40, '对方保险公司'), ''),
          note: orElse(text(0, 100, '对方说明'), ''),
        },
        '对方车辆',
      ),
      MAX_PARTIES,
      '对方车辆',
    ),
    [],
  ),
  responsibility: maybe(code(responsibilities, '责任')),
  policeNo: orElse(text(0, 40, '认定书编号'), ''),
  /** Missing: the insurer of the policies that were in force. */
  insurer: maybe(text(0, 40, '承保公司')),
  photoIds: orElse(mediaIds('事故照片'), []),
  paperIds: orElse(mediaIds('认定书与单据'), []),
}

const Row = z.object({
  caseId: out.id,
  status: out.code(insuranceStatuses),
  vehicleId: out.id,
  plate: z.string(),
  modelName: z.string(),
  storeName: z.string(),
  ...maybeOrderRef,
  /** The customer who had the car; null without an order. */
  contactName: z.string().nullable(),
  occurAt: out.time,
  place: z.string(),
  insurer: z.string(),
  reportNo: z.string(),
  /** Amounts in fen; null until the insurer assessed the loss. */
  assessed: out.fen.nullable(),
  claimed: out.fen,
  received: out.fen,
  /** When the next step should be done. */
  dueAt: out.time.nullable(),
  version: out.count,
})

/** A policy of the car that was in force at the accident. */
const Policy = z.object({
  documentId: out.id,
  insuranceKind: out.code(insuranceKinds).nullable(),
  insurer: z.string(),
  no: z.string(),
  startOn: out.date.nullable(),
  endOn: out.date.nullable(),
  sumInsured: out.fen.nullable(),
})

export const insurance = {
  page: read({
    path: '/api/insurance_case/v1/page',
    summary: '保险案件列表',
    permission: ['damage.record'],
    input: z.object({
      ...cursorPaging(),
      group: maybe(word(groups, '状态')),
      storeId: maybe(id('门店')),
      vehicleId: maybe(id('车辆')),
      orderId: maybe(id('订单')),
      /** Part of a plate, or a report number. */
      keyword: maybe(text(0, 40, '车牌、报案号')),
    }),
    /** The latest accident first. */
    output: z.object({
      ...out.pageOf(Row),
      /** Those that are not ended, by group, of the filter without its group; with the first page only. */
      counts: z.object({ report: out.count, running: out.count, money: out.count, toClose: out.count }).nullable(),
    }),
    refusals: ['orderNotFound'],
  }),
  detail: read({
    path: '/api/insurance_case/v1/detail',
    summary: '保险案件',
    permission: ['damage.record'],
    input: z.object({ caseId }),
    output: Row.extend({
      storeId: out.id,
      modelId: out.id,
      homeStoreId: out.id,
      course: z.string(),
      parties: z.array(z.object({ plate: z.string(), insurer: z.string(), note: z.string() })),
      responsibility: out.code(responsibilities).nullable(),
      policeNo: z.string(),
      policies: z.array(Policy),
      photos: z.array(MediaView),
      papers: z.array(MediaView),
      reportedAt: out.time.nullable(),
      assessedAt: out.time.nullable(),
      submittedAt: out.time.nullable(),
      endedAt: out.time.nullable(),
      endReason: z.string(),
      createdAt: out.time,
      createdByName: z.string(),
      /** The repair ticket that was chosen, and those of the car since the accident, newest first. */
      ticketId: out.id.nullable(),
      tickets: z.array(z.object({ ticketId: out.id, no: z.string(), status: out.code(maintenanceStatuses) })),
      /** The case of damage that the customer pays; null without one. */
      damage: z.object({ damageId: out.id, status: out.code(damageStatuses), payable: out.fen }).nullable(),
      /** What the customer was asked for beside a case of damage; null for nothing. */
      share: z
        .object({
          supplementId: out.id,
          status: out.code(supplementStatuses),
          excess: out.fen,
          downtimeDays: out.count,
          downtimeFee: out.fen,
          amount: out.fen,
        })
        .nullable(),
      /** Money of the insurer, newest first. */
      receipts: z.array(
        z.object({
          receiptId: out.id,
          amount: out.fen,
          slipNo: z.string(),
          vouchers: z.array(MediaView),
          at: out.time,
          byName: z.string(),
          /** Why it was taken back; null: it stands. */
          takenBack: z.string().nullable(),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  /** What a new case begins with: the car of a case of damage, or a car and the order that had it at that minute. */
  draft: read({
    path: '/api/insurance_case/v1/draft',
    summary: '登记保险案件前的资料',
    permission: ['damage.create'],
    input: z
      .object({ vehicleId: maybe(id('车辆')), damageId: maybe(id('车损单')), occurAt: maybe(time('出险时间')) })
      .refine(({ vehicleId, damageId }) => vehicleId !== undefined || damageId !== undefined, {
        path: ['vehicleId'],
        message: '请选择车辆',
      }),
    output: z.object({
      vehicleId: out.id,
      plate: z.string(),
      modelName: z.string(),
      ...maybeOrderRef,
      contactName: z.string().nullable(),
      /** What was broken, by the case of damage; '' without one. */
      course: z.string(),
      policies: z.array(Policy),
      /** A case that is there already for the case of damage. */
      caseId: out.id.nullable(),
    }),
    refusals: ['notFound'],
  }),
  create: write({
    operators: false,
    path: '/api/insurance_case/v1/create',
    summary: '登记保险案件',
    permission: ['damage.create'],
    input: z.object({ vehicleId: id('车辆'), damageId: maybe(id('车损单')), ...facts }),
    output: z.object({ caseId: out.id }),
    refusals: ['notFound'],
    refreshes,
  }),
  edit: write({
    operators: false,
    path: '/api/insurance_case/v1/edit',
    summary: '修改保险案件',
    permission: ['damage.create'],
    repeat: 'version',
    input: z.object({ ...of, ...facts }),
    output: Saved,
    refusals: ['notFound', 'insuranceStatusRefuses'],
    refreshes,
  }),
  report: write({
    operators: false,
    path: '/api/insurance_case/v1/report',
    summary: '报案',
    permission: ['damage.create'],
    repeat: 'version',
    input: z.object({ ...of, reportNo: text(1, 40, '报案号'), reportedAt: time('报案时间') }),
    output: Saved,
    refusals: ['notFound', 'insuranceStatusRefuses'],
    refreshes,
  }),
  assess: write({
    operators: false,
    path: '/api/insurance_case/v1/assess',
    summary: '登记定损',
    permission: ['damage.create'],
    repeat: 'version',
    input: z.object({ ...of, assessed: fen('定损金额', 1), paperIds: orElse(mediaIds('定损单'), []) }),
    output: Saved,
    refusals: ['notFound', 'insuranceStatusRefuses'],
    refreshes,
  }),
  repair: write({
    operators: false,
    path: '/api/insurance_case/v1/repair',
    summary: '关联维保单',
    permission: ['damage.create'],
    repeat: 'version',
    input: z.object({ ...of, ticketId: id('维保单') }),
    output: Saved,
    refusals: ['notFound', 'insuranceStatusRefuses'],
    refreshes,
  }),
  submit: write({
    operators: false,
    path: '/api/insurance_case/v1/submit',
    summary: '提交理赔',
    permission: ['damage.create'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({ ...of, claimed: fen('索赔金额', 1), paperIds: orElse(mediaIds('理赔单据'), []) }),
    output: Saved,
    refusals: ['notFound', 'insuranceStatusRefuses'],
    refreshes,
  }),
  receive: write({
    operators: false,
    path: '/api/insurance_case/v1/receive',
    summary: '登记赔款到账',
    permission: ['finance.reconcile'],
    whileSuspended: true,
    input: z.object({
      ...of,
      amount: fen('到账金额', 1),
      /** Nothing more will come: the rest of the claim is given up. */
      last: maybe(Flag),
      /** Why it is more than what is left of the claim; needed for that. */
      overReason: orElse(text(0, 200, '多付的原因'), ''),
      slipNo: slipNo(),
      voucherIds: orElse(mediaIds('到账凭证'), []),
    }),
    output: Saved.extend({ receiptId: out.id }),
    refusals: ['notFound', 'insuranceStatusRefuses'],
    refreshes,
  }),
  takeBack: write({
    operators: false,
    path: '/api/insurance_case/v1/receipt/takeBack',
    summary: '撤销赔款到账',
    permission: ['finance.reconcile'],
    whileSuspended: true,
    input: z.object({ receiptId: id('赔款到账'), reason: text(1, 200, '撤销原因') }),
    output: Saved,
    refusals: ['notFound', 'insuranceStatusRefuses'],
    refreshes,
  }),
  /** Excess and loss of use, as a supplement of the order, which its payments and its deposit pay like every other. */
  charge: write({
    operators: false,
    path: '/api/insurance_case/v1/charge',
    summary: '向客户收取免赔与停运费',
    permission: ['order.supplement'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({
      ...of,
      excess: orElse(fen('免赔额'), 0),
      downtimeDays: orElse(int(0, 365, '停运天数'), 0),
      downtimeFee: orElse(fen('每日停运费'), 0),
    }),
    output: Saved.extend({
      supplementId: out.id,
      /** What the company of the order owes beyond its credit with this, fen: the charge cannot be refused. 0 within it. */
      overCredit: out.fen,
    }),
    refusals: ['notFound', 'insuranceStatusRefuses', 'orderStatusRefuses', 'amountWrong'],
    refreshes: [...refreshes, 'order', 'supplement', 'expense', 'deposit'],
  }),
  end: write({
    operators: false,
    path: '/api/insurance_case/v1/end',
    summary: '拒赔、结案、销案、重新打开',
    permission: ['damage.create'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({
      ...of,
      as: word(caseEnds, '操作'),
      /** Needed except to close. */
      reason: orElse(text(0, 200, '原因'), ''),
    }),
    output: Saved,
    refusals: ['notFound', 'insuranceStatusRefuses', 'insurancePaid'],
    refreshes,
  }),
}
