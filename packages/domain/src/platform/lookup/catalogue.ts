import {
  cancelReasons,
  feeModes,
  orderItemTypes,
  orderStatuses,
  pickupReturnQueryStatuses,
  pickupTypes,
  reduceTypes,
  returnTypes,
  sources,
} from '../../booking/order/codes.ts'
import type { Enumeration, EnumItem } from '../../enumeration.ts'
import {
  carTypes,
  documentKinds,
  energies,
  gearboxes,
  insuranceKinds,
  lifecycles,
  ownerships,
  plateColors,
  plateKinds,
  runStates,
  useNatures,
} from '../../fleet/inventory/codes.ts'
import { occupancyKinds, stopReasons } from '../../fleet/inventory/occupancy-codes.ts'
import {
  maintenanceStatuses,
  maintenanceTypes,
  relocationModes,
  relocationReasons,
  relocationStatuses,
  yearlyResults,
  yearlyStatuses,
} from '../../fleet/ticket/codes.ts'
import {
  alarmLevels,
  alarmTypes,
  commandStates,
  commandTypes,
  onlineStates,
} from '../../fleet/vehicle-control/codes.ts'
import {
  deductResults,
  depositModes,
  depositPayStatuses,
  depositStatuses,
  waiveTypes,
} from '../../money/deposit/codes.ts'
import { expenseCodes } from '../../money/expense/codes.ts'
import { payKinds, payModes, payWays, reimbursementKinds, supplementReasons } from '../../money/payment/codes.ts'
import { reimbursementReasons, reimbursementStatuses } from '../../money/reimbursement/codes.ts'
import { supplementStatuses } from '../../money/supplement/codes.ts'
import { agreementStatuses } from '../../rental/agreement/codes.ts'
import { damageKinds, damageStatuses, liabilities } from '../../rental/damage/codes.ts'
import { identityTypes } from '../../rental/driver/codes.ts'
import { instalmentStatuses } from '../../rental/instalment/codes.ts'
import { fuelKinds } from '../../rental/pickup-return/codes.ts'
import { renewalStatuses } from '../../rental/renewal/codes.ts'
import { deductStates, handleWays, officialStates, violationStatuses } from '../../rental/violation/codes.ts'
import {
  channelStatuses,
  channelWires,
  deliveryStates,
  priceRuleModes,
  stockRuleModes,
} from '../../sales/channel/codes.ts'
import { accountStatuses, approvalStates, storeScopes } from '../account/codes.ts'
import { mediaStates } from '../media/codes.ts'
import { merchantStatuses, storeStatuses } from '../merchant/codes.ts'
import { jobStates, notifyTypes, personRequestKinds, personRequestStates } from './codes.ts'

/** Every list that `base/emun/list` returns, by the key that clients use. */
export const enumerations = {
  identityType: identityTypes,
  pickupType: pickupTypes,
  returnType: returnTypes,
  pickupReturnQueryStatus: pickupReturnQueryStatuses,
  reduceType: reduceTypes,
  source: sources,
  status: orderStatuses,
  payMode: payModes,
  payKind: payKinds,
  payWay: payWays,
  depositStatus: depositStatuses,
  depositPayStatus: depositPayStatuses,
  depositMode: depositModes,
  deductResult: deductResults,
  waiveType: waiveTypes,
  orderItemType: orderItemTypes,
  feeMode: feeModes,
  expenseCode: expenseCodes,
  cancelReason: cancelReasons,
  supplementReason: supplementReasons,
  supplementStatus: supplementStatuses,
  reimbursementKind: reimbursementKinds,
  reimbursementReason: reimbursementReasons,
  reimbursementStatus: reimbursementStatuses,
  damageStatus: damageStatuses,
  liability: liabilities,
  damageKind: damageKinds,
  agreementStatus: agreementStatuses,
  instalmentStatus: instalmentStatuses,
  renewalStatus: renewalStatuses,
  fuelKind: fuelKinds,
  accountStatus: accountStatuses,
  storeScope: storeScopes,
  merchantStatus: merchantStatuses,
  storeStatus: storeStatuses,
  carType: carTypes,
  energy: energies,
  gearbox: gearboxes,
  plateKind: plateKinds,
  plateColor: plateColors,
  useNature: useNatures,
  ownership: ownerships,
  lifecycle: lifecycles,
  runState: runStates,
  occupancyKind: occupancyKinds,
  stopReason: stopReasons,
  relocationStatus: relocationStatuses,
  relocationReason: relocationReasons,
  relocationMode: relocationModes,
  maintenanceStatus: maintenanceStatuses,
  maintenanceType: maintenanceTypes,
  yearlyStatus: yearlyStatuses,
  yearlyResult: yearlyResults,
  violationStatus: violationStatuses,
  handleWay: handleWays,
  officialState: officialStates,
  deductState: deductStates,
  channelStatus: channelStatuses,
  priceRuleMode: priceRuleModes,
  stockRuleMode: stockRuleModes,
  onlineState: onlineStates,
  commandType: commandTypes,
  commandState: commandStates,
  alarmType: alarmTypes,
  alarmLevel: alarmLevels,
  insuranceKind: insuranceKinds,
  documentKind: documentKinds,
  notifyType: notifyTypes,
  jobState: jobStates,
  mediaState: mediaStates,
  approvalState: approvalStates,
  personRequestKind: personRequestKinds,
  personRequestState: personRequestStates,
  deliveryState: deliveryStates,
  channelWire: channelWires,
} as const satisfies Record<string, Pick<Enumeration, 'items'>>

export type EnumKey = keyof typeof enumerations

/** The answer of `base/emun/list`: `{key: [{name, value}]}`. */
export const enumCatalogue = Object.fromEntries(
  Object.entries(enumerations).map(([key, list]) => [key, list.items]),
) as Record<EnumKey, readonly EnumItem[]>
