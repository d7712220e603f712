import { enumeration } from '../../enumeration.ts'
import { badInput } from '../../refusal.ts'
import { machine } from '../../step.ts'
import { DAY, type Instant } from '../../time.ts'
import { type PayMode, type PayWay, payMode, payWay } from '../payment/codes.ts'
import { type HoldProduct, holdProducts, refuseCapture } from '../payment/provider.ts'

/*
 * One authorization hold behind a deposit: a pre-authorization of the shop's card machine, a freeze of a provider,
 * or a credit that covers a deposit. A deposit may have several. All amounts in fen.
 */

export const authHoldStatuses = enumeration({
  waiting: [0, '待授权'],
  held: [1, '已授权'],
  ended: [2, '已结束'],
  closed: [3, '未授权'],
  expired: [4, '已失效'],
})
export const authHoldStatus = authHoldStatuses.code
const s = authHoldStatus

export const authHoldSteps = machine(authHoldStatuses, {
  entry: [s.waiting, s.held],
  final: [s.ended, s.closed, s.expired],
  refusal: 'depositTaken',
  steps: {
    /** The provider confirms the hold; one that was given up before is released at once. */
    freeze: { from: [s.waiting, s.closed], to: s.held },
    /** Not authorized by the customer, or given up. */
    close: { from: [s.waiting], to: s.closed },
    /** Captured or released completely. */
    end: { from: [s.held], to: s.ended },
    /** Expired, or ended by the customer or the provider. */
    expire: { from: [s.held], to: s.expired },
  },
})

export const isHolding = (status: number): boolean => status === s.held
const products = new Map<PayWay, HoldProduct>([
  [payWay.alipay, holdProducts.alipay],
  [payWay.wechat, holdProducts.wechat],
  [payWay.pos, holdProducts.pos],
])

/** What the product of a payment method with holds can do. */
export const productOf = (way: PayWay): HoldProduct => products.get(way)!

/** The facts of a hold that a capture needs. */
export interface Hold {
  readonly id: string
  readonly payWay: PayWay
  readonly expireAt: Instant
  /** Not captured, released or requested. */
  readonly availableFen: number
  /** Number of captures, including those without an answer. */
  readonly captures: number
}

/** One capture; `tiedFen` is what leaves the hold by it, including the rest when a capture ends the hold. */
export interface HoldPart<H extends Hold> {
  readonly hold: H
  readonly fen: number
  readonly tiedFen: number
}

const soonestFirst = (a: Hold, b: Hold): number => a.expireAt - b.expireAt || (BigInt(a.id) < BigInt(b.id) ? -1 : 1)

/** With one capture per hold, the capture also releases the rest. */
export const endsHold = (way: PayWay): boolean => productOf(way).capturesPerHold === 1

/**
 * Splits a sum into captures: holds that expire first are used first, each up to its available amount.
 * @throws Refusal orderStatusRefuses (2001) for a hold that allows no further capture
 */
export function captureFrom<H extends Hold>(holds: readonly H[], fen: number): HoldPart<H>[] {
  const parts: HoldPart<H>[] = []
  let rest = fen
  for (const hold of holds.toSorted(soonestFirst)) {
    const part = Math.min(rest, hold.availableFen)
    if (part <= 0) continue
    refuseCapture(productOf(hold.payWay), hold.captures)
    parts.push({ hold, fen: part, tiedFen: endsHold(hold.payWay) ? hold.availableFen : part })
    rest -= part
  }
  return parts
}

/** The hold that is completed next at the card machine: of those that can still be captured, the one that expires first. */
export const nextByMachine = <H extends Hold>(holds: readonly H[]): H | undefined =>
  holds
    .filter(({ payWay: way, availableFen, captures }) => {
      const { byMachine, capturesPerHold } = productOf(way)
      return byMachine && availableFen > 0 && captures < capturesPerHold
    })
    .toSorted(soonestFirst)[0]

/** A hold as shown to users; amounts in fen. */
interface ShownHold {
  readonly payWay: PayWay
  readonly expireAt: Instant
  readonly status: number
  readonly amount: number
  readonly captured: number
  readonly released: number
}

/** Whether a deduction is taken from a hold that staff complete at the card machine; it then needs the slip. */
export const isByMachine = (holds: readonly ShownHold[], mode: PayMode | undefined): boolean =>
  mode === payMode.offlineDeduct && holds.some(waitsForMachine)

const waitsForMachine = ({ payWay: way, status, amount, captured, released }: ShownHold): boolean =>
  isHolding(status) && productOf(way).byMachine && amount > captured + released

/**
 * What is released when a sum is completed at the card machine, fen. The machine completes a hold once, so that the
 * rest of the hold that expires first is released.
 */
export function machineReleaseFen(holds: readonly ShownHold[], fen: number): number {
  const [next] = holds.filter(waitsForMachine).toSorted((a, b) => a.expireAt - b.expireAt)
  return next === undefined || fen === 0 ? 0 : Math.max(0, next.amount - next.captured - next.released - fen)
}

/**
 * Splits a sum into releases: holds that expire first are released first. A hold that cannot be released in parts
 * is released as a whole or not at all.
 * @returns the parts, whose total may be less than the sum
 */
export function releaseFrom<H extends Hold>(
  holds: readonly H[],
  fen: number,
): { readonly hold: H; readonly fen: number }[] {
  const parts: { hold: H; fen: number }[] = []
  let rest = fen
  for (const hold of holds.toSorted(soonestFirst)) {
    const part = Math.min(rest, hold.availableFen)
    if (part <= 0 || (part < hold.availableFen && !productOf(hold.payWay).partialUnfreeze)) continue
    parts.push({ hold, fen: part })
    rest -= part
  }
  return parts
}

/**
 * Splits a sum over the holds that become the violation deposit: those that expire last first, since that deposit
 * is held longest. A hold that cannot be released in parts is not used.
 * @returns the parts, whose total may be less than the sum
 */
export function convertFrom<H extends Hold>(
  holds: readonly H[],
  fen: number,
): { readonly hold: H; readonly fen: number }[] {
  const parts: { hold: H; fen: number }[] = []
  let rest = fen
  for (const hold of holds.toSorted(soonestFirst).toReversed()) {
    const part = productOf(hold.payWay).partialUnfreeze ? Math.min(rest, hold.availableFen) : 0
    if (part > 0) parts.push({ hold, fen: part })
    rest -= part
  }
  return parts
}

/**
 * Expiry of a pre-authorization that staff enter: the end of the given day, or the longest time of its product.
 * @throws Refusal badInput (-2) for a day that is over, or beyond that time
 */
export function typedExpiry(way: PayWay, endOfDay: Instant | undefined, now: Instant): Instant {
  const longest = now + productOf(way).holdLifeDays * DAY
  if (endOfDay === undefined) return longest
  if (endOfDay <= now) throw badInput('authEndOn', '预授权已过期')
  if (endOfDay > longest + DAY) throw badInput('authEndOn', `预授权最长${productOf(way).holdLifeDays}天`)
  return endOfDay
}
