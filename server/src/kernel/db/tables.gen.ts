// Generated from the migrated schema by `npm run db:types`. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Columns } from './columns.ts'

/** A column with a default (or nullable): may be left out of an insert. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** jsonb of a shape that `columns.ts` does not tell: parsed when read, JSON text when written. */
type JsonColumn = ColumnType<unknown, string, string>
type NullableJsonColumn = ColumnType<unknown, string | null, string | null>

export interface AccountTable {
  merchantId: Generated<string>
  id: Generated<string>
  userId: Generated<string | null>
  parentId: Generated<string>
  name: string
  jobNo: Generated<string>
  isDriver: Generated<boolean>
  onDuty: Generated<boolean>
  status: Generated<Columns['account.status']>
  roleIds: Generated<string[]>
  storeScope: Generated<Columns['storeScope']>
  storeIds: Generated<string[]>
  mobileEnc: Generated<Buffer | null>
  remark: Generated<string>
  lastLoginAt: Generated<number | null>
  version: Generated<number>
  createdAt: Generated<number>
  deletedAt: Generated<number | null>
  driverLicenceEnc: Generated<Buffer | null>
  driverLicenceMask: Generated<string>
  driverLicenceExpireOn: Generated<string | null>
  confirmedAt: Generated<number | null>
  roleHistory: Generated<Columns['account.roleHistory']>
}

export interface AgreementTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  type: Columns['agreement.type']
  status: Generated<Columns['agreement.status']>
  templateVersion: Generated<number>
  photoIds: Generated<string[]>
  fields: Generated<Columns['agreement.fields']>
  signedAt: Generated<number | null>
  voidReason: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  agreementNo: Generated<string>
  recordId: Generated<string | null>
  contentSha256: Generated<Buffer | null>
  pdfId: Generated<string | null>
  pdfPath: Generated<string | null>
  pdfSha256: Generated<Buffer | null>
  printAt: Generated<number | null>
  printAttempts: Generated<number>
  verifyCode: Generated<string | null>
  expireAt: Generated<number | null>
  signWay: Generated<Columns['agreement.signWay'] | null>
  signerIp: Generated<string | null>
  signerAgent: Generated<string | null>
  signerPhoneMask: Generated<string | null>
  signatureEnc: Generated<Buffer | null>
  signFacts: Generated<Columns['agreement.signFacts'] | null>
  signSha256: Generated<Buffer | null>
  signedId: Generated<string | null>
  signedPath: Generated<string | null>
  signedSha256: Generated<Buffer | null>
  certificateId: Generated<string | null>
  clearedAt: Generated<number | null>
  vehicleId: Generated<string | null>
  pickupAt: Generated<number | null>
  returnAt: Generated<number | null>
  renewalId: Generated<string | null>
  terminationId: Generated<string | null>
}

export interface AgreementTemplateTable {
  merchantId: Generated<string>
  id: Generated<string>
  type: Columns['agreementTemplate.type']
  version: number
  enabled: Generated<boolean>
  title: string
  clauses: Columns['agreementTemplate.clauses']
  consent: string
  createdAt: Generated<number>
  createdBy: Generated<string>
  createdName: Generated<string>
}

export interface AlarmTable {
  merchantId: Generated<string>
  id: Generated<string>
  type: Columns['alarm.type']
  level: Columns['alarm.level']
  carType: Generated<Columns['alarm.carType'] | null>
  vehicleId: Generated<string | null>
  deviceId: string
  orderId: Generated<string | null>
  fenceId: Generated<string | null>
  storeId: Generated<string | null>
  startAt: number
  endAt: Generated<number | null>
  times: Generated<number>
  lastAt: Generated<number | null>
  toldAt: Generated<number | null>
  latE6: Generated<number | null>
  lngE6: Generated<number | null>
  measured: Generated<number | null>
  limitValue: Generated<number | null>
  state: Generated<Columns['alarm.state']>
  handledBy: Generated<string | null>
  handledAt: Generated<number | null>
  note: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  cause: Generated<Columns['alarm.cause'] | null>
}

export interface AlarmOffTable {
  merchantId: Generated<string>
  vehicleId: string
  types: Columns['alarmOff.types'][]
  updatedAt: Generated<number>
}

export interface AlarmRuleTable {
  merchantId: Generated<string>
  type: Columns['alarmRule.type']
  level: Columns['alarmRule.level']
  active: Generated<boolean>
  notify: Generated<boolean>
  limitValue: Generated<number | null>
  version: Generated<number>
  updatedAt: Generated<number>
}

export interface AppUserTable {
  id: Generated<string>
  mobileEnc: Buffer
  mobileHash: Buffer
  passwordHash: Generated<string | null>
  passwordChangedAt: Generated<number | null>
  operator: Generated<boolean>
  status: Generated<Columns['appUser.status']>
  createdAt: Generated<number>
  passwordHistory: Generated<string[]>
  wxOpenEnc: Generated<Buffer | null>
  wxOpenHash: Generated<Buffer | null>
  wxBoundAt: Generated<number | null>
  cancelAt: Generated<number | null>
  cancelReason: Generated<string>
}

export interface ApprovalTable {
  merchantId: Generated<string>
  id: Generated<string>
  kind: Columns['approval.kind']
  call: string
  keys: string[]
  storeIds: Generated<string[] | null>
  inputHash: Buffer
  summary: string
  requesterId: Generated<string>
  deciderId: Generated<string | null>
  note: Generated<string>
  state: Generated<Columns['approval.state']>
  readyAt: Generated<number | null>
  expireAt: number
  usedAt: Generated<number | null>
  createdAt: Generated<number>
  decidedAt: Generated<number | null>
  menuIds: Generated<number[]>
  barredIds: Generated<string[]>
}

export interface ArrivalTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  account: string
  amountFen: number
  feeFen: number
  slipNo: Generated<string>
  note: Generated<string>
  voucherIds: Generated<string[]>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface AssetDisposalTable {
  merchantId: Generated<string>
  id: Generated<string>
  vehicleId: string
  disposedOn: string
  buyer: Generated<string>
  proceedsFen: number
  taxKind: Columns['assetDisposal.taxKind']
  taxFen: number
  note: Generated<string>
  receivedOn: Generated<string | null>
  receivedPosted: Generated<boolean>
  bookedOn: Generated<string | null>
  costFen: Generated<number | null>
  depreciatedFen: Generated<number | null>
  gainFen: Generated<number | null>
  cancelledAt: Generated<number | null>
  cancelledBy: Generated<string | null>
  reason: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface AssetMonthTable {
  merchantId: Generated<string>
  vehicleId: string
  month: string
  openingCostFen: number
  costFen: number
  openingFen: number
  depreciationFen: number
  createdAt: Generated<number>
}

export interface AssetSettingTable {
  merchantId: Generated<string>
  posted: boolean
  fromMonth: string
  reason: string
  version: Generated<number>
  createdAt: Generated<number>
  updatedAt: Generated<number>
}

export interface AuditTable {
  merchantId: Generated<string>
  id: Generated<string>
  at: Generated<number>
  accountId: Generated<string>
  name: Generated<string>
  ip: Generated<string>
  sessionId: Generated<string | null>
  traceId: Generated<string>
  action: string
  targetType: Generated<string>
  targetId: Generated<string | null>
  before: Generated<Columns['audit.before'] | null>
  after: Generated<Columns['audit.after'] | null>
  result: Generated<string>
  userId: Generated<string | null>
  device: Generated<string>
  xid: Generated<string>
}

export interface AuditChainTable {
  merchantId: Generated<string>
  seq: number
  auditId: string
  at: number
  xid: string
  prevHash: Buffer
  hash: Buffer
}

export interface BankAccountTable {
  merchantId: Generated<string>
  id: Generated<string>
  kind: Columns['bankAccount.kind']
  name: string
  accountNo: string
  openingOn: string
  openingFen: number
  stopped: Generated<boolean>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface BankDayTable {
  merchantId: Generated<string>
  accountId: string
  onDay: string
  lineCount: number
  fen: number
  endFen: Generated<number | null>
}

export interface BankLineTable {
  merchantId: Generated<string>
  id: Generated<string>
  accountId: string
  onDay: string
  at: Generated<number | null>
  fen: number
  balanceFen: Generated<number | null>
  party: Generated<string>
  partyTail: Generated<string>
  note: Generated<string>
  lineNo: Generated<string>
  nature: Generated<Columns['bankLine.nature']>
  mark: string
  twin: Generated<number>
  state: Generated<Columns['bankLine.state']>
  matchId: Generated<string | null>
  reason: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface BankMatchTable {
  merchantId: Generated<string>
  id: Generated<string>
  byRule: boolean
  reason: string
  postedKey: Generated<string | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
  undoneAt: Generated<number | null>
  undoneBy: Generated<string | null>
  undoReason: Generated<string>
}

export interface BankMatchEntryTable {
  merchantId: Generated<string>
  matchId: string
  txnId: string
  fen: number
  undone: Generated<boolean>
  postedOn: Generated<string | null>
}

export interface BillDifferenceTable {
  merchantId: Generated<string>
  id: Generated<string>
  billId: string
  kind: Columns['billDifference.kind']
  state: Generated<Columns['billDifference.state']>
  lineKind: Columns['lineKind']
  outNo: string
  providerNo: Generated<string>
  paymentId: Generated<string | null>
  storeId: Generated<string | null>
  theirsFen: Generated<number | null>
  feeFen: Generated<number>
  oursFen: Generated<number | null>
  spent: Generated<boolean>
  paidAt: Generated<number | null>
  reason: Generated<string>
  clearedAt: Generated<number | null>
  clearedBy: Generated<string | null>
  signedBy: Generated<string | null>
  borneFen: Generated<number>
}

export interface BillLineTable {
  merchantId: Generated<string>
  channelId: string
  kind: Columns['billLine.kind']
  outNo: string
  billId: string
  providerNo: string
  amountFen: number
  feeFen: number
}

export interface BindTokenTable {
  tokenHash: Buffer
  partner: string
  partnerHash: Buffer
  partnerEnc: Buffer
  expireAt: number
  usedAt: Generated<number | null>
}

export interface BookkeepingAccountTable {
  merchantId: Generated<string>
  account: string
  code: string
  name: string
  taxClass: Generated<number | null>
  classCode: Generated<string | null>
  cancelClass: Generated<number | null>
  cancelReason: Generated<string>
  version: Generated<number>
  updatedAt: Generated<number>
  updatedBy: Generated<string>
}

export interface BookkeepingLineTable {
  merchantId: Generated<string>
  month: string
  number: number
  line: number
  day: string
  storeId: Generated<string | null>
  journal: number
  account: string
  customer: Generated<string | null>
  debitFen: number
  creditFen: number
  rateBp: number
}

export interface BookkeepingMonthTable {
  merchantId: Generated<string>
  month: string
  vouchers: number
  madeAt: Generated<number>
  madeBy: Generated<string>
}

export interface BooksComparedTable {
  merchantId: Generated<string>
  txnId: Generated<string | null>
  differences: Generated<number>
}

export interface CancelRuleTable {
  merchantId: Generated<string>
  id: Generated<string>
  name: string
  sources: Generated<Columns['cancelRule.sources'][]>
  storeIds: Generated<string[]>
  season: Generated<Columns['cancelRule.season']>
  tiers: Columns['cancelRule.tiers']
  base: Generated<Columns['cancelRule.base']>
  maxPenaltyDays: Generated<number | null>
  noShowAfterMinutes: Generated<number>
  penaltyFromDeposit: Generated<boolean>
  version: Generated<number>
  enabled: Generated<boolean>
}

export interface CaptchaTable {
  id: Generated<string>
  codeHash: Buffer
  expireAt: number
  usedAt: Generated<number | null>
}

export interface CarLoanTable {
  merchantId: Generated<string>
  id: Generated<string>
  vehicleId: string
  lender: string
  principalFen: number
  takenOn: string
  repaidFen: Generated<number>
  bookedOn: Generated<string | null>
  bookedFen: Generated<number | null>
  cancelledAt: Generated<number | null>
  reason: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface CarLoanRepaymentTable {
  merchantId: Generated<string>
  id: Generated<string>
  loanId: string
  fen: number
  paidOn: string
  posted: boolean
  undoneAt: Generated<number | null>
  undoneBy: Generated<string | null>
  reason: Generated<string>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface CarOwnerTable {
  merchantId: Generated<string>
  id: Generated<string>
  kind: Columns['carOwner.kind']
  name: string
  phoneEnc: Buffer
  phoneMask: string
  identityEnc: Generated<Buffer | null>
  identityMask: Generated<string>
  bank: Generated<string>
  accountEnc: Generated<Buffer | null>
  accountMask: Generated<string>
  note: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface CashCountTable {
  merchantId: Generated<string>
  shiftId: string
  payWay: Columns['payWay']
  expectedFen: number
  countedFen: number
}

export interface CashHandInTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  shiftId: Generated<string | null>
  amountFen: number
  note: Generated<string>
  voucherIds: Generated<string[]>
  createdAt: Generated<number>
  createdBy: Generated<string>
  slipNo: Generated<string>
}

export interface CashShiftTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  cashierId: Generated<string>
  status: Generated<Columns['cashShift.status']>
  openingFen: number
  openedAt: Generated<number>
  closedAt: Generated<number | null>
  closedBy: Generated<string | null>
  signedBy: Generated<string | null>
  reason: Generated<string>
  knownFen: Generated<number | null>
  openingReason: Generated<string>
  openingSignedBy: Generated<string | null>
}

export interface ChannelDirtyTable {
  merchantId: Generated<string>
  source: Columns['channelDirty.source']
  storeId: string
  modelId: string
  dueAt: number
  revision: Generated<number>
}

export interface ChannelEventTable {
  merchantId: Generated<string>
  id: Generated<string>
  source: Columns['channelEvent.source']
  orderId: string
  renewalId: Generated<string | null>
  violationId: Generated<string>
  xid: Generated<string>
  was: Generated<Columns['channelEvent.was'] | null>
  data: Columns['channelEvent.data']
  at: Generated<number>
  seq: Generated<number | null>
  state: Generated<Columns['channelEvent.state']>
  tries: Generated<number>
  dueAt: Generated<number>
  untilAt: Generated<number>
  deliveredAt: Generated<number | null>
}

export interface ChannelKeyTable {
  merchantId: Generated<string>
  id: Generated<string>
  source: Columns['channelKey.source']
  appKey: string
  name: string
  secretEnc: Buffer
  secretTail: string
  oldSecretEnc: Generated<Buffer | null>
  oldUntil: Generated<number | null>
  scopes: Columns['channelKey.scopes'][]
  ips: Generated<string[]>
  enabled: Generated<boolean>
  revokedAt: Generated<number | null>
  lastUsedAt: Generated<number | null>
  test: Generated<boolean>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface ChannelLogTable {
  merchantId: Generated<string>
  id: Generated<string>
  source: Columns['channelLog.source']
  outgoing: boolean
  name: string
  channelOrderNo: Generated<string | null>
  eventId: Generated<string | null>
  status: Generated<Columns['channelLog.status'] | null>
  code: Generated<number | null>
  fault: Generated<string>
  failed: boolean
  ms: number
  bodyEnc: Generated<Buffer | null>
  keyId: Generated<string | null>
  replayOf: Generated<string | null>
  at: Generated<number>
}

export interface ChannelMappingTable {
  merchantId: Generated<string>
  id: Generated<string>
  source: Columns['channelMapping.source']
  storeId: Generated<string | null>
  modelId: Generated<string | null>
  theirCode: Generated<string | null>
  theirName: Generated<string>
  serviceId: Generated<string | null>
}

export interface ChannelOrderTable {
  merchantId: Generated<string>
  source: Columns['channelOrder.source']
  channelOrderNo: string
  inputHash: Generated<Buffer | null>
  orderId: Generated<string | null>
  keyId: string
  droppedAt: Generated<number | null>
  placeId: Generated<string | null>
  createdAt: Generated<number>
}

export interface ChannelRenewalTable {
  merchantId: Generated<string>
  orderId: string
  renewalNo: string
  renewalId: string
  inputHash: Buffer
  createdAt: Generated<number>
}

export interface ChannelStatementLineTable {
  merchantId: Generated<string>
  id: Generated<string>
  source: Columns['channelStatementLine.source']
  month: string
  channelOrderNo: string
  orderId: Generated<string | null>
  netFen: number
  commissionFen: Generated<number>
  commissionTold: Generated<boolean>
  oursFen: Generated<number | null>
  oursCommissionFen: Generated<number | null>
  result: Columns['channelStatementLine.result']
  state: Generated<Columns['channelStatementLine.state']>
  note: Generated<string>
  handledAt: Generated<number | null>
  handledBy: Generated<string | null>
  deductedFen: Generated<number>
  overbilled: Generated<boolean>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface ChannelWebhookTable {
  merchantId: Generated<string>
  source: Columns['channelWebhook.source']
  url: string
  secretEnc: Buffer
  secretTail: string
  oldSecretEnc: Generated<Buffer | null>
  oldUntil: Generated<number | null>
  enabled: Generated<boolean>
  pushStock: Generated<boolean>
  lastSeq: Generated<number>
  heldUntil: Generated<number>
  failures: Generated<number>
  deliveredAt: Generated<number | null>
  goneAt: Generated<number | null>
  wire: Generated<Columns['channelWebhook.wire']>
  version: Generated<number>
}

export interface ChargeProfileTable {
  merchantId: Generated<string>
  id: Generated<string>
  name: string
  chargeItem: Generated<string>
  chargeScale: Generated<number>
  rangeItem: Generated<string>
  rangeScale: Generated<number>
  rangeUnit: Generated<Columns['rangeUnit']>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface ClaimTable {
  merchantId: Generated<string>
  id: string
  orderId: string
  kind: Columns['claim.kind']
  state: Columns['claim.state']
  subject: string
  formula: Generated<string>
  note: Generated<string>
  expectedFen: Generated<number>
  payableFen: Generated<number | null>
  passedFen: Generated<number>
  refundedFen: Generated<number>
  withdrawnFen: Generated<number>
  credited: Generated<Columns['claim.credited'] | null>
  disputed: Generated<boolean>
  openedAt: Generated<number | null>
  openedBy: Generated<string | null>
  metAt: Generated<number | null>
  endedAt: Generated<number | null>
}

export interface ClosedMonthTable {
  merchantId: Generated<string>
  month: string
  closedAt: Generated<number>
  closedBy: Generated<string>
}

export interface ClosingAcceptanceTable {
  merchantId: Generated<string>
  id: Generated<string>
  month: string
  kind: Columns['closingAcceptance.kind']
  count: number
  reason: string
  acceptedAt: Generated<number>
  acceptedBy: Generated<string>
}

export interface CommandTable {
  merchantId: Generated<string>
  id: Generated<string>
  vehicleId: string
  deviceId: string
  orderId: Generated<string | null>
  type: Columns['command.type']
  state: Columns['command.state']
  params: Generated<JsonColumn>
  reason: Generated<string>
  category: Generated<Columns['command.category'] | null>
  armed: Generated<boolean>
  readyAt: Generated<number | null>
  expireAt: Generated<number | null>
  approvedBy: Generated<string | null>
  approvedAt: Generated<number | null>
  node: Generated<string | null>
  sessionNo: Generated<number | null>
  serial: Generated<number | null>
  sends: Generated<number>
  sentAt: Generated<number | null>
  answeredAt: Generated<number | null>
  endedAt: Generated<number | null>
  refusal: Generated<number | null>
  answer: Generated<number | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface CommissionLineTable {
  merchantId: Generated<string>
  statementId: string
  orderId: string
  kind: Columns['commissionLine.kind']
  month: string
  ruleId: string
  base: number
  fen: number
}

export interface CommissionRuleTable {
  merchantId: Generated<string>
  id: Generated<string>
  kind: Columns['commissionRule.kind']
  storeId: Generated<string | null>
  roleId: Generated<string | null>
  fen: Generated<number>
  rateBp: Generated<number>
  fromMonth: string
  toMonth: Generated<string | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface CommissionStatementTable {
  merchantId: Generated<string>
  id: Generated<string>
  accountId: string
  month: string
  state: Columns['commissionStatement.state']
  fen: number
  bookedOn: Generated<string | null>
  confirmedAt: Generated<number | null>
  confirmedBy: Generated<string | null>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  accruedFen: Generated<number>
}

export interface CompanyTable {
  merchantId: Generated<string>
  id: Generated<string>
  name: string
  taxNo: Generated<string>
  address: Generated<string>
  phone: Generated<string>
  bank: Generated<string>
  bankAccount: Generated<string>
  note: Generated<string>
  tags: Generated<string[]>
  enabled: Generated<boolean>
  creditFen: Generated<number | null>
  payDays: Generated<number>
  rateBp: Generated<number | null>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface CompanyBookerTable {
  merchantId: Generated<string>
  id: Generated<string>
  companyId: string
  name: string
  mobileMask: string
  mobileHash: Generated<Buffer | null>
  untilOn: Generated<string | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
  endedAt: Generated<number | null>
  contactId: Generated<string | null>
}

export interface CompanyContactTable {
  merchantId: Generated<string>
  id: Generated<string>
  companyId: string
  name: string
  phoneEnc: Buffer
  phoneMask: string
}

export interface CompanyPriceTable {
  merchantId: Generated<string>
  companyId: string
  modelId: string
  rateBp: Generated<number | null>
  dayFen: Generated<number | null>
  monthFen: Generated<number | null>
}

export interface CompanyStampTable {
  merchantId: Generated<string>
  id: Generated<string>
  mediaId: string
  retiredAt: Generated<number | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface CouponTable {
  merchantId: Generated<string>
  id: Generated<string>
  code: string
  name: string
  kind: Columns['coupon.kind']
  fen: number
  rateBp: number
  leastFen: number
  bookFrom: Generated<string | null>
  bookTo: Generated<string | null>
  rentFrom: Generated<string | null>
  rentTo: Generated<string | null>
  modelIds: Generated<string[]>
  mostUses: Generated<number | null>
  oncePerCustomer: boolean
  isOn: Generated<boolean>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  version: Generated<number>
}

export interface CouponUseTable {
  merchantId: Generated<string>
  orderId: string
  couponId: string
  fen: number
  at: Generated<number>
  void: Generated<boolean>
}

export interface CustomerFigureTable {
  merchantId: Generated<string>
  personId: string
  storeId: string
  tag: string
  orders: Generated<number>
  spentFen: Generated<number>
  owedFen: Generated<number>
  lastAt: Generated<number>
}

export interface DailyUseTable {
  merchantId: Generated<string>
  question: string
  day: string
  n: number
}

export interface DamageOrderTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  vehicleId: string
  damagedParts: Generated<Columns['damagedParts']>
  worthFen: Generated<number>
  downtimeDays: Generated<number>
  downtimeFen: Generated<number>
  depreciationFen: Generated<number>
  otherFen: Generated<number>
  coveredFen: Generated<number>
  liability: Columns['damageOrder.liability']
  remark: Generated<string>
  photoIds: string[]
  status: Generated<Columns['damageOrder.status']>
  closeReason: Generated<string>
  closedAt: Generated<number | null>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface DamagePriceTable {
  merchantId: Generated<string>
  id: Generated<string>
  family: Columns['damagePrice.family']
  scratchFen: Generated<number | null>
  dentFen: Generated<number | null>
  paintFen: Generated<number | null>
  brokenFen: Generated<number | null>
  missingFen: Generated<number | null>
  stainFen: Generated<number | null>
  version: Generated<number>
}

export interface DepositTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  kind: Columns['deposit.kind']
  amountFen: number
  mode: Generated<Columns['deposit.mode'] | null>
  payStatus: Generated<Columns['payStatus']>
  waiveType: Generated<Columns['waiveType'] | null>
  holdStatus: Generated<Columns['holdStatus']>
  authNo: Generated<string | null>
  expireAt: Generated<number | null>
  heldFen: Generated<number>
  capturedFen: Generated<number>
  releasedFen: Generated<number>
  inFlightFen: Generated<number>
  dueReleaseAt: Generated<number | null>
  payWay: Generated<Columns['payWay'] | null>
  voucherIds: Generated<string[]>
  version: Generated<number>
  createdAt: Generated<number>
  updatedAt: Generated<number>
  withdrawnAt: Generated<number | null>
  movedFen: Generated<number>
  platformAskedFen: Generated<number>
  platformTakenFen: Generated<number>
}

export interface DepositDeductionTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  depositId: string
  amountFen: number
  lines: Columns['depositDeduction.lines']
  mode: Columns['depositDeduction.mode']
  result: Generated<Columns['depositDeduction.result'] | null>
  reason: Generated<string>
  photoIds: Generated<string[]>
  outRequestNo: string
  createdAt: Generated<number>
  createdBy: Generated<string>
  refundedFen: Generated<number>
  holdId: Generated<string | null>
  payWay: Generated<Columns['payWay'] | null>
  tiedFen: Generated<number>
  askedFen: Generated<number | null>
  answer: Generated<string>
  answeredAt: Generated<number | null>
}

export interface DepositHoldTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  depositId: string
  payWay: Columns['payWay']
  credit: Generated<boolean>
  status: Columns['depositHold.status']
  amountFen: number
  capturedFen: Generated<number>
  releasedFen: Generated<number>
  authNo: Generated<string>
  cardTail: Generated<string>
  expireAt: number
  voucherIds: Generated<string[]>
  channelId: Generated<string | null>
  outNo: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  updatedAt: Generated<number>
  createdBy: Generated<string>
  askedAt: Generated<number | null>
  askAt: Generated<number | null>
}

export interface DepositPolicyTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: Generated<string | null>
  modelId: Generated<string | null>
  source: Generated<Columns['depositPolicy.source'] | null>
  rentalFen: Generated<number | null>
  violationFen: Generated<number | null>
  modes: Generated<Columns['modes'][]>
  waiveTypes: Generated<Columns['waiveTypes'][]>
  holdDays: Generated<number | null>
  version: Generated<number>
  enabled: Generated<boolean>
}

export interface DeviceTable {
  merchantId: Generated<string>
  id: Generated<string>
  phone: string
  terminalId: Generated<string>
  imei: Generated<string>
  iccid: Generated<string>
  protocol: Generated<Columns['device.protocol']>
  makerId: Generated<string>
  modelCode: Generated<string>
  profile: Generated<Columns['device.profile']>
  kind: Generated<Columns['device.kind']>
  doorInverted: Generated<boolean>
  ctlShort: Generated<boolean>
  vehicleId: Generated<string | null>
  role: Generated<Columns['device.role']>
  boundAt: Generated<number | null>
  cutAt: Generated<number | null>
  remark: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  clock: Generated<Columns['device.clock']>
  chargeProfileId: Generated<string | null>
}

export interface DeviceKmTable {
  merchantId: Generated<string>
  deviceId: string
  day: string
  metres: Generated<number>
  movingS: Generated<number>
  fixes: Generated<number>
  odometerM: Generated<number | null>
}

export interface DeviceLiveTable {
  merchantId: Generated<string>
  deviceId: string
  node: Generated<string | null>
  sessionNo: Generated<number>
  connectedAt: Generated<number | null>
  lastMsgAt: Generated<number | null>
  at: Generated<number | null>
  receivedAt: Generated<number | null>
  latE6: Generated<number | null>
  lngE6: Generated<number | null>
  speed: Generated<number | null>
  pulseSpeed: Generated<number | null>
  course: Generated<number | null>
  altitude: Generated<number | null>
  satellites: Generated<number | null>
  signal: Generated<number | null>
  statusBits: Generated<number>
  alarmBits: Generated<number>
  acc: Generated<boolean | null>
  locked: Generated<boolean | null>
  doorOpen: Generated<boolean | null>
  cut: Generated<boolean | null>
  odometerM: Generated<number | null>
  fuelDl: Generated<number | null>
  batteryMv: Generated<number | null>
  chargePct: Generated<number | null>
  rangeKm: Generated<number | null>
  stoppedSince: Generated<number | null>
  restAt: Generated<number | null>
  restLatE6: Generated<number | null>
  restLngE6: Generated<number | null>
  network: Generated<string | null>
  movedAt: Generated<number | null>
}

export interface DeviceStayTable {
  merchantId: Generated<string>
  deviceId: string
  fromAt: Generated<number>
  toAt: Generated<number | null>
  vehicleId: string
  role: Columns['deviceStay.role']
}

export interface DriverTaskTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  type: Columns['driverTask.type']
  accountId: string
  planAt: number
  status: Generated<Columns['driverTask.status']>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  arrivedAt: Generated<number | null>
  arrivedLng: Generated<number | null>
  arrivedLat: Generated<number | null>
  vehicleId: Generated<string | null>
  startedAt: Generated<number | null>
  endedAt: Generated<number | null>
}

export interface DrivingTable {
  merchantId: Generated<string>
  refId: string
  orderId: string
  vehicleId: string
  throughAt: number
  sums: Columns['driving.sums']
  closed: Generated<boolean>
  updatedAt: Generated<number>
}

export interface EventTable {
  merchantId: Generated<string>
  xid: Generated<string>
  id: Generated<string>
  type: string
  ref: string
  data: Columns['event.data']
  keys: Generated<string[] | null>
  storeIds: Generated<string[] | null>
  accountIds: Generated<string[] | null>
  at: Generated<number>
}

export interface ExpenseItemTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  type: Columns['expenseItem.type']
  code: Columns['expenseItem.code']
  name: string
  qty: Generated<number>
  unitPriceFen: number
  amountFen: number
  auto: Generated<boolean>
  autoAmountFen: Generated<number | null>
  formula: Generated<string>
  remark: Generated<string>
  photoIds: Generated<string[]>
  settle: Generated<Columns['settle']>
  status: Generated<Columns['expenseItem.status']>
  void: Generated<boolean>
  createdAt: Generated<number>
  createdBy: Generated<string>
  markId: Generated<string | null>
  bought: Generated<Columns['expenseItem.bought'] | null>
}

export interface FactorTicketTable {
  tokenHash: Buffer
  userId: string
  source: Columns['factorTicket.source']
  expireAt: number
  usedAt: Generated<number | null>
  merchantId: Generated<string | null>
  invitationId: Generated<string | null>
}

export interface FeeConfigTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  kind: Columns['feeConfig.kind']
  name: Generated<string>
  feeMode: Columns['feeMode']
  rateBp: Generated<number>
  amountFen: Generated<number>
  baseKm: Generated<number>
  perKmFen: Generated<number>
  maxKm: Generated<number | null>
  windowFrom: Generated<string | null>
  windowTo: Generated<string | null>
  pairStoreId: Generated<string | null>
  version: Generated<number>
  enabled: Generated<boolean>
}

export interface FenceTable {
  merchantId: Generated<string>
  id: Generated<string>
  name: string
  kind: Columns['fence.kind']
  shape: Columns['fence.shape']
  rule: Columns['fence.rule']
  limitKmh: Generated<number | null>
  storeId: Generated<string | null>
  vehicleIds: Generated<string[]>
  hours: Generated<Columns['fence.hours'] | null>
  level: Generated<Columns['fence.level']>
  active: Generated<boolean>
  deletedAt: Generated<number | null>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface FigureCarTable {
  merchantId: Generated<string>
  month: string
  vehicleId: string
  rentFen: Generated<number>
  serviceFen: Generated<number>
  otherFen: Generated<number>
  fleet: Generated<number>
  rented: Generated<number>
  down: Generated<number>
  idle: Generated<number>
  km: Generated<number>
}

export interface FigureCarOrderTable {
  merchantId: Generated<string>
  vehicleId: string
  month: string
  orderId: string
  rentFen: Generated<number>
  serviceFen: Generated<number>
  otherFen: Generated<number>
}

export interface FigureDayTable {
  merchantId: Generated<string>
  grain: string
  day: string
  storeId: Generated<string>
  modelId: Generated<string>
  source: Generated<number>
  orderKind: Generated<Columns['orderKind']>
  rentFen: Generated<number>
  serviceFen: Generated<number>
  otherFen: Generated<number>
  lateFen: Generated<number>
  collectedFen: Generated<number>
  refundedFen: Generated<number>
  fleet: Generated<number>
  rented: Generated<number>
  down: Generated<number>
  idle: Generated<number>
  created: Generated<number>
  cancelled: Generated<number>
  cancelledByCustomer: Generated<number>
  cancelledByMerchant: Generated<number>
  cancelledByChannel: Generated<number>
  cancelledBySystem: Generated<number>
  pickups: Generated<number>
  onTime: Generated<number>
  lead: Generated<number>
  returns: Generated<number>
  stayed: Generated<number>
  renewed: Generated<number>
  damages: Generated<number>
  km: Generated<number>
  out: Generated<number>
  renewalRentFen: Generated<number>
  violations: Generated<number>
}

export interface FigureFactTable {
  merchantId: Generated<string>
  day: string
  subject: string
  part: number
  facts: JsonColumn
}

export interface FigurePartTable {
  merchantId: Generated<string>
  subject: string
  subjectId: string
  month: string
  shares: JsonColumn
}

export interface FigureStateTable {
  merchantId: Generated<string>
  keptTo: string
  filling: Generated<NullableJsonColumn>
  byCar: Generated<boolean>
}

export interface FollowerTable {
  merchantId: Generated<string>
  name: string
  xid: string
  eventId: Generated<string>
  reachedAt: Generated<number>
  dueAt: Generated<number>
}

export interface GarageTable {
  merchantId: Generated<string>
  id: Generated<string>
  name: string
  phone: Generated<string>
  address: Generated<string>
  works: Generated<Columns['garage.works'][]>
  enabled: Generated<boolean>
  mergedIntoId: Generated<string | null>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface GatewayNodeTable {
  id: string
  startedAt: Generated<number>
  beatAt: Generated<number>
}

export interface HolidayYearTable {
  id: Generated<string>
  year: number
  holidays: Columns['holidayYear.holidays']
  workdays: Columns['holidayYear.workdays']
  name: string
  note: string
  at: Generated<number>
}

export interface IdempotencyTable {
  merchantId: Generated<string>
  actor: string
  path: string
  key: string
  inputHash: Buffer
  answer: Generated<Buffer | null>
  createdAt: Generated<number>
}

export interface ImportChoiceTable {
  merchantId: Generated<string>
  field: Columns['importChoice.field']
  name: string
  target: Generated<string | null>
  updatedAt: Generated<number>
}

export interface InputInvoiceTable {
  merchantId: Generated<string>
  id: Generated<string>
  code: Generated<string>
  number: string
  kind: Columns['inputInvoice.kind']
  seller: Generated<string>
  sellerTaxNo: Generated<string>
  issuedOn: string
  netFen: number
  taxFen: number
  state: Columns['inputInvoice.state']
  month: Generated<string | null>
  note: Generated<string>
  voidedAt: Generated<number | null>
  voidReason: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface InstallationSettingTable {
  name: string
  value: Columns['installationSetting.value']
}

export interface InstalmentTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  seq: number
  periodFrom: string
  periodTo: string
  plannedOn: string
  dueOn: string
  amountFen: number
  billedFen: Generated<number>
  paidFen: Generated<number>
  lateFeeFen: Generated<number | null>
  latePaidFen: Generated<number>
  status: Generated<Columns['instalment.status']>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface InsuranceCaseTable {
  merchantId: Generated<string>
  id: Generated<string>
  status: Columns['insuranceCase.status']
  vehicleId: string
  orderId: Generated<string | null>
  damageId: Generated<string | null>
  storeId: string
  occurAt: number
  place: Generated<string>
  course: Generated<string>
  parties: Generated<Columns['insuranceCase.parties']>
  responsibility: Generated<Columns['insuranceCase.responsibility'] | null>
  policeNo: Generated<string>
  insurer: Generated<string>
  policyIds: Generated<string[]>
  photoIds: Generated<string[]>
  paperIds: Generated<string[]>
  reportNo: Generated<string>
  reportedAt: Generated<number | null>
  assessedFen: Generated<number | null>
  assessedAt: Generated<number | null>
  ticketId: Generated<string | null>
  claimedFen: Generated<number>
  submittedAt: Generated<number | null>
  receivedFen: Generated<number>
  bookedFen: Generated<number>
  supplementId: Generated<string | null>
  excessFen: Generated<number>
  downtimeDays: Generated<number>
  downtimeFen: Generated<number>
  endReason: Generated<string>
  endedAt: Generated<number | null>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface InsuranceReceiptTable {
  merchantId: Generated<string>
  id: Generated<string>
  caseId: string
  amountFen: number
  slipNo: Generated<string>
  voucherIds: Generated<string[]>
  takenBackAt: Generated<number | null>
  takenBackWhy: Generated<string>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface InvitationTable {
  merchantId: Generated<string>
  id: Generated<string>
  accountId: string
  mobileHash: Buffer
  codeHash: Buffer
  inviterId: Generated<string>
  tries: Generated<number>
  expireAt: number
  endedAt: Generated<number | null>
  createdAt: Generated<number>
}

export interface InvoiceTable {
  merchantId: Generated<string>
  id: Generated<string>
  status: Generated<Columns['invoice.status']>
  kind: Generated<Columns['invoice.kind']>
  title: string
  taxNo: Generated<string>
  buyerAddress: Generated<string>
  buyerPhone: Generated<string>
  buyerBank: Generated<string>
  buyerAccount: Generated<string>
  amountFen: number
  rateBp: Generated<number>
  taxFen: Generated<number>
  note: Generated<string>
  receiptId: Generated<string | null>
  number: Generated<string>
  issuedOn: Generated<string | null>
  fileIds: Generated<string[]>
  redNumber: Generated<string>
  redOn: Generated<string | null>
  redConfirmNo: Generated<string>
  redFileIds: Generated<string[]>
  redDue: Generated<boolean>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface InvoicePartTable {
  merchantId: Generated<string>
  invoiceId: string
  orderId: string
  amountFen: number
}

export interface JobTable {
  merchantId: Generated<string>
  id: Generated<string>
  kind: string
  accountId: Generated<string>
  input: Generated<JsonColumn>
  state: Generated<Columns['job.state']>
  done: Generated<number>
  total: Generated<number | null>
  kept: Generated<NullableJsonColumn>
  outcome: Generated<Columns['job.outcome']>
  message: Generated<string>
  filePath: Generated<string | null>
  fileName: Generated<string>
  fileUntil: Generated<number | null>
  runner: Generated<string | null>
  leaseUntil: Generated<number | null>
  attempts: Generated<number>
  createdAt: Generated<number>
  finishedAt: Generated<number | null>
  ranKey: Generated<Columns['job.ranKey'] | null>
  ranScope: Generated<Columns['job.ranScope'] | null>
  ranStoreIds: Generated<string[] | null>
}

export interface LeaseFilingTable {
  merchantId: Generated<string>
  id: Generated<string>
  assignmentId: string
  orderId: string
  vehicleId: string
  storeId: string
  fromAt: number
  toAt: number
  status: Generated<Columns['leaseFiling.status']>
  change: Generated<Columns['leaseFiling.change'] | null>
  reason: Generated<string>
  dueAt: number
  filedAt: Generated<number | null>
  filedBy: Generated<string | null>
  version: Generated<number>
  createdAt: Generated<number>
  updatedAt: Generated<number>
}

export interface LedgerChangeTable {
  merchantId: Generated<string>
  id: Generated<string>
  postedOn: string
  account: string
  n: number
  debitFen: number
  creditFen: number
}

export interface LedgerCorrectionTable {
  merchantId: Generated<string>
  txnId: string
  reason: string
  signedBy: Generated<string | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface LedgerEntryTable {
  merchantId: Generated<string>
  id: Generated<string>
  txnId: string
  account: string
  debitFen: Generated<number>
  creditFen: Generated<number>
  orderId: Generated<string | null>
  storeId: Generated<string | null>
  cashierId: Generated<string | null>
  payWay: Generated<Columns['payWay'] | null>
  flowKind: Generated<Columns['flowKind'] | null>
  movedOn: Generated<string | null>
  shiftId: Generated<string | null>
  postedAt: Generated<number | null>
  postedOn: Generated<string | null>
}

export interface LedgerSumTable {
  merchantId: Generated<string>
  span: string
  fromOn: string
  account: string
  n: number
  debitFen: number
  creditFen: number
}

export interface LedgerTxnTable {
  merchantId: Generated<string>
  id: Generated<string>
  journal: number
  idemKey: string
  orderId: Generated<string | null>
  paymentId: Generated<string | null>
  reversesTxnId: Generated<string | null>
  postedOn: string
  createdAt: Generated<number>
  accountId: Generated<string>
  writtenIn: Generated<string | null>
  earnedDays: Generated<Columns['ledgerTxn.earnedDays'] | null>
}

export interface LegalHoldTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  reason: string
  createdAt: Generated<number>
  createdBy: Generated<string>
  liftedAt: Generated<number | null>
  liftedBy: Generated<string | null>
}

export interface LegalTextTable {
  id: Generated<string>
  type: Columns['legalText.type']
  version: string
  updatedOn: string
  effectiveOn: string
  passages: Columns['legalText.passages']
  name: string
  note: string
  at: Generated<number>
}

export interface LinkTokenTable {
  merchantId: Generated<string>
  id: Generated<string>
  tokenHash: Buffer
  purpose: string
  orderId: Generated<string | null>
  ownerId: Generated<string | null>
  refId: string
  way: Columns['linkToken.way']
  phoneEnc: Buffer
  phoneMask: string
  expireAt: number
  revokedAt: Generated<number | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
  payKind: Generated<Columns['payKind'] | null>
  passHash: Generated<Buffer | null>
  passUntil: Generated<number | null>
  tries: Generated<number>
}

export interface LoginAttemptTable {
  id: Generated<string>
  ip: string
  mobileHash: Generated<Buffer | null>
  ok: boolean
  at: Generated<number>
  net: Generated<string>
}

export interface LoginLockTable {
  mobileHash: Buffer
  failCount: Generated<number>
  failSince: Generated<number | null>
  lockLevel: Generated<number>
  lockedUntil: Generated<number | null>
}

export interface LoginQrTable {
  id: Generated<string>
  qrHash: Buffer
  secretHash: Buffer
  redirect: Generated<string>
  ip: Generated<string>
  userAgent: Generated<string>
  state: Generated<Columns['loginQr.state']>
  userId: Generated<string | null>
  accountId: Generated<string | null>
  merchantId: Generated<string | null>
  createdAt: Generated<number>
  confirmedAt: Generated<number | null>
  factorAt: Generated<number | null>
}

export interface LoginSessionTable {
  id: Generated<string>
  tokenHash: Buffer
  userId: string
  accountId: Generated<string | null>
  merchantId: Generated<string>
  source: Generated<string>
  deviceName: Generated<string>
  ip: Generated<string>
  userAgent: Generated<string>
  createdAt: Generated<number>
  lastSeenAt: Generated<number>
  idleExpireAt: number
  absoluteExpireAt: number
  revokedAt: Generated<number | null>
  revokeReason: Generated<string | null>
  stamp: Generated<number>
  operatorTicket: Generated<string | null>
  provedAt: Generated<number | null>
  factorAt: Generated<number | null>
}

export interface LoginTicketTable {
  tokenHash: Buffer
  sessionId: string
  path: string
  expireAt: number
  usedAt: Generated<number | null>
}

export interface LongPriceTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  modelId: string
  source: Generated<number>
  fromMonths: number
  monthlyFen: number
}

export interface MediaTable {
  merchantId: Generated<string>
  id: Generated<string>
  biz: string
  bizId: Generated<string | null>
  orderId: Generated<string | null>
  kind: Columns['media.kind']
  path: string
  thumb: Generated<boolean>
  mime: string
  sizeBytes: number
  sha256: Buffer
  width: Generated<number | null>
  height: Generated<number | null>
  takenAt: Generated<number | null>
  uploaderId: Generated<string>
  linkedAt: Generated<number | null>
  state: Generated<Columns['media.state']>
  createdAt: Generated<number>
  scanId: Generated<string | null>
  uploadKey: Generated<string | null>
  parts: Generated<number | null>
  durationS: Generated<number | null>
  partBytes: Generated<number | null>
}

export interface MediaPartTable {
  merchantId: Generated<string>
  mediaId: string
  no: number
  sha256: Buffer
}

export interface MediaSpaceTable {
  merchantId: Generated<string>
  bytes: number
}

export interface MerchantTable {
  id: Generated<string>
  name: string
  shortName: Generated<string>
  licenceNo: Generated<string>
  contactName: Generated<string>
  cityCode: Generated<string>
  status: Generated<Columns['merchant.status']>
  expireOn: Generated<string | null>
  settings: Generated<Columns['merchant.settings']>
  paySettings: Generated<Columns['paySettings']>
  version: Generated<number>
  createdAt: Generated<number>
  statusNote: Generated<string>
  statusAt: Generated<number>
  logoId: Generated<string | null>
  licenceFileId: Generated<string | null>
  rentalFilingNo: Generated<string>
  contactMobileEnc: Generated<Buffer | null>
  districtCode: Generated<string>
  partners: Generated<string[]>
}

export interface MerchantCertificateTable {
  merchantId: Generated<string>
  id: Generated<string>
  subject: string
  serial: string
  certificate: Buffer
  keyEnc: Buffer
  selfIssued: boolean
  notBefore: number
  notAfter: number
  createdAt: Generated<number>
  issuer: Generated<string>
  chain: Generated<Buffer[]>
  retiredAt: Generated<number | null>
  createdBy: Generated<string>
}

export interface MerchantChannelTable {
  merchantId: Generated<string>
  source: Columns['merchantChannel.source']
  status: Generated<Columns['merchantChannel.status']>
  vendorCode: Generated<string>
  contact: Generated<string>
  commissionBp: Generated<number>
  priceMode: Generated<Columns['priceMode']>
  priceValue: Generated<number>
  roundTo: Generated<Columns['merchantChannel.roundTo']>
  minFen: Generated<number>
  stockMode: Generated<Columns['stockMode']>
  stockValue: Generated<number>
  bufferUnits: Generated<number>
  minLeadMinutes: Generated<number | null>
  maxDays: Generated<number | null>
  openedAt: Generated<number | null>
  version: Generated<number>
  autoConfirm: Generated<boolean>
  confirmTimeoutMin: Generated<number>
  toleranceFen: Generated<number>
  prepaid: Generated<boolean>
  settleMonthly: Generated<boolean>
  settleDays: Generated<number>
}

export interface MerchantKeyTable {
  merchantId: string
  keyId: number
  wrapped: Buffer
  createdAt: Generated<number>
  usedFrom: Generated<number>
}

export interface MerchantPlaceTable {
  merchantId: string
  state: Columns['merchantPlace.state']
  url: Generated<string>
  gateway: Generated<string>
  since: Generated<number>
}

export interface ModelTable {
  merchantId: Generated<string>
  id: Generated<string>
  brand: string
  series: string
  name: string
  modelYear: Generated<number | null>
  carType: Columns['carType']
  seats: number
  doors: Generated<number>
  gearbox: Generated<Columns['gearbox']>
  energy: Generated<Columns['energy']>
  displacement: Generated<string>
  tankL: Generated<number>
  batteryKwh: Generated<number>
  rangeKm: Generated<number>
  licenceClass: Generated<string>
  images: Generated<string[]>
  depositRentFen: Generated<number | null>
  depositViolationFen: Generated<number | null>
  mileageLimitKmPerDay: Generated<number>
  overMileagePerKmFen: Generated<number>
  classRank: Generated<number>
  status: Generated<Columns['model.status']>
  sort: Generated<number>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  config: Generated<string>
  imageIds: Generated<string[]>
  careEveryKm: Generated<number | null>
  careEveryDays: Generated<number | null>
  largeCases: Generated<number | null>
  smallCases: Generated<number | null>
}

export interface ModelLibraryTable {
  id: Generated<string>
  brand: string
  series: string
  name: string
  config: Generated<string>
  modelYear: Generated<number | null>
  carType: Columns['carType']
  seats: number
  doors: number
  gearbox: Columns['gearbox']
  energy: Columns['energy']
  displacement: Generated<string>
  tankL: Generated<number>
  batteryKwh: Generated<number>
  rangeKm: Generated<number>
  licenceClass: Generated<string>
}

export interface MoneyProofTable {
  merchantId: Generated<string>
  mark: string
  recordId: string
  orderId: Generated<string | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
  releasedAt: Generated<number | null>
}

export interface NotificationTable {
  merchantId: Generated<string>
  id: Generated<string>
  accountId: string
  type: Columns['notification.type']
  level: Generated<Columns['notification.level']>
  title: string
  body: Generated<string>
  link: Generated<string>
  ref: string
  readAt: Generated<number | null>
  createdAt: Generated<number>
  ringAt: Generated<number | null>
  gathered: Generated<number>
  onceKey: Generated<string | null>
  withdrawnAt: Generated<number | null>
}

export interface NotifySwitchTable {
  merchantId: Generated<string>
  accountId: string
  muted: Generated<string[]>
}

export interface NumberBlockTable {
  merchantId: Generated<string>
  prefix: string
  next: Generated<number>
}

export interface OccupancyTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  modelId: string
  vehicleId: Generated<string | null>
  fromAt: number
  toAt: number
  period: GeneratedAlways<string>
  kind: Columns['occupancy.kind']
  refId: string
  pinned: Generated<boolean>
  active: Generated<boolean>
  onRent: Generated<boolean>
  oneWay: Generated<boolean>
  createdAt: Generated<number>
  updatedAt: Generated<number>
  heldTo: GeneratedAlways<number>
  orderStatus: Generated<number | null>
  pickupAt: Generated<number | null>
  returnAt: Generated<number | null>
  source: Generated<number | null>
}

export interface OpenNonceTable {
  keyId: string
  nonce: string
  untilAt: number
}

export interface OpenTestEventTable {
  merchantId: Generated<string>
  id: Generated<string>
  source: Columns['openTestEvent.source']
  orderId: string
  renewalId: Generated<string | null>
  was: Generated<Columns['openTestEvent.was'] | null>
  data: Columns['openTestEvent.data']
  at: Generated<number>
  seq: number
  tries: Generated<number>
  dueAt: Generated<number | null>
}

export interface OpenTestOrderTable {
  merchantId: Generated<string>
  id: Generated<string>
  source: Columns['openTestOrder.source']
  channelOrderNo: string
  inputHash: Generated<Buffer | null>
  data: Generated<Columns['openTestOrder.data'] | null>
  droppedAt: Generated<number | null>
  nextAt: Generated<number | null>
  createdAt: Generated<number>
}

export interface OperatorMerchantTable {
  userId: string
  merchantId: string
}

export interface OrderTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderNo: string
  orderKind: Generated<Columns['orderKind']>
  status: Columns['order.status']
  prevStatus: Generated<Columns['prevStatus'] | null>
  source: Generated<Columns['order.source']>
  channelOrderNo: Generated<string | null>
  storeId: string
  returnStoreId: string
  modelId: string
  vehicleId: Generated<string | null>
  pinned: Generated<boolean>
  pickupAt: number
  returnAt: number
  actualPickupAt: Generated<number | null>
  actualReturnAt: Generated<number | null>
  nextAt: number
  days: number
  overHours: Generated<number>
  pickupType: Generated<Columns['pickupType']>
  returnType: Generated<Columns['returnType']>
  pickupAddress: Generated<string>
  pickupLng: Generated<number | null>
  pickupLat: Generated<number | null>
  pickupDistanceM: Generated<number | null>
  returnAddress: Generated<string>
  returnLng: Generated<number | null>
  returnLat: Generated<number | null>
  returnDistanceM: Generated<number | null>
  renterId: Generated<string | null>
  codriverIds: Generated<string[]>
  contactName: Generated<string>
  contactPhoneEnc: Generated<Buffer | null>
  contactPhoneHash: Generated<Buffer | null>
  contactPhoneMask: Generated<string>
  contactPhoneTail4: Generated<string>
  plate: Generated<string | null>
  quoteSnapshot: Columns['quoteSnapshot']
  totalFen: Generated<number>
  paidFen: Generated<number>
  refundedFen: Generated<number>
  owedFen: Generated<number>
  payMode: Generated<Columns['payMode']>
  depositMode: Generated<Columns['depositMode'] | null>
  depositStatus: Generated<Columns['depositStatus']>
  depositPayStatus: Generated<Columns['depositPayStatus']>
  settleStatus: Generated<Columns['settleStatus']>
  settledAt: Generated<number | null>
  payDeadline: Generated<number | null>
  confirmDeadline: Generated<number | null>
  cancelRuleSnapshot: Columns['cancelRuleSnapshot']
  depositPolicySnapshot: Columns['depositPolicySnapshot']
  cancelReason: Generated<Columns['order.cancelReason'] | null>
  cancelBy: Generated<string | null>
  cancelNote: Generated<string>
  penaltyFen: Generated<number>
  cancelledAt: Generated<number | null>
  overdue: Generated<boolean>
  termMonths: Generated<number | null>
  payInterval: Generated<number | null>
  agreementNo: Generated<string | null>
  selfService: Generated<boolean>
  language: Generated<Columns['order.language'] | null>
  tags: Generated<string[]>
  remark: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  updatedBy: Generated<string>
  pendingRefund: Generated<Columns['pendingRefund'] | null>
  heldDepositFen: Generated<number>
  returnTerms: Generated<Columns['returnTerms'] | null>
  rentalFree: Generated<boolean>
  violationFreeAt: Generated<number | null>
  rentalFreeFen: Generated<number>
  violationFreeFen: Generated<number>
  expectedDamageFen: Generated<number>
  prepayRule: Generated<Columns['prepayRule'] | null>
  prepayFen: Generated<number | null>
  prepayDueFen: Generated<number>
  refundExpenseFen: Generated<number>
  refundingFen: Generated<number>
  autoConfirm: Generated<boolean | null>
  companyId: Generated<string | null>
  payerName: Generated<string>
  payerTaxNo: Generated<string>
  payDays: Generated<number>
  nextDueOn: Generated<string | null>
  nextDueFen: Generated<number>
  instalments: Generated<number>
  instalmentsPaid: Generated<number>
  instalmentsOverdue: Generated<number>
  openViolations: Generated<number>
  arrived: Generated<number>
  platformFen: Generated<number>
  contactKey: GeneratedAlways<string>
  depositInHand: Generated<boolean>
  commissionBp: Generated<number>
}

export interface OrderItemTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  seq: Generated<number>
  itemType: Columns['itemType']
  code: string
  name: string
  qty: number
  unit: string
  unitPriceFen: number
  amountFen: number
  formula: Generated<string>
  feeMode: Generated<Columns['feeMode'] | null>
  rateBp: Generated<number | null>
  priceDate: Generated<string | null>
  reduceType: Generated<Columns['reduceType'] | null>
  renewalId: Generated<string | null>
  source: Generated<string>
  status: Generated<string>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface OrderLogTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  at: Generated<number>
  action: string
  fromStatus: Generated<Columns['fromStatus'] | null>
  toStatus: Generated<Columns['toStatus'] | null>
  accountId: Generated<string>
  actorName: Generated<string>
  detail: Generated<Columns['orderLog.detail']>
}

export interface OrderMovedTable {
  merchantId: Generated<string>
  orderId: string
  at: Generated<number>
}

export interface OrderOverTable {
  merchantId: Generated<string | null>
  orderId: Generated<string | null>
  overAt: Generated<number | null>
}

export interface OrderUnearnedTable {
  merchantId: Generated<string>
  orderId: string
  fen: number
}

export interface OutboxTable {
  merchantId: Generated<string>
  id: Generated<string>
  kind: string
  orderId: Generated<string | null>
  dedupe: string
  mobileEnc: Generated<Buffer | null>
  mobileMask: Generated<string>
  body: string
  state: Generated<Columns['outbox.state']>
  dueAt: Generated<number>
  createdAt: Generated<number>
  sentAt: Generated<number | null>
  tries: Generated<number>
  bodyEnc: Generated<Buffer | null>
  way: Generated<Columns['outbox.way']>
  noticeId: Generated<string | null>
}

export interface OwnerAgreementTable {
  merchantId: Generated<string>
  id: Generated<string>
  ownerId: string
  vehicleId: string
  kind: Columns['ownerAgreement.kind']
  fromOn: string
  toOn: Generated<string | null>
  shareBp: Generated<number>
  afterCosts: Generated<boolean>
  rentFen: Generated<number>
  feeFen: Generated<number>
  feeBp: Generated<number>
  costKinds: Generated<Columns['costKinds'][]>
  payDay: Generated<number>
  note: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface OwnerStatementTable {
  merchantId: Generated<string>
  id: Generated<string>
  ownerId: string
  month: string
  state: Columns['ownerStatement.state']
  carriedFen: Generated<number>
  ownerFen: Generated<number>
  accruedFen: Generated<number>
  corrections: Generated<Columns['ownerStatement.corrections']>
  correctionFen: Generated<number>
  sentAt: Generated<number | null>
  confirmedAt: Generated<number | null>
  byLink: Generated<boolean>
  signedIds: Generated<string[]>
  objection: Generated<string>
  bookedOn: Generated<string | null>
  paidAt: Generated<number | null>
  paidOn: Generated<string | null>
  payWay: Generated<Columns['payWay'] | null>
  slipNo: Generated<string>
  voucherIds: Generated<string[]>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface OwnerStatementCarTable {
  merchantId: Generated<string>
  statementId: string
  agreementId: string
  fromOn: string
  toOn: string
  rentFen: number
  serviceFen: number
  otherFen: number
  fixedFen: number
  feeFen: number
  costs: Columns['ownerStatementCar.costs']
  ownerFen: number
}

export interface PartnerUserTable {
  partner: string
  partnerHash: Buffer
  partnerEnc: Buffer
  userId: string
  boundAt: Generated<number>
}

export interface PayBillTable {
  merchantId: Generated<string>
  id: Generated<string>
  channelId: string
  day: string
  state: Generated<Columns['payBill.state']>
  askAt: Generated<number | null>
  askedAt: Generated<number | null>
  failure: Generated<string>
  lineCount: Generated<number>
  inFen: Generated<number>
  outFen: Generated<number>
  feeFen: Generated<number>
  comparedAt: Generated<number | null>
  createdAt: Generated<number>
  borneFen: Generated<number>
}

export interface PayChannelTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: Generated<string | null>
  payWay: Columns['payWay']
  appId: string
  merchantNo: Generated<string>
  keyEnc: Buffer
  keySerial: Generated<string>
  providerKey: string
  providerKeyId: Generated<string>
  secretEnc: Generated<Buffer | null>
  serviceId: Generated<string>
  fingerprint: string
  enabled: Generated<boolean>
  version: Generated<number>
  createdAt: Generated<number>
  updatedAt: Generated<number>
  updatedBy: Generated<string>
  appSecretEnc: Generated<Buffer | null>
  certificates: Generated<Columns['payChannel.certificates']>
  certificatesAt: Generated<number | null>
  certificatesAskedAt: Generated<number | null>
  certificatesAskAt: Generated<number | null>
  certificatesFault: Generated<string>
}

export interface PayNoticeTable {
  merchantId: Generated<string>
  id: Generated<string>
  channelId: string
  providerNo: string
  outNo: Generated<string | null>
  verdict: string
  bodyEnc: Generated<Buffer | null>
  at: Generated<number>
}

export interface PayableAccrualTable {
  merchantId: Generated<string>
  id: Generated<string>
  origin: Columns['payableAccrual.origin']
  refId: string
  month: string
  fen: number
  billId: Generated<string | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface PayableBillTable {
  merchantId: Generated<string>
  id: Generated<string>
  payeeId: string
  source: Columns['payableBill.source']
  refId: Generated<string | null>
  billNo: Generated<string>
  what: string
  billedOn: string
  dueOn: string
  bookedOn: string
  fen: number
  accruedFen: Generated<number>
  paidFen: Generated<number>
  state: Columns['payableBill.state']
  posted: boolean
  mediaIds: Generated<string[]>
  reason: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface PayableLineTable {
  merchantId: Generated<string>
  billId: string
  origin: Columns['payableLine.origin']
  refId: string
  vehicleId: string
  fen: number
  cancelled: Generated<boolean>
}

export interface PayablePaymentTable {
  merchantId: Generated<string>
  id: Generated<string>
  billId: string
  runId: Generated<string | null>
  fen: number
  payWay: Columns['payWay']
  paidOn: string
  slipNo: Generated<string>
  voucherIds: Generated<string[]>
  createdAt: Generated<number>
  createdBy: Generated<string>
  undoneAt: Generated<number | null>
  undoneBy: Generated<string | null>
  undoReason: Generated<string>
}

export interface PayeeTable {
  merchantId: Generated<string>
  id: Generated<string>
  kind: Columns['payee.kind']
  name: string
  originId: Generated<string | null>
  holder: Generated<string>
  bank: Generated<string>
  accountEnc: Generated<Buffer | null>
  accountMask: Generated<string>
  accountAt: Generated<number | null>
  payDays: Generated<number>
  note: Generated<string>
  stopped: Generated<boolean>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface PaymentTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  refType: string
  refId: Generated<string | null>
  payKind: Columns['payKind']
  payMode: Columns['payMode']
  payWay: Columns['payWay']
  amountFen: number
  refundedFen: Generated<number>
  direction: string
  status: Generated<Columns['payment.status']>
  outTradeNo: string
  providerNo: Generated<string | null>
  originPaymentId: Generated<string | null>
  voucherIds: Generated<string[]>
  payerNameEnc: Generated<Buffer | null>
  paidAt: Generated<number | null>
  releaseAfter: Generated<number | null>
  expiresAt: Generated<number | null>
  failCount: Generated<number>
  failReason: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  channelId: Generated<string | null>
  client: Generated<string | null>
  linkUrl: Generated<string | null>
  linkQr: Generated<string | null>
  asked: Generated<number>
  askedAt: Generated<number | null>
  askAt: Generated<number | null>
  holdId: Generated<string | null>
  holdStep: Generated<Columns['holdStep'] | null>
  depositToFen: Generated<number | null>
  receiptId: Generated<string | null>
  wrongFen: Generated<number | null>
  checkedAt: Generated<number | null>
  checkedBy: Generated<string | null>
  prepay: Generated<string | null>
  payerHash: Generated<Buffer | null>
}

export interface PaymentRunTable {
  merchantId: Generated<string>
  id: Generated<string>
  runNo: string
  state: Columns['paymentRun.state']
  fen: number
  billCount: number
  note: Generated<string>
  submittedAt: Generated<number | null>
  submittedBy: Generated<string | null>
  decidedAt: Generated<number | null>
  decidedBy: Generated<string | null>
  decideNote: Generated<string>
  paidOn: Generated<string | null>
  slipNo: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface PaymentRunBillTable {
  merchantId: Generated<string>
  runId: string
  billId: string
  fen: number
  live: Generated<boolean>
  accountHash: Generated<Buffer | null>
}

export interface PendingWorkTable {
  merchantId: Generated<string>
  subject: Columns['pendingWork.subject']
  subjectId: string
  kind: Columns['pendingWork.kind']
  orderKind: Columns['pendingWork.orderKind']
  storeId: string
  returnStoreId: string
  createdBy: string
  countsFrom: Generated<number | null>
  countsUntil: Generated<number | null>
  countsFen: Generated<number | null>
  listedFrom: Generated<number | null>
  dueAt: Generated<number | null>
  listedFen: Generated<number | null>
  promisedAt: Generated<number | null>
  assigneeId: Generated<string | null>
  exceptId: Generated<string | null>
  statusKind: Generated<Columns['pendingWork.statusKind'] | null>
}

export interface PersonTable {
  merchantId: Generated<string>
  id: Generated<string>
  name: string
  phoneEnc: Buffer
  phoneHash: Buffer
  phoneMask: string
  phoneTail4: string
  identityType: Generated<Columns['identityType']>
  identityNoEnc: Generated<Buffer | null>
  identityNoHash: Generated<Buffer | null>
  identityNoMask: Generated<string>
  identityExpire: Generated<string | null>
  licenceNoEnc: Generated<Buffer | null>
  licenceNoMask: Generated<string>
  licenceClass: Generated<string>
  licenceFirstIssue: Generated<string | null>
  licenceExpire: Generated<string | null>
  birthday: Generated<string | null>
  gender: Generated<Columns['gender'] | null>
  address: Generated<string>
  imgFrontId: Generated<string | null>
  imgBackId: Generated<string | null>
  licenceMainId: Generated<string | null>
  licenceSubId: Generated<string | null>
  facePhotoId: Generated<string | null>
  verifyStatus: Generated<Columns['verifyStatus']>
  verifiedAt: Generated<number | null>
  verifiedBy: Generated<string | null>
  blacklist: Generated<boolean>
  blacklistReason: Generated<string>
  tags: Generated<string[]>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  erasedAt: Generated<number | null>
  waiveReason: Generated<string>
  identityResult: Generated<Columns['identityResult']>
  identityCheckedOf: Generated<Buffer | null>
  identityCheckedAt: Generated<number | null>
  identityCheckedBy: Generated<string | null>
  mismatchReason: Generated<string>
  licenceResult: Generated<Columns['licenceResult']>
  licenceStates: Generated<string>
  licenceClasses: Generated<string>
  licenceCheckedOf: Generated<Buffer | null>
  licenceCheckedAt: Generated<number | null>
  licenceCheckedBy: Generated<string | null>
  licenceReason: Generated<string>
  nameKey: GeneratedAlways<string>
  licenceKind: Generated<Columns['licenceKind'] | null>
}

export interface PersonConsentTable {
  merchantId: Generated<string>
  id: Generated<string>
  personId: string
  kind: Columns['personConsent.kind']
  textVersion: Generated<string>
  at: Generated<number>
  way: Columns['personConsent.way']
  givenTo: Generated<string>
  withdrawnAt: Generated<number | null>
  withdrawnWay: Generated<Columns['withdrawnWay'] | null>
  withdrawnTo: Generated<string | null>
}

export interface PersonOverTable {
  merchantId: Generated<string | null>
  personId: Generated<string | null>
  overAt: Generated<number | null>
}

export interface PersonRequestTable {
  merchantId: Generated<string>
  id: Generated<string>
  personId: string
  kind: Columns['personRequest.kind']
  note: Generated<string>
  status: Generated<Columns['personRequest.status']>
  answer: Generated<string>
  dueAt: number
  createdAt: Generated<number>
  createdBy: Generated<string>
  doneAt: Generated<number | null>
  doneBy: Generated<string | null>
}

export interface PickupReturnRecordTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  type: Columns['pickupReturnRecord.type']
  seq: Generated<number>
  vehicleId: string
  at: Generated<number | null>
  returnStoreId: Generated<string | null>
  mileageKm: Generated<number | null>
  fuelKind: Generated<Columns['fuelKind']>
  fuelEighths: Generated<number | null>
  batteryPct: Generated<number | null>
  photos: Generated<Columns['pickupReturnRecord.photos']>
  damageMarks: Generated<Columns['damageMarks']>
  accessories: Generated<Columns['pickupReturnRecord.accessories']>
  keyCount: Generated<number | null>
  extra: Generated<Columns['pickupReturnRecord.extra']>
  operatorId: Generated<string>
  operatorName: Generated<string>
  byCustomer: Generated<boolean>
  verify: Generated<Columns['verify']>
  signatureId: Generated<string | null>
  stepDone: Generated<number[]>
  draft: Generated<boolean>
  void: Generated<boolean>
  version: Generated<number>
  createdAt: Generated<number>
  updatedAt: Generated<number>
  before: Generated<Columns['pickupReturnRecord.before'] | null>
  handedInAt: Generated<number | null>
}

export interface PlatformLogTable {
  id: Generated<string>
  at: Generated<number>
  userId: Generated<string | null>
  ip: Generated<string>
  traceId: Generated<string>
  action: string
  result: Generated<string>
  detail: Generated<Columns['platformLog.detail']>
  device: Generated<string>
}

export interface PoolTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  modelId: string
}

export interface PoolDeltaTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  modelId: string
  at: number
  delta: number
  vehicleId: Generated<string | null>
  refType: string
  refId: string
  consumed: Generated<boolean>
}

export interface PositionTable {
  merchantId: Generated<string>
  deviceId: string
  at: number
  receivedAt: Generated<number>
  latE6: number
  lngE6: number
  speed: Generated<number>
  pulseSpeed: Generated<number | null>
  course: Generated<number>
  altitude: Generated<number>
  satellites: Generated<number | null>
  signal: Generated<number | null>
  valid: boolean
  backfill: Generated<boolean>
  statusBits: Generated<number>
  alarmBits: Generated<number>
  odometerM: Generated<number | null>
  fuelDl: Generated<number | null>
}

export interface PriceCalendarTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  modelId: string
  source: Generated<number>
  date: string
  priceFen: Generated<number | null>
  stop: Generated<boolean>
}

export interface PriceChangeTable {
  merchantId: Generated<string>
  id: Generated<string>
  kind: Columns['priceChange.kind']
  storeId: string
  modelId: string
  source: number
  before: Generated<Columns['priceChange.before'] | null>
  after: Columns['priceChange.after']
  planId: Generated<string | null>
  undoOf: Generated<string | null>
  undone: Generated<boolean>
  accountId: Generated<string>
  at: Generated<number>
}

export interface PricePlanTable {
  merchantId: Generated<string>
  id: Generated<string>
  publishAt: number
  status: Generated<Columns['pricePlan.status']>
  changes: Columns['pricePlan.changes']
  rows: Columns['pricePlan.rows']
  storeIds: string[]
  modelIds: string[]
  accountId: Generated<string>
  createdAt: Generated<number>
  endedAt: Generated<number | null>
}

export interface PriceRuleTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  modelId: string
  source: Generated<number>
  baseFen: number
  weekendFen: Generated<number | null>
  holidayFen: Generated<number | null>
  weekendDays: Generated<number[]>
  overHourFen: Generated<number | null>
  overHourDivisor: Generated<number>
  minDays: Generated<number>
  maxDays: Generated<number | null>
  advanceMinMinutes: Generated<number | null>
  discountOnHoliday: Generated<boolean>
  enabled: Generated<boolean>
  version: Generated<number>
  createdAt: Generated<number>
  updatedAt: Generated<number>
}

export interface PriceTierTable {
  merchantId: Generated<string>
  id: Generated<string>
  ruleId: string
  fromDays: number
  rateBp: Generated<number | null>
  fixedDayFen: Generated<number | null>
}

export interface QuoteTable {
  merchantId: Generated<string>
  id: Generated<string>
  inputs: Columns['quote.inputs']
  snapshot: Columns['quote.snapshot']
  totalFen: number
  inputHash: Buffer
  expiresAt: number
  usedByOrderId: Generated<string | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface ReceiptTable {
  merchantId: Generated<string>
  id: Generated<string>
  payer: string
  payWay: Columns['payWay']
  amountFen: number
  slipNo: Generated<string>
  voucherIds: Generated<string[]>
  note: Generated<string>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface RecoveryCodeTable {
  userId: string
  codeHash: Buffer
  usedAt: Generated<number | null>
}

export interface ReferralTable {
  merchantId: Generated<string>
  id: Generated<string>
  subject: Columns['referral.subject']
  subjectId: string
  act: Columns['referral.act']
  note: Generated<string>
  storeId: string
  returnStoreId: string
  toldIds: string[]
  draft: Generated<Buffer | null>
  draftScreen: Generated<Columns['referral.draftScreen'] | null>
  expiresAt: Generated<number | null>
  createdBy: Generated<string>
  createdAt: Generated<number>
  endedAt: Generated<number | null>
  endedBy: Generated<string | null>
}

export interface RegistrationTable {
  mobileHash: Buffer
  key: string
  inputHash: Buffer
  userId: Generated<string | null>
  accountId: Generated<string | null>
  merchantId: Generated<string | null>
  createdAt: Generated<number>
}

export interface ReimbursementTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  kind: Columns['reimbursement.kind']
  reasonCode: Columns['reimbursement.reasonCode']
  items: Columns['reimbursement.items']
  amountFen: number
  note: Generated<string>
  payMode: Columns['payMode']
  payeeNameEnc: Generated<Buffer | null>
  payeeTail: Generated<string>
  status: Columns['reimbursement.status']
  paidFen: Generated<number>
  approverId: Generated<string | null>
  decideNote: Generated<string>
  decidedAt: Generated<number | null>
  paidAt: Generated<number | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface RemarkTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  content: string
  photoIds: Generated<string[]>
  topFlag: Generated<boolean>
  accountId: Generated<string>
  actorName: Generated<string>
  createdAt: Generated<number>
}

export interface RenewalTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  seq: number
  status: Columns['renewal.status']
  oldReturnAt: number
  newReturnAt: number
  amountFen: number
  extension: Columns['extension']
  endedAt: Generated<number | null>
  endReason: Generated<string>
  createdAt: Generated<number>
  createdBy: Generated<string>
  payFen: Generated<number | null>
  payDeadline: Generated<number | null>
}

export interface RightsGivenTable {
  merchantId: Generated<string>
  id: Generated<string>
  accountId: string
  giverId: string
  whole: Generated<boolean>
  menuIds: Generated<number[]>
  at: Generated<number>
}

export interface RightsTakenTable {
  merchantId: Generated<string>
  id: Generated<string>
  accountId: string
  takerId: string
  menuIds: number[]
  at: Generated<number>
}

export interface RingAddressTable {
  addressHash: Buffer
  userId: string
  way: Columns['ringAddress.way']
  sessionId: Generated<string | null>
  addressEnc: Buffer
  createdAt: Generated<number>
}

export interface RoadDistanceTable {
  merchantId: Generated<string>
  origin: string
  destination: string
  metres: number
  askedAt: Generated<number>
}

export interface RoleTable {
  merchantId: Generated<string>
  id: Generated<string>
  name: string
  builtIn: Generated<boolean>
  menuIds: Generated<number[]>
  remark: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  deletedAt: Generated<number | null>
  letter: Generated<Columns['role.letter'] | null>
}

export interface ScanLinkTable {
  merchantId: Generated<string>
  id: Generated<string>
  tokenHash: Buffer
  orderId: string
  purpose: string
  tries: Generated<number>
  expireAt: number
  revokedAt: Generated<number | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface ScheduleRunTable {
  work: string
  dueAt: number
  runner: Generated<string | null>
  leaseUntil: Generated<number>
}

export interface SelfVisitTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  type: Columns['selfVisit.type']
  status: Generated<Columns['selfVisit.status']>
  agreedAt: Generated<number | null>
  submittedAt: Generated<number | null>
  handedInAt: Generated<number | null>
  reasons: Generated<Columns['selfVisit.reasons']>
  decidedAt: Generated<number | null>
  decidedBy: Generated<string | null>
  decidedName: Generated<string>
  distanceM: Generated<number | null>
  toldMinutes: Generated<number>
  version: Generated<number>
  createdAt: Generated<number>
  placedAt: Generated<number | null>
  paperReasons: Generated<Columns['selfVisit.paperReasons']>
  refusedM: Generated<number | null>
  refusedAt: Generated<number | null>
}

export interface ServiceItemTable {
  merchantId: Generated<string>
  id: Generated<string>
  code: string
  name: string
  description: Generated<string>
  itemType: Columns['serviceItem.itemType']
  unit: Columns['serviceItem.unit']
  priceFen: number
  maxQty: Generated<number>
  capDays: Generated<number | null>
  mandatory: Generated<boolean>
  handling: Generated<boolean>
  storeIds: Generated<string[]>
  modelIds: Generated<string[]>
  sources: Generated<number[]>
  enabled: Generated<boolean>
  sort: Generated<number>
  version: Generated<number>
}

export interface ShownWholeTable {
  id: Generated<string>
  merchantId: string
  userId: string
  target: string
  at: Generated<number>
}

export interface SiteTable {
  merchantId: Generated<string>
  name: string
  about: Generated<string>
  phone: Generated<string>
  colour: Generated<string>
  payNow: Generated<boolean>
  payAtStore: Generated<boolean>
  selfService: Generated<boolean>
  version: Generated<number>
}

export interface SiteBookingTable {
  merchantId: Generated<string>
  orderId: string
  place: string
}

export interface SiteCountTable {
  merchantId: Generated<string>
  day: string
  place: string
  step: Columns['siteCount.step']
  n: number
}

export interface SiteHostTable {
  merchantId: Generated<string>
  host: string
  token: string
  askedAt: Generated<number>
  provedAt: Generated<number | null>
  leads: Generated<boolean>
  checkedAt: Generated<number | null>
  lostAt: Generated<number | null>
}

export interface SiteHostClaimTable {
  host: string
  merchantId: string
  at: Generated<number>
  endedAt: Generated<number | null>
}

export interface SiteLackTable {
  merchantId: Generated<string>
  day: string
  wantedOn: string
  modelId: string
  n: number
}

export interface SiteNameTable {
  name: string
  merchantId: string
  at: Generated<number>
}

export interface SitePlaceTable {
  merchantId: Generated<string>
  no: number
  code: string
  name: string
}

export interface SiteSessionTable {
  merchantId: Generated<string>
  id: Generated<string>
  tokenHash: Buffer
  mobileEnc: Buffer
  createdAt: Generated<number>
  expireAt: number
  endedAt: Generated<number | null>
  provedAt: Generated<number | null>
}

export interface SiteWechatTable {
  merchantId: Generated<string>
  id: Generated<string>
  mobileHash: Buffer
  mobileEnc: Buffer
  openidHash: Buffer
  openidEnc: Buffer
  reminders: Generated<boolean>
  createdAt: Generated<number>
  provedAt: number
}

export interface SmsCodeTable {
  id: Generated<string>
  mobileHash: Buffer
  scene: string
  codeHash: Buffer
  ip: Generated<string>
  tries: Generated<number>
  expireAt: number
  usedAt: Generated<number | null>
  createdAt: Generated<number>
  deviceHash: Generated<Buffer | null>
}

export interface StopSaleTable {
  merchantId: Generated<string>
  id: Generated<string>
  storeId: string
  modelId: string
  fromAt: number
  toAt: number
  quantity: Generated<number | null>
  channels: Generated<Columns['channels'][]>
  reason: Generated<Columns['stopSale.reason']>
  remark: Generated<string>
  removedAt: Generated<number | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
  vehicleId: Generated<string | null>
}

export interface StoreTable {
  merchantId: Generated<string>
  id: Generated<string>
  name: string
  code: Generated<string>
  status: Generated<Columns['store.status']>
  cityCode: string
  cityName: Generated<string>
  address: Generated<string>
  lat: Generated<number | null>
  lng: Generated<number | null>
  phones: Generated<string[]>
  managerAccountId: Generated<string | null>
  hours: Generated<Columns['store.hours']>
  holidays: Generated<Columns['store.holidays']>
  pickupModes: Generated<Columns['pickupModes'][]>
  returnModes: Generated<Columns['returnModes'][]>
  serviceAreas: Generated<Columns['serviceAreas']>
  minLeadMinutes: Generated<number>
  maxAdvanceDays: Generated<number>
  minRentHours: Generated<number>
  maxRentDays: Generated<number>
  settings: Generated<Columns['store.settings']>
  allowOneWay: Generated<boolean>
  oneWayStores: Generated<string[]>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  photoIds: Generated<string[]>
  paySettings: Generated<Columns['paySettings']>
}

export interface StreamTicketTable {
  hash: Buffer
  sessionId: string
  expireAt: number
  usedAt: Generated<number | null>
  view: Generated<NullableJsonColumn>
}

export interface SupplementTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  reasonCode: Columns['supplement.reasonCode']
  remark: Generated<string>
  photoIds: Generated<string[]>
  payMode: Columns['payMode']
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface TallyTable {
  merchantId: Generated<string>
  name: string
  storeId: string
  returnStoreId: string
  n: number
}

export interface TallyChangeTable {
  merchantId: Generated<string>
  id: Generated<string>
  name: string
  storeId: string
  returnStoreId: string
  n: number
}

export interface TaskTable {
  merchantId: Generated<string>
  id: Generated<string>
  kind: string
  refId: string
  orderId: Generated<string | null>
  storeId: Generated<string | null>
  detail: Generated<Columns['task.detail']>
  doneAt: Generated<number | null>
  doneBy: Generated<string | null>
  createdAt: Generated<number>
  assigneeId: Generated<string | null>
  dueAt: Generated<number | null>
}

export interface TaxReturnTable {
  merchantId: Generated<string>
  id: Generated<string>
  form: Columns['taxReturn.form']
  fromOn: string
  toOn: string
  lines: Columns['taxReturn.lines']
  income: Columns['taxReturn.income']
  payFen: number
  carryFen: number
  inputFen: number
  postedOn: Generated<string | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
  withdrawnAt: Generated<number | null>
  withdrawnBy: Generated<string | null>
  withdrawReason: Generated<string>
}

export interface TaxReturnInvoiceTable {
  merchantId: Generated<string>
  returnId: string
  invoiceId: string
  red: boolean
  withdrawn: Generated<boolean>
}

export interface TaxSettingTable {
  merchantId: Generated<string>
  thresholdFen: number
  cityBp: number
  halved: boolean
  carryFen: number
  posted: boolean
  reason: string
  version: Generated<number>
  createdAt: Generated<number>
  updatedAt: Generated<number>
}

export interface TerminalTable {
  phone: string
  merchantId: string
  deviceId: string
  authHash: Generated<Buffer | null>
  codeNo: Generated<number>
  registeredAt: Generated<number | null>
  createdAt: Generated<number>
  usedAt: Generated<number | null>
}

export interface TerminalWrongTable {
  thing: string
  since: number
  n: number
}

export interface TerminationTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  endOn: string
  merchantCause: boolean
  oldReturnAt: number
  totalFen: number
  reason: string
  createdAt: Generated<number>
  createdBy: Generated<string>
  takenBackAt: Generated<number | null>
  takenBackBy: Generated<string | null>
  dropped: Generated<Columns['termination.dropped'] | null>
  refundedFen: Generated<number | null>
  usedFen: Generated<number | null>
  penaltyFen: Generated<number | null>
  lateFeesFen: Generated<number | null>
  owedFen: Generated<number | null>
}

export interface TicketTable {
  merchantId: Generated<string>
  id: Generated<string>
  no: string
  kind: Columns['ticket.kind']
  vehicleId: string
  storeId: string
  status: Generated<number>
  planStart: Generated<number | null>
  planEnd: Generated<number | null>
  actualStart: Generated<number | null>
  actualEnd: Generated<number | null>
  assigneeId: Generated<string | null>
  priority: Generated<Columns['ticket.priority']>
  maintainType: Generated<Columns['ticket.maintainType'] | null>
  work: Generated<string>
  garageId: Generated<string | null>
  garageName: Generated<string>
  garagePhone: Generated<string>
  garageAddress: Generated<string>
  startKm: Generated<number | null>
  endKm: Generated<number | null>
  startPhotoIds: Generated<string[]>
  endPhotoIds: Generated<string[]>
  quoteFen: Generated<number | null>
  quotedBy: Generated<string | null>
  approvedFen: Generated<number | null>
  approvedBy: Generated<string | null>
  costs: Generated<Columns['ticket.costs']>
  remark: Generated<string>
  log: Generated<Columns['ticket.log']>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  toStoreId: Generated<string | null>
  reason: Generated<Columns['ticket.reason'] | null>
  mode: Generated<Columns['ticket.mode'] | null>
  carrier: Generated<string>
  waybill: Generated<string>
  changeHome: Generated<boolean>
  startFuelPct: Generated<number | null>
  startBatteryPct: Generated<number | null>
  endFuelPct: Generated<number | null>
  endBatteryPct: Generated<number | null>
  dueOn: Generated<string | null>
  agency: Generated<string>
  place: Generated<string>
  inspectedOn: Generated<string | null>
  newEndOn: Generated<string | null>
  inspectionResult: Generated<Columns['ticket.inspectionResult'] | null>
  certificateIds: Generated<string[]>
  originId: Generated<string | null>
  nextCareKm: Generated<number | null>
  nextCareOn: Generated<string | null>
  damageId: Generated<string | null>
  askedAt: Generated<number | null>
  refused: Generated<boolean>
}

export interface TollCardTable {
  merchantId: Generated<string>
  cardNo: string
  vehicleId: string
  updatedAt: Generated<number>
  updatedBy: Generated<string>
  former: Generated<Columns['tollCard.former']>
}

export interface TollLineTable {
  merchantId: Generated<string>
  id: Generated<string>
  kind: Columns['tollLine.kind']
  provider: Generated<string>
  lineNo: Generated<string | null>
  backNo: Generated<string | null>
  refundOf: Generated<string | null>
  plate: Generated<string>
  cardNo: Generated<string>
  vehicleId: Generated<string | null>
  inAt: Generated<number | null>
  outAt: number
  place: Generated<string>
  fen: number
  status: Columns['tollLine.status']
  byHand: Generated<boolean>
  orderId: Generated<string | null>
  storeId: Generated<string | null>
  supplementId: Generated<string | null>
  reason: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface TrialBalanceTable {
  merchantId: Generated<string>
  month: string
  account: string
  openingFen: number
  debitFen: number
  creditFen: number
  closingFen: GeneratedAlways<number>
}

export interface UnaskedTextTable {
  id: Generated<string>
  mobileHash: Buffer
  kind: string
  merchantId: string
  createdAt: Generated<number>
}

export interface UserTotpTable {
  userId: string
  secretEnc: Generated<Buffer | null>
  pendingEnc: Generated<Buffer | null>
  confirmedAt: Generated<number | null>
  lastStep: Generated<number>
}

export interface VehicleTable {
  merchantId: Generated<string>
  id: Generated<string>
  plate: string
  plateKind: Generated<Columns['plateKind']>
  plateColor: Generated<Columns['plateColor']>
  vin: string
  engineNo: Generated<string>
  modelId: string
  colour: Generated<string>
  registerOn: Generated<string | null>
  useNature: Generated<Columns['useNature']>
  ownership: Generated<Columns['ownership']>
  homeStoreId: string
  currentStoreId: string
  parkingNote: Generated<string>
  keyCount: Generated<number>
  odometerKm: Generated<number>
  fuelPct: Generated<number | null>
  batteryPct: Generated<number | null>
  insuranceExpireOn: Generated<string | null>
  inspectionExpireOn: Generated<string | null>
  lifecycle: Generated<Columns['lifecycle']>
  turnaroundDoneAt: Generated<number | null>
  tags: Generated<string[]>
  remark: Generated<string>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  plateExpireOn: Generated<string | null>
  purchaseOn: Generated<string | null>
  purchaseFen: Generated<number | null>
  ownerName: Generated<string>
  rentalCertNo: Generated<string>
  commercialExpireOn: Generated<string | null>
  photoIds: Generated<string[]>
  papersEndOn: GeneratedAlways<string | null>
  parkingPhotoId: Generated<string | null>
  careKm: Generated<number | null>
  careOn: Generated<string | null>
  nextCareKm: Generated<number | null>
  nextCareOn: Generated<string | null>
  careToldOn: Generated<string | null>
  reportedKm: Generated<number | null>
  kmPerDay: Generated<number | null>
  formerPlates: Generated<Columns['formerPlates']>
  keyNote: Generated<string>
}

export interface VehicleAssignmentTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  vehicleId: string
  fromAt: number
  toAt: Generated<number | null>
  startOdo: number
  endOdo: Generated<number | null>
  void: Generated<boolean>
}

export interface VehicleCostTable {
  merchantId: Generated<string>
  id: Generated<string>
  vehicleId: string
  kind: Columns['vehicleCost.kind']
  fromOn: string
  toOn: string
  fen: number
  taxFen: Generated<number>
  note: Generated<string>
  mediaIds: Generated<string[]>
  source: Columns['vehicleCost.source']
  refId: Generated<string | null>
  shares: Columns['vehicleCost.shares']
  voidedAt: Generated<number | null>
  voidedBy: Generated<string | null>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface VehicleCostMonthTable {
  merchantId: Generated<string>
  month: string
  vehicleId: string
  runningFen: Generated<number>
  depreciationFen: Generated<number>
  capitalFen: Generated<number>
  ownerFen: Generated<number>
}

export interface VehicleCostPlanTable {
  merchantId: Generated<string>
  id: Generated<string>
  vehicleId: string
  kind: Columns['vehicleCostPlan.kind']
  firstMonth: string
  months: number
  totalFen: number
  note: Generated<string>
  endedMonth: Generated<string | null>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  disposalId: Generated<string | null>
  endedBefore: Generated<string | null>
}

export interface VehicleDocumentTable {
  merchantId: Generated<string>
  id: Generated<string>
  vehicleId: string
  kind: Columns['vehicleDocument.kind']
  insuranceKind: Generated<Columns['insuranceKind'] | null>
  no: Generated<string>
  insurer: Generated<string>
  startOn: Generated<string | null>
  endOn: Generated<string | null>
  amountFen: Generated<number | null>
  sumInsuredFen: Generated<number | null>
  mediaIds: Generated<string[]>
  removedAt: Generated<number | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
}

export interface VehiclePeriodTable {
  merchantId: Generated<string>
  id: Generated<string>
  vehicleId: string
  homeStoreId: string
  modelId: string
  lifecycle: Columns['lifecycle']
  fromAt: Generated<number>
  toAt: Generated<number | null>
}

export interface VehicleUseTable {
  merchantId: Generated<string>
  vehicleId: string
  kind: Columns['vehicleUse.kind']
  refId: string
  orderId: Generated<string | null>
  renterId: Generated<string | null>
  accountId: Generated<string | null>
  sinceAt: number
  untilAt: Generated<number | null>
  dueAt: Generated<number | null>
}

export interface ViolationTable {
  merchantId: Generated<string>
  id: Generated<string>
  no: string
  status: Columns['violation.status']
  prevStatus: Generated<Columns['violation.prevStatus'] | null>
  plate: string
  vehicleId: Generated<string | null>
  occurAt: number
  place: Generated<string>
  actCode: Generated<string>
  act: Generated<string>
  points: number
  fineFen: Generated<number | null>
  docNo: Generated<string | null>
  authority: Generated<string>
  source: Columns['violation.source']
  matchType: Generated<Columns['violation.matchType'] | null>
  byHand: Generated<boolean>
  orderId: Generated<string | null>
  driverId: Generated<string | null>
  storeId: Generated<string | null>
  handleWay: Generated<Columns['violation.handleWay'] | null>
  officialState: Generated<Columns['violation.officialState']>
  deadlineAt: Generated<number | null>
  overdue: Generated<boolean>
  evidenceIds: Generated<string[]>
  proofIds: Generated<string[]>
  remark: Generated<string>
  log: Generated<Columns['violation.log']>
  version: Generated<number>
  createdAt: Generated<number>
  createdBy: Generated<string>
  updatedAt: Generated<number>
  agencyFen: Generated<number>
  notifiedAt: Generated<number | null>
  closedAt: Generated<number | null>
  agencyConsent: Generated<Columns['violation.agencyConsent'] | null>
  sentIds: Generated<string[]>
  handedInAt: Generated<number | null>
  refusedWhy: Generated<string>
  transfer: Generated<Columns['violation.transfer'] | null>
  noticeId: Generated<string | null>
  channelAckAt: Generated<number | null>
}

export interface ViolationFineTable {
  merchantId: Generated<string>
  id: Generated<string>
  violationId: string
  storeId: string
  shiftId: Generated<string | null>
  amountFen: number
  payWay: Columns['payWay']
  slipNo: Generated<string>
  voucherIds: Generated<string[]>
  borneFen: Generated<number>
  takenBackAt: Generated<number | null>
  createdAt: Generated<number>
  createdBy: Generated<string>
  decides: Generated<boolean>
}

export interface ViolationQueryTable {
  merchantId: Generated<string>
  vehicleId: string
  askedAt: number
  answeredAt: Generated<number | null>
}

export interface WechatTicketTable {
  appId: string
  ticketEnc: Generated<Buffer | null>
  until: Generated<number | null>
  askedAt: number
}

export interface WriteOffTable {
  merchantId: Generated<string>
  id: Generated<string>
  orderId: string
  amountFen: number
  recoveredFen: Generated<number>
  reason: string
  voucherIds: Generated<string[]>
  createdAt: Generated<number>
  createdBy: Generated<string>
}

export interface DB {
  account: AccountTable
  agreement: AgreementTable
  agreementTemplate: AgreementTemplateTable
  alarm: AlarmTable
  alarmOff: AlarmOffTable
  alarmRule: AlarmRuleTable
  appUser: AppUserTable
  approval: ApprovalTable
  arrival: ArrivalTable
  assetDisposal: AssetDisposalTable
  assetMonth: AssetMonthTable
  assetSetting: AssetSettingTable
  audit: AuditTable
  auditChain: AuditChainTable
  bankAccount: BankAccountTable
  bankDay: BankDayTable
  bankLine: BankLineTable
  bankMatch: BankMatchTable
  bankMatchEntry: BankMatchEntryTable
  billDifference: BillDifferenceTable
  billLine: BillLineTable
  bindToken: BindTokenTable
  bookkeepingAccount: BookkeepingAccountTable
  bookkeepingLine: BookkeepingLineTable
  bookkeepingMonth: BookkeepingMonthTable
  booksCompared: BooksComparedTable
  cancelRule: CancelRuleTable
  captcha: CaptchaTable
  carLoan: CarLoanTable
  carLoanRepayment: CarLoanRepaymentTable
  carOwner: CarOwnerTable
  cashCount: CashCountTable
  cashHandIn: CashHandInTable
  cashShift: CashShiftTable
  channelDirty: ChannelDirtyTable
  channelEvent: ChannelEventTable
  channelKey: ChannelKeyTable
  channelLog: ChannelLogTable
  channelMapping: ChannelMappingTable
  channelOrder: ChannelOrderTable
  channelRenewal: ChannelRenewalTable
  channelStatementLine: ChannelStatementLineTable
  channelWebhook: ChannelWebhookTable
  chargeProfile: ChargeProfileTable
  claim: ClaimTable
  closedMonth: ClosedMonthTable
  closingAcceptance: ClosingAcceptanceTable
  command: CommandTable
  commissionLine: CommissionLineTable
  commissionRule: CommissionRuleTable
  commissionStatement: CommissionStatementTable
  company: CompanyTable
  companyBooker: CompanyBookerTable
  companyContact: CompanyContactTable
  companyPrice: CompanyPriceTable
  companyStamp: CompanyStampTable
  coupon: CouponTable
  couponUse: CouponUseTable
  customerFigure: CustomerFigureTable
  dailyUse: DailyUseTable
  damageOrder: DamageOrderTable
  damagePrice: DamagePriceTable
  deposit: DepositTable
  depositDeduction: DepositDeductionTable
  depositHold: DepositHoldTable
  depositPolicy: DepositPolicyTable
  device: DeviceTable
  deviceKm: DeviceKmTable
  deviceLive: DeviceLiveTable
  deviceStay: DeviceStayTable
  driverTask: DriverTaskTable
  driving: DrivingTable
  event: EventTable
  expenseItem: ExpenseItemTable
  factorTicket: FactorTicketTable
  feeConfig: FeeConfigTable
  fence: FenceTable
  figureCar: FigureCarTable
  figureCarOrder: FigureCarOrderTable
  figureDay: FigureDayTable
  figureFact: FigureFactTable
  figurePart: FigurePartTable
  figureState: FigureStateTable
  follower: FollowerTable
  garage: GarageTable
  gatewayNode: GatewayNodeTable
  holidayYear: HolidayYearTable
  idempotency: IdempotencyTable
  importChoice: ImportChoiceTable
  inputInvoice: InputInvoiceTable
  installationSetting: InstallationSettingTable
  instalment: InstalmentTable
  insuranceCase: InsuranceCaseTable
  insuranceReceipt: InsuranceReceiptTable
  invitation: InvitationTable
  invoice: InvoiceTable
  invoicePart: InvoicePartTable
  job: JobTable
  leaseFiling: LeaseFilingTable
  ledgerChange: LedgerChangeTable
  ledgerCorrection: LedgerCorrectionTable
  ledgerEntry: LedgerEntryTable
  ledgerSum: LedgerSumTable
  ledgerTxn: LedgerTxnTable
  legalHold: LegalHoldTable
  legalText: LegalTextTable
  linkToken: LinkTokenTable
  loginAttempt: LoginAttemptTable
  loginLock: LoginLockTable
  loginQr: LoginQrTable
  loginSession: LoginSessionTable
  loginTicket: LoginTicketTable
  longPrice: LongPriceTable
  media: MediaTable
  mediaPart: MediaPartTable
  mediaSpace: MediaSpaceTable
  merchant: MerchantTable
  merchantCertificate: MerchantCertificateTable
  merchantChannel: MerchantChannelTable
  merchantKey: MerchantKeyTable
  merchantPlace: MerchantPlaceTable
  model: ModelTable
  modelLibrary: ModelLibraryTable
  moneyProof: MoneyProofTable
  notification: NotificationTable
  notifySwitch: NotifySwitchTable
  numberBlock: NumberBlockTable
  occupancy: OccupancyTable
  openNonce: OpenNonceTable
  openTestEvent: OpenTestEventTable
  openTestOrder: OpenTestOrderTable
  operatorMerchant: OperatorMerchantTable
  order: OrderTable
  orderItem: OrderItemTable
  orderLog: OrderLogTable
  orderMoved: OrderMovedTable
  orderOver: OrderOverTable
  orderUnearned: OrderUnearnedTable
  outbox: OutboxTable
  ownerAgreement: OwnerAgreementTable
  ownerStatement: OwnerStatementTable
  ownerStatementCar: OwnerStatementCarTable
  partnerUser: PartnerUserTable
  payBill: PayBillTable
  payChannel: PayChannelTable
  payNotice: PayNoticeTable
  payableAccrual: PayableAccrualTable
  payableBill: PayableBillTable
  payableLine: PayableLineTable
  payablePayment: PayablePaymentTable
  payee: PayeeTable
  payment: PaymentTable
  paymentRun: PaymentRunTable
  paymentRunBill: PaymentRunBillTable
  pendingWork: PendingWorkTable
  person: PersonTable
  personConsent: PersonConsentTable
  personOver: PersonOverTable
  personRequest: PersonRequestTable
  pickupReturnRecord: PickupReturnRecordTable
  platformLog: PlatformLogTable
  pool: PoolTable
  poolDelta: PoolDeltaTable
  position: PositionTable
  priceCalendar: PriceCalendarTable
  priceChange: PriceChangeTable
  pricePlan: PricePlanTable
  priceRule: PriceRuleTable
  priceTier: PriceTierTable
  quote: QuoteTable
  receipt: ReceiptTable
  recoveryCode: RecoveryCodeTable
  referral: ReferralTable
  registration: RegistrationTable
  reimbursement: ReimbursementTable
  remark: RemarkTable
  renewal: RenewalTable
  rightsGiven: RightsGivenTable
  rightsTaken: RightsTakenTable
  ringAddress: RingAddressTable
  roadDistance: RoadDistanceTable
  role: RoleTable
  scanLink: ScanLinkTable
  scheduleRun: ScheduleRunTable
  selfVisit: SelfVisitTable
  serviceItem: ServiceItemTable
  shownWhole: ShownWholeTable
  site: SiteTable
  siteBooking: SiteBookingTable
  siteCount: SiteCountTable
  siteHost: SiteHostTable
  siteHostClaim: SiteHostClaimTable
  siteLack: SiteLackTable
  siteName: SiteNameTable
  sitePlace: SitePlaceTable
  siteSession: SiteSessionTable
  siteWechat: SiteWechatTable
  smsCode: SmsCodeTable
  stopSale: StopSaleTable
  store: StoreTable
  streamTicket: StreamTicketTable
  supplement: SupplementTable
  tally: TallyTable
  tallyChange: TallyChangeTable
  task: TaskTable
  taxReturn: TaxReturnTable
  taxReturnInvoice: TaxReturnInvoiceTable
  taxSetting: TaxSettingTable
  terminal: TerminalTable
  terminalWrong: TerminalWrongTable
  termination: TerminationTable
  ticket: TicketTable
  tollCard: TollCardTable
  tollLine: TollLineTable
  trialBalance: TrialBalanceTable
  unaskedText: UnaskedTextTable
  userTotp: UserTotpTable
  vehicle: VehicleTable
  vehicleAssignment: VehicleAssignmentTable
  vehicleCost: VehicleCostTable
  vehicleCostMonth: VehicleCostMonthTable
  vehicleCostPlan: VehicleCostPlanTable
  vehicleDocument: VehicleDocumentTable
  vehiclePeriod: VehiclePeriodTable
  vehicleUse: VehicleUseTable
  violation: ViolationTable
  violationFine: ViolationFineTable
  violationQuery: ViolationQueryTable
  wechatTicket: WechatTicketTable
  writeOff: WriteOffTable
}

/** Columns of type timestamptz, in whichever table. */
export const instantColumns: ReadonlySet<string> = new Set([
  'absoluteExpireAt',
  'acceptedAt',
  'accountAt',
  'actualEnd',
  'actualPickupAt',
  'actualReturnAt',
  'actualStart',
  'agreedAt',
  'answeredAt',
  'approvedAt',
  'arrivedAt',
  'askAt',
  'askedAt',
  'assessedAt',
  'at',
  'beatAt',
  'boundAt',
  'cancelAt',
  'cancelledAt',
  'certificatesAskAt',
  'certificatesAskedAt',
  'certificatesAt',
  'channelAckAt',
  'checkedAt',
  'clearedAt',
  'closedAt',
  'comparedAt',
  'confirmDeadline',
  'confirmedAt',
  'connectedAt',
  'countsFrom',
  'countsUntil',
  'createdAt',
  'cutAt',
  'deadlineAt',
  'decidedAt',
  'deletedAt',
  'deliveredAt',
  'doneAt',
  'droppedAt',
  'dueAt',
  'dueReleaseAt',
  'endAt',
  'endedAt',
  'erasedAt',
  'expireAt',
  'expiresAt',
  'factorAt',
  'failSince',
  'fileUntil',
  'filedAt',
  'finishedAt',
  'fromAt',
  'goneAt',
  'handedInAt',
  'handledAt',
  'heldTo',
  'heldUntil',
  'identityCheckedAt',
  'idleExpireAt',
  'inAt',
  'lastAt',
  'lastLoginAt',
  'lastMsgAt',
  'lastSeenAt',
  'lastUsedAt',
  'leaseUntil',
  'licenceCheckedAt',
  'liftedAt',
  'linkedAt',
  'listedFrom',
  'lockedUntil',
  'lostAt',
  'madeAt',
  'metAt',
  'movedAt',
  'newReturnAt',
  'nextAt',
  'notAfter',
  'notBefore',
  'notifiedAt',
  'occurAt',
  'oldReturnAt',
  'oldUntil',
  'openedAt',
  'outAt',
  'overAt',
  'paidAt',
  'passUntil',
  'passwordChangedAt',
  'payDeadline',
  'pickupAt',
  'placedAt',
  'planAt',
  'planEnd',
  'planStart',
  'postedAt',
  'printAt',
  'promisedAt',
  'provedAt',
  'publishAt',
  'reachedAt',
  'readAt',
  'readyAt',
  'receivedAt',
  'refusedAt',
  'registeredAt',
  'releaseAfter',
  'releasedAt',
  'removedAt',
  'reportedAt',
  'restAt',
  'retiredAt',
  'returnAt',
  'revokedAt',
  'ringAt',
  'sentAt',
  'settledAt',
  'signedAt',
  'since',
  'sinceAt',
  'startAt',
  'startedAt',
  'statusAt',
  'stoppedSince',
  'submittedAt',
  'takenAt',
  'takenBackAt',
  'throughAt',
  'toAt',
  'toldAt',
  'turnaroundDoneAt',
  'undoneAt',
  'until',
  'untilAt',
  'updatedAt',
  'usedAt',
  'usedFrom',
  'verifiedAt',
  'violationFreeAt',
  'voidedAt',
  'withdrawnAt',
  'wxBoundAt',
])

/** Columns of type jsonb, in whichever table. */
export const jsonColumns: ReadonlySet<string> = new Set([
  'accessories',
  'after',
  'agencyConsent',
  'before',
  'bought',
  'cancelRuleSnapshot',
  'certificates',
  'changes',
  'clauses',
  'corrections',
  'costs',
  'damageMarks',
  'damagedParts',
  'data',
  'depositPolicySnapshot',
  'detail',
  'dropped',
  'earnedDays',
  'extension',
  'extra',
  'facts',
  'fields',
  'filling',
  'former',
  'formerPlates',
  'holidays',
  'hours',
  'income',
  'input',
  'inputs',
  'items',
  'kept',
  'lines',
  'log',
  'outcome',
  'paperReasons',
  'params',
  'parties',
  'passages',
  'paySettings',
  'photos',
  'prepayRule',
  'quoteSnapshot',
  'reasons',
  'returnTerms',
  'roleHistory',
  'rows',
  'serviceAreas',
  'settings',
  'shape',
  'shares',
  'signFacts',
  'snapshot',
  'sums',
  'tiers',
  'transfer',
  'value',
  'view',
  'workdays',
])
