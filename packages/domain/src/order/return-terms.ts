import type { ViolationAt } from '../deposit/codes.ts'
import type { EarlyReturnMode } from '../expense/early.ts'
import type { EnergyTerms } from '../expense/energy.ts'
import type { MileageTerms } from '../expense/mileage.ts'
import type { ContractSettings } from '../merchant/setting.ts'
import type { IllegalTerms } from '../violation/claim.ts'

/*
 * What prices a return is agreed with the customer and belongs to the order: read from the merchant's
 * settings and the car's model once, when the agreement is signed, at the latest at the pickup. Days of a hold and the
 * right to take a penalty from a deposit are the order's from its booking on: its deposit and cancel terms.
 */

/** As they are stored with an order (JSON). */
export interface ReturnTerms extends EnergyTerms, MileageTerms, Partial<IllegalTerms> {
  readonly v: 1
  readonly overdueMultiplierBp: number
  readonly earlyReturnMode: EarlyReturnMode
  readonly earlyReturnFeeBp: number
  /** Either deposit may help out for the other. */
  readonly crossDeduct: boolean
  /** Left out of contracts that were made before there was a choice: at the pickup. */
  readonly violationAt?: ViolationAt
}

/** Contracts that were made before those of violations belonged to them have none. */
export const hasIllegalTerms = (terms: ReturnTerms): terms is ReturnTerms & IllegalTerms =>
  terms.illegalDeadlineDays !== undefined

/** The terms of a contract that is made now. */
export const returnTerms = (
  settings: ContractSettings,
  { freeKmPerDay, fenPerKm }: MileageTerms,
): ReturnTerms & IllegalTerms => ({
  v: 1,
  overdueMultiplierBp: settings.overdueMultiplierBp,
  earlyReturnMode: settings.earlyReturnMode as EarlyReturnMode,
  earlyReturnFeeBp: settings.earlyReturnFeeBp,
  fuelFenPerLitre: settings.fuelFenPerLitre,
  chargeFenPerKwh: settings.chargeFenPerKwh,
  energyServiceFeeFen: settings.energyServiceFeeFen,
  refundExtraFuel: settings.refundExtraFuel,
  lowBatteryFeeFen: settings.lowBatteryFeeFen,
  crossDeduct: settings.crossDeduct,
  violationAt: settings.violationAt as ViolationAt,
  illegalAgencyFeeFen: settings.illegalAgencyFeeFen,
  illegalOverduePenaltyPerPointFen: settings.illegalOverduePenaltyPerPointFen,
  illegalDeadlineDays: settings.illegalDeadlineDays,
  freeKmPerDay,
  fenPerKm,
})
