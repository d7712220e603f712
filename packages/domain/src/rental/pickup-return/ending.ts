import { expenseCode } from '../../money/expense/codes.ts'
import { type EarlyTerms, earlyExpense, earlyReturn } from '../../money/expense/early.ts'
import { type AutoExpense, autoExpense } from '../../money/expense/item.ts'
import { type LateTerms, lateExpense, lateReturn } from '../../money/expense/late.ts'
import { chargedDays } from '../../money/expense/mileage.ts'
import { type Fen, formatMoney, mulDiv } from '../../money.ts'
import { sumOf } from '../../pricing/quote/lines/lines.ts'
import { datesBetween } from '../../pricing/quote/long/months.ts'
import type { LongSnapshot } from '../../pricing/quote/long/price.ts'
import { type RentalTerm, termLines } from '../../pricing/quote/term.ts'
import { type Instant, type LocalDate, localDate } from '../../time.ts'
import { longLateExpense, terminate } from '../instalment/terminate.ts'

/** What the time of the return changes on the bill; the same shape for both kinds of order. */
export interface Ending {
  /** Charges for a late return or an early end. */
  readonly items: readonly AutoExpense[]
  /** Subtracted from what was billed, fen (J10); negative where less was billed than was used. */
  readonly givenBack: Fen
  /** Part of a completed plan that was not billed yet, fen, such as a last row that was postponed beyond the end. */
  readonly unbilled: Fen
  /** Share of services in the refund, from all that was billed for them. */
  servicesBack(billed: Fen): Fen
  /** Days by which free kilometres are counted. */
  readonly days: number
  readonly agreedEnd: Instant
  /** The date on which a long contract ended early: rows of its plan from then on are dropped. */
  readonly terminatedOn: LocalDate | null
}

/** The end of a regular rental. `back`: the car was returned; otherwise it is charged until its end and further until `actualAt`. */
export function endByHours(
  term: RentalTerm,
  actualAt: Instant,
  f: {
    readonly late: LateTerms
    readonly early: EarlyTerms
    readonly paid: Fen
    readonly refunded: Fen
    readonly back: boolean
  },
): Ending {
  const late = lateReturn(term, actualAt, f.late)
  const early = f.back && actualAt < term.returnAt ? earlyReturn(term, actualAt, f.paid, f.early, f.refunded) : null
  return {
    items: [lateExpense(late), early === null ? null : earlyExpense(early, f.early)].filter((one) => one !== null),
    givenBack: early?.refundable ?? 0,
    unbilled: 0,
    /** Handover fees are not refunded. */
    servicesBack() {
      const difference = early === null ? 0 : early.charged - early.recalculated
      if (early === null || difference <= 0) return 0
      const agreed = sumOf(termLines(term), ['service'])
      return mulDiv(early.refundable, agreed - sumOf(early.lines, ['service']), difference)
    },
    days: chargedDays(term, late, early),
    agreedEnd: term.returnAt,
    terminatedOn: null,
  }
}

/** Like {@link Ending}, for a long rental. */
export interface LongEnding extends Ending {
  /** Rent and services of the used days, fen; all that was billed when nothing ended early. */
  readonly used: Fen
}

/** An early end of a long contract that was agreed before the return. */
export interface AgreedEnd {
  /** The end of the contract without it, exclusive. */
  readonly contractEnd: LocalDate
  /** The merchant caused it: no penalty. */
  readonly merchantCause: boolean
}

/**
 * The end of a long rental, by dates: free on the end date, more expensive after it. An earlier return is a
 * termination on that date by the customer. If an early end was agreed, the contract runs until that date even when
 * the car comes back before it.
 */
export function endByDates(
  sold: LongSnapshot,
  actualAt: Instant,
  f: {
    readonly returnAt: Instant
    /** Set when the end at `returnAt` is earlier than the contract's. */
    readonly agreed: AgreedEnd | null
    readonly overdueMultiplierBp: number
    /** Total of all rows of the plan, including renewals, and what was billed of them, fen. */
    readonly total: Fen
    readonly billed: Fen
    /** Late fees of rows with open principal, at the time of the return. */
    readonly lateFees: Fen
    /** Billed amounts of rows that an agreed end dropped, fen: already refunded when it was agreed. */
    readonly dropped: Fen
    /** Rent and services that were refunded separately before, fen: counted towards this refund. */
    readonly refunded: Fen
    readonly back: boolean
  },
): LongEnding {
  const end = localDate(f.returnAt)
  const today = localDate(actualAt)
  const late = !f.back || today >= end ? longLateExpense(sold.monthlyPrice, end, today, f.overdueMultiplierBp) : null
  const common = { agreedEnd: f.returnAt, days: Math.max(1, datesBetween(sold.startDate, today)) }
  const terminatedOn = f.agreed !== null ? end : f.back && today < end ? today : null
  if (terminatedOn === null)
    return {
      ...common,
      items: late === null ? [] : [late],
      used: f.total,
      givenBack: 0,
      unbilled: f.total - f.billed,
      servicesBack: () => 0,
      terminatedOn,
    }
  const { contractEnd, merchantCause } = f.agreed ?? { contractEnd: end, merchantCause: false }
  const ended = terminate(sold, contractEnd, {
    endDate: terminatedOn,
    merchantCause,
    lateFees: f.lateFees,
    paid: 0,
    rows: [],
  })
  const penalty = autoExpense(
    expenseCode.terminate,
    ended.penalty,
    `${terminatedOn}退租，剩余租期内最高${sold.terms.penaltyMonths}个月租金${formatMoney(sold.terms.penaltyMonths * sold.monthlyPrice)}`,
  )
  const fees = autoExpense(expenseCode.lateFee, f.lateFees, '未付分期至退租日的逾期违约金')
  const unused = f.billed - ended.used
  const all = unused + f.dropped
  const givenBack = all > 0 && f.refunded > 0 ? Math.max(0, all - f.refunded) - f.dropped : unused
  return {
    ...common,
    items: [late, penalty, fees].filter((one) => one !== null && one.amount > 0) as AutoExpense[],
    used: ended.used,
    givenBack,
    unbilled: 0,
    servicesBack(billed) {
      const share = billed - mulDiv(billed, ended.used, Math.max(1, f.total))
      return givenBack === unused || unused <= 0 ? share : mulDiv(share, Math.max(0, givenBack), unused)
    },
    terminatedOn,
  }
}
