import {
  isPlatform,
  type OrderStatus,
  orderStatus,
  type PickupType,
  pickupType,
  type ReturnType,
  returnType,
  type Source,
  source,
} from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { type RefundState, refundStateOf } from '@cheyi/domain/booking/order/next-step'
import { awaitsPickup, isCancelled, isOnRent, wasPickedUp } from '@cheyi/domain/booking/order/steps'
import { formatLength } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { violationAts } from '@cheyi/domain/money/deposit/codes'
import { depositLabel, hasWaiver, isAuthorised, isUnpaidDeposit, neverComes } from '@cheyi/domain/money/deposit/status'
import { formatDayWord, formatNear } from '@cheyi/domain/near'
import { isThere } from '@cheyi/domain/platform/role/capability'
import { epochDay, epochDayOf, formatClock, localDate, MINUTE } from '@cheyi/domain/time'
import { urgencyOf } from '@cheyi/domain/urgency'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { PeriodEnd } from '../../../ui/date/period.tsx'
import type { Tone } from '../../../ui/show/tag.tsx'

/* Texts and colours of an order, the same on the home page, in lists and on the detail page. */

export type OrderCard = OutputOf<typeof calls.order.list>['list'][number]
export type OrderDetail = OutputOf<typeof calls.order.detail>

export interface Mark {
  readonly text: string
  readonly tone: Tone
}

type Timed = Pick<OrderCard, 'status' | 'pickupAt' | 'returnAt' | 'payDeadline' | 'confirmDeadline' | 'overdue'>

/** `10:10` today, otherwise with the date. */
const clock = (t: number, now: number) => (localDate(t) === localDate(now) ? formatClock(t) : formatNear(t, now))

/** The deadline of an order that needs an action; always shown. */
function deadline(at: number | null, now: number, verb: string): Mark | null {
  if (at === null) return null
  const late = urgencyOf(at, now) === 'late'
  return late
    ? { text: `${verb}已超时`, tone: 'danger' }
    : { text: `请在 ${clock(at, now)} 前${verb}`, tone: 'warning' }
}

/** The time of a pickup or return: shown from one hour before until it is done. */
function meeting(at: number, now: number, lateWord: string): Mark | null {
  const length = formatLength((at - now) / MINUTE)
  if (at <= now) return { text: `${lateWord} ${length}`, tone: 'danger' }
  return urgencyOf(at, now) === 'soon' ? { text: `还剩 ${length}`, tone: 'warning' } : null
}

const urgent: Readonly<Partial<Record<OrderStatus, (order: Timed, now: number) => Mark | null>>> = {
  [orderStatus.submitted]: ({ payDeadline }, now) => deadline(payDeadline, now, '付款'),
  [orderStatus.confirming]: ({ confirmDeadline }, now) => deadline(confirmDeadline, now, '接单'),
  [orderStatus.confirmed]: ({ pickupAt }, now) => meeting(pickupAt, now, '超时未取'),
  [orderStatus.arranged]: ({ pickupAt }, now) => meeting(pickupAt, now, '超时未取'),
  [orderStatus.pickedUp]: ({ returnAt, overdue }, now) => meeting(returnAt, now, overdue ? '超时未还' : '超时'),
}

/** The urgency beside the status: `还剩 19分钟`, `超时未还 2小时15分`; null for none. */
export const urgencyMark = (order: Timed, now: number): Mark | null => urgent[order.status]?.(order, now) ?? null

/** The deposits of an order: the held amount, or why there is none. */
export function depositMark(
  order: Pick<OrderCard, 'status' | 'depositStatus' | 'depositPayStatus' | 'depositLater' | 'heldDeposit'>,
): Mark {
  const { status, depositStatus: waived, depositPayStatus: collected, depositLater, heldDeposit } = order
  if (heldDeposit > 0) {
    // The amount does not fit beside a name on a phone.
    if (depositLater !== null) return { text: `违章押金${violationAts.text(depositLater)}`, tone: 'success' }
    if (isUnpaidDeposit(collected)) return { text: '押金未收齐', tone: 'warning' }
    const held = formatMoney(heldDeposit)
    return isAuthorised(collected)
      ? { text: `已授权 ${held}`, tone: 'primary' }
      : { text: `在押 ${held}`, tone: 'success' }
  }
  const label = depositLabel(waived, collected, { orderStatus: status })
  if (hasWaiver(waived)) return { text: label, tone: 'success' }
  return isUnpaidDeposit(collected)
    ? { text: `押金${label}`, tone: neverComes(collected, status) ? 'neutral' : 'warning' }
    : { text: '押金已结清', tone: 'neutral' }
}

const refundMarks: Readonly<Record<RefundState, Mark>> = {
  failed: { text: '退款异常', tone: 'danger' },
  byHand: { text: '线下退款', tone: 'warning' },
  running: { text: '退款处理中', tone: 'neutral' },
}

/** The arranged car is overdue with another customer. */
export const carOutMark: Mark = { text: '车未还', tone: 'danger' }

/** State of the refund to the customer; null without a refund. */
export function refundMark({
  status,
  owed,
  pendingRefunds,
}: Pick<OrderCard, 'status' | 'owed' | 'pendingRefunds'>): Mark | null {
  const state = refundStateOf({ status, owedFen: owed, pendingRefunds })
  return state && refundMarks[state]
}

/** The debt is the rest of a booking whose prepayment is paid (尾款). */
export const owesRest = ({ status, fees }: Pick<OrderDetail, 'status' | 'fees'>): boolean =>
  awaitsPickup(status) && fees.prepay !== null && fees.prepayDue === 0 && fees.owed > 0

/** Further tags: kind of handover, a debt after the pickup, the store's own tags. */
export function noteMarks(order: Pick<OrderCard, 'status' | 'selfService' | 'owed' | 'tags' | 'orderKind'>): Mark[] {
  // A due instalment is not shown as a debt: its own line shows that it is due, or how late it is.
  const goesOn = profileOf(order.orderKind).billing === 'instalments' && isOnRent(order.status)
  const owes = order.owed > 0 && !goesOn && (wasPickedUp(order.status) || isCancelled(order.status))
  return [
    ...(isThere('selfService') && order.selfService ? [{ text: '自助取还', tone: 'neutral' } as const] : []),
    ...(owes ? [{ text: '欠款', tone: 'danger' } as const] : []),
    ...order.tags.map((text) => ({ text, tone: 'neutral' }) as const),
  ]
}

/** Our own counter is outlined, a channel is purple. */
export const sourceTone = (from: Source): Tone => (from === source.offline ? 'outline' : 'purple')

/** Days since the next amount of a plan became due, 0 on that day; null when nothing is due. */
export function daysDue(plan: OrderCard['plan'], now: number): number | null {
  if (plan?.nextOn == null) return null
  const days = epochDay(now) - epochDayOf(plan.nextOn)
  return days < 0 ? null : days
}

const pickupWords: Readonly<Record<PickupType, string>> = {
  [pickupType.store]: '到店',
  [pickupType.delivery]: '送车',
  [pickupType.shuttle]: '接送',
}
const returnWords: Readonly<Record<ReturnType, string>> = {
  [returnType.store]: '到店',
  [returnType.collection]: '上门取',
  [returnType.shuttle]: '送客',
}

/** The kind of pickup, in the two or three characters of a card. */
export const pickupWord = (type: PickupType): string => pickupWords[type] ?? ''
export const returnWord = (type: ReturnType): string => returnWords[type] ?? ''

/** Both ends of a rental for a card: `10:00` over `11-20 今天 · 到店`. */
export function cardPeriod(
  order: Pick<OrderCard, 'pickupAt' | 'returnAt' | 'pickupType' | 'returnType'>,
  now: number,
): { from: PeriodEnd; to: PeriodEnd } {
  const end = (at: number, word: string) => ({
    main: formatClock(at),
    caption: `${formatDayWord(at, now)} · ${word}`,
  })
  return {
    from: end(order.pickupAt, pickupWord(order.pickupType)),
    to: end(order.returnAt, returnWord(order.returnType)),
  }
}

/** The parts of an order that tell whether a platform sold it. */
export type PlatformOrder = Pick<OrderDetail, 'source' | 'channelOrderNo'> & {
  readonly fees: Pick<OrderDetail['fees'], 'byPlatform'>
}

/** What staff have to settle with the platform first that sold an order; null for the orders of staff and of the own page. */
export function platformWords(
  { source: from, channelOrderNo, fees }: PlatformOrder,
  name: string,
  act: 'cancel' | 'arrange',
): string | null {
  if (!isPlatform(from) || channelOrderNo === null) return null
  const of = `平台订单：${name} ${channelOrderNo}`
  if (act === 'arrange') return `${of}，换成其他车型前请先征得平台同意`
  const back = fees.byPlatform ? '；平台收的款由平台退给客户，以平台的取消通知或对账单为准' : ''
  return `${of}，请先让平台取消。平台不取消而由门店取消的，请留存平台同意取消的凭证${back}`
}
