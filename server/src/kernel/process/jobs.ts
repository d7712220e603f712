import { setTimeout as sleep } from 'node:timers/promises'
import { type Schedule, type TimerName, timers } from '@cheyi/domain/booking/order/timers'
import { type MerchantJob, statesOfJob } from '@cheyi/domain/platform/merchant/goes-on'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { Cron } from 'croner'
import type { Context } from '../context.ts'
import { inTenant } from '../db/db.ts'
import { withRestarts } from '../db/restart.ts'
import { isAway } from '../elsewhere.ts'
import type { Kernel } from '../http/pipeline.ts'
import { onceMore, Unavailable } from '../http/unavailable.ts'
import { systemContext } from '../make-context.ts'
import { inRun, inStep, traceOfLog } from '../trace/trace.ts'

/** Work on one due row, inside a transaction of its merchant. It must lock the row and check the state machine. */
export type DueWork = (ctx: Context, id: string) => Promise<void>
export type MerchantWork = (ctx: Context) => Promise<void>
/** Work on data that belongs to no merchant. `stop` is set when the server ends: long work must stop at a safe point. */
export type KernelWork = (kernel: Kernel, stop: AbortSignal) => Promise<void>

interface Scheduled<Work, Name extends string = string> {
  readonly name: Name
  readonly schedule: Schedule
  readonly work: Work
}

/** Scheduled work of one part of the server. Work must be idempotent, because it may run twice or on two processes at once. */
export interface Jobs {
  readonly due?: Partial<Record<TimerName, DueWork>>
  readonly merchants?: readonly Scheduled<MerchantWork, MerchantJob>[]
  readonly installation?: readonly Scheduled<KernelWork>[]
}

const BATCH = 100
/** ms between retries while the database is not reachable. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 10_000

/**
 * Runs one timer now, for all merchants: by schedule, by hand, and in tests. Rows are read in the order of their ids,
 * so that each is tried exactly once.
 * @returns how many rows were tried
 */
export async function runTimer(kernel: Kernel, name: TimerName, work: DueWork, stop?: AbortSignal): Promise<number> {
  let tried = 0
  for (let after = '0'; !stop?.aborted; ) {
    const { rows } = await kernel.pools.side.query<{ merchantId: string; id: string }>(
      'select merchant_id, id from timer_due($1, $2, $3, $4)',
      [name, new Date(kernel.clock.now()), after, BATCH],
    )
    for (const row of rows) {
      if (stop?.aborted) break
      await attempt(kernel, name, row.merchantId, (ctx) => work(ctx, row.id))
      tried++
    }
    if (rows.length < BATCH) break
    after = rows.at(-1)!.id
  }
  return tried
}

/** Runs work for every merchant in a state in which it goes on, one transaction each. */
export async function runForMerchants(
  kernel: Kernel,
  name: string,
  work: MerchantWork,
  stop?: AbortSignal,
): Promise<void> {
  const { rows } = await kernel.pools.side.query<{ id: string }>('select id from every_merchant($1)', [
    statesOfJob(name),
  ])
  await runForSome(kernel, { name, ids: rows.map(({ id }) => id), work, stop })
}

/**
 * Statements are planned as if the merchant had all rows of a table (decision 230). For most of its rows, which such work reads, a
 * sequential scan then looks cheapest, and it would read the rows of every merchant for each merchant. No client waits for this
 * work, and a comparison of a merchant with a million orders takes longer than the limit of a statement of a call.
 */
const MERCHANT_WORK = ['set local enable_seqscan = off', "set local statement_timeout = '10min'"]

/** Runs work for these merchants, one transaction each. */
export async function runForSome(
  kernel: Kernel,
  job: {
    readonly name: string
    readonly ids: readonly string[]
    readonly work: MerchantWork
    readonly stop?: AbortSignal
  },
): Promise<void> {
  const work: MerchantWork = (ctx) => {
    for (const setting of MERCHANT_WORK) ctx.queue(setting)
    return job.work(ctx)
  }
  for (const id of job.ids) if (!job.stop?.aborted) await attempt(kernel, job.name, id, work)
}

/**
 * The failure of one row is logged and does not stop the others; the row is due again at the next run.
 * @throws Unavailable when the database is not reachable, because the other rows would fail as well
 */
async function attempt(kernel: Kernel, name: string, merchantId: string, work: MerchantWork): Promise<void> {
  let after: (() => void | Promise<void>)[] = []
  try {
    const vault = await kernel.vaults.merchant(merchantId)
    const scope = { merchantId, accountId: '0', scope: 'all', storeIds: [] } as const
    await inStep('one row or merchant', () =>
      onceMore(() =>
        withRestarts((first) => {
          after = []
          return inTenant(kernel.pools.main, { scope, now: kernel.clock.now(), readOnly: false }, async (tx) => {
            const ctx = systemContext(kernel, { name, merchantId, tx, vault, after })
            await first(ctx)
            await work(ctx)
          })
        }),
      ),
    )
    kernel.wake.notify()
    for (const run of after) await run()
  } catch (error) {
    if (error instanceof Unavailable && error.reason === 'lost') throw error
    // A merchant that moves, or has moved, is due where it lives.
    if (isAway(error)) return
    kernel.metrics.jobFailures.inc({ work: name })
    kernel.log.error({ err: error, job: name, merchantId, ...traceOfLog() }, 'job failed')
  }
}

/**
 * Starts all schedules; a run that is still active is not started a second time. Daily and monthly work also runs at
 * the start, because the server may have been down at its hour.
 * @returns a function that stops them; work in progress finishes its row
 */
export function startJobs(kernel: Kernel, features: readonly Jobs[]): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const crons: Cron[] = []
  const stopping = new AbortController()
  const { signal } = stopping

  const start = (name: string, schedule: Schedule, run: () => Promise<unknown>, { now = false } = {}) => {
    let busy = false
    const go = async () => {
      if (busy) return
      busy = true
      const work = untilServed(() => inRun(`job ${name}`, run), kernel.log, signal)
        .then(() => kernel.metrics.jobEnds.set({ work: name }, Math.floor(kernel.clock.now() / 1000)))
        .catch((error: unknown) => {
          kernel.metrics.jobFailures.inc({ work: name })
          kernel.log.error({ err: error, job: name }, 'schedule failed')
        })
        .finally(() => {
          busy = false
          running.delete(work)
        })
      running.add(work)
      await work
    }
    crons.push(new Cron(pattern(schedule), { timezone: 'Asia/Shanghai' }, go))
    if (now) void go()
  }

  for (const { due = {}, merchants = [], installation = [] } of features) {
    for (const [name, work] of Object.entries(due) as [TimerName, DueWork][])
      start(name, timers[name], () => runTimer(kernel, name, work, signal), { now: !('every' in timers[name]) })
    for (const { name, schedule, work } of merchants)
      start(name, schedule, () => runForMerchants(kernel, name, work, signal))
    for (const { name, schedule, work } of installation) start(name, schedule, () => work(kernel, signal))
  }
  return async () => {
    stopping.abort()
    for (const cron of crons) cron.stop()
    await Promise.all(running)
  }
}

/** Retries until the database is reachable: daily work must not wait for the next day. */
async function untilServed(run: () => Promise<unknown>, log: Kernel['log'], stop: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      await run()
      return
    } catch (error) {
      if (!(error instanceof Unavailable) || stop.aborted) throw error
      log.warn({ err: error, pause }, 'schedule waits for the database')
    }
    await sleep(pause, undefined, { signal: stop }).catch(() => {})
    if (stop.aborted) return
  }
}

/** The croner pattern (with seconds) of a schedule. */
function pattern(schedule: Schedule): string {
  if ('daily' in schedule) {
    const [hour, minute] = schedule.daily.split(':')
    return `0 ${Number(minute)} ${Number(hour)} * * *`
  }
  if ('monthly' in schedule) {
    const [hour, minute] = schedule.monthly.split(':')
    return `0 ${Number(minute)} ${Number(hour)} 1 * *`
  }
  if (schedule.every < MINUTE) return `*/${schedule.every / 1000} * * * * *`
  if (schedule.every < HOUR) return `0 */${schedule.every / MINUTE} * * * *`
  return `0 0 */${schedule.every / HOUR} * * *`
}
