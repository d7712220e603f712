import type { Fen } from '../../money.ts'
import { addDays, epochDayOf, type LocalDate, weekday } from '../../time.ts'
import { type CashKind, type CashWay, cashKind, cashKinds, wayOf } from './codes.ts'

/* 资金预测: the balance of thirteen weeks from what is expected to be received and paid. Pure; weeks begin on Monday. */

export const WEEKS = 13
/** What customers have owed for longer is not counted on. */
export const OLD_DAYS = 90

/** Money that is expected, or the sum of several of one kind and day. */
export interface Expectation {
  readonly kind: CashKind
  /** The day on which it is due. */
  readonly dueOn: LocalDate
  /** How many days later it usually comes. */
  readonly lateDays: number
  /** Negative: it lowers the others of its kind. */
  readonly fen: Fen
  /** What of it is an estimate. */
  readonly estimateFen: Fen
  readonly count: number
}

export interface AheadFacts {
  readonly today: LocalDate
  /** Money that the merchant has. */
  readonly openingFen: Fen
  /** What of it are deposits of customers. */
  readonly depositsFen: Fen
  readonly expected: readonly Expectation[]
}

export interface CashCell {
  readonly kind: CashKind
  readonly fen: Fen
  /** What of it is past its due date. */
  readonly overdueFen: Fen
  readonly estimateFen: Fen
  readonly count: number
}

export interface CashWeek {
  /** Monday. */
  readonly from: LocalDate
  /** Sunday. */
  readonly to: LocalDate
  /** In the order of kinds; kinds without anything are left out. */
  readonly cells: readonly CashCell[]
  readonly receiptsFen: Fen
  readonly paymentsFen: Fen
  readonly depositsBackFen: Fen
  /** At the end of the week. */
  readonly closingFen: Fen
  /** Deposits of customers that are still held then: what of the balance is not the merchant's. */
  readonly depositsFen: Fen
}

export interface CashAhead {
  readonly weeks: readonly CashWeek[]
  /** The sums of all weeks. */
  readonly totals: readonly CashCell[]
  /** The first week with the smallest closing balance. */
  readonly lowest: number
  /** What customers have owed for more than {@link OLD_DAYS} days, which no week has. */
  readonly old: { readonly fen: Fen; readonly count: number }
}

/** The Monday of the week of a day. */
export const mondayOf = (day: LocalDate): LocalDate => addDays(day, 1 - weekday(day))

/** The day after the last week. */
export const endOfWeeks = (today: LocalDate): LocalDate => addDays(mondayOf(today), WEEKS * 7)

/** The week in which money comes that is expected on a day; what is late comes in the first one; null: later than all weeks. */
export function weekOf(today: LocalDate, expectedOn: LocalDate): number | null {
  const days = epochDayOf(expectedOn) - epochDayOf(mondayOf(today))
  return days >= WEEKS * 7 ? null : Math.max(0, Math.floor(days / 7))
}

/** Debts of customers that nobody counts on once they are old. What is due to others is paid however late it is. */
export const agingKinds: readonly CashKind[] = [cashKind.instalment, cashKind.order, cashKind.company]

export const isTooOld = ({ kind, dueOn }: Pick<Expectation, 'kind' | 'dueOn'>, today: LocalDate): boolean =>
  agingKinds.includes(kind) && dueOn < addDays(today, -OLD_DAYS)

const emptyCell = (kind: CashKind): CashCell => ({ kind, fen: 0, overdueFen: 0, estimateFen: 0, count: 0 })

const addTo = (cell: CashCell, one: Expectation, isOverdue: boolean): CashCell => ({
  kind: cell.kind,
  fen: cell.fen + one.fen,
  overdueFen: cell.overdueFen + (isOverdue ? one.fen : 0),
  estimateFen: cell.estimateFen + one.estimateFen,
  count: cell.count + one.count,
})

const sumOf = (cells: readonly CashCell[], way: CashWay): Fen =>
  cells.reduce((sum, { kind, fen }) => (wayOf(kind) === way ? sum + fen : sum), 0)

const inOrder = (cells: ReadonlyMap<CashKind, CashCell>): CashCell[] =>
  cashKinds.values.flatMap((kind) => cells.get(kind) ?? []).filter(({ count }) => count > 0)

/** The balance of each week, and what makes it. */
export function cashAhead({ today, openingFen, depositsFen, expected }: AheadFacts): CashAhead {
  const byWeek = Array.from({ length: WEEKS }, () => new Map<CashKind, CashCell>())
  const totals = new Map<CashKind, CashCell>()
  const old = { fen: 0, count: 0 }
  for (const one of expected) {
    const week = weekOf(today, addDays(one.dueOn, one.lateDays))
    if (isTooOld(one, today)) {
      old.fen += one.fen
      old.count += one.count
    } else if (week !== null)
      for (const cells of [byWeek[week]!, totals])
        cells.set(one.kind, addTo(cells.get(one.kind) ?? emptyCell(one.kind), one, one.dueOn < today))
  }
  const first = mondayOf(today)
  const weeks: CashWeek[] = []
  let [balance, held] = [openingFen, depositsFen]
  for (const [n, map] of byWeek.entries()) {
    const cells = inOrder(map)
    const [receiptsFen, paymentsFen, depositsBackFen] = [
      sumOf(cells, 'in'),
      sumOf(cells, 'out'),
      sumOf(cells, 'deposit'),
    ]
    balance += receiptsFen - paymentsFen - depositsBackFen
    held -= depositsBackFen
    const from = addDays(first, 7 * n)
    weeks.push({
      ...{ from, to: addDays(from, 6), cells, receiptsFen, paymentsFen, depositsBackFen },
      ...{ closingFen: balance, depositsFen: held },
    })
  }
  const least = Math.min(...weeks.map(({ closingFen }) => closingFen))
  return { weeks, totals: inOrder(totals), lowest: weeks.findIndex(({ closingFen }) => closingFen === least), old }
}
