import { accountStatuses, storeScopes } from '../account/codes.ts'
import { type CodeOf, enumeration } from '../enumeration.ts'
import { formatMoney } from '../money.ts'
import { switchWords } from '../notify/matrix.ts'
import { type RefusalKey, refusals } from '../refusal.ts'
import { formatDateTime } from '../time.ts'

/*
 * The log in words: what somebody did to what, and what was different afterwards.
 */

/** What became of it. A read leaves a row only where it shows what is masked elsewhere. */
export const auditResults = enumeration({
  done: [1, '成功'],
  refused: [2, '被拒绝'],
  signInFailed: [3, '登录失败'],
  unmasked: [4, '查看敏感信息'],
})
export type AuditResult = CodeOf<typeof auditResults>

/** Refusals of who tries to come in. */
export const signInRefusals = ['wrongPassword', 'wrongCode'] as const satisfies readonly RefusalKey[]

/** Rooms that leave rows, by the first word of an action. */
export const auditRooms: Readonly<Record<string, string>> = {
  account: '员工账号',
  invitation: '员工邀请',
  role: '权限',
  approval: '审批',
  session: '登录',
  partner: '微信与合作登录',
  cancellation: '账号注销',
  merchant: '商家设置',
  operator: '平台协助',
  store: '门店',
  model: '车型',
  inventory: '车辆',
  arrange: '排车',
  stock: '库存',
  price: '价格',
  quote: '报价',
  terms: '计费规则',
  order: '订单',
  driver: '司机与证件',
  pickupReturn: '取还车',
  expense: '费用',
  deposit: '押金',
  payment: '收款',
  agreement: '合同',
  media: '文件',
  notify: '消息',
  job: '后台任务',
}

/** Rooms by the names that they had before, which rows of the log keep. */
export const formerRooms: Readonly<Record<string, string>> = { vehicle: 'arrange' }

const fields: Readonly<Record<string, string>> = {
  name: '名称',
  status: '状态',
  jobNo: '工号',
  roles: '角色',
  storeScope: '数据范围',
  storeIds: '门店',
  isDriver: '是否司机',
  driverLicenceNo: '驾驶证号',
  driverLicenceExpireOn: '驾驶证有效期',
  remark: '备注',
  menus: '权限',
  copiedFrom: '复制自',
  summary: '事项',
  pass: '通过',
  note: '说明',
  reason: '原因',
  amount: '金额',
  amountFen: '金额',
  vehicleId: '车辆',
  plate: '车牌',
  accountId: '员工',
  type: '类型',
  documents: '证件',
  version: '版本',
  address: '地址',
  phones: '电话',
  hours: '营业时间',
  lifecycle: '车辆状态',
  mileageKm: '里程',
  notify: '消息通知',
  muted: '已关闭',
}

const targets: Readonly<Record<string, string>> = {
  account: '员工',
  role: '角色',
  approval: '审批',
  order: '订单',
  person: '客户',
  vehicle: '车辆',
  store: '门店',
  model: '车型',
  merchant: '商家',
  deposit: '押金',
  payment: '收款',
  media: '文件',
  job: '任务',
}

export const targetWords = (type: string): string => targets[type] ?? ''
export const fieldWords = (field: string): string => fields[field] ?? field

/** `成功`, or the refusal's own text. */
export const resultWords = (result: string): string =>
  result === 'ok' ? '成功' : result in refusals ? refusals[result as RefusalKey].message : result

/** A kept value as people read it. */
export function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') {
    if (field === 'storeScope') return storeScopes.text(value)
    if (field === 'status' && accountStatuses.text(value) !== '') return accountStatuses.text(value)
    if (field.endsWith('Fen')) return formatMoney(value)
    return field.endsWith('At') ? formatDateTime(value) : String(value)
  }
  if (field === 'muted' && Array.isArray(value) && value.length > 0)
    return value.map(String).map(switchWords).join('、')
  if (Array.isArray(value)) return value.length === 0 ? '（空）' : value.map((one) => valueWords(field, one)).join('、')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${fieldWords(name)} ${valueWords(name, one)}`)
      .join('；')
  return String(value)
}

/** One field's values; null on a side that has none. */
export interface AuditChange {
  readonly field: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
}

type Side = Readonly<Record<string, unknown>> | null

/** What was different afterwards, field by field. */
export function auditChanges(before: Side, after: Side): AuditChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const of = (side: Side, field: string) => (side !== null && field in side ? valueWords(field, side[field]) : null)
  return names.map((field) => ({
    field,
    label: fieldWords(field),
    before: of(before, field),
    after: of(after, field),
  }))
}
