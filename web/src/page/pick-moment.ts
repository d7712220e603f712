import { formatDateTime, type Instant, localDate, parseDateTime, startOfDate } from '@cheyi/domain/time'
import { open } from './open.ts'

interface Moments {
  readonly title: string
  /** Initial position of the wheels; null: this morning. */
  readonly at: Instant | null
  readonly now: Instant
  /** Earliest and latest day, both included; 90 days before or after today by default. */
  readonly from?: Instant
  readonly to?: Instant
  /** Only the date is picked; the answer is the beginning of that day. */
  readonly date?: boolean
}

/** Picks a time on scroll wheels. @returns undefined when they were closed */
export async function pickMoment({ title, at, now, from, to, date = false }: Moments): Promise<Instant | undefined> {
  const day = (bound: Instant | undefined) => (bound === undefined ? undefined : localDate(bound))
  const picked = await open(() => import('./wheels-sheet.tsx'), {
    title,
    value: at === null ? undefined : date ? localDate(at) : formatDateTime(at),
    mode: date ? 'date' : 'dateTime',
    today: localDate(now),
    min: day(from),
    max: day(to),
  })
  if (picked === undefined) return undefined
  return date ? startOfDate(picked) : (parseDateTime(picked) ?? undefined)
}
