import { badInput, Refusal, type RefusalKey } from '@cheyi/domain/refusal'

/*
 * Unique keys that a typed value may violate, with the field and message of the refusal. A feature need not query before
 * it writes: the key also covers rows that the writer may not see, and concurrent writes. Every other unique key of the
 * schema has its reason in `laws/unique.test.ts`.
 */

const says = (key: RefusalKey, field: string) => () => new Refusal(key, { field })
const refuseField = (field: string, message: string) => () => badInput(field, message)

/** By the name of the index. */
export const uniqueRefusals: Readonly<Record<string, () => Refusal>> = {
  account_job_no: refuseField('jobNo', '工号已被使用'),
  account_user: says('mobileInMerchant', 'mobile'),
  app_user_mobile_hash_key: says('mobileRegistered', 'mobile'),
  app_user_wx_open_hash_key: says('wechatTaken', 'code'),
  bank_account_no: refuseField('accountNo', '该账号已登记'),
  cancel_rule_name: refuseField('name', '规则名称已存在'),
  channel_log_replay: says('stale', 'logId'),
  channel_mapping_code: says('codeMapped', 'rows'),
  deposit_hold_typed: refuseField('authNo', '该预授权已登记在其他订单'),
  deposit_policy_key: refuseField('modelId', '同样条件的押金规则已存在'),
  device_vehicle: says('vehicleHasDevice', 'vehicleId'),
  charge_profile_name: refuseField('name', '该方案名称已存在'),
  coupon_code: refuseField('code', '该券码已存在'),
  company_booker_mobile: refuseField('mobile', '该手机号已是此企业的预订人'),
  company_name: refuseField('name', '该单位已存在'),
  input_invoice_number: refuseField('number', '该发票号码已登记'),
  insurance_case_report: refuseField('reportNo', '该报案号已登记在其他案件'),
  insurance_case_damage: refuseField('damageId', '该车损单已有保险案件'),
  garage_name: refuseField('name', '该维修厂已存在'),
  violation_fine_once: refuseField('amount', '已登记代缴罚款，有误请先撤回'),
  violation_doc_plate: says('violationExists', 'docNo'),
  violation_doc_minute: says('violationExists', 'docNo'),
  violation_once: says('violationExists', 'occurAt'),
  invoice_number: refuseField('number', '该发票号码已登记'),
  invoice_red_number: refuseField('number', '该发票号码已登记'),
  model_name: says('modelExists', 'name'),
  order_channel_no: says('channelOrderNoTaken', 'channelOrderNo'),
  asset_disposal_car: refuseField('vehicleId', '该车辆已登记处置'),
  payable_bill_no: refuseField('billNo', '该收款方的账单号已登记，请勿重复登记'),
  payee_name: refuseField('name', '该收款方已存在'),
  payee_origin: refuseField('name', '该维修厂已是收款方'),
  pay_channel_place: refuseField('storeId', '该门店已有此渠道的商户号，请直接修改'),
  person_identity: says('personExists', 'identityNo'),
  role_name: says('roleNameTaken', 'name'),
  service_item_code: refuseField('code', '服务编码已存在'),
  store_name: refuseField('name', '门店名称已存在'),
  vehicle_plate: says('plateTaken', 'plate'),
  vehicle_vin: says('vinTaken', 'vin'),
}

/** Converts a unique violation of a typed value into the refusal of its field; returns other errors unchanged. */
export function asUniqueRefusal(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error
  return uniqueRefusals[(error as { constraint?: string }).constraint ?? '']?.() ?? error
}

/** Whether a row with the same key exists, or is being written (SQLSTATE 23505). */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string } | null)?.code === '23505'
