import { formatDateTime, type Instant, localDate, parseDateTime, startOfDate } from '@cheyi/domain/time'
import { open } from './open.ts'

interface Moments {
  readonly title: string
  /** Where the wheels stand; null: at the morning of today. */
  readonly at: Instant | null
  readonly now: Instant
  /** On the days of these and between them; 90 days around today where one is left out. */
  readonly from?: Instant
  readonly to?: Instant
  /** Only its date is asked for; it is answered as the beginning of that. */
  readonly date?: boolean
}

/** A moment picked on scroll wheels. @returns undefined when they were closed */
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
