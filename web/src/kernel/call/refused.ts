import { baseCode, type CallFailure, hasCode, type RefusalCodes } from './failure.ts'

/**
 * The refusals that pages handle. A separate list, because the whole catalogue is 5 KB and the texts come with the
 * answer.
 */
const codes = {
  ...baseCode,
  notFound: -4,
  stale: -5,
  wrongPassword: 1001,
  wrongCode: 1006,
  ticketUsed: 1009,
  ticketHarmsOrders: 7003,
  mobileRegistered: 1018,
  roleNameTaken: 1035,
  idNumberInvalid: 1101,
  personExists: 1102,
  personBlacklisted: 1105,
  orderStatusRefuses: 2001,
  orderNotFound: 2002,
  penaltyChanged: 2009,
  overdueUnsettled: 2201,
  renewalOpen: 2202,
  priceMissing: 3001,
  dateStopped: 3002,
  advanceTooShort: 3003,
  quoteExpired: 3004,
  priceChanged: 3005,
  outOfServiceRange: 3006,
  returnBeforePickup: 3007,
  pickupInPast: 3008,
  lengthOutOfRange: 3009,
  noVehicleLeft: 3101,
  renewalNoVehicle: 3102,
  upgradeNeedsConsent: 3103,
  vehicleTaken: 3104,
  alreadyPaid: 4001,
  amountWrong: 4002,
  beyondDeposit: 4006,
  depositRuleMissing: 4007,
  beyondRefundable: 4010,
  releaseTooEarly: 4012,
  receiptMissing: 4016,
  terminationChanged: 4305,
  vehicleNotReturned: 5004,
  settlementChanged: 5010,
  driverBusy: 5101,
  linkExpired: 5301,
  selfTooEarly: 5303,
  checkDone: 5304,
  passEnded: 5305,
  passElsewhere: 5306,
  selfHandedIn: 5307,
  stopSaleHarms: 6031,
  violationExists: 8001,
  channelOrderNoTaken: 9008,
} satisfies RefusalCodes

/**
 * Whether a call was refused for one of these reasons: `if (refusedAs('priceChanged')(failure)) …`, also as `handles`
 * of a call whose refusals the screen handles itself.
 */
export const isRefusedFor =
  (...keys: readonly (keyof typeof codes)[]) =>
  (failure: CallFailure): boolean =>
    keys.some((key) => hasCode(failure, codes[key]))

/** Whether the write was refused because the record had been changed meanwhile. */
export const isStale = isRefusedFor('stale')
