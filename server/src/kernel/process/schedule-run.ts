import { randomUUID } from 'node:crypto'
import type { Schedule } from '@cheyi/domain/booking/order/timers'
import { isQuiet } from '@cheyi/domain/platform/notify/quiet-hours'
import { addMonths, DAY, HOUR, type Instant, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { at } from '../db/instant.ts'
import type { Kernel } from '../http/pipeline.ts'

/*
 * Work of an hour is done once, by one server, and the database remembers of which hour. What nobody did at its hour, because all servers
 * were off, is made up for by the next one that starts.
 */

/** Whether a schedule names hours, which may be missed; what a shorter interval missed comes again soon. */
export const isOfHour = (schedule: Schedule): boolean => !('every' in schedule) || schedule.every >= HOUR

/** The last hour of the schedule that has come. */
export function lastHour(schedule: Schedule, now: Instant): Instant {
  if ('every' in schedule) return Math.floor(now / schedule.every) * schedule.every
  const [hour, minute] = ('daily' in schedule ? schedule.daily : schedule.monthly).split(':').map(Number)
  const into = hour! * HOUR + minute! * MINUTE
  const today = localDate(now)
  if ('daily' in schedule) {
    const due = startOfDate(today) + into
    return due > now ? due - DAY : due
  }
  const first = `${today.slice(0, 7)}-01` as const
  const due = startOfDate(first) + into
  return due > now ? startOfDate(addMonths(first, -1)) + into : due
}

/**
 * Whether an hour that was missed is still made up for. Work of the day speaks to people, in words such as "today": it is done the same day
 * and not at night, or not at all. The rest is done whenever a server is there.
 */
export function isMadeUp(schedule: Schedule, due: Instant, now: Instant): boolean {
  if ('every' in schedule || isQuiet(due)) return true
  return localDate(due) === localDate(now) && !isQuiet(now)
}

/** A server that has not renewed its hold for so long has died. */
const LEASE = 2 * MINUTE
const RENEW = 30_000
/** An hour that is remembered from this far ahead was kept by a clock that was wrong. */
const AHEAD = HOUR

export interface ScheduleRuns {
  /**
   * Does the work of the last hour, unless that was done or another server is at it. `work` does not fail.
   * @param first what the first run ever has missed: rows are due whoever looked before; other work of a new installation has missed nothing
   */
  run(
    name: string,
    schedule: Schedule,
    work: () => Promise<unknown>,
    options: { readonly stop: AbortSignal; readonly first: 'nothing' | 'rows' },
  ): Promise<void>
}

export function scheduleRuns({ pools, clock }: Pick<Kernel, 'pools' | 'clock'>): ScheduleRuns {
  const runner = randomUUID()
  const known = new Set<string>()

  /** Remembers a work that has never run: an installation is new, or an upgrade brought the work. */
  async function begin(name: string, due: Instant): Promise<void> {
    if (known.has(name)) return
    await pools.side.query('insert into schedule_run (work, due_at) values ($1, $2) on conflict do nothing', [
      name,
      at(due),
    ])
    known.add(name)
  }

  /** @returns whether this server may do the work */
  async function take(name: string, due: Instant): Promise<boolean> {
    const { rowCount } = await pools.side.query(
      `update schedule_run set runner = $3, lease_until = clock_timestamp() + make_interval(secs => $4)
        where work = $1 and (due_at < $2 or due_at > $5) and (runner = $3 or lease_until < clock_timestamp())`,
      [name, at(due), runner, LEASE / 1000, at(clock.now() + AHEAD)],
    )
    return rowCount === 1
  }

  const renew = (name: string) =>
    pools.side.query(
      `update schedule_run set lease_until = clock_timestamp() + make_interval(secs => $3) where work = $1 and runner = $2`,
      [name, runner, LEASE / 1000],
    )

  /** @param due the hour that was done; null: it was begun only */
  const end = (name: string, due: Instant | null) =>
    pools.side.query(
      `update schedule_run set due_at = coalesce($3, due_at), lease_until = '-infinity' where work = $1 and runner = $2`,
      [name, runner, due === null ? null : at(due)],
    )

  return {
    async run(name, schedule, work, { stop, first }) {
      const now = clock.now()
      const due = lastHour(schedule, now)
      await begin(name, first === 'rows' ? due - 1 : due)
      if (!isMadeUp(schedule, due, now) || !(await take(name, due))) return
      const renewing = setInterval(() => void renew(name).catch(() => undefined), RENEW)
      try {
        await work()
      } finally {
        clearInterval(renewing)
        await end(name, stop.aborted ? null : due)
      }
    },
  }
}
