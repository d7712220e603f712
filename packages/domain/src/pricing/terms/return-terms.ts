import type { ViolationAt } from '../../money/deposit/codes.ts'
import type { Fen } from '../../money.ts'
import type { ContractSettings } from '../../platform/merchant/setting.ts'

/*
 * Terms that price a return are agreed with the customer and belong to the order: they are copied from the merchant's
 * settings and the model when the contract is signed, at the latest at the pickup. The days that a deposit is held, and
 * whether a penalty may be deducted from it, are stored from the booking on, in the deposit and cancellation terms.
 */

/** 1 no refund, 2 recalculated less a fee, 3 recalculated in full. */
export const earlyReturnMode = { none: 1, withFee: 2, full: 3 } as const
export type EarlyReturnMode = (typeof earlyReturnMode)[keyof typeof earlyReturnMode]

export interface EnergyTerms {
  readonly fuelFenPerLitre: Fen
  readonly chargeFenPerKwh: Fen
  /** Charge is priced by percent of the battery instead; 0 or missing, as in older contracts: by kWh. */
  readonly chargeFenPerPct?: Fen
  /** Charged once per return when fuel or charge is missing. */
  readonly energyServiceFeeFen: Fen
  /** Whether more fuel than at the pickup is refunded. */
  readonly refundExtraFuel: boolean
  /** Fine for an electric car returned under 20 %; 0 = off. */
  readonly lowBatteryFeeFen: Fen
}

export interface MileageTerms {
  /** 0 = no limit. */
  readonly freeKmPerDay: number
  readonly fenPerKm: Fen
}

/** Terms of violations in the contract, fen: the agency fee, and the penalty per point that was not taken in time. */
export interface ViolationTerms {
  readonly violationAgencyFeeFen: number
  readonly violationOverduePenaltyPerPointFen: number
  /** How many days the customer has to handle a violation. */
  readonly violationDeadlineDays: number
}

/** As stored with an order (JSON). */
export interface ReturnTerms extends EnergyTerms, MileageTerms, Partial<ViolationTerms> {
  readonly v: 1
  readonly overdueMultiplierBp: number
  readonly earlyReturnMode: EarlyReturnMode
  readonly earlyReturnFeeBp: number
  /** Each deposit may also pay claims of the other one. */
  readonly crossDeduct: boolean
  /** The contract says that the driving of the rental is summed up; missing in older contracts: it does not. */
  readonly drivingFacts?: boolean
  /** Missing in older contracts: at the pickup. */
  readonly violationAt?: ViolationAt
}

/** Older contracts have no terms about violations. */
export const hasViolationTerms = (terms: ReturnTerms): terms is ReturnTerms & ViolationTerms =>
  terms.violationDeadlineDays !== undefined

/** The terms of a contract that is made now. */
export const returnTerms = (
  settings: ContractSettings,
  { freeKmPerDay, fenPerKm }: MileageTerms,
): ReturnTerms & ViolationTerms => ({
  v: 1,
  overdueMultiplierBp: settings.overdueMultiplierBp,
  earlyReturnMode: settings.earlyReturnMode as EarlyReturnMode,
  earlyReturnFeeBp: settings.earlyReturnFeeBp,
  fuelFenPerLitre: settings.fuelFenPerLitre,
  chargeFenPerKwh: settings.chargeFenPerKwh,
  chargeFenPerPct: settings.chargeFenPerPct,
  energyServiceFeeFen: settings.energyServiceFeeFen,
  refundExtraFuel: settings.refundExtraFuel,
  lowBatteryFeeFen: settings.lowBatteryFeeFen,
  crossDeduct: settings.crossDeduct,
  drivingFacts: settings.drivingFacts,
  violationAt: settings.violationAt as ViolationAt,
  violationAgencyFeeFen: settings.violationAgencyFeeFen,
  violationOverduePenaltyPerPointFen: settings.violationOverduePenaltyPerPointFen,
  violationDeadlineDays: settings.violationDeadlineDays,
  freeKmPerDay,
  fenPerKm,
})
