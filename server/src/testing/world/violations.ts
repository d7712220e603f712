import { contract } from '@cheyi/contract/index'
import { payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { expect } from 'vitest'
import type { Envelope } from '../app.ts'
import { uploadPhotos } from '../upload.ts'
import { manager, owner, t, w } from './merchant.ts'

/*
 * Violations by the calls of real use, from the day one is known to what it costs.
 */

const { violation } = contract

export const violationFacts = { place: '延安高架', act: '违反禁令标志', actCode: '1344', points: 0, fine: 20_000 }

/** What {@link paidFor} may be charged: the fine and the fee that was agreed. */
export const violationClaim = { fine: 20_000, agency: 5_000, penalty: 0 }

export const violationPhotos = () => uploadPhotos(t, 'violation', 1, w.tokens.owner)
export const voucherPhotos = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)
export const violationShown = (violationId: string) => t.call(violation.detail, { violationId }, owner())

/** One of an order, at a minute. @returns its id */
export const enterViolation = async (orderId: string, occurAt: number, more: object = {}) =>
  (await t.call(violation.save, { orderId, occurAt, ...violationFacts, ...more } as never, owner())).id

type Step = Exclude<keyof typeof violation, 'page' | 'detail' | 'preview' | 'around' | 'people' | 'list'>

/** Answers the whole envelope, good or bad. */
export async function violationStep(
  call: Step,
  violationId: string,
  more: object = {},
  who = owner(),
): Promise<Envelope> {
  const { version } = await violationShown(violationId)
  return t.send(violation[call] as never, { violationId, version, ...more } as never, who)
}

/** One that must succeed. */
export async function violationDone(call: Step, violationId: string, more: object = {}, who = owner()) {
  const answer = await violationStep(call, violationId, more, who)
  expect(answer, `${call}: ${answer.message}`).toMatchObject({ success: true })
  return answer.data as Record<string, number | string | null>
}

/** The merchant settles one for the customer and pays the fine out of the bank. @returns its id */
export async function paidFor(orderId: string, occurAt: number, more: object = {}) {
  const id = await enterViolation(orderId, occurAt, more)
  await violationDone('handle', id, { action: 'agency', consent: 'phone' }, manager())
  await violationDone('handle', id, { action: 'done', photoIds: await violationPhotos() })
  const paid = { amount: violationFacts.fine, payWay: payWay.bank, voucherIds: await voucherPhotos() }
  await violationDone('paid', id, paid)
  return id
}

/** So much of it out of the violation deposit, which was paid in. */
export const takeOf = (amount: number) => ({ payMode: payMode.offlineDeduct, amount })
