import { type DepreciationPlan, depreciationUntil, monthOf, monthsOfPlan } from '../../fleet/cost/spread.ts'
import { type Fen, mulDiv, WHOLE_BP } from '../../money.ts'
import { addMonths, type LocalDate } from '../../time.ts'
import { type DisposalTax, disposalTax } from './codes.ts'

/*
 * Cars as fixed assets (固定资产). Depreciation is that of `fleet/cost`, which follows 企业会计准则第4号: straight-line by month, from the month
 * after the purchase, still in the month of the disposal, until the residual value is left.
 */

export interface AssetFacts {
  /** 原值: the price, and what else was paid to buy it. */
  readonly costFen: Fen
  readonly plans: readonly DepreciationPlan[]
  readonly disposedOn: LocalDate | null
}

export interface AssetAt {
  /** 使用寿命, months; 0: no depreciation was planned. */
  readonly lifeMonths: number
  readonly residualFen: Fen
  readonly residualBp: number
  /** 累计折旧 at the end of the month; of a disposed car until its last month. */
  readonly depreciatedFen: Fen
  /** 净值 at the end of the month, or when it was disposed of. */
  readonly netFen: Fen
  /** Depreciation of the month itself. */
  readonly monthFen: Fen
}

/** Never more than the cost: the price of a car may be corrected below what was planned. */
const depreciatedOf = ({ costFen, plans, disposedOn }: AssetFacts, month: LocalDate): Fen =>
  Math.min(depreciationUntil(plans, disposedOn === null || month <= disposedOn ? month : monthOf(disposedOn)), costFen)

/** A car at the end of a month. @param month its first day */
export function assetAt(facts: AssetFacts, month: LocalDate): AssetAt {
  const { costFen, disposedOn } = facts
  // The disposal ended the last plan; what was estimated of the car stays in the list.
  const plans = facts.plans.map((plan, n) =>
    disposedOn !== null && n === facts.plans.length - 1 ? { ...plan, endedMonth: null } : plan,
  )
  const lifeMonths = plans.reduce((sum, plan) => sum + monthsOfPlan(plan), 0)
  const wholeFen = plans.reduce(
    (sum, plan) => sum + depreciationUntil([plan], addMonths(plan.firstMonth, plan.months)),
    0,
  )
  const depreciatedFen = depreciatedOf(facts, month)
  const residualFen = costFen - wholeFen
  return {
    lifeMonths,
    residualFen,
    residualBp: costFen > 0 ? mulDiv(residualFen, WHOLE_BP, costFen) : 0,
    depreciatedFen,
    netFen: costFen - depreciatedFen,
    monthFen: depreciatedFen - depreciatedOf(facts, addMonths(month, -1)),
  }
}

/** What the books have of a car, or what they should have at the end of a month. Each grows from 0. */
export interface AssetSums {
  /** Cost of a car that was bought before the books had assets. */
  readonly openingCostFen: Fen
  readonly costFen: Fen
  /** Depreciation before the books had assets. */
  readonly openingFen: Fen
  readonly depreciationFen: Fen
}

export const noSums: AssetSums = { openingCostFen: 0, costFen: 0, openingFen: 0, depreciationFen: 0 }

/**
 * What the books should have of a car at the end of a month. `from`: the first month whose costs are posted. A car that was disposed of
 * before it is not in the books.
 */
export function sumsAt(
  facts: AssetFacts & { readonly boughtOn: LocalDate | null },
  from: LocalDate,
  month: LocalDate,
): AssetSums {
  const { costFen, boughtOn, disposedOn } = facts
  if (disposedOn !== null && disposedOn < from) return noSums
  const isOpening = boughtOn === null || boughtOn < from
  const openingFen = depreciatedOf(facts, addMonths(from, -1))
  return {
    openingCostFen: isOpening ? costFen : 0,
    costFen: isOpening ? 0 : costFen,
    openingFen,
    depreciationFen: depreciatedOf(facts, month) - openingFen,
  }
}

/** What is still to be posted. */
export const sumsLess = (wanted: AssetSums, posted: AssetSums): AssetSums => ({
  openingCostFen: wanted.openingCostFen - posted.openingCostFen,
  costFen: wanted.costFen - posted.costFen,
  openingFen: wanted.openingFen - posted.openingFen,
  depreciationFen: wanted.depreciationFen - posted.depreciationFen,
})

export const sumsAdded = (a: AssetSums, b: AssetSums): AssetSums => ({
  openingCostFen: a.openingCostFen + b.openingCostFen,
  costFen: a.costFen + b.costFen,
  openingFen: a.openingFen + b.openingFen,
  depreciationFen: a.depreciationFen + b.depreciationFen,
})

export const isNoSums = (sums: AssetSums): boolean => Object.values(sums).every((fen) => fen === 0)

/** Share of the price with its tax: the rate that is taken out of it, and the rate that is paid. */
const rates: Readonly<Record<DisposalTax, readonly [inPriceBp: number, paidBp: number]>> = {
  [disposalTax.none]: [0, 0],
  [disposalTax.reduced]: [300, 200],
  [disposalTax.small]: [100, 100],
  [disposalTax.general]: [1300, 1300],
}

/** Value-added tax in the price of a sold car. */
export function taxOfDisposal(proceedsFen: Fen, kind: DisposalTax): Fen {
  const [inPriceBp, paidBp] = rates[kind]
  return mulDiv(proceedsFen, paidBp, WHOLE_BP + inPriceBp)
}

/** Gain of a disposal, negative: a loss. Its parts add up: proceeds = tax + net value + gain. */
export const gainOf = (of: { readonly proceedsFen: Fen; readonly taxFen: Fen; readonly netFen: Fen }): Fen =>
  of.proceedsFen - of.taxFen - of.netFen
