import { isOnRent } from '@cheyi/domain/booking/order/steps'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Line = OutputOf<typeof calls.inventory.timeline>['list'][number]

/** A time in which something takes a car. */
export interface Taken {
  readonly key: string
  readonly from: number
  readonly to: number
  readonly tone: 'primary' | 'warning' | 'purple' | 'danger'
  /** A customer has it who should have returned it. */
  readonly isLate: boolean
  readonly line: Line
}

interface Window {
  readonly from: number
  readonly to: number
  readonly now: number
}

const tonesOf = ({ type, kind }: Line): Taken['tone'] =>
  type === 'order' ? 'primary' : kind === occupancyKind.relocation ? 'purple' : 'warning'

/**
 * What takes a car after this moment and in a window, the earliest first. Without an end it takes all of the window; a car that is late
 * is taken for all of today.
 */
export function spansOf(list: readonly Line[], { from, to, now }: Window): Taken[] {
  return list
    .filter(({ type }) => type === 'order' || type === 'block')
    .map((line, index): Taken => {
      const isLate = line.orderStatus !== null && isOnRent(line.orderStatus) && line.to !== null && line.to < now
      return {
        key: `${line.type}-${line.from}-${index}`,
        from: Math.max(line.from, from),
        to: isLate ? startOfDate(localDate(now)) + DAY : (line.to ?? to),
        tone: isLate ? 'danger' : tonesOf(line),
        isLate,
        line,
      }
    })
    .filter((span) => span.from < to && span.to > now)
    .sort((a, b) => a.from - b.from)
}

/** Days from today on in which nothing takes the car. */
export function freeDays(spans: readonly Taken[], { now, to }: Pick<Window, 'now' | 'to'>): number {
  let free = 0
  for (let day = startOfDate(localDate(now)); day < to; day += DAY)
    if (!spans.some((span) => span.from < day + DAY && span.to > day)) free += 1
  return free
}
