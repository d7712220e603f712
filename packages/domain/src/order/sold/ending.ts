import { expenseCode } from '../../expense/codes.ts'
import { type EarlyTerms, earlyExpense, earlyReturn } from '../../expense/early.ts'
import { type AutoExpense, autoExpense } from '../../expense/item.ts'
import { type LateTerms, lateExpense, lateReturn } from '../../expense/late.ts'
import { chargedDays } from '../../expense/mileage.ts'
import { datesBetween } from '../../instalment/months.ts'
import type { LongSnapshot } from '../../instalment/price.ts'
import { longLateExpense, terminate } from '../../instalment/terminate.ts'
import { formatMoney } from '../../money.ts'
import { sumOf } from '../../quote/lines/lines.ts'
import { type Fen, mulDiv } from '../../quote/money.ts'
import { type RentalTerm, termLines } from '../../quote/term.ts'
import { type Instant, type LocalDate, localDate } from '../../time.ts'

/** What the time of a return changes of the bill: of both kinds of order, for one settlement. */
export interface Ending {
  /** Charges for coming late, or for ending early. */
  readonly items: readonly AutoExpense[]
  /** Taken off what was billed, fen (J10); below 0 where the bill had not reached what was used. */
  readonly givenBack: Fen
  /** Of a plan that ran to its end, fen: what nobody billed yet, as a last row that was postponed beyond it. */
  readonly unbilled: Fen
  /** Services' share of what was given back, out of all that was billed of them. */
  servicesBack(billed: Fen): Fen
  /** Days that free kilometres are counted by. */
  readonly days: number
  readonly agreedEnd: Instant
  /** The contract of a long order ended on this date, before its last: rows of its plan from then on come to nothing. */
  readonly terminatedOn: LocalDate | null
}

/** The end of a regular rental. `back`: the car is here again; else it is charged to its end and on to `actualAt`. */
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
    /** Fees of handing over stay whole. */
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

/** As {@link Ending}, of a long rental. */
export interface LongEnding extends Ending {
  /** Rent and services of the dates that were used, fen; all that was billed where nothing ended early. */
  readonly used: Fen
}

/** That a long contract ends before its last date, agreed before the car comes back. */
export interface AgreedEnd {
  /** The last date of the contract without it, not counted. */
  readonly contractEnd: LocalDate
  /** The merchant is the cause: no penalty. */
  readonly merchantCause: boolean
}

/**
 * The end of a long rental, by dates: free on its end date, dearer after it. Before it, it is a termination on that date at
 * the customer's responsibility. Where an earlier end was agreed, the contract runs until then whenever the car comes back before it.
 */
export function endByDates(
  sold: LongSnapshot,
  actualAt: Instant,
  f: {
    readonly returnAt: Instant
    /** The end at `returnAt` is earlier than the contract's. */
    readonly agreed: AgreedEnd | null
    readonly overdueMultiplierBp: number
    /** Of all rows of the plan, renewals included, and billed of them so far, fen. */
    readonly total: Fen
    readonly billed: Fen
    /** Late fees of rows whose principal is open, as of the return. */
    readonly lateFees: Fen
    /** Billed of rows that an agreed end brought to nothing, fen: given back when it was agreed. */
    readonly dropped: Fen
    /** What of rent and services was refunded by itself before, fen: it counts towards what is given back. */
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
  const fees = autoExpense(expenseCode.lateFee, f.lateFees, '未付分期至退租日的滞纳金')
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
