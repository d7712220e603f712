import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { mediaKinds } from '@cheyi/contract/platform/media'
import {
  cancelReasons,
  feeModes,
  orderItemTypes,
  orderKinds,
  orderStatuses,
  pickupTypes,
  reduceTypes,
  returnTypes,
  settleStatuses,
  sources,
} from '@cheyi/domain/booking/order/codes'
import type { LogDetail } from '@cheyi/domain/booking/order/log'
import type { SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import type { CodeOf, Enumeration } from '@cheyi/domain/enumeration'
import { costKinds, costSources } from '@cheyi/domain/fleet/cost/codes'
import type { MonthShare } from '@cheyi/domain/fleet/cost/spread'
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
  useNatures,
} from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKinds, stopReasons } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import {
  garageWorks,
  maintenanceTypes,
  relocationModes,
  relocationReasons,
  ticketKinds,
  ticketPriorities,
  yearlyResults,
} from '@cheyi/domain/fleet/ticket/codes'
import type { TicketCost } from '@cheyi/domain/fleet/ticket/maintenance'
import type { TicketLog } from '@cheyi/domain/fleet/ticket/ticket'
import {
  alarmLevels,
  alarmStates,
  alarmTypes,
  commandStates,
  commandTypes,
  cutCategories,
  deviceClocks,
  deviceKinds,
  deviceProfiles,
  deviceRoles,
  fenceKinds,
  fenceRules,
  forgedCauses,
  rangeUnits,
  vehicleUses,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import type { DrivingSums } from '@cheyi/domain/fleet/vehicle-control/driving'
import type { FenceHours, StoredShape } from '@cheyi/domain/fleet/vehicle-control/fence'
import type { ReadName } from '@cheyi/domain/fleet/vehicle-control/readings'
import { commissionKinds, commissionStates } from '@cheyi/domain/insight/commission/codes'
import type { FormerRoles } from '@cheyi/domain/insight/commission/commission'
import { ownerAgreementKinds, ownerKinds, ownerStatementStates } from '@cheyi/domain/insight/owner/codes'
import type { BorneCost, Correction } from '@cheyi/domain/insight/owner/statement'
import type { StoredLanguage } from '@cheyi/domain/language'
import { disposalTaxes } from '@cheyi/domain/money/asset/codes'
import { bankKinds, bankLineStates, bankNatures } from '@cheyi/domain/money/bank/codes'
import { taxpayers } from '@cheyi/domain/money/bookkeeping/codes'
import { shiftStatuses } from '@cheyi/domain/money/cash-shift/shift'
import type { CaseKind } from '@cheyi/domain/money/claim/claim'
import { claimStates } from '@cheyi/domain/money/claim/codes'
import type { ClosingPoint } from '@cheyi/domain/money/closing/point'
import {
  deductResults,
  depositKinds,
  depositModes,
  depositPayStatuses,
  depositStatuses,
  holdStatuses,
  waiveTypes,
} from '@cheyi/domain/money/deposit/codes'
import type { DeductionLine } from '@cheyi/domain/money/deposit/deduct'
import { authHoldStatuses } from '@cheyi/domain/money/deposit/hold'
import { expenseCodes, expenseSettles, expenseStatuses } from '@cheyi/domain/money/expense/codes'
import { invoiceKinds, invoiceStatuses } from '@cheyi/domain/money/invoice/invoice'
import { costOrigins, payableSources, payableStates, payeeKinds, runStates } from '@cheyi/domain/money/payable/codes'
import {
  flowKinds,
  type HoldStep,
  type PendingRefund,
  payKinds,
  payModes,
  paymentStatuses,
  payWays,
  reimbursementKinds,
  supplementReasons,
} from '@cheyi/domain/money/payment/codes'
import type { DayShare } from '@cheyi/domain/money/payment/earning'
import type { Account } from '@cheyi/domain/money/payment/ledger'
import { billStates } from '@cheyi/domain/money/reconcile/bill'
import { differenceKinds, differenceStates, lineKinds } from '@cheyi/domain/money/reconcile/compare'
import { reimbursementReasons, reimbursementStatuses } from '@cheyi/domain/money/reimbursement/codes'
import type { ReimbursedItem } from '@cheyi/domain/money/reimbursement/reimbursement'
import { inputKinds, inputStates } from '@cheyi/domain/money/tax/codes'
import type { ReturnLine } from '@cheyi/domain/money/tax/return'
import type { PermissionKey, RoleLetter } from '@cheyi/domain/permission'
import { accountStatuses, approvalStates, storeScopes } from '@cheyi/domain/platform/account/codes'
import type { ApprovalKind } from '@cheyi/domain/platform/approval/rules'
import { jobStates, notifyTypes } from '@cheyi/domain/platform/lookup/codes'
import { mediaStates } from '@cheyi/domain/platform/media/codes'
import { merchantPlaces, merchantStatuses, storeStatuses } from '@cheyi/domain/platform/merchant/codes'
import type { PrepayRule } from '@cheyi/domain/platform/merchant/prepay'
import type { StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import { notifyLevels, notifyWays } from '@cheyi/domain/platform/notify/notice'
import type {
  DraftScreen,
  PendingKind,
  PendingSubject,
  ReferralSubject,
  StatusKind,
} from '@cheyi/domain/platform/pending-work/kinds'
import { userStatuses } from '@cheyi/domain/platform/session/cancellation'
import type { SignInWay } from '@cheyi/domain/platform/session/codes'
import type { LegalContent, LegalType } from '@cheyi/domain/platform/session/legal-text'
import { qrStates } from '@cheyi/domain/platform/session/qr'
import type { EventData, EventType } from '@cheyi/domain/platform/stream/events'
import type { ChoiceField } from '@cheyi/domain/platform/table-import/layout'
import type { TaskDetails, TaskKind } from '@cheyi/domain/platform/todo/task'
import type { ChangedRow, PlanStatus, PriceChange, StoredChange } from '@cheyi/domain/pricing/price/change'
import type { FeeKind, HolidayYear, ServiceItem } from '@cheyi/domain/pricing/quote/rules'
import type { TermExtension } from '@cheyi/domain/pricing/quote/term'
import type { DepositTerms, QuotedInputs } from '@cheyi/domain/pricing/quote/trip'
import type { CancelSnapshot, CancelTier } from '@cheyi/domain/pricing/terms/cancel'
import { type CancelSeason, cancelBases } from '@cheyi/domain/pricing/terms/codes'
import type { ReturnTerms } from '@cheyi/domain/pricing/terms/return-terms'
import { agreementStatuses, agreementTypes, contractTypes, signWays } from '@cheyi/domain/rental/agreement/codes'
import type { PaperDocument } from '@cheyi/domain/rental/agreement/document'
import type { PaperSection } from '@cheyi/domain/rental/agreement/paper'
import type { TemplateClause } from '@cheyi/domain/rental/agreement/template'
import type { DamagedPart } from '@cheyi/domain/rental/damage/claim'
import { damageStatuses, liabilities } from '@cheyi/domain/rental/damage/codes'
import type { PartFamily } from '@cheyi/domain/rental/damage/prices'
import {
  checkResults,
  driverTaskStatuses,
  driverTaskTypes,
  genders,
  identityTypes,
  licenceKinds,
  verifyStatuses,
} from '@cheyi/domain/rental/driver/codes'
import { consentKinds, consentWays } from '@cheyi/domain/rental/driver/consent'
import { requestKinds, requestStatuses } from '@cheyi/domain/rental/driver/request'
import type { DroppedRow } from '@cheyi/domain/rental/instalment/agreed-end'
import { instalmentStatuses } from '@cheyi/domain/rental/instalment/codes'
import type { LongExtension } from '@cheyi/domain/rental/instalment/renew'
import { insuranceStatuses, responsibilities } from '@cheyi/domain/rental/insurance/codes'
import type { AccidentParty } from '@cheyi/domain/rental/insurance/insurance-case'
import type { HandoverBefore } from '@cheyi/domain/rental/pickup-return/before'
import { fuelKinds, handoverTypes, recordVerifies } from '@cheyi/domain/rental/pickup-return/codes'
import type { PhotoSlot, StoredAccessory, StoredMark, StoredPhoto } from '@cheyi/domain/rental/pickup-return/record'
import { renewalStatuses } from '@cheyi/domain/rental/renewal/codes'
import { selfStatuses } from '@cheyi/domain/rental/self-service/codes'
import type { PaperReasons } from '@cheyi/domain/rental/self-service/visit'
import type { TollCard } from '@cheyi/domain/rental/toll/card'
import { tollKinds, tollStatuses } from '@cheyi/domain/rental/toll/codes'
import type { ViolationConsent } from '@cheyi/domain/rental/violation/claim'
import {
  handleWays,
  leaseChanges,
  leaseFilingStatuses,
  matchTypes,
  officialStates,
  violationSources,
  violationStatuses,
} from '@cheyi/domain/rental/violation/codes'
import type { ViolationTransfer } from '@cheyi/domain/rental/violation/lease'
import type { FormerPlate } from '@cheyi/domain/rental/violation/match'
import type { ViolationLog } from '@cheyi/domain/rental/violation/violation'
import { deliveryStates, priceRuleModes, stockRuleModes } from '@cheyi/domain/sales/channel/codes'
import type { ProviderCertificate } from '../pay-port.ts'
import { type Shape, shape } from './column-shape.ts'
import { salesColumns } from './columns-sales.ts'
import type { Scope } from './scope.ts'

/*
 * Types of columns that PostgreSQL does not have: codes of an enumeration, one of a few words, the shape of a jsonb
 * column. `npm run db:types` uses them for the table types. A key is a column name, or `table.column` where the name
 * alone is ambiguous; for an array it is the type of its elements.
 */

type StoreDetail = OutputOf<typeof contract.store.detail>
type JobDetail = OutputOf<typeof contract.job.detail>
type ServedArea = StoreDetail['serviceAreas'][number]

export const columns = {
  ...salesColumns,
  'account.status': accountStatuses,
  'account.roleHistory': shape<readonly FormerRoles[]>(),
  storeScope: storeScopes,
  'agreement.type': agreementTypes,
  'agreement.status': agreementStatuses,
  /** Content of the document, by heading. */
  'agreement.fields': shape<{ readonly sections?: readonly PaperSection[]; readonly document?: PaperDocument }>(),
  'agreement.signFacts': shape<readonly PaperSection['rows'][number][] | null>(),
  'agreement.signWay': signWays,
  'linkToken.way': signWays,
  'agreementTemplate.type': contractTypes,
  'agreementTemplate.clauses': shape<readonly TemplateClause[]>(),
  'appUser.status': userStatuses,
  'approval.state': approvalStates,
  'approval.kind': shape<ApprovalKind>(),
  'audit.before': shape<Readonly<Record<string, unknown>>>(),
  'audit.after': shape<Readonly<Record<string, unknown>>>(),
  priceMode: priceRuleModes,
  stockMode: stockRuleModes,
  'cancelRule.base': cancelBases,
  'cancelRule.sources': sources,
  'cancelRule.season': shape<CancelSeason>(),
  'cancelRule.tiers': shape<CancelTier[]>(),
  damagedParts: shape<readonly DamagedPart[]>(),
  'claim.kind': shape<CaseKind>(),
  'claim.state': claimStates,
  'claim.credited': shape<Account | null>(),
  'damageOrder.liability': liabilities,
  'damageOrder.status': damageStatuses,
  'deposit.kind': depositKinds,
  'deposit.mode': depositModes,
  payStatus: depositPayStatuses,
  waiveType: waiveTypes,
  waiveTypes,
  holdStatus: holdStatuses,
  payWay: payWays,
  'depositDeduction.lines': shape<readonly DeductionLine[]>(),
  'depositDeduction.mode': payModes,
  'depositDeduction.result': deductResults,
  'depositHold.status': authHoldStatuses,
  'depositPolicy.source': sources,
  modes: depositModes,
  'driverTask.type': driverTaskTypes,
  'driverTask.status': driverTaskStatuses,
  'expenseItem.type': handoverTypes,
  'expenseItem.code': expenseCodes,
  'expenseItem.bought': shape<TermExtension>(),
  settle: expenseSettles,
  'expenseItem.status': expenseStatuses,
  'factorTicket.source': shape<SignInWay>(),
  feeMode: feeModes,
  'feeConfig.kind': shape<FeeKind>(),
  'holidayYear.holidays': shape<HolidayYear['holidays']>(),
  'holidayYear.workdays': shape<HolidayYear['workdays']>(),
  'ownerStatement.corrections': shape<readonly Correction[]>(),
  'importChoice.field': shape<ChoiceField>(),
  'job.outcome': shape<Partial<Pick<JobDetail, 'counts' | 'issues' | 'warnings' | 'layout'>>>(),
  'job.ranKey': shape<PermissionKey>(),
  'job.ranScope': shape<Scope['scope']>(),
  'job.state': jobStates,
  'legalText.type': shape<LegalType>(),
  'legalText.passages': shape<LegalContent>(),
  'loginQr.state': qrStates,
  'media.state': mediaStates,
  'media.kind': shape<(typeof mediaKinds)[number]>(),
  'invoice.status': invoiceStatuses,
  'invoice.kind': invoiceKinds,
  'merchant.status': merchantStatuses,
  'merchantPlace.state': merchantPlaces,
  'merchant.settings': shape<StoredSettings>(),
  paySettings: shape<StoredSettings>(),
  carType: carTypes,
  gearbox: gearboxes,
  energy: energies,
  /** 1 in use, 0 out of use. */
  'model.status': shape<number>(),
  'notification.type': notifyTypes,
  'notification.level': notifyLevels,
  'occupancy.kind': occupancyKinds,
  orderKind: orderKinds,
  'order.language': shape<StoredLanguage>(),
  'order.status': orderStatuses,
  prevStatus: orderStatuses,
  'order.source': sources,
  pickupType: pickupTypes,
  returnType: returnTypes,
  payMode: payModes,
  depositMode: depositModes,
  depositStatus: depositStatuses,
  depositPayStatus: depositPayStatuses,
  settleStatus: settleStatuses,
  'order.cancelReason': cancelReasons,
  pendingRefund: shape<PendingRefund>(),
  quoteSnapshot: shape<SoldSnapshot>(),
  depositPolicySnapshot: shape<DepositTerms>(),
  cancelRuleSnapshot: shape<CancelSnapshot>(),
  returnTerms: shape<ReturnTerms>(),
  prepayRule: shape<PrepayRule>(),
  'serviceItem.itemType': shape<ServiceItem['itemType']>(),
  'serviceItem.unit': shape<ServiceItem['unit']>(),
  itemType: orderItemTypes,
  reduceType: reduceTypes,
  'orderLog.detail': shape<LogDetail>(),
  fromStatus: orderStatuses,
  toStatus: orderStatuses,
  'termination.dropped': shape<readonly DroppedRow[]>(),
  'outbox.state': deliveryStates,
  'outbox.way': notifyWays,
  'ringAddress.way': notifyWays,
  payKind: payKinds,
  flowKind: flowKinds,
  'carOwner.kind': ownerKinds,
  'commissionLine.kind': commissionKinds,
  'commissionRule.kind': commissionKinds,
  'commissionStatement.state': commissionStates,
  'ownerAgreement.kind': ownerAgreementKinds,
  costKinds,
  'ownerStatement.state': ownerStatementStates,
  'ownerStatementCar.costs': shape<readonly BorneCost[]>(),
  'payment.status': paymentStatuses,
  'cashShift.status': shiftStatuses,
  'payChannel.certificates': shape<readonly ProviderCertificate[]>(),
  'payBill.state': billStates,
  'billLine.kind': lineKinds,
  'billDifference.kind': differenceKinds,
  'billDifference.state': differenceStates,
  lineKind: lineKinds,
  holdStep: shape<HoldStep>(),
  identityType: identityTypes,
  gender: genders,
  verifyStatus: verifyStatuses,
  identityResult: checkResults,
  licenceKind: licenceKinds,
  licenceResult: checkResults,
  'personConsent.kind': consentKinds,
  'personConsent.way': consentWays,
  withdrawnWay: consentWays,
  'personRequest.kind': requestKinds,
  'personRequest.status': requestStatuses,
  'pickupReturnRecord.type': handoverTypes,
  fuelKind: fuelKinds,
  'pickupReturnRecord.photos': shape<StoredPhoto[]>(),
  damageMarks: shape<StoredMark[]>(),
  'damagePrice.family': shape<PartFamily>(),
  'pickupReturnRecord.accessories': shape<StoredAccessory[]>(),
  'pickupReturnRecord.before': shape<HandoverBefore>(),
  'pickupReturnRecord.extra': shape<{
    readonly note?: string
    readonly parkingNote?: string
    readonly keyNote?: string
    readonly readByDevice?: readonly ReadName[]
  }>(),
  verify: recordVerifies,
  'priceChange.kind': shape<StoredChange['kind']>(),
  'priceChange.before': shape<StoredChange['before']>(),
  'priceChange.after': shape<StoredChange['after']>(),
  'pricePlan.status': shape<PlanStatus>(),
  'pricePlan.changes': shape<readonly PriceChange[]>(),
  'pricePlan.rows': shape<readonly ChangedRow[]>(),
  'platformLog.detail': shape<Readonly<Record<string, unknown>>>(),
  'quote.inputs': shape<QuotedInputs>(),
  'quote.snapshot': shape<SoldSnapshot>(),
  'role.letter': shape<RoleLetter>(),
  channels: sources,
  'stopSale.reason': stopReasons,
  'store.status': storeStatuses,
  'store.hours': shape<StoreDetail['hours']>(),
  'store.holidays': shape<(Partial<StoreDetail['holidays'][number]> & { date: string })[]>(),
  serviceAreas: shape<(Omit<ServedArea, 'hours' | 'radiusKm'> & Partial<Pick<ServedArea, 'hours' | 'radiusKm'>>)[]>(),
  'store.settings': shape<StoredSettings>(),
  pickupModes: pickupTypes,
  returnModes: returnTypes,
  plateKind: plateKinds,
  plateColor: plateColors,
  useNature: useNatures,
  ownership: ownerships,
  lifecycle: lifecycles,
  'reimbursement.kind': reimbursementKinds,
  'reimbursement.reasonCode': reimbursementReasons,
  'reimbursement.status': reimbursementStatuses,
  'reimbursement.items': shape<readonly ReimbursedItem[]>(),
  'supplement.reasonCode': supplementReasons,
  'instalment.status': instalmentStatuses,
  'renewal.status': renewalStatuses,
  extension: shape<TermExtension | LongExtension>(),
  'selfVisit.type': handoverTypes,
  'selfVisit.status': selfStatuses,
  'selfVisit.reasons': shape<Readonly<Partial<Record<PhotoSlot, string>>>>(),
  'selfVisit.paperReasons': shape<PaperReasons>(),
  'bankAccount.kind': bankKinds,
  'bankLine.nature': bankNatures,
  'bankLine.state': bankLineStates,
  'payee.kind': payeeKinds,
  'assetDisposal.taxKind': disposalTaxes,
  'payableBill.source': payableSources,
  'payableBill.state': payableStates,
  'payableLine.origin': costOrigins,
  'payableAccrual.origin': costOrigins,
  'paymentRun.state': runStates,
  'inputInvoice.kind': inputKinds,
  'taxReturn.form': taxpayers,
  'taxReturn.lines': shape<readonly ReturnLine[]>(),
  'taxReturn.income':
    shape<readonly { readonly rateBp: number; readonly accounts: readonly Account[]; readonly cancelled: boolean }[]>(),
  'inputInvoice.state': inputStates,
  'tollLine.kind': tollKinds,
  'tollLine.status': tollStatuses,
  'vehicleCost.kind': costKinds,
  'vehicleCost.source': costSources,
  'ledgerTxn.earnedDays': shape<readonly DayShare[]>(),
  'vehicleCost.shares': shape<readonly MonthShare[]>(),
  'vehicleCostPlan.kind': costKinds,
  'garage.works': garageWorks,
  'ticket.kind': ticketKinds,
  'ticket.maintainType': maintenanceTypes,
  'ticket.reason': relocationReasons,
  'ticket.mode': relocationModes,
  'ticket.priority': ticketPriorities,
  'ticket.inspectionResult': yearlyResults,
  'ticket.costs': shape<readonly TicketCost[]>(),
  'ticket.log': shape<readonly TicketLog[]>(),
  'insuranceCase.status': insuranceStatuses,
  'insuranceCase.responsibility': responsibilities,
  'tollCard.former': shape<TollCard['former']>(),
  'insuranceCase.parties': shape<readonly AccidentParty[]>(),
  'violation.transfer': shape<ViolationTransfer | null>(),
  'leaseFiling.status': leaseFilingStatuses,
  'leaseFiling.change': leaseChanges,
  'violation.status': violationStatuses,
  'violation.prevStatus': violationStatuses,
  'violation.source': violationSources,
  'violation.matchType': matchTypes,
  'violation.handleWay': handleWays,
  'violation.officialState': officialStates,
  'violation.agencyConsent': shape<ViolationConsent | null>(),
  'violation.log': shape<readonly ViolationLog[]>(),
  'device.protocol': shape<2013 | 2019>(),
  'device.profile': deviceProfiles,
  'device.kind': deviceKinds,
  'device.clock': deviceClocks,
  rangeUnit: rangeUnits,
  'driving.sums': shape<DrivingSums>(),
  'device.role': deviceRoles,
  'deviceStay.role': deviceRoles,
  'command.type': commandTypes,
  'command.state': commandStates,
  'command.category': cutCategories,
  'fence.kind': fenceKinds,
  'fence.rule': fenceRules,
  'fence.level': alarmLevels,
  'fence.shape': shape<StoredShape>(),
  'fence.hours': shape<FenceHours | null>(),
  'alarm.type': alarmTypes,
  'alarm.level': alarmLevels,
  'alarm.carType': alarmTypes,
  'alarm.state': alarmStates,
  'alarm.cause': forgedCauses,
  'alarmRule.type': alarmTypes,
  'alarmRule.level': alarmLevels,
  'alarmOff.types': alarmTypes,
  'vehicleUse.kind': vehicleUses,
  formerPlates: shape<readonly FormerPlate[]>(),
  'event.data': shape<EventData[EventType]>(),
  'installationSetting.value': shape<boolean>(),
  'task.detail': shape<TaskDetails[TaskKind]>(),
  'vehicleDocument.kind': documentKinds,
  'referral.subject': shape<ReferralSubject>(),
  'referral.draftScreen': shape<DraftScreen>(),
  'referral.act': shape<PermissionKey>(),
  'pendingWork.kind': shape<PendingKind>(),
  'closingAcceptance.kind': shape<ClosingPoint>(),
  // Each subject has its own kinds.
  'pendingWork.orderKind': shape<number>(),
  'pendingWork.statusKind': shape<StatusKind>(),
  'pendingWork.subject': shape<PendingSubject>(),
  insuranceKind: insuranceKinds,
} as const

type Held<C> = C extends Enumeration ? CodeOf<C> : C extends Shape<infer T> ? T : never

/** The type of each column in the table above. */
export type Columns = { readonly [K in keyof typeof columns]: Held<(typeof columns)[K]> }
