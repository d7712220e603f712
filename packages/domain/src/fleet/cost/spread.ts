import { type Fen, mulDiv } from '../../money.ts'
import { addDays, addMonths, epochDayOf, type LocalDate } from '../../time.ts'

/* The months of costs. A cost of a period counts by its days; the parts of all months add up to it, to the fen. */

export interface MonthShare {
  /** First day of the month. */
  readonly month: LocalDate
  readonly fen: Fen
}

export const monthOf = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`
const days = (from: LocalDate, to: LocalDate): number => epochDayOf(to) - epochDayOf(from) + 1

/** What of a cost of a period has counted at the end of a day, all days inclusive. */
const countedUntil = (fen: Fen, from: LocalDate, to: LocalDate, day: LocalDate): Fen =>
  day < from ? 0 : day >= to ? fen : mulDiv(fen, days(from, day), days(from, to))

/** What of a cost of a period counts within some days; adjacent days add up to the fen. */
export const shareWithin = (fen: Fen, from: LocalDate, to: LocalDate, first: LocalDate, last: LocalDate): Fen =>
  countedUntil(fen, from, to, last) - countedUntil(fen, from, to, addDays(first, -1))

/** What counts in each month of a period, both days inclusive; months without a fen are left out. */
export function sharesByMonth(fen: Fen, from: LocalDate, to: LocalDate): MonthShare[] {
  const shares: MonthShare[] = []
  for (let month = monthOf(from); month <= to; month = addMonths(month, 1)) {
    const share = shareWithin(fen, from, to, month, endOfMonth(month))
    if (share !== 0) shares.push({ month, fen: share })
  }
  return shares
}

export interface CostPlan {
  /** First day of its first month. */
  readonly firstMonth: LocalDate
  readonly months: number
  readonly totalFen: Fen
}

/** What a plan has cost after a number of its months: equal parts, in whole fen. */
const costUntil = ({ months, totalFen }: CostPlan, n: number): Fen =>
  mulDiv(totalFen, Math.min(Math.max(n, 0), months), months)

const monthsTo = (first: LocalDate, month: LocalDate): number =>
  (Number(month.slice(0, 4)) - Number(first.slice(0, 4))) * 12 + Number(month.slice(5, 7)) - Number(first.slice(5, 7))

/** The months of a plan from `openFrom` on, and what each costs: months before are closed. */
export const planMonths = (plan: CostPlan, openFrom: LocalDate | null): MonthShare[] =>
  Array.from({ length: plan.months }, (_, n) => ({
    month: addMonths(plan.firstMonth, n),
    fen: costUntil(plan, n + 1) - costUntil(plan, n),
  })).filter(({ month, fen }) => fen !== 0 && (openFrom === null || month >= openFrom))

/** The last day of a month. */
export const endOfMonth = (month: LocalDate): LocalDate => addDays(addMonths(month, 1), -1)

/** Depreciation as it was planned; `endedMonth`: the first month without it, when it was ended early. */
export interface DepreciationPlan extends CostPlan {
  readonly endedMonth: LocalDate | null
}

/** How many months a plan counts for. */
export const monthsOfPlan = ({ firstMonth, months, endedMonth }: DepreciationPlan): number =>
  endedMonth === null ? months : Math.min(Math.max(monthsTo(firstMonth, endedMonth), 0), months)

/**
 * What a vehicle has lost until the end of a month, straight-line by month: the sum of its plans, of which one follows another when its
 * life or residual value is estimated anew. Depreciation begins with the month after the purchase, which the first month says, and the
 * month in which the vehicle is disposed of still has it (企业会计准则第4号).
 */
export const depreciationUntil = (plans: readonly DepreciationPlan[], month: LocalDate): Fen =>
  plans.reduce(
    (sum, plan) => sum + costUntil(plan, Math.min(monthsTo(plan.firstMonth, month) + 1, monthsOfPlan(plan))),
    0,
  )

/** What a vehicle is worth in the books at the end of a month: what it cost less its depreciation. */
export const bookValue = (costFen: Fen, plans: readonly DepreciationPlan[], month: LocalDate): Fen =>
  costFen - depreciationUntil(plans, month)

/** The first month of depreciation of a vehicle that was bought on a day. */
export const firstDepreciationMonth = (purchasedOn: LocalDate): LocalDate => addMonths(monthOf(purchasedOn), 1)
