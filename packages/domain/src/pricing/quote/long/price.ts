import { orderItemType, reduceType } from '../../../booking/order/codes.ts'
import { applyBp, type Fen, formatMoney } from '../../../money.ts'
import { badInput, Refusal } from '../../../refusal.ts'
import { type LocalDate, localDate } from '../../../time.ts'
import { depositLines } from '../lines/deposits.ts'
import { handoverLines, handoverMoved, requireMovesServed } from '../lines/handover.ts'
import { checkLead } from '../lines/limits.ts'
import { line, onceServiceLine, rentAndServices, sumOf } from '../lines/lines.ts'
import { reduceLines } from '../lines/reduce.ts'
import { soldServices } from '../lines/services.ts'
import { sameServices } from '../modify.ts'
import { sameGoods } from '../price.ts'
import type { DepositLine, PriceInput, PriceLine, QuoteHint, SoldService } from '../quote.ts'
import type { PriceRules } from '../rules.ts'
import { dailyPrice, datesBetween, extraDaysPrice, type MonthSpan, monthSpan, spanPrice } from './months.ts'
import { type LongSettings, type LongTerms, longTermsOf, type PayInterval } from './terms.ts'

const MAX_MONTHS = 36
/** Code of the line that adjusts the sum to the agreed total. */
const AGREED = 'agreed'

/** Monthly price of rentals of at least `fromMonths` whole months; `source` 0 is for channels without own rows. */
export interface LongPrice {
  readonly source: number
  readonly fromMonths: number
  readonly monthlyPrice: Fen
}

/** `returnAt` is the agreed end: its date is the first one not paid for. */
export interface LongPriceInput extends PriceInput {
  /** Negotiated; null: the list price of the term. */
  readonly monthlyPrice: Fen | null
  /** Agreed price of the whole term instead of the sum of its lines; null: the sum. */
  readonly agreedTotal: Fen | null
  readonly payInterval: PayInterval
}

export interface LongPriceRules extends PriceRules {
  /** Rows of the (store, model) for source 0 and the quoted source. */
  readonly longPrices: readonly LongPrice[]
  readonly settings: PriceRules['settings'] & LongSettings
}

/** A day-priced service converted to a monthly price. */
export interface LongService {
  readonly code: string
  readonly name: string
  readonly itemType: 1 | 2 | 3
  /** For all pieces. */
  readonly monthlyPrice: Fen
}

/**
 * What a long order was sold at (JSON, stored with it). Termination, renewal and instalments use it: the order has
 * its own monthly price, whatever length it finally has.
 */
export interface LongSnapshot {
  readonly v: 1
  /** Distinguishes it from the snapshot of a regular order. */
  readonly kind: 'long'
  readonly input: LongPriceInput
  readonly terms: LongTerms
  /** How far a handover may be backdated without a reason. */
  readonly graceMinutes: number
  /** Days of the term. */
  readonly days: number
  readonly overHours: 0
  readonly startDate: LocalDate
  /** Exclusive. */
  readonly endDate: LocalDate
  readonly monthlyPrice: Fen
  readonly services: readonly LongService[]
  readonly lines: readonly PriceLine[]
  /** Sum of the lines, or the total agreed by hand. */
  readonly total: Fen
}

export interface LongQuote {
  readonly span: MonthSpan
  readonly lines: readonly PriceLine[]
  readonly total: Fen
  readonly deposits: readonly DepositLine[] | null
  readonly hints: readonly QuoteHint[]
  readonly snapshot: LongSnapshot
}

/**
 * The monthly price of a term: the highest tier reached, from the source's own rows if it has any.
 * @throws Refusal 3001
 */
export function longPriceFor(rows: readonly LongPrice[], source: number, months: number): Fen {
  const own = rows.filter((row) => row.source === source)
  let best: LongPrice | null = null
  for (const row of own.length > 0 ? own : rows.filter((other) => other.source === 0)) {
    if (row.fromMonths <= months && row.fromMonths > (best?.fromMonths ?? 0)) best = row
  }
  if (best === null) throw new Refusal('priceMissing')
  return best.monthlyPrice
}

/** The term of a rental by its dates. @throws Refusal lengthOutOfRange (3009) outside 1–36 months */
function termOf({ pickupAt, returnAt }: Pick<PriceInput, 'pickupAt' | 'returnAt'>) {
  const startDate = localDate(pickupAt)
  const endDate = localDate(returnAt)
  const span = monthSpan(startDate, endDate)
  if (span.months < 1 || span.months + (span.extraDays > 0 ? 1 : 0) > MAX_MONTHS)
    throw new Refusal('lengthOutOfRange', { field: 'returnAt', minMonths: 1, maxMonths: MAX_MONTHS })
  return { startDate, endDate, span }
}

/** The monthly price, or the refusal when the model has none for the term. */
export function tryLongPrice(
  rows: readonly LongPrice[],
  stay: Pick<PriceInput, 'source' | 'pickupAt' | 'returnAt'>,
): { readonly monthlyPrice: Fen } | { readonly why: Refusal } {
  try {
    return { monthlyPrice: longPriceFor(rows, stay.source, termOf(stay).span.months) }
  } catch (error) {
    if (error instanceof Refusal) return { why: error }
    throw error
  }
}

/**
 * The price of a long rental: whole months, days beyond them, services per month in the same way, then once-only
 * services, handover fees and reductions as for short rentals. Refusals: 3007, 3008, 3003, 3006, -2 and -3 as `price`;
 * 3009 outside 1–36 months; 3001 no price for the term. A negotiated monthly price or total below the manual discount
 * limit needs `order.discount` (-3), like any other reduction; channel subsidies are refused for long orders (-2).
 */
export function priceLong(input: LongPriceInput, rules: LongPriceRules): LongQuote {
  return quoteLong(input, rules, null)
}

/**
 * 改单: the price of a contract that is modified before it begins. The same store and model retain the sold services;
 * with the same number of months also the monthly price; with the same term and services also a total agreed by
 * hand, unless another value is requested. A price below the previous one needs the permission, a reduction that
 * was given before does not. Handover fees of unchanged hours and the terms (late fee, penalty, lead days) are
 * those of the contract. Refusals: those of {@link priceLong}.
 */
export const quoteModifiedLong = (sold: LongSnapshot, input: LongPriceInput, rules: LongPriceRules): LongSnapshot =>
  quoteLong(input, rules, sold).snapshot

function quoteLong(asked: LongPriceInput, rules: LongPriceRules, sold: LongSnapshot | null): LongQuote {
  const kept = sold === null ? NOTHING : keptOf(sold, asked)
  const input = { ...asked, ...kept.agreed }
  if (input.returnAt <= input.pickupAt) throw new Refusal('returnBeforePickup', { field: 'returnAt' })
  const { startDate, endDate, span } = termOf(input)
  if (input.reduces.some(({ reduceType: type }) => type === reduceType.channelSubsidy))
    throw badInput('reduces', '长租订单没有渠道补贴，请改用其他减免')
  if (sold !== null && kept.handover !== null) requireMovesServed(sold.input, input, rules)
  const hints = input.pickupAt === sold?.input.pickupAt ? [] : checkLead(input, rules, 0)
  const monthlyPrice = agreedMonthly(input, rules, span.months, kept.monthly)
  const { services, once } = kept.services ?? servicesOf(input, rules)
  const lines = [
    ...monthLines(rentOf(monthlyPrice), span),
    ...services.flatMap((service) => monthLines(service, span)),
    ...once,
  ]
  const base = sumOf(lines)
  lines.push(
    ...(kept.handover === null
      ? handoverLines(input, rules, base, sold?.input)
      : handoverMoved(kept.handover, input, rules, { sold: kept.handover.base, now: base })),
  )
  const mayDiscount = input.mayDiscount || (sold?.input.mayDiscount ?? false)
  lines.push(...reduceLines({ ...input, mayDiscount }, sumOf(lines), rules.settings.manualDiscountBp))
  lines.push(...agreedLine(input, rules, { span, monthlyPrice, lines, least: kept.total }))
  const total = sumOf(lines)
  return {
    span,
    lines,
    total,
    deposits: depositLines(rules, input),
    hints,
    snapshot: {
      v: 1,
      kind: 'long',
      input: { ...input, mayDiscount },
      terms:
        sold === null
          ? longTermsOf(rules.settings, input.payInterval)
          : { ...sold.terms, payInterval: input.payInterval },
      graceMinutes: sold?.graceMinutes ?? rules.settings.graceMinutes,
      days: datesBetween(startDate, endDate),
      overHours: 0,
      startDate,
      endDate,
      monthlyPrice,
      services,
      lines,
      total,
    },
  }
}

/** What a modified contract retains of the sold one; nothing for a new contract. Fen. */
interface Kept {
  /** Used where nothing else is requested. */
  readonly agreed: Partial<Pick<LongPriceInput, 'monthlyPrice' | 'agreedTotal'>>
  /** Lowest amounts that need no permission, because they were agreed before. */
  readonly monthly: Fen
  readonly total: Fen
  readonly services: ReturnType<typeof servicesOf> | null
  /** Set when only the times change. */
  readonly handover: (Pick<LongSnapshot, 'lines' | 'input'> & { readonly base: Fen }) | null
}

const NOTHING: Kept = {
  agreed: {},
  monthly: Number.POSITIVE_INFINITY,
  total: Number.POSITIVE_INFINITY,
  services: null,
  handover: null,
}

function keptOf(sold: LongSnapshot, asked: LongPriceInput): Kept {
  if (!sameGoods(sold.input, asked)) return NOTHING
  const before = monthSpan(sold.startDate, sold.endDate)
  const span = monthSpan(localDate(asked.pickupAt), localDate(asked.returnAt))
  const sameMonths = span.months === before.months
  const sameStay = sameServices(sold.input, asked)
  const sameTotal = sameMonths && span.extraDays === before.extraDays && sameStay && asked.monthlyPrice === null
  const once = sold.lines.filter(({ kind, unit }) => kind === 'service' && unit !== 'month' && unit !== 'day')
  const dated = sold.lines.filter(({ code }) => code !== AGREED)
  return {
    agreed: {
      ...(sameMonths && asked.monthlyPrice === null && { monthlyPrice: sold.monthlyPrice }),
      ...(sameTotal && asked.agreedTotal === null && { agreedTotal: sold.input.agreedTotal }),
    },
    monthly: sameMonths ? sold.monthlyPrice : Number.POSITIVE_INFINITY,
    total: sameTotal ? sold.total : Number.POSITIVE_INFINITY,
    services: sameStay ? { services: sold.services, once } : null,
    handover:
      sameStay && sold.input.returnStoreId === asked.returnStoreId
        ? { ...sold, base: sumOf(dated, rentAndServices) }
        : null,
  }
}

/** Services on offer; day-priced ones with their monthly price. */
function servicesOf(
  input: LongPriceInput,
  rules: LongPriceRules,
): { readonly services: readonly LongService[]; readonly once: readonly PriceLine[] } {
  const sold = soldServices(rules, input, input.services)
  return {
    services: sold.filter(({ unit }) => unit === 'day').map(perMonth),
    once: sold.filter(({ unit }) => unit !== 'day').map(onceServiceLine),
  }
}

/** @param least lowest amount that needs no permission, whatever the list price is */
function agreedMonthly(input: LongPriceInput, rules: LongPriceRules, months: number, least: Fen): Fen {
  const { monthlyPrice, source, mayDiscount } = input
  if (monthlyPrice === null) return longPriceFor(rules.longPrices, source, months)
  if (mayDiscount || monthlyPrice >= least) return monthlyPrice
  const listed = longPriceFor(rules.longPrices, source, months)
  if (listed - monthlyPrice > applyBp(listed, rules.settings.manualDiscountBp)) {
    throw new Refusal('forbidden', { field: 'monthlyPrice' })
  }
  return monthlyPrice
}

/** The line that adjusts the sum to a total agreed by hand; it is checked against the list price like a reduction. */
function agreedLine(
  { agreedTotal, source, mayDiscount }: LongPriceInput,
  rules: LongPriceRules,
  sold: {
    readonly span: MonthSpan
    readonly monthlyPrice: Fen
    readonly lines: readonly PriceLine[]
    /** Lowest amount that needs no permission, whatever the list price is. */
    readonly least: Fen
  },
): readonly PriceLine[] {
  const difference = agreedTotal === null ? 0 : agreedTotal - sumOf(sold.lines)
  if (agreedTotal === null || difference === 0) return []
  if (!mayDiscount && agreedTotal < sold.least) {
    const charges = sumOf(sold.lines.filter(({ kind }) => kind !== 'reduce'))
    const listed = longPriceFor(rules.longPrices, source, sold.span.months)
    const asListed = charges - spanPrice(sold.span, sold.monthlyPrice) + spanPrice(sold.span, listed)
    if (asListed - agreedTotal > applyBp(asListed, rules.settings.manualDiscountBp))
      throw new Refusal('forbidden', { field: 'total' })
  }
  return [
    line({
      kind: difference < 0 ? 'reduce' : 'rent',
      itemType: orderItemType.rental,
      code: AGREED,
      name: difference < 0 ? '协议优惠' : '协议加价',
      amount: difference,
      formula: `协议总价${formatMoney(agreedTotal)}`,
      reduceType: difference < 0 ? reduceType.manual : null,
    }),
  ]
}

/** A day-priced service costs 30 days per month, or the capped number of days. */
const perMonth = ({ code, name, itemType, price, qty, capDays }: SoldService): LongService => ({
  code,
  name,
  itemType,
  monthlyPrice: price * qty * Math.min(30, capDays ?? 30),
})

const rentOf = (monthlyPrice: Fen) => ({ code: 'rent', name: '月租金', itemType: orderItemType.rental, monthlyPrice })

type Monthly = Omit<LongService, 'itemType'> & { readonly itemType: PriceLine['itemType'] }

function monthLines({ code, name, itemType, monthlyPrice }: Monthly, { months, extraDays }: MonthSpan): PriceLine[] {
  const kind = itemType === orderItemType.rental ? 'rent' : 'service'
  const common = { kind, itemType, code } as const
  const lines = [
    line({
      ...common,
      name,
      qty: months,
      unit: 'month',
      unitPrice: monthlyPrice,
      amount: months * monthlyPrice,
      formula: `${formatMoney(monthlyPrice)} × ${months}个月`,
    }),
  ]
  if (extraDays > 0) {
    const daily = dailyPrice(monthlyPrice)
    const amount = extraDaysPrice(extraDays, monthlyPrice)
    const words = `${formatMoney(daily)} × ${extraDays}天`
    lines.push(
      line({
        ...common,
        code: `${code}.days`,
        name: `${name}（零散天数）`,
        qty: extraDays,
        unit: 'day',
        unitPrice: daily,
        amount,
        formula: amount < daily * extraDays ? `${words}，最高按一个月${formatMoney(monthlyPrice)}` : words,
      }),
    )
  }
  return lines
}

/** Rent and monthly services from the start to a date, exclusive, in whole months and days. */
export function usedPrice(snapshot: Pick<LongSnapshot, 'startDate' | 'monthlyPrice' | 'services'>, to: LocalDate): Fen {
  const span = monthSpan(snapshot.startDate, to)
  return snapshot.services.reduce(
    (sum, service) => sum + spanPrice(span, service.monthlyPrice),
    spanPrice(span, snapshot.monthlyPrice),
  )
}
