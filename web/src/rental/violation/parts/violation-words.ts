import { formatPeriod } from '@cheyi/domain/near'
import { matchType, matchTypes, violationStatus, violationStatuses } from '@cheyi/domain/rental/violation/codes'
import { awaitsMatch, isFresh } from '@cheyi/domain/rental/violation/violation'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { StatusMark, Tone } from '../../../ui/show/tag.tsx'

export type ViolationItem = OutputOf<typeof calls.violation.page>['list'][number]
export type Violation = OutputOf<typeof calls.violation.detail>
export type Holder = OutputOf<typeof calls.violation.preview>

const tones: Readonly<Record<number, Extract<StatusMark, Tone>>> = {
  [violationStatus.unmatched]: 'danger',
  [violationStatus.open]: 'warning',
  [violationStatus.byCustomer]: 'primary',
  [violationStatus.byMerchant]: 'primary',
  [violationStatus.toClose]: 'purple',
  [violationStatus.closed]: 'success',
  [violationStatus.appealed]: 'warning',
  [violationStatus.transferring]: 'primary',
  [violationStatus.void]: 'neutral',
}

/** The tone of its status. */
export const toneOf = ({ status }: Pick<ViolationItem, 'status'>) => tones[status] ?? 'neutral'

/** Tags of a violation: its status, a passed deadline, and the merchant's own liability. */
export function tagsOf(violation: ViolationItem): { text: string; tone: Tone }[] {
  const { status, overdue, awaitsLook, matchType: by } = violation
  return [
    { text: violationStatuses.text(status), tone: toneOf(violation) },
    ...(awaitsLook ? [{ text: '凭证待核实', tone: 'warning' } as const] : []),
    ...(overdue && isFresh(status) ? [{ text: '超时', tone: 'danger' } as const] : []),
    ...(by === matchType.staff || by === matchType.merchant
      ? [{ text: matchTypes.text(by), tone: 'outline' } as const]
      : []),
  ]
}

/** The responsible person or party. */
export const driverWords = ({ status, driverName, matchType: by }: ViolationItem): string =>
  driverName ?? (by === matchType.merchant ? '商家' : awaitsMatch(status) ? '未匹配客户' : '')

/** The holder of the car, in one line. */
export function holderWords(holder: Holder, now: number): string {
  if (holder.vehicleId === null) return '车队中没有此车牌，保存后待匹配'
  const { stretch } = holder
  if (holder.by === 'staff') return `员工用车：${holder.staffName}，归为员工责任`
  if (holder.by === 'merchant') return '车辆在维保或年检中，归为商家责任'
  if (holder.by === 'order')
    return stretch === null
      ? '其他门店的订单，保存后由该门店处理'
      : `订单 ${stretch.orderNo} ${stretch.renterName}，${spanWords(stretch, now)}`
  return holder.candidates.length > 0 ? '该时间车辆未出租，请核对后人工匹配' : '该时间前后2小时车辆未出租，保存后待匹配'
}

export const spanWords = ({ from, to }: { readonly from: number; readonly to: number | null }, now: number): string =>
  `${formatPeriod(from, to, now)}${to === null ? '在租' : ''}`

/** Distance between the violation and an order's rental. */
export const nearWords = ({ minutes, side }: Holder['candidates'][number]): string =>
  side === 'before' ? `还车后${minutes}分钟` : `取车前${minutes}分钟`

/** The possible costs for the customer, line by line. */
export const claimLines = [
  { key: 'fine', label: '代缴罚款' },
  { key: 'agency', label: '代办费' },
  { key: 'penalty', label: '违约金' },
] as const
