import type { CostKind } from '../../fleet/cost/codes.ts'
import { shareWithin } from '../../fleet/cost/spread.ts'
import { applyBp, type Fen, mulDiv, WHOLE_BP } from '../../money.ts'
import { addDays, addMonths, epochDayOf, type LocalDate } from '../../time.ts'
import { type OwnerAgreementKind, ownerAgreementKind } from './codes.ts'

/*
 * What the owner of a car gets for some days of a month. Income is that of 车辆收益, by the days on which it is earned. Everything is a
 * difference of two amounts "until a day" or a sum of days, so that the parts of a month add up to it, to the fen.
 */

export interface OwnerTerms {
  readonly kind: OwnerAgreementKind
  readonly shareBp: number
  /** Whether the share is taken of the income less costs, or of the income. */
  readonly afterCosts: boolean
  readonly rentFen: Fen
  readonly feeFen: Fen
  readonly feeBp: number
  readonly costKinds: readonly CostKind[]
}

export interface CarIncome {
  readonly rent: Fen
  readonly service: Fen
  readonly other: Fen
}

/** An entry of costs, both days inclusive. */
export interface CarCost {
  readonly kind: CostKind
  readonly fen: Fen
  readonly from: LocalDate
  readonly to: LocalDate
}

export interface BorneCost {
  readonly kind: CostKind
  readonly fen: Fen
}

/** The part of a car in a statement. Fen. */
export interface CarPart extends CarIncome {
  /** Fixed rent, for those days. */
  readonly fixed: Fen
  /** Management fee. */
  readonly fee: Fen
  readonly costs: readonly BorneCost[]
  /** What the owner gets; negative: what the owner owes. */
  readonly owner: Fen
}

export interface Days {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** The days of a month on which an agreement is in force; null: none. */
export function daysWithin(month: LocalDate, from: LocalDate, to: LocalDate | null): Days | null {
  const end = addDays(addMonths(month, 1), -1)
  const first = from > month ? from : month
  const last = to !== null && to < end ? to : end
  return first <= last ? { from: first, to: last } : null
}

/** The part of a monthly amount for some days of one month. */
function monthlyPart(fen: Fen, { from, to }: Days): Fen {
  const month = `${from.slice(0, 7)}-01`
  const all = epochDayOf(addMonths(month, 1)) - epochDayOf(month)
  const until = (day: LocalDate) => mulDiv(fen, epochDayOf(day) - epochDayOf(month) + 1, all)
  return until(to) - until(addDays(from, -1))
}

/** The costs of a car that its owner bears within some days, by kind. */
function borneCosts(kinds: readonly CostKind[], costs: readonly CarCost[], { from, to }: Days): BorneCost[] {
  const sums = new Map<CostKind, Fen>()
  for (const cost of costs)
    if (kinds.includes(cost.kind))
      sums.set(cost.kind, (sums.get(cost.kind) ?? 0) + shareWithin(cost.fen, cost.from, cost.to, from, to))
  return [...sums].flatMap(([kind, fen]) => (fen === 0 ? [] : [{ kind, fen }])).toSorted((a, b) => a.kind - b.kind)
}

export const incomeOfPart = ({ rent, service, other }: CarIncome): Fen => rent + service + other
export const costsOfPart = ({ costs }: Pick<CarPart, 'costs'>): Fen => costs.reduce((sum, { fen }) => sum + fen, 0)

/** What the owner of a car gets for some days of a month. */
export function carPart(terms: OwnerTerms, days: Days, income: CarIncome, costs: readonly CarCost[]): CarPart {
  const { kind, shareBp, afterCosts, rentFen, feeFen, feeBp } = terms
  const all = incomeOfPart(income)
  const borne = borneCosts(terms.costKinds, costs, days)
  const fixed = kind === ownerAgreementKind.rent ? monthlyPart(rentFen, days) : 0
  const fee = monthlyPart(feeFen, days) + applyBp(all, feeBp)
  const spent = fee + costsOfPart({ costs: borne })
  const bp = kind === ownerAgreementKind.affiliated ? WHOLE_BP : shareBp
  const owner =
    kind === ownerAgreementKind.rent ? fixed - spent : afterCosts ? applyBp(all - spent, bp) : applyBp(all, bp) - spent
  return { ...income, fixed, fee, costs: borne, owner }
}

/** What has changed since a part was settled; null: nothing. */
export function partDifference(now: CarPart, settled: CarPart): CarPart | null {
  const kinds = [...new Set([...now.costs, ...settled.costs].map(({ kind }) => kind))].toSorted((a, b) => a - b)
  const of = ({ costs }: CarPart, kind: CostKind) => costs.find((one) => one.kind === kind)?.fen ?? 0
  const part = {
    rent: now.rent - settled.rent,
    service: now.service - settled.service,
    other: now.other - settled.other,
    fixed: now.fixed - settled.fixed,
    fee: now.fee - settled.fee,
    costs: kinds.map((kind) => ({ kind, fen: of(now, kind) - of(settled, kind) })).filter(({ fen }) => fen !== 0),
    owner: now.owner - settled.owner,
  }
  const { costs, ...amounts } = part
  return costs.length === 0 && Object.values(amounts).every((fen) => fen === 0) ? null : part
}

const noPart: CarPart = { rent: 0, service: 0, other: 0, fixed: 0, fee: 0, costs: [], owner: 0 }

/** The sum of the parts that were settled. */
export const addedParts = (parts: readonly CarPart[]): CarPart =>
  parts.reduce((sum, part) => partDifference(sum, partDifference(noPart, part) ?? noPart) ?? noPart, noPart)

/** What staff add to a statement in their own words. It belongs to the owner, and is no cost of a car. */
export interface Correction {
  readonly words: string
  /** What the owner gets; negative: what the owner owes. */
  readonly fen: Fen
}
export const MAX_CORRECTIONS = 20
export const correctionSum = (corrections: readonly Correction[]): Fen =>
  corrections.reduce((sum, { fen }) => sum + fen, 0)

interface StatementSums {
  readonly carriedFen: Fen
  readonly ownerFen: Fen
  readonly correctionFen: Fen
}

/** What the owner gets for the month: the parts of the cars, and the corrections. */
export const shareOf = ({ ownerFen, correctionFen }: Omit<StatementSums, 'carriedFen'>): Fen => ownerFen + correctionFen

/** What is paid: the share of the month with what is carried over. Negative or zero: nothing is, and it is carried to the next statement. */
export const dueOf = (sums: StatementSums): Fen => sums.carriedFen + shareOf(sums)

/** What of a statement is carried to the next one. */
export const carryOverOf = (due: Fen): Fen => Math.min(due, 0)

/** The day until which a month is to be paid. */
export const payDayOf = (month: LocalDate, day: number): LocalDate =>
  `${addMonths(month, 1).slice(0, 8)}${String(day).padStart(2, '0')}`
