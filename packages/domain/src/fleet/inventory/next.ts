import { formatMoment } from '../../near.ts'
import { DAY, formatClock, localDate } from '../../time.ts'
import { isInTurnaround, type RunState } from './codes.ts'
import type { FleetGroup } from './fleet-group.ts'
import { type OccupancyKind, occupancyKind, occupancyKinds } from './occupancy-codes.ts'

/** An order that the account may not see, because it is of another store or was booked by a colleague. */
export const hiddenOrderName = '其他订单'

/** What occupies a vehicle, now or next; the name is null for an order that the user may not see. */
export interface Holding {
  readonly kind: OccupancyKind
  readonly from: number
  readonly to: number | null
  readonly contactName: string | null
  readonly pickupAt: number | null
  readonly returnAt: number | null
}

interface Held {
  readonly group: FleetGroup | null
  readonly runState: RunState | null
  readonly now: Holding | null
  readonly next: Holding | null
}

/** `10:00` today, `11-26 09:30` on other days. */
export const momentText = (t: number, now: number): string =>
  localDate(t) === localDate(now) ? formatClock(t) : formatMoment(t, now)

/** What happens next with a vehicle: who returns it, when a block ends, who picks it up; '' while it is not in service. */
export function nextText(card: Held, now: number): string {
  const { now: held, next } = card
  const name = (one: Holding) => one.contactName ?? hiddenOrderName
  if (card.group === 'off') return ''
  if (held?.kind === occupancyKind.order && card.group === 'rented')
    return `${held.returnAt === null ? '' : `${momentText(held.returnAt, now)} `}${name(held)}还车`
  if (held !== null && card.group === 'care') {
    if (held.kind === occupancyKind.documentExpired) return '证件过期，补办后可租'
    const end = held.to === null ? '' : ` · 预计 ${momentText(held.to, now)} 结束`
    return `${occupancyKinds.text(held.kind)}${end}`
  }
  if (held?.kind === occupancyKind.order && isInTurnaround(card.runState))
    return held.to === null ? '' : `整备至 ${momentText(held.to, now)}`
  const order = held?.kind === occupancyKind.order ? held : next
  if (order?.kind === occupancyKind.order)
    return `下一单 ${momentText(order.pickupAt ?? order.from, now)} ${name(order)}`
  // Documents that expire much later are shown by their own tag when it is time.
  if (order && order.kind !== occupancyKind.documentExpired && order.from - now < 30 * DAY)
    return `${occupancyKinds.text(order.kind)} ${momentText(order.from, now)} 起`
  return '近期无预订'
}
