import { Refusal } from '../refusal.ts'
import { DAY, type Instant } from '../time.ts'
import { type PayWay, payWay } from './codes.ts'

/*
 * What the products of providers can do, as data. Whatever they cannot is refused here, before anybody
 * is asked.
 */

/** A product that holds money, or the right to it, until it is captured or let go. */
export interface HoldProduct {
  /** How often a hold may be captured from; the last capture of a product that allows one ends the hold. */
  readonly capturesPerHold: number
  /** A part may be let go while the rest stays held. */
  readonly partialUnfreeze: boolean
  /** More may be captured than is held. */
  readonly overCapture: boolean
  /** A hold ends by itself after so many days. */
  readonly holdLifeDays: number
  /** A capture may stay undecided for days: the provider goes on asking its customer for the money. */
  readonly mayStayUndecided: boolean
  /** Somebody does it at the shop's machine and types in what it printed: nobody can be asked, also not to give a capture back. */
  readonly byMachine: boolean
}

export const holdProducts = {
  /** 支付宝资金授权，芝麻免押在内. */
  alipay: {
    capturesPerHold: Number.POSITIVE_INFINITY,
    partialUnfreeze: true,
    overCapture: false,
    holdLifeDays: 360,
    mayStayUndecided: false,
    byMachine: false,
  },
  /** 微信支付分. */
  wechat: {
    capturesPerHold: 1,
    partialUnfreeze: false,
    overCapture: false,
    holdLifeDays: 365,
    mayStayUndecided: true,
    byMachine: false,
  },
  /** The shop's card machine; a pre-authorisation of the card schemes lives a month. */
  pos: {
    capturesPerHold: 1,
    partialUnfreeze: false,
    overCapture: false,
    holdLifeDays: 30,
    mayStayUndecided: false,
    byMachine: true,
  },
} as const satisfies Record<string, HoldProduct>

/** Ways whose provider makes a link and says when the money is there. */
export const onlinePayWays: readonly PayWay[] = [payWay.alipay, payWay.wechat]

const REFUND_DAYS: Readonly<Partial<Record<PayWay, number>>> = { [payWay.alipay]: 365, [payWay.wechat]: 365 }

/** Whether a payment can still go back by the route that it came by; afterwards it goes back by hand. */
export const canGoBackByRoute = (way: PayWay, paidAt: Instant, now: Instant): boolean => {
  const days = REFUND_DAYS[way]
  return days !== undefined && now < paidAt + days * DAY
}

/**
 * @param captured how often the hold was captured from before, captures without an answer among them
 * @throws Refusal orderStatusRefuses (2001) for one capture too many
 */
export function refuseCapture(product: HoldProduct, captured: number): void {
  if (captured >= product.capturesPerHold)
    throw new Refusal('orderStatusRefuses', { 原因: '该授权只能扣款一次，请以其他方式收取' })
}
