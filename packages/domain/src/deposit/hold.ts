import { enumeration } from '../enumeration.ts'
import { type PayMode, type PayWay, payMode, payWay } from '../payment/codes.ts'
import { type HoldProduct, holdProducts, refuseCapture } from '../payment/provider.ts'
import { badInput } from '../refusal.ts'
import { machine } from '../step.ts'
import { DAY, type Instant } from '../time.ts'

/*
 * One authorisation behind a deposit (AuthHold): a pre-authorisation of the shop's card machine, a freeze of a
 * provider, a credit that stands for a deposit. A deposit may have several. All amounts in fen.
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
    /** The provider says that it holds; after we gave up it is let go at once. */
    freeze: { from: [s.waiting, s.closed], to: s.held },
    /** Nobody agreed to it, or it was given up. */
    close: { from: [s.waiting], to: s.closed },
    /** All of it was captured or let go. */
    end: { from: [s.held], to: s.ended },
    /** Its time is over, or its customer or its provider ended it. */
    expire: { from: [s.held], to: s.expired },
  },
})

export const isHolding = (status: number): boolean => status === s.held
const products = new Map<PayWay, HoldProduct>([
  [payWay.alipay, holdProducts.alipay],
  [payWay.wechat, holdProducts.wechat],
  [payWay.pos, holdProducts.pos],
])

/** What a way that holds deposits without taking them can do. */
export const productOf = (way: PayWay): HoldProduct => products.get(way)!

/** A hold as far as money is taken from it. */
export interface Hold {
  readonly id: string
  readonly payWay: PayWay
  readonly expireAt: Instant
  /** Neither captured nor let go nor asked for. */
  readonly availableFen: number
  /** How often it was captured from; those without an answer count. */
  readonly captures: number
}

/** What one capture takes; `tiedFen` is what leaves the hold with it: also the rest, where a capture ends the hold. */
export interface HoldPart<H extends Hold> {
  readonly hold: H
  readonly fen: number
  readonly tiedFen: number
}

const soonestFirst = (a: Hold, b: Hold): number => a.expireAt - b.expireAt || (BigInt(a.id) < BigInt(b.id) ? -1 : 1)

/** A capture of a product that allows one takes the rest with it. */
const endsHold = (way: PayWay): boolean => productOf(way).capturesPerHold === 1

/**
 * What is captured of which hold for a sum: of those that end soonest first, each as far as it reaches.
 * @throws Refusal orderStatusRefuses (2001) for a hold that takes no further capture
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

/**
 * The hold of the card machine that somebody completes next: the one that ends soonest of those that can still be captured
 * from.
 */
export const nextByMachine = <H extends Hold>(holds: readonly H[]): H | undefined =>
  holds
    .filter(({ payWay: way, availableFen, captures }) => {
      const { byMachine, capturesPerHold } = productOf(way)
      return byMachine && availableFen > 0 && captures < capturesPerHold
    })
    .toSorted(soonestFirst)[0]

/** A hold as it is shown: amounts in fen. */
interface ShownHold {
  readonly payWay: PayWay
  readonly expireAt: Instant
  readonly status: number
  readonly amount: number
  readonly captured: number
  readonly released: number
}

/** A deduction takes from an authorisation that somebody completes at the card machine: such a one has a slip. */
export const isByMachine = (holds: readonly ShownHold[], mode: PayMode | undefined): boolean =>
  mode === payMode.offlineDeduct && holds.some(waitsForMachine)

const waitsForMachine = ({ payWay: way, status, amount, captured, released }: ShownHold): boolean =>
  isHolding(status) && productOf(way).byMachine && amount > captured + released

/** What a completion of a sum lets go: the machine completes an authorisation once, the one that ends soonest. Fen. */
export function freedByMachine(holds: readonly ShownHold[], fen: number): number {
  const [next] = holds.filter(waitsForMachine).toSorted((a, b) => a.expireAt - b.expireAt)
  return next === undefined || fen === 0 ? 0 : Math.max(0, next.amount - next.captured - next.released - fen)
}

/**
 * What is let go of which hold for a sum: of those that end soonest first, so that the longest stay. A hold that cannot be
 * let go in parts goes whole or not at all.
 * @returns the parts, which may come to less than the sum
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
 * What of which hold becomes the violation deposit's for a sum: of those that end last first, since that one waits longest. A
 * hold that cannot be let go in parts stays where it is.
 * @returns the parts, which may come to less than the sum
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
 * Until when a pre-authorisation that is typed in holds: to the end of its day, or as long as its product lives.
 * @throws Refusal badInput (-2) for a day that is over, or further than it can live
 */
export function typedExpiry(way: PayWay, endOfDay: Instant | undefined, now: Instant): Instant {
  const longest = now + productOf(way).holdLifeDays * DAY
  if (endOfDay === undefined) return longest
  if (endOfDay <= now) throw badInput('authEndOn', '预授权已过期')
  if (endOfDay > longest + DAY) throw badInput('authEndOn', `预授权最长${productOf(way).holdLifeDays}天`)
  return endOfDay
}
