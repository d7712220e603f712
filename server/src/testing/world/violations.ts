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

export const illegalPhotos = () => uploadPhotos(t, 'illegal', 1, w.tokens.owner)
export const voucherPhotos = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)
export const illegalShown = (illegalId: string) => t.call(violation.detail, { illegalId }, owner())

/** One of an order, at a minute. @returns its id */
export const enterIllegal = async (orderId: string, occurAt: number, more: object = {}) =>
  (await t.call(violation.save, { orderId, occurAt, ...violationFacts, ...more } as never, owner())).id

type Step = Exclude<keyof typeof violation, 'page' | 'detail' | 'preview' | 'around' | 'people' | 'list'>

/** Answers the whole envelope, good or bad. */
export async function illegalStep(call: Step, illegalId: string, more: object = {}, who = owner()): Promise<Envelope> {
  const { version } = await illegalShown(illegalId)
  return t.send(violation[call] as never, { illegalId, version, ...more } as never, who)
}

/** One that must succeed. */
export async function illegalDone(call: Step, illegalId: string, more: object = {}, who = owner()) {
  const answer = await illegalStep(call, illegalId, more, who)
  expect(answer, `${call}: ${answer.message}`).toMatchObject({ success: true })
  return answer.data as Record<string, number | string | null>
}

/** The merchant settles one for the customer and pays the fine out of the bank. @returns its id */
export async function paidFor(orderId: string, occurAt: number, more: object = {}) {
  const id = await enterIllegal(orderId, occurAt, more)
  await illegalDone('handle', id, { action: 'agency', consent: 'phone' }, manager())
  await illegalDone('handle', id, { action: 'done', photoIds: await illegalPhotos() })
  const paid = { amount: violationFacts.fine, payWay: payWay.bank, voucherIds: await voucherPhotos() }
  await illegalDone('paid', id, paid)
  return id
}

/** So much of it out of the violation deposit, which was paid in. */
export const takeOf = (amount: number) => ({ payMode: payMode.offlineDeduct, amount })
