import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import type { TestApp } from '../app.ts'
import { book } from './bookings.ts'
import { payLink } from './online.ts'
import type { World } from './world.ts'

/* Rental deposits of the bookings of bookings.ts, above all those that a provider holds. */

/** The rental deposit of a lavida, fen. */
export const RENTAL = 300_000

export type DepositPay = Partial<InputOf<typeof contract.deposit.pay>>

/** Frozen by Alipay, answered for by 芝麻免押, by 微信支付分. */
export const freeze = { mode: depositMode.online, payWay: payWay.alipay } as const
export const zhima = { mode: depositMode.waived, waiveType: waiveType.zhima } as const
export const score = { mode: depositMode.waived, waiveType: waiveType.wechatScore } as const

/** Books an order whose rent is paid in cash, and which offers every way to secure its deposit. @returns its id */
export async function bookWithDeposit(t: TestApp, w: World, booking: Parameters<typeof book>[2] = {}): Promise<string> {
  const { orderId, total } = await book(t, w, booking)
  await t.root.query(
    `update "order" set deposit_policy_snapshot = deposit_policy_snapshot || '{"modes":[1,2,3],"waiveTypes":[1,2,4]}' where id = $1`,
    [orderId],
  )
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash },
    { token: w.tokens.owner },
  )
  return orderId
}

/** Asks for the rental deposit, by a freeze unless said otherwise. */
export const askDeposit = (t: TestApp, w: World, orderId: string, how: DepositPay = freeze) =>
  t.call(
    contract.deposit.pay,
    { orderId, kind: 1, mode: depositMode.online, amount: RENTAL, ...how },
    { token: w.tokens.owner },
  )

/** An order whose rental deposit is in hand or held: its customer has agreed where a provider asks. @returns its id */
export async function holdDeposit(
  t: TestApp,
  w: World,
  how: DepositPay = freeze,
  booking: Parameters<typeof book>[2] = {},
): Promise<string> {
  const orderId = await bookWithDeposit(t, w, booking)
  const { paymentId } = await askDeposit(t, w, orderId, how)
  if (paymentId !== null) await payLink(t, paymentId)
  return orderId
}
