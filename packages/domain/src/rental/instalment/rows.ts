import { isSoldByTerm, type SoldSnapshot } from '../../booking/order/sold/snapshot.ts'
import type { Fen } from '../../money.ts'
import { type Period, periods } from '../../pricing/quote/long/months.ts'
import { type LongSnapshot, usedPrice } from '../../pricing/quote/long/price.ts'
import type { LongTerms } from '../../pricing/quote/long/terms.ts'
import { Refusal } from '../../refusal.ts'
import { addDays, type LocalDate } from '../../time.ts'

/** One instalment as planned; `periodTo` is exclusive. */
export interface InstalmentRow {
  readonly seq: number
  readonly periodFrom: LocalDate
  readonly periodTo: LocalDate
  readonly dueDate: LocalDate
  readonly amount: Fen
}

/** The part of a snapshot that the plan depends on. */
type Planned = Pick<LongSnapshot, 'startDate' | 'endDate' | 'monthlyPrice' | 'services' | 'total'>
type RowTerms = Pick<LongTerms, 'payInterval' | 'leadDays'>

/** The plan of a contract by its own terms. */
export const planOf = (snapshot: LongSnapshot): InstalmentRow[] =>
  instalmentRows(snapshot, snapshot.terms, snapshot.input.agreedTotal)

/** What is billed with the booking, fen: for a long order its first instalment. */
export const billedAtBooking = (sold: SoldSnapshot): Fen =>
  isSoldByTerm(sold) ? (planOf(sold)[0]?.amount ?? 0) : sold.total

/**
 * The payment plan of a long order; its rows add up to the order's total. Each row pays its own period, the last
 * one also the days beyond whole months, the first one also once-only charges. Reductions are subtracted from the
 * last rows first. A total agreed by hand is split evenly instead.
 */
export function instalmentRows(snapshot: Planned, terms: RowTerms, manualTotal: Fen | null = null): InstalmentRow[] {
  const { startDate, endDate } = snapshot
  const spans = periods(startDate, startDate, endDate, terms.payInterval)
  const amounts = manualTotal === null ? plannedAmounts(snapshot, spans) : splitTotal(manualTotal, spans.length)
  return toRows(spans, amounts, 1, (span) =>
    span.from === startDate ? startDate : addDays(span.from, -terms.leadDays),
  )
}

/**
 * Rows that a renewal appends: the added days at the order's own monthly price, billed at the same month
 * boundaries.
 * @param lastSeq the highest seq of the order
 */
export function renewalRows(
  snapshot: LongSnapshot,
  oldEnd: LocalDate,
  newEnd: LocalDate,
  terms: RowTerms,
  lastSeq: number,
): InstalmentRow[] {
  const spans = periods(snapshot.startDate, oldEnd, newEnd, terms.payInterval)
  const amounts = spans.map((span) => periodPrice(snapshot, span))
  return toRows(spans, amounts, lastSeq + 1, (span) => addDays(span.from, -terms.leadDays))
}

/** Splits a total into `n` equal parts of whole fen; the first part includes the remainder. */
export function splitTotal(total: Fen, n: number): Fen[] {
  const each = Math.floor(total / n)
  return Array.from({ length: n }, (_, i) => (i === 0 ? total - (n - 1) * each : each))
}

/** @throws Refusal instalmentSumWrong (4301) for rows that do not add up to the total */
export function checkRowSum(amounts: readonly Fen[], total: Fen): void {
  const sum = amounts.reduce((all, amount) => all + amount, 0)
  if (sum !== total) throw new Refusal('instalmentSumWrong', { sum, total })
}

const periodPrice = (
  snapshot: Pick<LongSnapshot, 'startDate' | 'monthlyPrice' | 'services'>,
  { from, to }: Period,
): Fen => usedPrice(snapshot, to) - usedPrice(snapshot, from)

function plannedAmounts(snapshot: Planned, spans: readonly Period[]): Fen[] {
  const amounts = spans.map((span) => periodPrice(snapshot, span))
  // Positive: once-only charges, added to the first row. Negative: reductions, subtracted from the last rows first.
  let rest = snapshot.total - amounts.reduce((sum, amount) => sum + amount, 0)
  if (rest > 0) return amounts.map((amount, i) => (i === 0 ? amount + rest : amount))
  for (let i = amounts.length - 1; i >= 0 && rest < 0; i--) {
    const taken = Math.min(amounts[i] ?? 0, -rest)
    amounts[i] = (amounts[i] ?? 0) - taken
    rest += taken
  }
  return amounts
}

function toRows(
  spans: readonly Period[],
  amounts: readonly Fen[],
  firstSeq: number,
  dueOf: (span: Period) => LocalDate,
): InstalmentRow[] {
  return spans.map((span, i) => ({
    seq: firstSeq + i,
    periodFrom: span.from,
    periodTo: span.to,
    dueDate: dueOf(span),
    amount: amounts[i] ?? 0,
  }))
}
