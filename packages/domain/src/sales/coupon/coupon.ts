import { applyBp, type Fen, formatMoney } from '../../money.ts'
import type { RefusalKey } from '../../refusal.ts'
import { type LocalDate, localDate } from '../../time.ts'
import { type CouponKind, couponKind } from './codes.ts'

/*
 * What a coupon takes off a price, and when it may be used. What a coupon gives never changes after it was issued, because customers were
 * told; it is turned off and on.
 */

export interface Coupon {
  readonly kind: CouponKind
  /** A sum: what it takes off. A percentage: what it takes off at most; 0: no maximum. */
  readonly fen: Fen
  /** Of a percentage: its share of the price, 500 = 5 %. */
  readonly rateBp: number
  /** The price, before the coupon, must be at least this. */
  readonly leastFen: Fen
  /** First and last day of the booking, and of the pickup; null: no limit. */
  readonly bookFrom: LocalDate | null
  readonly bookTo: LocalDate | null
  readonly rentFrom: LocalDate | null
  readonly rentTo: LocalDate | null
  /** Models that it is for; none: all. */
  readonly modelIds: readonly string[]
  /** How many bookings may use it; null: no limit. */
  readonly mostUses: number | null
  readonly oncePerCustomer: boolean
  readonly isOn: boolean
}

/** A booking costs at least this, so that an order that waits for its payment has something to be paid. */
export const LEAST_LEFT: Fen = 100

/** What a coupon takes off charges, fen; 0 where nothing may be taken off. */
export function couponAmount({ kind, fen, rateBp }: Pick<Coupon, 'kind' | 'fen' | 'rateBp'>, charges: Fen): Fen {
  const share = applyBp(charges, rateBp)
  const asked = kind === couponKind.sum ? fen : fen === 0 ? share : Math.min(fen, share)
  return Math.max(0, Math.min(asked, charges - LEAST_LEFT))
}

export interface CouponTrip {
  readonly modelId: string
  readonly pickupAt: number
  readonly returnAt: number
  /** The price before the coupon. */
  readonly charges: Fen
  /** When it is booked. */
  readonly now: number
}

export interface CouponUses {
  readonly all: number
  /** Of this customer; 0 while the customer is not known. */
  readonly own: number
}

type Fault = { readonly key: RefusalKey & `coupon${string}`; readonly facts?: Readonly<Record<string, string>> }

/** Whether it may be used once more: what a booking asks again, because others may have used it since the price was shown. */
export function useFault(
  { isOn, mostUses, oncePerCustomer }: Pick<Coupon, 'isOn' | 'mostUses' | 'oncePerCustomer'>,
  uses: CouponUses,
): Fault | null {
  if (!isOn) return { key: 'couponUnknown' }
  if (oncePerCustomer && uses.own > 0) return { key: 'couponOnce' }
  return mostUses !== null && uses.all >= mostUses ? { key: 'couponUsedUp' } : null
}

/** Why a coupon does not count for a trip; null when it does. One that is off or out of its days looks like one that never was. */
export function couponFault(coupon: Coupon, trip: CouponTrip, uses: CouponUses): Fault | null {
  const today = localDate(trip.now)
  const outOfDays = isOutside(today, coupon.bookFrom, coupon.bookTo)
  if (!coupon.isOn || outOfDays) return { key: 'couponUnknown' }
  const pickupOn = localDate(trip.pickupAt)
  if (isOutside(pickupOn, coupon.rentFrom, coupon.rentTo))
    return { key: 'couponDates', facts: { 日期: rentText(coupon) } }
  if (coupon.modelIds.length > 0 && !coupon.modelIds.includes(trip.modelId)) return { key: 'couponModel' }
  if (trip.charges < coupon.leastFen) return { key: 'couponLeast', facts: { 金额: formatMoney(coupon.leastFen) } }
  return useFault(coupon, uses) ?? (couponAmount(coupon, trip.charges) > 0 ? null : { key: 'couponNothing' })
}

const isOutside = (day: LocalDate, from: LocalDate | null, to: LocalDate | null): boolean =>
  (from !== null && day < from) || (to !== null && day > to)

/** 2026-12-01至2026-12-31, 2026-12-01起, 2026-12-31前. */
const periodText = (from: LocalDate | null, to: LocalDate | null): string =>
  from === null ? (to === null ? '' : `${to}前`) : to === null ? `${from}起` : `${from}至${to}`

const rentText = ({ rentFrom, rentTo }: Pick<Coupon, 'rentFrom' | 'rentTo'>): string => periodText(rentFrom, rentTo)

const percentText = (bp: number): string => `${bp / 100}%`

/** What it gives: 满¥300.00减¥50.00, 减10%，最多¥100.00. */
export function couponText({
  kind,
  fen,
  rateBp,
  leastFen,
}: Pick<Coupon, 'kind' | 'fen' | 'rateBp' | 'leastFen'>): string {
  const least = leastFen === 0 ? '' : `满${formatMoney(leastFen)}`
  if (kind === couponKind.sum) return `${least}减${formatMoney(fen)}`
  return `${least}减${percentText(rateBp)}${fen === 0 ? '' : `，最多${formatMoney(fen)}`}`
}

/** Its limits in words, without what it gives. */
export function limitTexts(coupon: Omit<Coupon, 'kind' | 'fen' | 'rateBp' | 'leastFen' | 'isOn'>): string[] {
  const book = periodText(coupon.bookFrom, coupon.bookTo)
  const rent = rentText(coupon)
  return [
    ...(book === '' ? [] : [`${book}下单`]),
    ...(rent === '' ? [] : [`${rent}取车`]),
    ...(coupon.modelIds.length === 0 ? [] : [`限${coupon.modelIds.length}个车型`]),
    ...(coupon.mostUses === null ? [] : [`共${coupon.mostUses}次`]),
    ...(coupon.oncePerCustomer ? ['每人一次'] : []),
  ]
}

/** A code as it is compared: customers type it in small letters and with spaces. */
export const codeOf = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

/** Why a code cannot be used; null when it can. */
export const couponCodeFault = (code: string): string | null =>
  /^[A-Z0-9]{4,20}$/.test(code) ? null : '券码应为4至20个字母或数字'

type Entry = Omit<Coupon, 'isOn' | 'modelIds'>

/** What is wrong with a new coupon, with its field; null when nothing is. */
export function couponProblem(coupon: Entry): { readonly field: keyof Entry; readonly message: string } | null {
  const wrong = (field: keyof Entry, message: string) => ({ field, message })
  if (coupon.kind === couponKind.sum) {
    if (coupon.fen < 1) return wrong('fen', '请输入减免金额')
    if (coupon.rateBp !== 0) return wrong('rateBp', '满减券没有折扣比例')
  } else if (coupon.rateBp < 1) return wrong('rateBp', '请输入减免比例')
  const { bookFrom, bookTo, rentFrom, rentTo } = coupon
  if (bookFrom !== null && bookTo !== null && bookTo < bookFrom) return wrong('bookTo', '下单止日不能早于起日')
  if (rentFrom !== null && rentTo !== null && rentTo < rentFrom) return wrong('rentTo', '取车止日不能早于起日')
  return null
}
