import { Refusal } from '../../refusal.ts'
import { DAY, type Instant } from '../../time.ts'
import { type PayWay, payWay } from './codes.ts'

/* Capabilities of the providers' products, as data. What a product cannot do is refused before the provider is called. */

/** A product that holds money, or a claim to it, until it is captured or released. */
export interface HoldProduct {
  /** How many captures a hold allows; with one, the capture ends the hold. */
  readonly capturesPerHold: number
  /** A part may be released while the rest stays held. */
  readonly partialUnfreeze: boolean
  /** More than the held amount may be captured. */
  readonly overCapture: boolean
  /** A hold expires after this number of days. */
  readonly holdLifeDays: number
  /** A capture may stay undecided for days, because the provider continues to collect from the customer. */
  readonly mayStayUndecided: boolean
  /** Staff operate the shop's card machine and enter what it printed: it cannot be queried, and a capture cannot be refunded online. */
  readonly byMachine: boolean
}

export const holdProducts = {
  /** 支付宝资金授权, including 芝麻免押. */
  alipay: {
    capturesPerHold: Number.POSITIVE_INFINITY,
    partialUnfreeze: true,
    overCapture: false,
    holdLifeDays: 360,
    mayStayUndecided: false,
    byMachine: false,
  },
  wechat: {
    capturesPerHold: 1,
    partialUnfreeze: false,
    overCapture: false,
    holdLifeDays: 365,
    mayStayUndecided: true,
    byMachine: false,
  },
  /** The shop's card machine; pre-authorizations of card schemes last a month. */
  pos: {
    capturesPerHold: 1,
    partialUnfreeze: false,
    overCapture: false,
    holdLifeDays: 30,
    mayStayUndecided: false,
    byMachine: true,
  },
} as const satisfies Record<string, HoldProduct>

const REFUND_DAYS: Readonly<Partial<Record<PayWay, number>>> = { [payWay.alipay]: 365, [payWay.wechat]: 365 }

/** Whether a payment can still be refunded by its own method; after that it is refunded by hand. */
export const canGoBackByRoute = (way: PayWay, paidAt: Instant, now: Instant): boolean => {
  const days = REFUND_DAYS[way]
  return days !== undefined && now < paidAt + days * DAY
}

/**
 * @param captured earlier captures of the hold, including those without an answer
 * @throws Refusal orderStatusRefuses (2001) for one capture too many
 */
export function refuseCapture(product: HoldProduct, captured: number): void {
  if (captured >= product.capturesPerHold)
    throw new Refusal('orderStatusRefuses', { 原因: '该授权只能扣款一次，请以其他方式收取' })
}
