import { type CodeOf, enumeration } from '../../enumeration.ts'
import { auditWordsOf } from '../../features.ts'
import { depositKinds } from '../../money/deposit/codes.ts'
import { payKinds, payWays } from '../../money/payment/codes.ts'
import { formatMoney } from '../../money.ts'
import { seasonNames } from '../../pricing/terms/codes.ts'
import { type RefusalKey, refusals } from '../../refusal.ts'
import { checkResults, identityType } from '../../rental/driver/codes.ts'
import { documentName, documentSlots } from '../../rental/driver/documents.ts'
import { formatDateTime } from '../../time.ts'
import { fileUses } from '../media/codes.ts'
import { switchWords } from '../notify/matrix.ts'
import { amountFields, fieldName } from './fields.ts'

/* The audit log as text: who did what to which record, and what changed. */

/** Result of an action. A read is logged only where it shows data that is masked elsewhere. */
export const auditResults = enumeration({
  done: [1, '成功'],
  refused: [2, '被拒绝'],
  signInFailed: [3, '登录失败'],
  unmasked: [4, '查看敏感信息'],
})
export type AuditResult = CodeOf<typeof auditResults>

/** Refusals of a sign-in. */
export const signInRefusals = ['wrongPassword', 'wrongCode'] as const satisfies readonly RefusalKey[]

/** Features that write rows, by the first word of an action. */
export const auditFeatures: Readonly<Record<string, string>> = {
  account: '员工',
  invitation: '员工邀请',
  role: '权限',
  approval: '审批',
  referral: '转办',
  session: '登录',
  partner: '微信与合作登录',
  cancellation: '账号注销',
  merchant: '商家设置',
  operator: '平台协助',
  store: '门店',
  media: '文件',
  notify: '消息',
  job: '后台任务',
  retention: '到期清理',
  todo: '待办',
  secondFactor: '二次验证',
  qrLogin: '扫码登录',
  stream: '实时更新',
  simulation: '模拟',
  ...auditWordsOf('features'),
}

/** Features by their former names, which older rows still have. */
export const formerFeatures: Readonly<Record<string, string>> = { vehicle: 'arrange' }

const targets: Readonly<Record<string, string>> = {
  account: '员工',
  role: '角色',
  approval: '审批',
  store: '门店',
  merchant: '商家',
  media: '文件',
  job: '任务',
  ...auditWordsOf('records'),
}

export const targetWords = (type: string): string => targets[type] ?? ''
export const fieldWords = (field: string): string => fieldName(field) ?? field

/** For example `成功`, or the message of the refusal without its parameters. */
export function resultWords(result: string): string {
  if (result === 'ok') return '成功'
  if (!(result in refusals)) return result
  const { message } = refusals[result as RefusalKey]
  return message.replace(/[：，]?\{[^{}]*\}$/, '').replaceAll(/\{[^{}]*\}/g, '…')
}

/** The name of a code; '' for a code that the enumeration does not have. */
export type CodeText = (code: number) => string

/** Enumerations of fields that only the log has. Those of table columns are passed with the row: {@link auditChanges}. */
const codeWords: Readonly<Record<string, CodeText>> = {
  payLink: payKinds.text,
  payWays: payWays.text,
  identityCheck: checkResults.text,
  licenceCheck: checkResults.text,
  deposit: depositKinds.text,
  releaseDeposit: depositKinds.text,
  depositReleased: depositKinds.text,
  askedToHold: depositKinds.text,
  askedOfProvider: depositKinds.text,
  convertDeposit: depositKinds.text,
  waiverWithdrawn: depositKinds.text,
}

const fileNames: Readonly<Record<string, string>> = { image: '图片', video: '视频', pdf: 'PDF', table: '表格' }
/** Fields that are stored as words of the program, not as codes. */
const wordNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  biz: fileUses,
  purpose: fileUses,
  kind: fileNames,
  season: seasonNames,
  noticeReply: { proof: '已提交凭证', agency: '申请代办' },
  documents: Object.fromEntries(documentSlots.map((slot) => [slot, documentName(slot, identityType.idCard)])),
}

/** The enumeration of a field, by the feature or table of the row. */
export type CodesOf = (field: string) => CodeText | undefined
const ofNoTable: CodesOf = () => undefined

/** A stored value as text. */
export function valueWords(field: string, value: unknown, codesOf: CodesOf = ofNoTable): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') {
    if (field.endsWith('Fen') || amountFields.has(field)) return formatMoney(value)
    const code = (codeWords[field] ?? codesOf(field))?.(value)
    if (code) return code
    return field.endsWith('At') ? formatDateTime(value) : String(value)
  }
  if ((field === 'muted' || field === 'texted') && Array.isArray(value) && value.length > 0)
    return value.map(String).map(switchWords).join('、')
  if (Array.isArray(value))
    return value.length === 0 ? '—' : value.map((one) => valueWords(field, one, codesOf)).join('、')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${fieldWords(name)} ${valueWords(name, one, codesOf)}`)
      .join('；')
  return wordNames[field]?.[String(value)] ?? String(value)
}

/** One changed field; null on a side that does not have it. */
export interface AuditChange {
  readonly field: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
}

type Side = Readonly<Record<string, unknown>> | null

/** The changes of a row, field by field. `codesOf`: the enumerations of the record that was changed. */
export function auditChanges(before: Side, after: Side, codesOf?: CodesOf): AuditChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const of = (side: Side, field: string) =>
    side !== null && field in side ? valueWords(field, side[field], codesOf) : null
  return names.map((field) => ({
    field,
    label: fieldWords(field),
    before: of(before, field),
    after: of(after, field),
  }))
}
