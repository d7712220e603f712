import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { DAY, HOUR } from '@cheyi/domain/time'
import { expect, vi } from 'vitest'
import { runForMerchants, runTimer } from '../kernel/process/jobs.ts'
import type { TestApp } from './app.ts'
import { inTheEnd } from './in-the-end.ts'
import { installationWorkOf, merchantWorkOf, workOf } from './timer.ts'

/** Runs a timer once, for all merchants, as its schedule would; no row may fail. @returns how many rows it tried */
export const runDue = (t: TestApp, name: TimerName): Promise<number> =>
  withoutFailures(t, () => runTimer(t.jobs, name, workOf(name)))

/** Runs the timer of customers who do not come as it runs in a day: it cancels only what it has watched all the time. */
export async function watchNoShow(t: TestApp, from: number): Promise<void> {
  for (let now = from; now <= from + DAY; now += HOUR) {
    t.clock.set(now)
    await runDue(t, 'noShow')
  }
}

/** Runs the work of a feature that goes merchant by merchant. */
export async function runMerchants(t: TestApp, name: string): Promise<void> {
  await withoutFailures(t, () => runForMerchants(t.jobs, name, merchantWorkOf(name)))
}

/** Runs work that goes by no merchant, as its schedule would. */
export async function runInstallation(t: TestApp, name: string): Promise<void> {
  const work = installationWorkOf(name)
  await withoutFailures(t, () => work(t.jobs, new AbortController().signal))
}

/** Waits until all committed events can be followed: everybody's older transactions have ended, of other tests too. */
export const eventsReadable = (t: TestApp): Promise<void> =>
  inTheEnd(async () => {
    const { rows } = await t.root.query(
      'select exists (select from event where xid >= pg_snapshot_xmin(pg_current_snapshot())) as waits',
    )
    expect(rows[0].waits).toBe(false)
  })

/** Lets the follower of figures come up with all that was committed. */
export async function followEvents(t: TestApp): Promise<void> {
  await eventsReadable(t)
  await runInstallation(t, 'figures')
}

/** A failing row is only logged, so that it keeps no other waiting: a test wants to know. */
async function withoutFailures<T>(t: TestApp, run: () => Promise<T>): Promise<T> {
  const log = vi.spyOn(t.kernel.log, 'error')
  try {
    const answer = await run()
    const failures = log.mock.calls.filter(([, message]) => message === 'job failed').map(([details]) => details)
    expect(failures).toEqual([])
    return answer
  } finally {
    log.mockRestore()
  }
}

/** Everything that a step leaves behind an order, counted: a run that changes nothing leaves this as it was. */
export async function traces(t: TestApp, orderId: string): Promise<Record<string, number>> {
  const { rows } = await t.root.query(
    `select o.version, o.status,
       (select count(*)::int from order_log where order_id = o.id) as log,
       (select count(*)::int from ledger_txn where order_id = o.id) as postings,
       (select count(*)::int from payment where order_id = o.id) as payments,
       (select count(*)::int from outbox where order_id = o.id) as messages,
       (select count(*)::int from task where order_id = o.id) as tasks,
       (select count(*)::int from task where order_id = o.id and done_at is null) as "openTasks",
       (select count(*)::int from occupancy where ref_id = o.id) as occupancies,
       (select extract(epoch from max(to_at))::int from occupancy where ref_id = o.id and active) as "heldUntil"
     from "order" o where o.id = $1`,
    [orderId],
  )
  return rows[0]
}
