import { referralSubjects } from '@cheyi/domain/platform/pending-work/kinds'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { id, maybe, text, word } from '../kernel/field.ts'
import * as out from '../kernel/out.ts'

const act = text(1, 40, '权限')
const of = { subject: word(referralSubjects, '事项'), subjectId: id('事项') }

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
    /** Without a record: who holds the right at any store of the caller. */
    input: z.object({ act, subject: maybe(of.subject), subjectId: maybe(of.subjectId) }),
    output: z.object({
      /** Name of the right. */
      act: z.string(),
      /** At most three, those on duty and of this store first. */
      people: z.array(z.object({ accountId: out.id, name: z.string(), roleName: z.string() })),
      open: Open.nullable(),
    }),
  }),
  ask: write({
    path: '/api/referral/v1/ask',
    summary: '转给同事办理',
    permission: 'signedIn',
    /** A request that is open already is returned instead of a second one. */
    input: z.object({ act, ...of, note: maybe(text(0, 100, '说明')) }),
    output: Open,
    refusals: ['tooFrequent'],
  }),
  /** Taken back by the requester, or declined by a colleague who may do it. */
  close: write({
    path: '/api/referral/v1/close',
    summary: '结束转办',
    permission: 'signedIn',
    repeat: 'natural',
    input: z.object({ id: id('转办') }),
    refreshes: ['overview'],
  }),
}
