import { orderItemType } from '../../booking/order/codes.ts'
import { type Fen, formatMoney } from '../../money.ts'
import { line } from '../../pricing/quote/lines/lines.ts'
import { datesBetween, monthSpan, spanPrice } from '../../pricing/quote/long/months.ts'
import type { LongSnapshot } from '../../pricing/quote/long/price.ts'
import type { PriceLine } from '../../pricing/quote/quote.ts'
import { badInput } from '../../refusal.ts'
import { addDays, addMonths, formatDateTime, type Instant, type LocalDate, localDate, sameTimeOn } from '../../time.ts'
import { type InstalmentRow, renewalRows } from './rows.ts'

/** Limit of months of one renewal. */
const MOST_MONTHS = 36

/** What a renewal of a long order sold (JSON, stored with it). */
export interface LongExtension {
  readonly v: 1
  readonly kind: 'long'
  readonly from: LocalDate
  /** Exclusive. */
  readonly to: LocalDate
  readonly lines: readonly PriceLine[]
  readonly amount: Fen
}

export interface LongRenewalAsk {
  /** The agreed end, including earlier renewals. */
  readonly returnAt: Instant
  /** Only its date counts; the time of day does not change. */
  readonly newReturnAt: Instant
  readonly now: Instant
  /** The highest row number of the order's plan. */
  readonly lastSeq: number
}

export interface LongRenewal {
  readonly newReturnAt: Instant
  readonly addedDays: number
  readonly rows: readonly InstalmentRow[]
  readonly lines: readonly PriceLine[]
  readonly amount: Fen
  readonly extension: LongExtension
}

/**
 * The end after so many more months: on the rental's own month boundary when the present end is on one, so that a
 * rental from the 31st ends on the 31st again after February.
 */
export function longerBy(start: LocalDate, end: LocalDate, months: number): LocalDate {
  const span = monthSpan(start, end)
  return span.extraDays === 0 ? addMonths(start, span.months + months) : addMonths(end, months)
}

/**
 * Renews a long rental: the added days at the order's own monthly prices, billed at the boundaries of the sold
 * plan. The price tier does not change, and overdue days are included at their price.
 * @throws Refusal badInput (-2) for an end that is not later, already past, or too far away
 */
export function renewLong(sold: LongSnapshot, { returnAt, newReturnAt, now, lastSeq }: LongRenewalAsk): LongRenewal {
  const from = localDate(returnAt)
  const to = localDate(newReturnAt)
  const until = sameTimeOn(to, returnAt)
  if (to <= from) throw badInput('newReturnAt', `续租结束日期须晚于${from}`)
  if (to > addMonths(from, MOST_MONTHS)) throw badInput('newReturnAt', `一次最多续租${MOST_MONTHS}个月`)
  if (until <= now) throw badInput('newReturnAt', `续租结束须晚于现在，当前为${formatDateTime(now)}`)
  const today = localDate(now)
  // A new row cannot be overdue on the day when it is agreed.
  const rows = renewalRows(sold, from, to, sold.terms, lastSeq).map((row) =>
    row.dueDate < today ? { ...row, dueDate: today } : row,
  )
  const lines = addedLines(sold, from, to)
  const amount = rows.reduce((sum, row) => sum + row.amount, 0)
  return {
    newReturnAt: until,
    addedDays: datesBetween(from, to),
    rows,
    lines,
    amount,
    extension: { v: 1, kind: 'long', from, to, lines, amount },
  }
}

/** Lines of the renewal's bill: rent, and each service that continues. */
function addedLines(sold: LongSnapshot, from: LocalDate, to: LocalDate): PriceLine[] {
  const [before, after] = [monthSpan(sold.startDate, from), monthSpan(sold.startDate, to)]
  const rent = { code: 'rent', name: '月租金', itemType: orderItemType.rental, monthlyPrice: sold.monthlyPrice }
  return [rent, ...sold.services].map(({ code, name, itemType, monthlyPrice }) => {
    const amount = spanPrice(after, monthlyPrice) - spanPrice(before, monthlyPrice)
    const words = `${from} ~ ${addDays(to, -1)}，每月${formatMoney(monthlyPrice)}`
    return line({
      kind: itemType === orderItemType.rental ? 'rent' : 'service',
      itemType,
      code,
      name,
      amount,
      formula: amount === 0 ? `${words}，当月已按整月计收` : words,
    })
  })
}
