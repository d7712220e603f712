import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { at } from '../at.ts'
import { handOut } from './handover.ts'
import { orderRow, owner, t, w } from './merchant.ts'

/* A rental of the merchant of `merchant.ts` that is renewed. */

const { price, create } = contract.renewal
/** Monday to Wednesday: 40000 of rent, 53500 in all. */
export const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
export const until = at('11-27T10:00')

export const out = () => handOut(t, w, { trip })
export const ask = (orderId: string, newReturnAt = until, more: Partial<InputOf<typeof price>> = {}) =>
  t.call(price, { orderId, newReturnAt, ...more }, owner())
export const send = (orderId: string, quoteId: string, more: Partial<InputOf<typeof create>> = {}) =>
  t.send(create, { orderId, quoteId, ...more }, owner())
export const owed = async (orderId: string) => Number((await orderRow(orderId)).owedFen)
