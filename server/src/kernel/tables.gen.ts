// Generated from the migrated schema by `npm run db:types`. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

/** A column with a default (or nullable): may be left out of an insert. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Timestamp = ColumnType<Date, Date | string, Date | string>
type NullableTimestamp = ColumnType<Date | null, Date | string | null, Date | string | null>
/** jsonb: parsed when read, JSON text when written. */
type JsonColumn = ColumnType<unknown, string, string>
type NullableJsonColumn = ColumnType<unknown, string | null, string | null>

export interface AccountTable {
  merchant_id: Generated<string>
  id: Generated<string>
  user_id: Generated<string | null>
  parent_id: Generated<string>
  name: string
  job_no: Generated<string>
  is_driver: Generated<boolean>
  on_duty: Generated<boolean>
  status: Generated<number>
  role_ids: Generated<string[]>
  store_scope: Generated<number>
  store_ids: Generated<string[]>
  mobile_enc: Generated<Buffer | null>
  remark: Generated<string>
  last_login_at: Generated<NullableTimestamp>
  version: Generated<number>
  created_at: Generated<Timestamp>
  deleted_at: Generated<NullableTimestamp>
  driver_licence_enc: Generated<Buffer | null>
  driver_licence_mask: Generated<string>
  driver_licence_expire_on: Generated<string | null>
  confirmed_at: Generated<NullableTimestamp>
}

export interface AgreementTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  type: number
  status: Generated<number>
  template_version: Generated<number>
  photo_ids: Generated<string[]>
  fields: Generated<JsonColumn>
  signed_at: Generated<NullableTimestamp>
  void_reason: Generated<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
}

export interface AppUserTable {
  id: Generated<string>
  mobile_enc: Buffer
  mobile_hash: Buffer
  password_hash: Generated<string | null>
  password_changed_at: Generated<NullableTimestamp>
  operator: Generated<boolean>
  status: Generated<number>
  created_at: Generated<Timestamp>
  password_history: Generated<string[]>
  wx_open_enc: Generated<Buffer | null>
  wx_open_hash: Generated<Buffer | null>
  wx_bound_at: Generated<NullableTimestamp>
  cancel_at: Generated<NullableTimestamp>
  cancel_reason: Generated<string>
}

export interface ApprovalTable {
  merchant_id: Generated<string>
  id: Generated<string>
  kind: string
  call: string
  keys: string[]
  store_ids: Generated<string[] | null>
  input_hash: Buffer
  summary: string
  requester_id: Generated<string>
  decider_id: Generated<string | null>
  note: Generated<string>
  state: Generated<number>
  ready_at: Generated<NullableTimestamp>
  expire_at: Timestamp
  used_at: Generated<NullableTimestamp>
  created_at: Generated<Timestamp>
  decided_at: Generated<NullableTimestamp>
  menu_ids: Generated<number[]>
}

export interface AuditTable {
  merchant_id: Generated<string>
  id: Generated<string>
  at: Generated<Timestamp>
  account_id: Generated<string>
  name: Generated<string>
  ip: Generated<string>
  session_id: Generated<string | null>
  trace_id: Generated<string>
  action: string
  target_type: Generated<string>
  target_id: Generated<string | null>
  before: Generated<NullableJsonColumn>
  after: Generated<NullableJsonColumn>
  result: Generated<string>
  user_id: Generated<string | null>
  device: Generated<string>
  xid: Generated<string>
}

export interface AuditChainTable {
  merchant_id: Generated<string>
  seq: string
  audit_id: string
  at: Timestamp
  xid: string
  prev_hash: Buffer
  hash: Buffer
}

export interface BindTokenTable {
  token_hash: Buffer
  partner: string
  partner_hash: Buffer
  partner_enc: Buffer
  expire_at: Timestamp
  used_at: Generated<NullableTimestamp>
}

export interface CancelRuleTable {
  merchant_id: Generated<string>
  id: Generated<string>
  name: string
  sources: Generated<number[]>
  store_ids: Generated<string[]>
  season: Generated<string>
  tiers: JsonColumn
  base: Generated<number>
  max_penalty_days: Generated<number | null>
  no_show_after_minutes: Generated<number>
  penalty_from_deposit: Generated<boolean>
  version: Generated<number>
  enabled: Generated<boolean>
}

export interface CaptchaTable {
  id: Generated<string>
  code_hash: Buffer
  expire_at: Timestamp
  used_at: Generated<NullableTimestamp>
}

export interface DepositTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  kind: number
  amount_fen: number
  mode: Generated<number | null>
  pay_status: Generated<number>
  waive_type: Generated<number | null>
  hold_status: Generated<number>
  auth_no: Generated<string | null>
  expire_at: Generated<NullableTimestamp>
  held_fen: Generated<number>
  captured_fen: Generated<number>
  released_fen: Generated<number>
  in_flight_fen: Generated<number>
  due_release_at: Generated<NullableTimestamp>
  pay_way: Generated<number | null>
  voucher_ids: Generated<string[]>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  withdrawn_at: Generated<NullableTimestamp>
}

export interface DepositDeductionTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  deposit_id: string
  amount_fen: number
  lines: JsonColumn
  mode: number
  result: Generated<number | null>
  reason: Generated<string>
  photo_ids: Generated<string[]>
  out_request_no: string
  created_at: Generated<Timestamp>
  created_by: Generated<string>
  refunded_fen: Generated<number>
}

export interface DepositPolicyTable {
  merchant_id: Generated<string>
  id: Generated<string>
  store_id: Generated<string | null>
  model_id: Generated<string | null>
  source: Generated<number | null>
  rental_fen: Generated<number | null>
  violation_fen: Generated<number | null>
  modes: Generated<number[]>
  waive_types: Generated<number[]>
  hold_days: Generated<number | null>
  version: Generated<number>
  enabled: Generated<boolean>
}

export interface DriverTaskTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  type: number
  account_id: string
  plan_at: Timestamp
  status: Generated<number>
  version: Generated<number>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
}

export interface EventTable {
  merchant_id: Generated<string>
  xid: Generated<string>
  id: Generated<string>
  type: string
  ref: string
  data: JsonColumn
  keys: Generated<string[] | null>
  store_ids: Generated<string[] | null>
  account_ids: Generated<string[] | null>
  at: Generated<Timestamp>
}

export interface ExpenseItemTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  type: number
  code: number
  name: string
  qty: Generated<number>
  unit_price_fen: number
  amount_fen: number
  auto: Generated<boolean>
  auto_amount_fen: Generated<number | null>
  formula: Generated<string>
  remark: Generated<string>
  photo_ids: Generated<string[]>
  settle: Generated<number>
  status: Generated<number>
  void: Generated<boolean>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
}

export interface FactorTicketTable {
  token_hash: Buffer
  user_id: string
  source: string
  expire_at: Timestamp
  used_at: Generated<NullableTimestamp>
}

export interface FeeConfigTable {
  merchant_id: Generated<string>
  id: Generated<string>
  store_id: string
  kind: string
  name: Generated<string>
  fee_mode: number
  rate_bp: Generated<number>
  amount_fen: Generated<number>
  base_km: Generated<number>
  per_km_fen: Generated<number>
  max_km: Generated<number | null>
  window_from: Generated<string | null>
  window_to: Generated<string | null>
  pair_store_id: Generated<string | null>
  version: Generated<number>
  enabled: Generated<boolean>
}

export interface IdempotencyTable {
  merchant_id: Generated<string>
  actor: string
  path: string
  key: string
  input_hash: Buffer
  answer: Generated<Buffer | null>
  created_at: Generated<Timestamp>
}

export interface InstallationSettingTable {
  name: string
  value: JsonColumn
}

export interface InvitationTable {
  merchant_id: Generated<string>
  id: Generated<string>
  account_id: string
  mobile_hash: Buffer
  code_hash: Buffer
  inviter_id: Generated<string>
  tries: Generated<number>
  expire_at: Timestamp
  ended_at: Generated<NullableTimestamp>
  created_at: Generated<Timestamp>
}

export interface JobTable {
  merchant_id: Generated<string>
  id: Generated<string>
  kind: string
  account_id: Generated<string>
  input: Generated<JsonColumn>
  state: Generated<number>
  done: Generated<number>
  total: Generated<number | null>
  kept: Generated<NullableJsonColumn>
  outcome: Generated<JsonColumn>
  message: Generated<string>
  file_path: Generated<string | null>
  file_name: Generated<string>
  file_until: Generated<NullableTimestamp>
  runner: Generated<string | null>
  lease_until: Generated<NullableTimestamp>
  attempts: Generated<number>
  created_at: Generated<Timestamp>
  finished_at: Generated<NullableTimestamp>
}

export interface LedgerEntryTable {
  merchant_id: Generated<string>
  id: Generated<string>
  txn_id: string
  account: string
  debit_fen: Generated<number>
  credit_fen: Generated<number>
  order_id: Generated<string | null>
}

export interface LedgerTxnTable {
  merchant_id: Generated<string>
  id: Generated<string>
  journal: number
  idem_key: string
  order_id: Generated<string | null>
  payment_id: Generated<string | null>
  reverses_txn_id: Generated<string | null>
  posted_on: string
  created_at: Generated<Timestamp>
  account_id: Generated<string>
  written_in: Generated<string | null>
}

export interface LoginAttemptTable {
  id: Generated<string>
  ip: string
  mobile_hash: Generated<Buffer | null>
  ok: boolean
  at: Generated<Timestamp>
}

export interface LoginLockTable {
  mobile_hash: Buffer
  fail_count: Generated<number>
  fail_since: Generated<NullableTimestamp>
  lock_level: Generated<number>
  locked_until: Generated<NullableTimestamp>
}

export interface LoginQrTable {
  id: Generated<string>
  qr_hash: Buffer
  secret_hash: Buffer
  redirect: Generated<string>
  ip: Generated<string>
  user_agent: Generated<string>
  state: Generated<number>
  user_id: Generated<string | null>
  account_id: Generated<string | null>
  merchant_id: Generated<string | null>
  created_at: Generated<Timestamp>
  confirmed_at: Generated<NullableTimestamp>
}

export interface LoginSessionTable {
  id: Generated<string>
  token_hash: Buffer
  user_id: string
  account_id: Generated<string | null>
  merchant_id: Generated<string>
  source: Generated<string>
  device_name: Generated<string>
  ip: Generated<string>
  user_agent: Generated<string>
  created_at: Generated<Timestamp>
  last_seen_at: Generated<Timestamp>
  idle_expire_at: Timestamp
  absolute_expire_at: Timestamp
  revoked_at: Generated<NullableTimestamp>
  revoke_reason: Generated<string | null>
  stamp: Generated<number>
  operator_ticket: Generated<string | null>
  proved_at: Generated<NullableTimestamp>
}

export interface LoginTicketTable {
  token_hash: Buffer
  session_id: string
  path: string
  expire_at: Timestamp
  used_at: Generated<NullableTimestamp>
}

export interface LongPriceTable {
  merchant_id: Generated<string>
  id: Generated<string>
  store_id: string
  model_id: string
  source: Generated<number>
  from_months: number
  monthly_fen: number
}

export interface MediaTable {
  merchant_id: Generated<string>
  id: Generated<string>
  biz: string
  biz_id: Generated<string | null>
  order_id: Generated<string | null>
  kind: string
  path: string
  thumb: Generated<boolean>
  mime: string
  size_bytes: string
  sha256: Buffer
  width: Generated<number | null>
  height: Generated<number | null>
  taken_at: Generated<NullableTimestamp>
  uploader_id: Generated<string>
  linked_at: Generated<NullableTimestamp>
  superseded_by: Generated<string | null>
  state: Generated<number>
  created_at: Generated<Timestamp>
}

export interface MerchantTable {
  id: Generated<string>
  name: string
  short_name: Generated<string>
  licence_no: Generated<string>
  contact_name: Generated<string>
  city_code: Generated<string>
  status: Generated<number>
  expire_on: Generated<string | null>
  settings: Generated<JsonColumn>
  pay_settings: Generated<JsonColumn>
  version: Generated<number>
  created_at: Generated<Timestamp>
  status_note: Generated<string>
  status_at: Generated<Timestamp>
  logo_id: Generated<string | null>
  licence_file_id: Generated<string | null>
  rental_filing_no: Generated<string>
  contact_mobile_enc: Generated<Buffer | null>
  district_code: Generated<string>
  partners: Generated<string[]>
}

export interface MerchantKeyTable {
  merchant_id: string
  key_id: number
  wrapped: Buffer
  created_at: Generated<Timestamp>
  used_from: Generated<Timestamp>
}

export interface ModelTable {
  merchant_id: Generated<string>
  id: Generated<string>
  brand: string
  series: string
  name: string
  model_year: Generated<number | null>
  car_type: number
  seats: number
  doors: Generated<number>
  gearbox: Generated<number>
  energy: Generated<number>
  displacement: Generated<string>
  tank_l: Generated<number>
  battery_kwh: Generated<number>
  range_km: Generated<number>
  licence_class: Generated<string>
  images: Generated<string[]>
  deposit_rent_fen: Generated<number | null>
  deposit_illegal_fen: Generated<number | null>
  mileage_limit_km_per_day: Generated<number>
  over_mileage_per_km_fen: Generated<number>
  class_rank: Generated<number>
  status: Generated<number>
  sort: Generated<number>
  version: Generated<number>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
  updated_at: Generated<Timestamp>
  config: Generated<string>
  image_ids: Generated<string[]>
}

export interface ModelLibraryTable {
  id: Generated<string>
  brand: string
  series: string
  name: string
  config: Generated<string>
  model_year: Generated<number | null>
  car_type: number
  seats: number
  doors: number
  gearbox: number
  energy: number
  displacement: Generated<string>
  tank_l: Generated<number>
  battery_kwh: Generated<number>
  range_km: Generated<number>
  licence_class: Generated<string>
}

export interface NotificationTable {
  merchant_id: Generated<string>
  id: Generated<string>
  account_id: string
  type: number
  level: Generated<number>
  title: string
  body: Generated<string>
  link: Generated<string>
  ref: string
  read_at: Generated<NullableTimestamp>
  created_at: Generated<Timestamp>
}

export interface NotifySwitchTable {
  merchant_id: Generated<string>
  account_id: string
  muted: Generated<string[]>
}

export interface NumberBlockTable {
  merchant_id: Generated<string>
  prefix: string
  next: Generated<number>
}

export interface OccupancyTable {
  merchant_id: Generated<string>
  id: Generated<string>
  store_id: string
  model_id: string
  vehicle_id: Generated<string | null>
  from_at: Timestamp
  to_at: Timestamp
  period: GeneratedAlways<string>
  kind: number
  ref_id: string
  pinned: Generated<boolean>
  active: Generated<boolean>
  on_rent: Generated<boolean>
  one_way: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  held_to: GeneratedAlways<Timestamp>
  order_status: Generated<number | null>
  pickup_at: Generated<NullableTimestamp>
  return_at: Generated<NullableTimestamp>
  source: Generated<number | null>
}

export interface OperatorMerchantTable {
  user_id: string
  merchant_id: string
}

export interface OrderTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_no: string
  order_kind: Generated<number>
  status: number
  prev_status: Generated<number | null>
  source: Generated<number>
  channel_order_no: Generated<string | null>
  store_id: string
  return_store_id: string
  model_id: string
  vehicle_id: Generated<string | null>
  pinned: Generated<boolean>
  pickup_at: Timestamp
  return_at: Timestamp
  actual_pickup_at: Generated<NullableTimestamp>
  actual_return_at: Generated<NullableTimestamp>
  next_at: Timestamp
  days: number
  over_hours: Generated<number>
  pickup_type: Generated<number>
  return_type: Generated<number>
  pickup_address: Generated<string>
  pickup_lng: Generated<number | null>
  pickup_lat: Generated<number | null>
  pickup_distance_m: Generated<number | null>
  return_address: Generated<string>
  return_lng: Generated<number | null>
  return_lat: Generated<number | null>
  return_distance_m: Generated<number | null>
  renter_id: Generated<string | null>
  codriver_ids: Generated<string[]>
  contact_name: Generated<string>
  contact_phone_enc: Generated<Buffer | null>
  contact_phone_hash: Generated<Buffer | null>
  contact_phone_mask: Generated<string>
  contact_phone_tail4: Generated<string>
  plate: Generated<string | null>
  quote_snapshot: JsonColumn
  total_fen: Generated<number>
  paid_fen: Generated<number>
  refunded_fen: Generated<number>
  owed_fen: Generated<number>
  pay_mode: Generated<number>
  deposit_mode: Generated<number | null>
  deposit_status: Generated<number>
  deposit_pay_status: Generated<number>
  settle_status: Generated<number>
  settled_at: Generated<NullableTimestamp>
  pay_deadline: Generated<NullableTimestamp>
  confirm_deadline: Generated<NullableTimestamp>
  cancel_rule_snapshot: JsonColumn
  deposit_policy_snapshot: JsonColumn
  modified: Generated<NullableJsonColumn>
  cancel_reason: Generated<number | null>
  cancel_by: Generated<string | null>
  cancel_note: Generated<string>
  penalty_fen: Generated<number>
  cancelled_at: Generated<NullableTimestamp>
  overdue: Generated<boolean>
  term_months: Generated<number | null>
  pay_interval: Generated<number | null>
  agreement_no: Generated<string | null>
  self_service: Generated<boolean>
  tags: Generated<string[]>
  remark: Generated<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
  updated_at: Generated<Timestamp>
  updated_by: Generated<string>
  refund_wait: Generated<string | null>
  held_deposit_fen: Generated<number>
  return_terms: Generated<NullableJsonColumn>
}

export interface OrderItemTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  seq: Generated<number>
  item_type: number
  code: string
  name: string
  qty: number
  unit: string
  unit_price_fen: number
  amount_fen: number
  formula: Generated<string>
  fee_mode: Generated<number | null>
  rate_bp: Generated<number | null>
  price_date: Generated<string | null>
  reduce_type: Generated<number | null>
  renewal_id: Generated<string | null>
  source: Generated<string>
  status: Generated<string>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
}

export interface OrderLogTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  at: Generated<Timestamp>
  action: string
  from_status: Generated<number | null>
  to_status: Generated<number | null>
  account_id: Generated<string>
  actor_name: Generated<string>
  detail: Generated<JsonColumn>
}

export interface OutboxTable {
  merchant_id: Generated<string>
  id: Generated<string>
  kind: string
  order_id: Generated<string | null>
  dedupe: string
  mobile_enc: Generated<Buffer | null>
  mobile_mask: Generated<string>
  body: string
  state: Generated<number>
  due_at: Generated<Timestamp>
  created_at: Generated<Timestamp>
  sent_at: Generated<NullableTimestamp>
  tries: Generated<number>
  body_enc: Generated<Buffer | null>
}

export interface PartnerUserTable {
  partner: string
  partner_hash: Buffer
  partner_enc: Buffer
  user_id: string
  bound_at: Generated<Timestamp>
}

export interface PaymentTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  ref_type: string
  ref_id: Generated<string | null>
  pay_kind: number
  pay_mode: number
  pay_way: number
  amount_fen: number
  refunded_fen: Generated<number>
  direction: string
  status: Generated<number>
  out_trade_no: string
  provider_no: Generated<string | null>
  origin_payment_id: Generated<string | null>
  voucher_ids: Generated<string[]>
  payer_name_enc: Generated<Buffer | null>
  paid_at: Generated<NullableTimestamp>
  release_after: Generated<NullableTimestamp>
  expires_at: Generated<NullableTimestamp>
  fail_count: Generated<number>
  fail_reason: Generated<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
  updated_at: Generated<Timestamp>
}

export interface PersonTable {
  merchant_id: Generated<string>
  id: Generated<string>
  name: string
  phone_enc: Buffer
  phone_hash: Buffer
  phone_mask: string
  phone_tail4: string
  identity_type: Generated<number>
  identity_no_enc: Generated<Buffer | null>
  identity_no_hash: Generated<Buffer | null>
  identity_no_mask: Generated<string>
  identity_expire: Generated<string | null>
  licence_no_enc: Generated<Buffer | null>
  licence_no_mask: Generated<string>
  licence_class: Generated<string>
  licence_first_issue: Generated<string | null>
  licence_expire: Generated<string | null>
  birthday: Generated<string | null>
  gender: Generated<number | null>
  address: Generated<string>
  img_front_id: Generated<string | null>
  img_back_id: Generated<string | null>
  licence_main_id: Generated<string | null>
  licence_sub_id: Generated<string | null>
  face_photo_id: Generated<string | null>
  verify_status: Generated<number>
  verified_at: Generated<NullableTimestamp>
  verified_by: Generated<string | null>
  blacklist: Generated<boolean>
  blacklist_reason: Generated<string>
  consent_at: Generated<NullableTimestamp>
  version: Generated<number>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
  updated_at: Generated<Timestamp>
}

export interface PickupReturnRecordTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  type: number
  seq: Generated<number>
  vehicle_id: string
  at: Generated<NullableTimestamp>
  return_store_id: Generated<string | null>
  mileage_km: Generated<number | null>
  fuel_kind: Generated<number>
  fuel_eighths: Generated<number | null>
  battery_pct: Generated<number | null>
  photos: Generated<JsonColumn>
  damage_marks: Generated<JsonColumn>
  accessories: Generated<JsonColumn>
  key_count: Generated<number | null>
  extra: Generated<JsonColumn>
  operator_id: Generated<string>
  operator_name: Generated<string>
  by_customer: Generated<boolean>
  verify: Generated<number>
  signature_id: Generated<string | null>
  step_done: Generated<number[]>
  draft: Generated<boolean>
  void: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface PlatformLogTable {
  id: Generated<string>
  at: Generated<Timestamp>
  user_id: Generated<string | null>
  ip: Generated<string>
  trace_id: Generated<string>
  action: string
  result: Generated<string>
  detail: Generated<JsonColumn>
  device: Generated<string>
}

export interface PoolTable {
  merchant_id: Generated<string>
  id: Generated<string>
  store_id: string
  model_id: string
}

export interface PoolDeltaTable {
  merchant_id: Generated<string>
  id: Generated<string>
  store_id: string
  model_id: string
  at: Timestamp
  delta: number
  vehicle_id: Generated<string | null>
  ref_type: string
  ref_id: string
  consumed: Generated<boolean>
}

export interface PriceCalendarTable {
  merchant_id: Generated<string>
  id: Generated<string>
  store_id: string
  model_id: string
  source: Generated<number>
  date: string
  price_fen: Generated<number | null>
  stop: Generated<boolean>
}

export interface PriceChangeTable {
  merchant_id: Generated<string>
  id: Generated<string>
  kind: string
  store_id: string
  model_id: string
  source: number
  before: Generated<NullableJsonColumn>
  after: JsonColumn
  plan_id: Generated<string | null>
  undo_of: Generated<string | null>
  undone: Generated<boolean>
  account_id: Generated<string>
  at: Generated<Timestamp>
}

export interface PricePlanTable {
  merchant_id: Generated<string>
  id: Generated<string>
  publish_at: Timestamp
  status: Generated<number>
  changes: JsonColumn
  rows: JsonColumn
  store_ids: string[]
  model_ids: string[]
  account_id: Generated<string>
  created_at: Generated<Timestamp>
  ended_at: Generated<NullableTimestamp>
}

export interface PriceRuleTable {
  merchant_id: Generated<string>
  id: Generated<string>
  store_id: string
  model_id: string
  source: Generated<number>
  base_fen: number
  weekend_fen: Generated<number | null>
  holiday_fen: Generated<number | null>
  weekend_days: Generated<number[]>
  over_hour_fen: Generated<number | null>
  over_hour_divisor: Generated<number>
  min_days: Generated<number>
  max_days: Generated<number | null>
  advance_min_minutes: Generated<number | null>
  discount_on_holiday: Generated<boolean>
  enabled: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface PriceTierTable {
  merchant_id: Generated<string>
  id: Generated<string>
  rule_id: string
  from_days: number
  rate_bp: Generated<number | null>
  fixed_day_fen: Generated<number | null>
}

export interface QuoteTable {
  merchant_id: Generated<string>
  id: Generated<string>
  inputs: JsonColumn
  snapshot: JsonColumn
  total_fen: number
  input_hash: Buffer
  expires_at: Timestamp
  used_by_order_id: Generated<string | null>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
}

export interface RecoveryCodeTable {
  user_id: string
  code_hash: Buffer
  used_at: Generated<NullableTimestamp>
}

export interface RegistrationTable {
  mobile_hash: Buffer
  key: string
  input_hash: Buffer
  user_id: Generated<string | null>
  account_id: Generated<string | null>
  merchant_id: Generated<string | null>
  created_at: Generated<Timestamp>
}

export interface RemarkTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  content: string
  photo_ids: Generated<string[]>
  top_flag: Generated<boolean>
  account_id: Generated<string>
  actor_name: Generated<string>
  created_at: Generated<Timestamp>
}

export interface RightsGivenTable {
  merchant_id: Generated<string>
  id: Generated<string>
  account_id: string
  giver_id: string
  whole: Generated<boolean>
  menu_ids: Generated<number[]>
  at: Generated<Timestamp>
}

export interface RoleTable {
  merchant_id: Generated<string>
  id: Generated<string>
  name: string
  built_in: Generated<boolean>
  menu_ids: Generated<number[]>
  remark: Generated<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  deleted_at: Generated<NullableTimestamp>
  letter: Generated<string | null>
}

export interface ServiceItemTable {
  merchant_id: Generated<string>
  id: Generated<string>
  code: string
  name: string
  description: Generated<string>
  item_type: number
  unit: string
  price_fen: number
  max_qty: Generated<number>
  cap_days: Generated<number | null>
  mandatory: Generated<boolean>
  handling: Generated<boolean>
  store_ids: Generated<string[]>
  model_ids: Generated<string[]>
  sources: Generated<number[]>
  enabled: Generated<boolean>
  sort: Generated<number>
  version: Generated<number>
}

export interface SmsCodeTable {
  id: Generated<string>
  mobile_hash: Buffer
  scene: string
  code_hash: Buffer
  ip: Generated<string>
  tries: Generated<number>
  expire_at: Timestamp
  used_at: Generated<NullableTimestamp>
  created_at: Generated<Timestamp>
  device_hash: Generated<Buffer | null>
}

export interface StopSaleTable {
  merchant_id: Generated<string>
  id: Generated<string>
  store_id: string
  model_id: string
  from_at: Timestamp
  to_at: Timestamp
  quantity: Generated<number | null>
  channels: Generated<number[]>
  reason: Generated<number>
  remark: Generated<string>
  removed_at: Generated<NullableTimestamp>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
  vehicle_id: Generated<string | null>
}

export interface StoreTable {
  merchant_id: Generated<string>
  id: Generated<string>
  name: string
  code: Generated<string>
  status: Generated<number>
  city_code: string
  city_name: Generated<string>
  address: Generated<string>
  lat: Generated<number | null>
  lng: Generated<number | null>
  phones: Generated<string[]>
  manager_account_id: Generated<string | null>
  hours: Generated<JsonColumn>
  holidays: Generated<JsonColumn>
  pickup_modes: Generated<number[]>
  return_modes: Generated<number[]>
  service_areas: Generated<JsonColumn>
  min_lead_minutes: Generated<number>
  max_advance_days: Generated<number>
  min_rent_hours: Generated<number>
  max_rent_days: Generated<number>
  settings: Generated<JsonColumn>
  allow_one_way: Generated<boolean>
  one_way_stores: Generated<string[]>
  version: Generated<number>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
  updated_at: Generated<Timestamp>
  photo_ids: Generated<string[]>
}

export interface StreamTicketTable {
  hash: Buffer
  session_id: string
  expire_at: Timestamp
  used_at: Generated<NullableTimestamp>
}

export interface TaskTable {
  merchant_id: Generated<string>
  id: Generated<string>
  kind: string
  ref_id: string
  order_id: Generated<string | null>
  store_id: Generated<string | null>
  detail: Generated<JsonColumn>
  done_at: Generated<NullableTimestamp>
  done_by: Generated<string | null>
  created_at: Generated<Timestamp>
}

export interface UnaskedTextTable {
  id: Generated<string>
  mobile_hash: Buffer
  kind: string
  merchant_id: string
  created_at: Generated<Timestamp>
}

export interface UserTotpTable {
  user_id: string
  secret_enc: Generated<Buffer | null>
  pending_enc: Generated<Buffer | null>
  confirmed_at: Generated<NullableTimestamp>
  last_step: Generated<string>
}

export interface VehicleTable {
  merchant_id: Generated<string>
  id: Generated<string>
  plate: string
  plate_kind: Generated<number>
  plate_color: Generated<number>
  vin: string
  engine_no: Generated<string>
  model_id: string
  colour: Generated<string>
  register_on: Generated<string | null>
  use_nature: Generated<number>
  ownership: Generated<number>
  home_store_id: string
  current_store_id: string
  parking_note: Generated<string>
  key_count: Generated<number>
  odometer_km: Generated<number>
  fuel_pct: Generated<number | null>
  battery_pct: Generated<number | null>
  insurance_expire_on: Generated<string | null>
  inspection_expire_on: Generated<string | null>
  lifecycle: Generated<number>
  turnaround_done_at: Generated<NullableTimestamp>
  tags: Generated<string[]>
  remark: Generated<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
  updated_at: Generated<Timestamp>
  plate_expire_on: Generated<string | null>
  purchase_on: Generated<string | null>
  purchase_fen: Generated<number | null>
  owner_name: Generated<string>
  rental_cert_no: Generated<string>
  commercial_expire_on: Generated<string | null>
  photo_ids: Generated<string[]>
}

export interface VehicleAssignmentTable {
  merchant_id: Generated<string>
  id: Generated<string>
  order_id: string
  vehicle_id: string
  from_at: Timestamp
  to_at: Generated<NullableTimestamp>
  start_odo: number
  end_odo: Generated<number | null>
  void: Generated<boolean>
}

export interface VehicleDocumentTable {
  merchant_id: Generated<string>
  id: Generated<string>
  vehicle_id: string
  kind: number
  insurance_kind: Generated<number | null>
  no: Generated<string>
  insurer: Generated<string>
  start_on: Generated<string | null>
  end_on: Generated<string | null>
  amount_fen: Generated<number | null>
  media_ids: Generated<string[]>
  removed_at: Generated<NullableTimestamp>
  created_at: Generated<Timestamp>
  created_by: Generated<string>
  updated_at: Generated<Timestamp>
}

export interface VehiclePeriodTable {
  merchant_id: Generated<string>
  id: Generated<string>
  vehicle_id: string
  home_store_id: string
  model_id: string
  lifecycle: number
  from_at: Generated<Timestamp>
  to_at: Generated<NullableTimestamp>
}

export interface DB {
  account: AccountTable
  agreement: AgreementTable
  app_user: AppUserTable
  approval: ApprovalTable
  audit: AuditTable
  audit_chain: AuditChainTable
  bind_token: BindTokenTable
  cancel_rule: CancelRuleTable
  captcha: CaptchaTable
  deposit: DepositTable
  deposit_deduction: DepositDeductionTable
  deposit_policy: DepositPolicyTable
  driver_task: DriverTaskTable
  event: EventTable
  expense_item: ExpenseItemTable
  factor_ticket: FactorTicketTable
  fee_config: FeeConfigTable
  idempotency: IdempotencyTable
  installation_setting: InstallationSettingTable
  invitation: InvitationTable
  job: JobTable
  ledger_entry: LedgerEntryTable
  ledger_txn: LedgerTxnTable
  login_attempt: LoginAttemptTable
  login_lock: LoginLockTable
  login_qr: LoginQrTable
  login_session: LoginSessionTable
  login_ticket: LoginTicketTable
  long_price: LongPriceTable
  media: MediaTable
  merchant: MerchantTable
  merchant_key: MerchantKeyTable
  model: ModelTable
  model_library: ModelLibraryTable
  notification: NotificationTable
  notify_switch: NotifySwitchTable
  number_block: NumberBlockTable
  occupancy: OccupancyTable
  operator_merchant: OperatorMerchantTable
  order: OrderTable
  order_item: OrderItemTable
  order_log: OrderLogTable
  outbox: OutboxTable
  partner_user: PartnerUserTable
  payment: PaymentTable
  person: PersonTable
  pickup_return_record: PickupReturnRecordTable
  platform_log: PlatformLogTable
  pool: PoolTable
  pool_delta: PoolDeltaTable
  price_calendar: PriceCalendarTable
  price_change: PriceChangeTable
  price_plan: PricePlanTable
  price_rule: PriceRuleTable
  price_tier: PriceTierTable
  quote: QuoteTable
  recovery_code: RecoveryCodeTable
  registration: RegistrationTable
  remark: RemarkTable
  rights_given: RightsGivenTable
  role: RoleTable
  service_item: ServiceItemTable
  sms_code: SmsCodeTable
  stop_sale: StopSaleTable
  store: StoreTable
  stream_ticket: StreamTicketTable
  task: TaskTable
  unasked_text: UnaskedTextTable
  user_totp: UserTotpTable
  vehicle: VehicleTable
  vehicle_assignment: VehicleAssignmentTable
  vehicle_document: VehicleDocumentTable
  vehicle_period: VehiclePeriodTable
}

/** Columns of type jsonb. */
export const jsonColumns: ReadonlySet<string> = new Set([
  'agreement.fields',
  'audit.before',
  'audit.after',
  'cancel_rule.tiers',
  'deposit_deduction.lines',
  'event.data',
  'installation_setting.value',
  'job.input',
  'job.kept',
  'job.outcome',
  'merchant.settings',
  'merchant.pay_settings',
  'order.quote_snapshot',
  'order.cancel_rule_snapshot',
  'order.deposit_policy_snapshot',
  'order.modified',
  'order.return_terms',
  'order_log.detail',
  'pickup_return_record.photos',
  'pickup_return_record.damage_marks',
  'pickup_return_record.accessories',
  'pickup_return_record.extra',
  'platform_log.detail',
  'price_change.before',
  'price_change.after',
  'price_plan.changes',
  'price_plan.rows',
  'quote.inputs',
  'quote.snapshot',
  'store.hours',
  'store.holidays',
  'store.service_areas',
  'store.settings',
  'task.detail',
])
