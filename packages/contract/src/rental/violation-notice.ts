import { violationStatuses } from '@cheyi/domain/rental/violation/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, Flag, id, linkToken, maybe, time, word } from '../kernel/field.ts'
import { linkCode, linkEnter } from '../kernel/link-calls.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'
import { shopFields } from '../platform/store.ts'

/* The customer's own page of a violation, by a link and an SMS code. */

const t = linkToken()
const ofLink = z.object({ t })
/** `violationId`: one of the violations of the link; missing: the latest. */
const which = { violationId: maybe(id('违章')) }
const ofCase = z.object({ t, ...which })

const refusals = ['linkExpired', 'passEnded', 'passElsewhere'] as const

/** Answers of a customer: they have settled it, or the merchant shall pay for them. */
const replies = ['proof', 'agency'] as const

/** Everything that the customer's page shows. Amounts in fen. */
const Notice = z.object({
  violationId: out.id,
  status: out.code(violationStatuses),
  no: z.string(),
  orderNo: z.string(),
  renterName: z.string(),
  plate: z.string(),
  modelName: z.string(),
  ...shopFields,
  occurAt: out.time,
  place: z.string(),
  act: z.string(),
  actCode: z.string(),
  docNo: z.string(),
  points: out.count,
  /** null: the authority has not decided yet. */
  fine: out.fen.nullable(),
  evidence: z.array(MediaView),
  /** null: the customer was not notified yet. */
  deadlineAt: out.time.nullable(),
  overdue: z.boolean(),
  /** Terms of the order's contract. */
  terms: z.object({ agencyFee: out.fen, penaltyPerPoint: out.fen, deadlineDays: out.count }),
  /** The customer's pictures, until staff accept them as a proof. */
  sent: z.array(MediaView),
  /** When a proof was submitted that is not checked yet. */
  handedInAt: out.time.nullable(),
  /** Why the last proof was rejected; '' otherwise. */
  refusedWhy: z.string(),
  /** When the customer agreed on this page that the merchant pays for them. */
  agreedAt: out.time.nullable(),
  /** Answers that are possible now. */
  may: z.array(out.word(replies)),
  /** What the customer owes; null while nothing was charged. `online`: it can be paid on our page. */
  claim: z.object({ fine: out.fen, agency: out.fen, penalty: out.fen, due: out.fen, online: Flag }).nullable(),
  /** All violations of the link, including this one, latest first. */
  cases: z.array(
    z.object({
      violationId: out.id,
      status: out.code(violationStatuses),
      plate: z.string(),
      occurAt: out.time,
      act: z.string(),
      points: out.count,
      fine: out.fen.nullable(),
      /** The customer has to handle it. */
      may: z.boolean(),
      /** The customer has answered, and the store has to act. */
      answered: z.boolean(),
    }),
  ),
  expireAt: out.time,
})

export const noticeCalls = {
  link: write({
    operators: false,
    path: '/api/violation/v1/link',
    summary: '发送违章处理链接给客户',
    permission: ['violation.handle'],
    whileSuspended: true,
    input: z.object({
      violationId: id('违章'),
      /** 1 a text message to the customer, 2 a code on the screen. */
      way: code([1, 2] as const, '发送方式'),
    }),
    output: z.object({ url: z.string(), expireAt: out.time, sentTo: z.string().nullable() }),
    refusals: ['violationStatusRefuses', 'textsExhausted', 'smsFailed'],
    refreshes: [],
  }),
  door: read({
    path: '/api/violation/v1/notice/door',
    summary: '客户违章：链接说明',
    permission: 'public',
    input: ofLink,
    /** Without the renter, the car or the violation. */
    output: z.object({
      ...shopFields,
      deadlineAt: out.time.nullable(),
      phoneTail: z.string(),
      expireAt: out.time,
    }),
    refusals: ['linkExpired'],
  }),
  otp: linkCode('/api/violation/v1/notice/code', '客户违章：发送验证码'),
  enter: linkEnter('/api/violation/v1/notice/enter', '客户违章：验证手机'),
  /** The session token is sent in the header x-link-pass, here and below. */
  notice: read({
    path: '/api/violation/v1/notice',
    summary: '客户违章：违章详情',
    permission: 'public',
    input: ofCase,
    output: Notice,
    refusals,
  }),
  sendPhoto: write({
    path: '/api/violation/v1/notice/photo',
    summary: '客户违章：上传处理凭证',
    permission: 'public',
    repeat: 'natural',
    upload: true,
    audit: false,
    /** The link's token is sent in the header x-link-token. */
    input: z.object({ takenAt: maybe(time('拍摄时间')), ...which }),
    output: MediaView,
    refusals: [...refusals, 'violationStatusRefuses', 'fileTooLarge', 'fileTypeRefused', 'tooManyFiles'],
  }),
  dropPhoto: write({
    path: '/api/violation/v1/notice/photo/drop',
    summary: '客户违章：删除处理凭证',
    permission: 'public',
    repeat: 'natural',
    audit: false,
    input: z.object({ t, ...which, mediaId: id('照片') }),
    refusals: [...refusals, 'violationStatusRefuses'],
  }),
  reply: write({
    path: '/api/violation/v1/notice/reply',
    summary: '客户违章：提交凭证、申请代办',
    permission: 'public',
    repeat: 'natural',
    input: z.object({ t, ...which, reply: word(replies, '处理方式') }),
    output: z.object({ status: out.code(violationStatuses) }),
    refusals: [...refusals, 'violationStatusRefuses', 'pointsNotTradable'],
  }),
  payClaim: write({
    path: '/api/violation/v1/notice/pay',
    summary: '客户违章：去付款',
    permission: 'public',
    repeat: 'natural',
    changes: false,
    input: ofCase,
    output: z.object({ t: z.string() }),
    refusals: [...refusals, 'alreadyPaid', 'payWayClosed'],
  }),
}
