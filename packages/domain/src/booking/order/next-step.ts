import type { CarOut } from '../../fleet/stock/car-out.ts'
import { formatLength } from '../../length.ts'
import type { PendingRefund } from '../../money/payment/codes.ts'
import { formatMoney } from '../../money.ts'
import { formatMoment } from '../../near.ts'
import { formatClock, type Instant, localDate, MINUTE } from '../../time.ts'
import { type OrderStatus, type SettleStatus, orderStatus as s, settleStatus } from './codes.ts'
import { isOverdue } from './timers.ts'

/** Facts that decide the next step of an order. Instants in epoch ms, amounts in fen. */
export interface NextStepFacts {
  readonly status: OrderStatus
  readonly now: Instant
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly graceMinutes: number
  readonly payDeadline: Instant | null
  readonly confirmDeadline: Instant | null
  /** Balance of the customer's receivable. */
  readonly owedFen: number
  /** Open part of the prepayment that the booking requires. */
  readonly prepayDueFen: number
  readonly settleStatus: SettleStatus
  /** When the violation deposit is due for release; null while unknown or closed. */
  readonly violationReleaseAt: Instant | null
  readonly pendingRefunds: PendingRefund | null
  /** The overdue order that has the assigned car. */
  readonly carOut?: CarOut | null
  /** The customer has returned the car by self-service, and it is not settled yet. */
  readonly handedIn?: boolean
}

/** `10:10` today, `11-21 09:00` otherwise. */
const near = (t: Instant, now: Instant): string =>
  localDate(t) === localDate(now) ? formatClock(t) : formatMoment(t, now)

const minutesTo = (t: Instant, now: Instant): number => Math.floor((t - now) / MINUTE)

const timeUntil = (what: string, t: Instant, now: Instant): string => {
  const minutes = minutesTo(t, now)
  return minutes >= 0 ? `距${what}还有${formatLength(minutes)}` : `已过${what}时间${formatLength(minutes)}`
}

/** State of a refund: it needs staff, or is in progress. */
export type RefundState = PendingRefund | 'running'

/** The state of an order's refund; null when nothing is refunded. */
export function refundStateOf(f: Pick<NextStepFacts, 'status' | 'owedFen' | 'pendingRefunds'>): RefundState | null {
  if (f.pendingRefunds !== null) return f.pendingRefunds
  return f.status === s.cancelling || (f.status === s.returned && f.owedFen < 0) ? 'running' : null
}

const refundLines: Readonly<Record<RefundState, string>> = {
  failed: '退款异常，请重试或线下退款',
  byHand: '待线下退款，退款后上传凭证',
  running: '退款处理中',
}

const prepayFirst = ({ prepayDueFen }: NextStepFacts): string =>
  prepayDueFen > 0 ? `待收预付款 ${formatMoney(prepayDueFen)}，` : ''

const lines: Readonly<Record<OrderStatus, (f: NextStepFacts) => string | null>> = {
  [s.notSubmitted]: () => '尚未提交，补全后提交',
  [s.submitted]: (f) =>
    [
      f.prepayDueFen > 0 ? `等待客户付预付款 ${formatMoney(f.prepayDueFen)}` : '等待客户付款',
      f.payDeadline === null ? [] : `${near(f.payDeadline, f.now)} 前未付自动取消`,
    ]
      .flat()
      .join('，'),
  [s.confirming]: (f) => {
    if (f.confirmDeadline === null) return '请确认订单'
    return f.now < f.confirmDeadline ? `请在 ${near(f.confirmDeadline, f.now)} 前确认` : '已超过确认时限，请尽快处理'
  },
  [s.confirmed]: (f) => `${prepayFirst(f)}${timeUntil('取车', f.pickupAt, f.now)}，请排车`,
  [s.arranged]: (f) =>
    f.carOut ? '上一单还没还车，请改派或联系客户' : `${prepayFirst(f)}${timeUntil('取车', f.pickupAt, f.now)}`,
  [s.pickedUp]: (f) => {
    if (f.handedIn) return '客户已自助还车，请验车并结算'
    return isOverdue(f.status, f.returnAt, f.graceMinutes, f.now)
      ? `超时${formatLength(minutesTo(f.returnAt, f.now))}`
      : timeUntil('还车', f.returnAt, f.now)
  },
  [s.returned]: returnedLine,
  [s.cancelling]: (f) => refundLines[f.pendingRefunds ?? 'running'],
  [s.cancelled]: (f) => (f.owedFen > 0 ? `违约金待收 ${formatMoney(f.owedFen)}` : null),
}

function returnedLine(f: NextStepFacts): string | null {
  const refund = refundStateOf(f)
  if (refund === 'running') return `${refundLines.running} ${formatMoney(-f.owedFen)}`
  if (refund !== null) return refundLines[refund]
  if (f.owedFen > 0) return `待收 ${formatMoney(f.owedFen)}`
  if (f.settleStatus === settleStatus.settled) return null
  if (f.settleStatus === settleStatus.open) return '租车押金待退'
  if (f.violationReleaseAt === null) return '违章押金待退'
  return f.now < f.violationReleaseAt ? `违章押金 ${near(f.violationReleaseAt, f.now)} 退` : '违章押金已到期，请退还'
}

/** One line that says what to do next; null when nothing is pending. */
export const nextStepLine = (f: NextStepFacts): string | null => lines[f.status](f)
