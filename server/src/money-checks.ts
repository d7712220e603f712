import { commissionChecks } from './insight/commission/check.ts'
import { figureChecks } from './insight/data/check.ts'
import { ownerChecks } from './insight/owner/check.ts'
import { assetChecks } from './money/asset/check.ts'
import { bankChecks } from './money/bank/check.ts'
import { payableChecks } from './money/payable/check.ts'
import type { MoneyChecks } from './money/payment/check/actions.ts'
import { taxChecks } from './money/tax/check.ts'
import { instalmentChecks } from './rental/instalment/check.ts'
import { insuranceChecks } from './rental/insurance/check.ts'
import { violationChecks } from './rental/violation/check.ts'
import { couponChecks } from './sales/coupon/check.ts'

/** What features compare with the books besides the checks of money: every comparison is given them. */
export const moneyChecks: readonly MoneyChecks[] = [
  violationChecks,
  instalmentChecks,
  insuranceChecks,
  figureChecks,
  ownerChecks,
  bankChecks,
  payableChecks,
  taxChecks,
  assetChecks,
  commissionChecks,
  couponChecks,
]
