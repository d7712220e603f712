import { accountStatus, storeScope } from '@cheyi/domain/account/codes'
import { agreementStatus, agreementType } from '@cheyi/domain/agreement/codes'
import { channelStatuses, deliveryStates } from '@cheyi/domain/channel/codes'
import { damageStatus } from '@cheyi/domain/damage/codes'
import { depositKind, holdStatus } from '@cheyi/domain/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/deposit/hold'
import { driverTaskStatus } from '@cheyi/domain/driver/codes'
import { requestStatus } from '@cheyi/domain/driver/request'
import { instalmentStatus } from '@cheyi/domain/instalment/codes'
import { documentKind, lifecycle, runState, useNatures } from '@cheyi/domain/inventory/codes'
import { occupancyKind } from '@cheyi/domain/inventory/occupancy-codes'
import { invoiceStatus } from '@cheyi/domain/invoice/invoice'
import { jobState } from '@cheyi/domain/lookup/codes'
import { mediaState } from '@cheyi/domain/media/codes'
import { merchantStatus, storeStatus } from '@cheyi/domain/merchant/codes'
import { notifyWay } from '@cheyi/domain/notify/notice'
import { orderStatus, settleStatus, source } from '@cheyi/domain/order/codes'
import { journals } from '@cheyi/domain/payment/accounts'
import { flowKind, payMode, paymentStatus, payWay } from '@cheyi/domain/payment/codes'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { planStatus } from '@cheyi/domain/price/change'
import { reimbursementStatus } from '@cheyi/domain/reimbursement/reimbursement'
import { renewalStatus } from '@cheyi/domain/renewal/codes'
import { selfStatus } from '@cheyi/domain/self-service/codes'
import { userStatus } from '@cheyi/domain/session/cancellation'
import { maintainceStatus, shuntingStatus, ticketKind, yearlyStatus } from '@cheyi/domain/ticket/codes'
import { shiftStatus } from '@cheyi/domain/till/shift'
import {
  alarmLevel,
  alarmState,
  alarmType,
  commandState,
  commandType,
  deviceRole,
  fenceRule,
  forgedCause,
  onlineStates,
} from '@cheyi/domain/vehicle-control/codes'
import { deductState, illegalStatus, leaseChange, leaseFilingStatus } from '@cheyi/domain/violation/codes'

/** Enumerations that migrations may use by name. */
const codes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  accountStatus,
  agreementStatus,
  agreementType,
  alarmLevel,
  alarmState,
  alarmType,
  authHoldStatus,
  channelStatus: channelStatuses.code,
  commandState,
  commandType,
  damageStatus,
  deliveryState: deliveryStates.code,
  depositKind,
  deviceRole,
  documentKind,
  driverTaskStatus,
  fenceRule,
  flowKind,
  forgedCause,
  handoverType,
  holdStatus,
  deductState,
  illegalStatus,
  instalmentStatus,
  invoiceStatus,
  jobState,
  journal: journals.code,
  leaseChange,
  leaseFilingStatus,
  lifecycle,
  maintainceStatus,
  mediaState,
  merchantStatus,
  occupancyKind,
  onlineState: onlineStates.code,
  notifyWay,
  orderStatus,
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
  storeScope,
  storeStatus,
  shuntingStatus,
  selfStatus,
  ticketKind,
  yearlyStatus,
  useNature: useNatures.code,
  userStatus,
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
