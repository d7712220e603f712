import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { isArranged, isOnRent, wasReturned } from '@cheyi/domain/booking/order/steps'
import { occupancyKind, occupancyKinds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { formatMoment } from '@cheyi/domain/near'
import { type Capability, isThere } from '@cheyi/domain/platform/role/capability'
import { formatLocal, HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Timeline = OutputOf<typeof calls.stock.timeline>
export type Bar = Timeline['waiting'][number]
export interface Window {
  readonly from: number
  readonly to: number
}

/** Kind of a bar, which decides its look and its entry in the legend. */
export type BarKind = 'use' | 'late' | 'arranged' | 'kept' | 'long' | 'ticket' | 'move' | 'stop' | 'clean'

export function kindOf({ kind, order, overdue }: Bar): BarKind {
  if (kind === occupancyKind.relocation) return 'move'
  if (kind === occupancyKind.stop || kind === occupancyKind.documentExpired) return 'stop'
  if (order === null) return kind === occupancyKind.order ? 'kept' : 'ticket'
  if (overdue) return 'late'
  if (wasReturned(order.status)) return 'clean'
  if (profileOf(order.orderKind).counts === 'dates') return 'long'
  if (isOnRent(order.status)) return 'use'
  return isArranged(order.status) ? 'arranged' : 'kept'
}

export const barKinds: Readonly<Record<BarKind, string>> = {
  use: '用车中',
  late: '超时',
  arranged: '已排车',
  kept: '待排车',
  long: '长租',
  ticket: '维保年检',
  move: '调车',
  stop: '停售',
  clean: '整备',
}

const capabilityOf: Readonly<Partial<Record<BarKind, Capability>>> = {
  long: 'longRental',
  ticket: 'ticket',
  move: 'relocation',
}

/** The kinds that the legend shows. */
export const legendKinds = (Object.keys(barKinds) as BarKind[]).filter((kind) => {
  const capability = capabilityOf[kind]
  return capability === undefined || isThere(capability)
})

/** CSS class of each kind. */
export const barLooks: Readonly<Record<BarKind, string>> = {
  use: 'tone-success',
  late: 'tone-danger',
  arranged: 'timeline-arranged',
  kept: 'timeline-kept',
  long: 'tone-purple',
  ticket: 'tone-warning',
  move: 'tone-neutral',
  stop: 'timeline-stop',
  clean: 'tone-neutral',
}

/** What the bars say that the car does at a moment; null while it is idle. */
export function doingAt(bars: readonly Bar[], at: number): string | null {
  const bar = bars.find(({ from, to }) => from <= at && (to ?? Number.POSITIVE_INFINITY) > at)
  if (bar === undefined) return null
  const kind = kindOf(bar)
  return kind === 'ticket' ? occupancyKinds.text(bar.kind) : barKinds[kind]
}

/** Default hour of the day at which an order begins. */
const USUAL_HOUR = 10 * HOUR
const HALF_HOUR = 30 * MINUTE

/**
 * Proposed start of an order that is created at an empty place of a lane: ten o'clock that day, but not before the car is free and
 * not in the past.
 */
export function beginAt(at: number, bars: readonly Bar[], now: number): number {
  const before = bars.map(({ to }) => to ?? Number.POSITIVE_INFINITY).filter((to) => to <= at)
  const first = Math.max(startOfDate(localDate(at)) + USUAL_HOUR, now, ...before)
  return Math.ceil(first / HALF_HOUR) * HALF_HOUR
}

/** When and to which store a car leaves its pool by a one-way order; null for a car that stays. */
export function elsewhereOf(bars: readonly Bar[]): { readonly from: number; readonly store: string } | null {
  const last = bars.findLast(({ leaves }) => leaves)
  if (last?.to == null || !last.order?.oneWay) return null
  return { from: last.to, store: last.order.oneWay.to }
}

/** The label of a bar: the customer who has the car, or the reason why it is occupied. */
export function labelOf(bar: Bar): string {
  const { kind, order, overdue } = bar
  if (order === null) return kind === occupancyKind.order ? '订单' : occupancyKinds.text(kind)
  const who = order.contactName || `订单 ${order.orderNo.slice(-4)}`
  const name = order.oneWay === null ? who : `${who} → ${order.oneWay.to}`
  if (overdue) return `${name} 超时未还`
  if (wasReturned(order.status)) return '整备'
  if (isOnRent(order.status)) return `${name} 还 ${formatMoment(order.returnAt, order.pickupAt)}`
  return `${name} ${formatLocal(order.pickupAt, 'HH:mm')}`
}

export interface Box {
  /** Percent of the window. */
  readonly left: number
  readonly width: number
  /** Start of the turnaround, in percent of the bar; null if it is not visible. */
  readonly clean: number | null
  /** The bar continues beyond the window. */
  readonly cutLeft: boolean
  readonly cutRight: boolean
}

/** Position of a bar in the window; null if it is outside. */
export function boxOf({ from, to, cleanFrom }: Pick<Bar, 'from' | 'to' | 'cleanFrom'>, window: Window): Box | null {
  const end = to ?? Number.POSITIVE_INFINITY
  const start = Math.max(from, window.from)
  const stop = Math.min(end, window.to)
  if (stop <= start) return null
  const length = window.to - window.from
  const clean =
    cleanFrom !== null && cleanFrom < stop ? ((Math.max(cleanFrom, start) - start) / (stop - start)) * 100 : null
  return {
    left: ((start - window.from) / length) * 100,
    width: ((stop - start) / length) * 100,
    clean,
    cutLeft: from < window.from,
    cutRight: end > window.to,
  }
}

/** The span after a pinch: spreading the fingers shows fewer days, closing them shows more. A small movement changes nothing. */
export function spanAfterPinch(days: number, ratio: number, spans: readonly number[]): number {
  const at = spans.indexOf(days)
  const next = ratio > 1.35 ? at - 1 : ratio < 0.74 ? at + 1 : at
  return spans[Math.min(spans.length - 1, Math.max(0, next))] ?? days
}
