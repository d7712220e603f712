import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatTerm } from '@cheyi/domain/booking/order/sold/length'
import { longerBy } from '@cheyi/domain/rental/instalment/renew'
import { addDays, addMonths, DAY, HOUR, type Instant, type LocalDate, localDate, startOfDate } from '@cheyi/domain/time'

/** The order to be renewed. */
export interface Renewed {
  readonly orderKind: OrderKind
  readonly pickupAt: Instant
  readonly returnAt: Instant
}

/** How a kind of rental is extended: by days and hours, or by months and dates. */
export interface Longer {
  /** The usual extensions, as buttons. */
  readonly steps: readonly number[]
  readonly unit: '天' | '个月'
  /** Only the date of the end is chosen. */
  readonly byDate: boolean
  readonly after: (steps: number) => Instant
  /** The same for an end chosen as a date. */
  readonly on: (date: LocalDate) => Instant
  /** The latest possible end when the car must be back by this moment. */
  readonly upTo: (latest: Instant) => Instant
  /** The limit of one renewal. */
  readonly furthest: Instant
  /** A length as text: `2天3小时`, `1个月15天`. */
  readonly text: (until: Instant) => string
}

export function longerOf({ orderKind, pickupAt, returnAt }: Renewed): Longer {
  const end = localDate(returnAt)
  const on = (date: LocalDate): Instant => startOfDate(date) + (returnAt - startOfDate(end))
  if (profileOf(orderKind).counts === 'dates')
    return {
      steps: [1, 3, 6, 12],
      unit: '个月',
      byDate: true,
      after: (months) => on(longerBy(localDate(pickupAt), end, months)),
      on,
      upTo: (latest) => {
        const sameDay = on(localDate(latest))
        return sameDay > latest ? sameDay - DAY : sameDay
      },
      furthest: on(addMonths(end, 36)),
      text: (until) => formatTerm(returnAt, until),
    }
  return {
    steps: [1, 2, 3, 7],
    unit: '天',
    byDate: false,
    after: (days) => returnAt + days * DAY,
    on,
    upTo: (latest) => latest,
    furthest: on(addDays(end, 180)),
    text: (until) => hoursText(until - returnAt),
  }
}

function hoursText(ms: number): string {
  const days = Math.floor(ms / DAY)
  const hours = Math.round((ms % DAY) / HOUR)
  return [days > 0 && `${days}天`, hours > 0 && `${hours}小时`].filter(Boolean).join('') || '不足1小时'
}
