import { contract } from '@cheyi/contract/index'
import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { selfSlots } from '@cheyi/domain/rental/self-service/visit'
import type { TestApp } from '../app.ts'
import { codeTo } from '../sms.ts'
import { photo, sendSelfPhoto } from '../upload.ts'
import type { World } from './world.ts'

/*
 * A customer who takes or returns a car without staff, by the calls of real use.
 */

const { selfService } = contract

export interface Phone {
  readonly link: string
  readonly pass: string
}

/** A link to the order's customer, as staff show it on their screen. */
export async function selfLink(t: TestApp, w: World, orderId: string, type: HandoverType = 0): Promise<string> {
  const { url } = await t.call(selfService.link, { orderId, type, way: 2 }, { token: w.tokens.owner })
  return new URL(url).searchParams.get('t')!
}

/** A phone on which the customer typed the code. */
export async function unlock(t: TestApp, link: string, type: HandoverType, mobile: string): Promise<Phone> {
  t.clock.advance(61_000)
  await t.call(selfService.otp, { t: link, type }, {})
  const { pass } = await t.call(selfService.enter, { t: link, type, smsCode: await codeTo(t, mobile) }, {})
  return { link, pass }
}

export const by = ({ pass }: Phone) => ({ headers: { 'x-link-pass': pass } })

/** Every place that is asked for, each a picture of its own. */
export async function shoot(t: TestApp, phone: Phone, type: HandoverType, slots: readonly string[] = selfSlots) {
  for (const [i, slot] of slots.entries()) {
    const answer = await sendSelfPhoto(t, phone, { type: String(type), slot }, await photo(900 + i, 900))
    if (!answer.success) throw new Error(`${slot}: ${answer.errorCode} ${answer.message}`)
  }
}
