import { orderStatus, settleStatus, source } from '@cheyi/domain/booking/order/codes'
import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { documentKind, lifecycle, runState, useNatures } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind, stopReason } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import {
  costPayers,
  maintenanceStatus,
  maintenanceTypes,
  relocationStatus,
  ticketKind,
  yearlyStatus,
} from '@cheyi/domain/fleet/ticket/codes'
import {
  alarmLevel,
  alarmState,
  alarmType,
  commandState,
  commandType,
  deviceKind,
  deviceRole,
  fenceRule,
  forgedCause,
  onlineStates,
  vehicleUse,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import { SILENT_OF_DOORS } from '@cheyi/domain/fleet/vehicle-control/traccar/forwarded'
import { commissionState } from '@cheyi/domain/insight/commission/codes'
import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { bankLineState } from '@cheyi/domain/money/bank/codes'
import { shiftStatus } from '@cheyi/domain/money/cash-shift/shift'
import { claimState } from '@cheyi/domain/money/claim/codes'
import { depositKind, depositPayStatus, holdStatus, waiveType } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { invoiceStatus } from '@cheyi/domain/money/invoice/invoice'
import { payableSource, payableState, payeeKind } from '@cheyi/domain/money/payable/codes'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { flowKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { reimbursementStatus } from '@cheyi/domain/money/reimbursement/codes'
import { inputState } from '@cheyi/domain/money/tax/codes'
import { accountStatus, approvalState, storeScope } from '@cheyi/domain/platform/account/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { mediaState } from '@cheyi/domain/platform/media/codes'
import { merchantPlace, merchantStatus, storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { notifyWay } from '@cheyi/domain/platform/notify/notice'
import { userStatus } from '@cheyi/domain/platform/session/cancellation'
import { planStatus } from '@cheyi/domain/pricing/price/change'
import { agreementStatus, agreementType } from '@cheyi/domain/rental/agreement/codes'
import { damageStatus } from '@cheyi/domain/rental/damage/codes'
import { driverTaskStatus, driverTaskType } from '@cheyi/domain/rental/driver/codes'
import { requestStatus } from '@cheyi/domain/rental/driver/request'
import { instalmentStatus } from '@cheyi/domain/rental/instalment/codes'
import { insuranceStatus } from '@cheyi/domain/rental/insurance/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import { selfStatus } from '@cheyi/domain/rental/self-service/codes'
import { tollKind, tollStatus } from '@cheyi/domain/rental/toll/codes'
import { leaseChange, leaseFilingStatus, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { channelStatuses, channelWire, deliveryStates, statementState } from '@cheyi/domain/sales/channel/codes'
import { couponKind } from '@cheyi/domain/sales/coupon/codes'

/** Enumerations that migrations may use by name. */
const codes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  accountStatus,
  agreementStatus,
  agreementType,
  alarmLevel,
  alarmState,
  alarmType,
  approvalState,
  authHoldStatus,
  bankLineState,
  channelStatus: channelStatuses.code,
  couponKind,
  channelWire,
  claimState,
  commandState,
  commandType,
  costKind,
  costPayer: costPayers.code,
  costSource,
  damageStatus,
  deliveryState: deliveryStates.code,
  depositKind,
  depositPayStatus,
  deviceKind,
  deviceRole,
  documentKind,
  driverTaskStatus,
  driverTaskType,
  fenceRule,
  flowKind,
  forgedCause,
  handoverType,
  holdStatus,
  waiveType,
  violationStatus,
  inputState,
  instalmentStatus,
  insuranceStatus,
  invoiceStatus,
  jobState,
  journal: journals.code,
  leaseChange,
  leaseFilingStatus,
  lifecycle,
  maintenanceStatus,
  maintenanceType: maintenanceTypes.code,
  mediaState,
  merchantPlace,
  merchantStatus,
  occupancyKind,
  onlineState: onlineStates.code,
  notifyWay,
  orderStatus,
  commissionState,
  ownerStatementState,
  payableSource,
  payableState,
  payeeKind,
  paymentStatus,
  payMode,
  payWay,
  planStatus,
  reimbursementStatus,
  renewalStatus,
  requestStatus,
  runState,
  settleStatus,
  shiftStatus,
  source,
  statementState,
  stopReason,
  storeScope,
  storeStatus,
  relocationStatus,
  selfStatus,
  ticketKind,
  tollKind,
  tollStatus,
  yearlyStatus,
  useNature: useNatures.code,
  userStatus,
  statusBit: { silentOfDoors: SILENT_OF_DOORS },
  vehicleUse,
}

/**
 * Replaces named codes in the SQL of a migration: `status = {orderStatus.pickedUp}` runs, and is recorded, as `status =
 * 5`. So a code can be renamed, and a partial index still has its literal.
 * @throws Error for a name that no enumeration has
 */
export const withCodes = (text: string): string =>
  text.replaceAll(/\{(\w+)\.(\w+)\}/g, (name, list: string, key: string) => {
    const code = codes[list]?.[key]
    if (code === undefined) throw new Error(`${name} names no code of kernel/postgres/codes.ts`)
    return String(code)
  })
