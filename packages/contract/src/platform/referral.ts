import { draftScreens, referredRecords } from '@cheyi/domain/platform/pending-work/kinds'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { Flag, id, maybe, text, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

const act = text(1, 40, '权限')
const of = { subject: word(referredRecords, '事项'), subjectId: id('事项') }
const note = maybe(text(0, 100, '说明'))

/** An open request to colleagues for an act. */
const Open = z.object({
  id: out.id,
  byName: z.string(),
  /** The caller made it. */
  mine: z.boolean(),
  /** Names of the colleagues who were notified. */
  toldNames: z.array(z.string()),
  at: out.time,
})

/** A request in the list of the day. */
export const ReferralTodo = z.object({
  kind: out.word(['referral']),
  at: out.time,
  referralId: out.id,
  /** The wished act: 取消订单. */
  act: z.string(),
  /** The record as text. */
  title: z.string(),
  byName: z.string(),
  note: z.string(),
  link: z.string(),
})
export type ReferralTodo = z.output<typeof ReferralTodo>

export const referral = {
  people: read({
    path: '/api/referral/v1/people',
    summary: '可办理的同事',
    permission: 'signedIn',
    /** Without a record: who holds the right at any store of the caller; `screen`: with the own open request for this form. */
    input: z.object({
      act,
      subject: maybe(of.subject),
      subjectId: maybe(of.subjectId),
      screen: maybe(word(draftScreens, '表单')),
    }),
    output: z.object({
      /** Name of the right. */
      act: z.string(),
      /** At most three, those on duty and of this store first. */
      people: z.array(z.object({ accountId: out.id, name: z.string(), roleName: z.string() })),
      open: Open.nullable(),
    }),
  }),
  ofRecord: read({
    path: '/api/referral/v1/record',
    summary: '单据上的转办',
    permission: 'signedIn',
    input: z.object(of),
    /** Open requests about a record, newest first; `act` is the name of the right. */
    output: z.array(Open.extend({ act: z.string() })),
  }),
  ask: write({
    operators: false,
    path: '/api/referral/v1/ask',
    summary: '转给同事办理',
    permission: 'signedIn',
    /** A request that is open already is returned instead of a second one. */
    input: z.object({ act, ...of, note }),
    output: Open,
    refusals: ['tooFrequent'],
  }),
  askDraft: write({
    operators: false,
    path: '/api/referral/v1/draft/ask',
    summary: '转给同事提交',
    permission: 'signedIn',
    /** A filled form without a record, as JSON: the input of its call. One colleague gets it; it is kept for a day. */
    input: z.object({
      act,
      screen: word(draftScreens, '表单'),
      draft: text(2, 20_000, '表单内容'),
      note,
    }),
    output: Open,
    refusals: ['tooFrequent'],
  }),
  draft: read({
    path: '/api/referral/v1/draft',
    summary: '同事转来的表单',
    permission: 'signedIn',
    /** For the requester and the colleague. */
    input: z.object({ id: id('转办') }),
    output: z.object({
      screen: out.word(draftScreens),
      draft: z.string(),
      act: z.string(),
      byName: z.string(),
      note: z.string(),
      mine: z.boolean(),
    }),
  }),
  /** Taken back by the requester, declined by a colleague who may do it, or, for a form, sent by the colleague (`done`). */
  close: write({
    operators: false,
    path: '/api/referral/v1/close',
    summary: '结束转办',
    permission: 'signedIn',
    repeat: 'natural',
    input: z.object({ id: id('转办'), done: maybe(Flag) }),
    refreshes: ['overview'],
  }),
}
