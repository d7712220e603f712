import { setTimeout as sleep } from 'node:timers/promises'
import { type Schedule, type TimerName, timers } from '@cheyi/domain/booking/order/timers'
import { type MerchantJob, statesOfJob } from '@cheyi/domain/platform/merchant/goes-on'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { Cron } from 'croner'
import type { Context } from '../context.ts'
import { inTenant } from '../db/db.ts'
import { withRestarts } from '../db/restart.ts'
import { type FairWork, fairWork, type WorkBounds } from '../fair-work.ts'
import type { Kernel } from '../http/pipeline.ts'
import { onceMore, Unavailable } from '../http/unavailable.ts'
import { systemContext } from '../make-context.ts'
import { inRun, inStep } from '../trace/trace.ts'
import { jobFailed } from './job-failure.ts'
import { isOfHour, scheduleRuns } from './schedule-run.ts'

/** Work on one due row, inside a transaction of its merchant. It must lock the row and check the state machine. */
export type DueWork = (ctx: Context, id: string) => Promise<void>
export type MerchantWork = (ctx: Context) => Promise<void>
/** Work on data that belongs to no merchant. `stop` is set when the server ends: long work must stop at a safe point. */
export type KernelWork = (kernel: Kernel, stop: AbortSignal) => Promise<void>

interface Scheduled<Work, Name extends string = string> {
  readonly name: Name
  readonly schedule: Schedule
  readonly work: Work
  /** One run of a short interval may take minutes: it leaves the connections of what has to be quick alone. */
  readonly long?: true
}

/** Scheduled work of one part of the server. Work must be idempotent, because it may run twice or on two processes at once. */
export interface Jobs {
  readonly due?: Partial<Record<TimerName, DueWork>>
  readonly merchants?: readonly Scheduled<MerchantWork, MerchantJob>[]
  readonly installation?: readonly Scheduled<KernelWork>[]
  /** Names under which failures are counted besides. */
  readonly failing?: readonly string[]
}

/** The kernel as jobs run in it: with connections for what has to be quick, and with others for what may take long. */
export interface JobKernels {
  readonly jobs: Kernel
  readonly longJobs: Kernel
}

const BATCH = 100
/** ms between retries while the database is not reachable. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 10_000

/** Questions to vendors after the commits of due rows; each may take as long as the time limit of its vendor. */
const ASKS: WorkBounds = { atOnce: 32, ofMerchant: 3 }
/** Papers are printed by one program of this machine, which refuses more than a few that wait. */
const IN_TURN: ReadonlySet<TimerName> = new Set(['agreementPrint'])
/** The same of work that goes merchant by merchant, with fewer connections. */
const LONG_ASKS: WorkBounds = { atOnce: 4, ofMerchant: 1 }
/** Longer than the time limit of any vendor that a due row asks. */
const ASK_LIMIT = 3 * MINUTE

/** Due rows whose work after the commit has not ended yet. */
interface Asks {
  readonly turns: FairWork
  readonly underWay: Map<string, Promise<void>>
}
const openAsks = (name: TimerName, stop?: AbortSignal): Asks => ({
  turns: fairWork(IN_TURN.has(name) ? { atOnce: 1, ofMerchant: 1 } : ASKS, stop),
  underWay: new Map(),
})

/**
 * Runs one timer now, for all merchants: by hand, and in tests.
 * @returns how many rows were tried
 */
export async function runTimer(kernel: Kernel, name: TimerName, work: DueWork, stop?: AbortSignal): Promise<number> {
  const asks = openAsks(name, stop)
  const tried = await runDueRows(kernel, { name, work, asks, stop })
  await Promise.all(asks.underWay.values())
  return tried
}

/**
 * Tries all rows of a timer that are due, in the order of their ids, so that each is tried exactly once. What follows a commit is not
 * awaited: a vendor that answers slowly keeps neither the next row nor the next run waiting. A row whose vendor is still asked is left out.
 * @returns how many rows were tried
 */
async function runDueRows(
  kernel: Kernel,
  {
    name,
    work,
    asks: { turns, underWay },
    stop,
  }: { readonly name: TimerName; readonly work: DueWork; readonly asks: Asks; readonly stop: AbortSignal | undefined },
): Promise<number> {
  let tried = 0
  for (let after = '0'; !stop?.aborted; ) {
    const { rows } = await kernel.pools.side.query<{ merchantId: string; id: string }>(
      'select merchant_id, id from timer_due($1, $2, $3, $4)',
      [name, new Date(kernel.clock.now()), after, BATCH],
    )
    for (const { merchantId, id } of rows) {
      if (stop?.aborted) break
      const key = `${name} ${id}`
      if (underWay.has(key)) continue
      const then = await attempt(kernel, name, merchantId, (ctx) => work(ctx, id))
      tried++
      if (then === undefined) continue
      const asked = turns
        .add(merchantId, () => inTime(kernel, name, merchantId, then))
        .finally(() => underWay.delete(key))
      underWay.set(key, asked)
    }
    if (rows.length < BATCH) break
    after = rows.at(-1)!.id
  }
  return tried
}

/** What never ends takes the place of others no longer than the limit. */
async function inTime(kernel: Kernel, name: string, merchantId: string, work: () => Promise<void>): Promise<void> {
  const limit = new AbortController()
  const overdue = sleep(ASK_LIMIT, 'overdue', { ref: false, signal: limit.signal }).catch(() => undefined)
  if ((await Promise.race([work(), overdue])) === 'overdue')
    jobFailed(kernel, name, new Error('what follows a row did not end in time'), { merchantId })
  limit.abort()
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
  const turns = fairWork(LONG_ASKS, job.stop)
  const asked: Promise<void>[] = []
  for (const id of job.ids) {
    if (job.stop?.aborted) break
    const then = await attempt(kernel, job.name, id, work)
    if (then !== undefined) asked.push(turns.add(id, then))
  }
  await Promise.all(asked)
}

/**
 * The failure of one row is told and does not stop the others; the row is due again at the next run.
 * @returns what follows the commit, which does not fail; undefined: nothing does
 * @throws Unavailable when the database is not reachable, because the other rows would fail as well
 */
async function attempt(
  kernel: Kernel,
  name: string,
  merchantId: string,
  work: MerchantWork,
): Promise<(() => Promise<void>) | undefined> {
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
  } catch (error) {
    if (error instanceof Unavailable && error.reason === 'lost') throw error
    jobFailed(kernel, name, error, { merchantId })
    return undefined
  }
  if (after.length === 0) return undefined
  return async () => {
    try {
      for (const run of after) await run()
    } catch (error) {
      jobFailed(kernel, name, error, { merchantId })
    }
  }
}

/** Works of an hour that one process is at: a night has many, and a start after a night off makes up for all of them. */
const HOURS_AT_ONCE = 2
/** How often a process looks for an hour that was missed: it was off or asleep, or another one died in the middle of the work. */
const LOOK_EVERY: Schedule = { every: 5 * MINUTE }

/**
 * Starts all schedules; a run that is still active is not started a second time. The work of an hour (daily, monthly, each hour) is done
 * once for all servers, and later where all of them were off at its hour; see `schedule-run.ts`.
 * @returns a function that stops them; work in progress finishes its row
 */
export function startJobs({ jobs: quick, longJobs: long }: JobKernels, features: readonly Jobs[]): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const crons: Cron[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  const hours = fairWork({ atOnce: HOURS_AT_ONCE, ofMerchant: HOURS_AT_ONCE }, signal)
  const allAsks: Asks[] = []
  const runs = scheduleRuns(quick)
  const looks: (() => Promise<void>)[] = []

  const track = (work: Promise<unknown>) => {
    const one = work.finally(() => running.delete(one))
    running.add(one)
    return one
  }
  const every = (schedule: Schedule, go: () => unknown) =>
    crons.push(new Cron(pattern(schedule), { timezone: 'Asia/Shanghai' }, () => void go()))

  const start = (
    name: string,
    schedule: Schedule,
    run: () => Promise<unknown>,
    first: 'nothing' | 'rows' = 'nothing',
  ) => {
    // A series that is born with its first failure is no increase to whoever watches.
    quick.metrics.jobFailures.inc({ work: name }, 0)
    const once = () =>
      untilServed(() => inRun(`job ${name}`, run), quick.log, signal)
        .then(() => quick.metrics.jobEnds.set({ work: name }, Math.floor(quick.clock.now() / 1000)))
        .catch((error: unknown) => {
          quick.metrics.jobFailures.inc({ work: name })
          quick.log.error({ err: error, job: name }, 'schedule failed')
        })
    const inHour = isOfHour(schedule)
      ? () =>
          hours.add('', () =>
            untilServed(() => runs.run(name, schedule, once, { stop: signal, first }), quick.log, signal).catch(
              (error: unknown) => jobFailed(quick, name, error),
            ),
          )
      : undefined
    let busy = false
    const go = async () => {
      if (busy || signal.aborted) return
      busy = true
      await track((inHour ?? once)())
      busy = false
    }
    every(schedule, go)
    if (inHour !== undefined) looks.push(go)
  }

  for (const { due = {}, merchants = [], installation = [], failing = [] } of features) {
    for (const work of failing) quick.metrics.jobFailures.inc({ work }, 0)
    for (const [name, work] of Object.entries(due) as [TimerName, DueWork][]) {
      const kernel = isOfHour(timers[name]) ? long : quick
      const asks = openAsks(name, signal)
      allAsks.push(asks)
      start(name, timers[name], () => runDueRows(kernel, { name, work, asks, stop: signal }), 'rows')
    }
    for (const { name, schedule, work, long: isLong } of merchants) {
      const kernel = isLong || isOfHour(schedule) ? long : quick
      quick.metrics.differences.inc({ work: name }, 0)
      start(name, schedule, () => runForMerchants(kernel, name, work, signal))
    }
    for (const { name, schedule, work, long: isLong } of installation) {
      const kernel = isLong || isOfHour(schedule) ? long : quick
      quick.metrics.differences.inc({ work: name }, 0)
      start(name, schedule, () => work(kernel, signal))
    }
  }
  const look = async () => void (await Promise.all(looks.map((go) => go())))
  every(LOOK_EVERY, look)
  void look()
  return async () => {
    stopping.abort()
    for (const cron of crons) cron.stop()
    await Promise.all([...running, ...allAsks.flatMap(({ underWay }) => [...underWay.values()])])
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
