import { type Schedule, type TimerName, timers } from '@cheyi/domain/order/timers'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { Cron } from 'croner'
import type { Context } from './context.ts'
import { inTenant } from './db.ts'
import { systemContext } from './make-context.ts'
import type { Kernel } from './pipeline.ts'

/** Work on one due row, inside a transaction of its merchant. It locks the row and asks the state machine again. */
export type DueWork = (ctx: Context, id: string) => Promise<void>
/** Nightly or hourly work for one merchant as a whole. */
export type MerchantWork = (ctx: Context) => Promise<void>

/** What a room wants done by the clock. */
export interface Jobs {
  readonly due?: Partial<Record<TimerName, DueWork>>
  readonly merchants?: readonly { readonly name: string; readonly schedule: Schedule; readonly work: MerchantWork }[]
}

const BATCH = 100
/** A run that found full batches goes on, but never for ever. */
const MAX_BATCHES = 50

/** Runs one timer now, for all merchants: by its schedule, by hand, and in tests. @returns how many rows it tried */
export async function runTimer(kernel: Kernel, name: TimerName, work: DueWork): Promise<number> {
  const seen = new Set<string>()
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const now = kernel.clock.now()
    const { rows } = await kernel.pools.side.query<{ merchant_id: string; id: string }>(
      'select merchant_id, id from timer_due($1, $2, $3)',
      [name, new Date(now), BATCH + seen.size],
    )
    const fresh = rows.filter((row) => !seen.has(row.id))
    if (fresh.length === 0) break
    for (const row of fresh) {
      seen.add(row.id)
      await attempt(kernel, name, row.merchant_id, (ctx) => work(ctx, row.id))
    }
  }
  return seen.size
}

/** Runs work for every merchant, one transaction each. */
export async function runForMerchants(kernel: Kernel, name: string, work: MerchantWork): Promise<void> {
  const { rows } = await kernel.pools.side.query<{ id: string }>('select id from every_merchant()')
  for (const { id } of rows) await attempt(kernel, name, id, work)
}

/** One row's failure is logged and never keeps the others waiting; it is due again at the next run. */
async function attempt(kernel: Kernel, name: string, merchantId: string, work: MerchantWork): Promise<void> {
  const vault = await kernel.vaults.merchant(merchantId)
  const after: (() => void | Promise<void>)[] = []
  try {
    await inTenant(
      kernel.pools.main,
      { scope: { merchantId, accountId: '0', scope: 'all', storeIds: [] }, now: kernel.clock.now(), readOnly: false },
      (tx) => work(systemContext(kernel, { name, merchantId, tx, vault, after })),
    )
    for (const run of after) await run()
  } catch (error) {
    kernel.log.error({ err: error, job: name, merchantId }, 'job failed')
  }
}

/** Starts every schedule; a run that is still going is not started a second time. @returns stops them and waits */
export function startJobs(kernel: Kernel, rooms: readonly Jobs[]): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const crons: Cron[] = []
  const start = (schedule: Schedule, run: () => Promise<unknown>) => {
    let busy = false
    crons.push(
      new Cron(pattern(schedule), { timezone: 'Asia/Shanghai' }, async () => {
        if (busy) return
        busy = true
        const work = run()
          .catch((error: unknown) => kernel.log.error({ err: error }, 'schedule failed'))
          .finally(() => {
            busy = false
            running.delete(work)
          })
        running.add(work)
        await work
      }),
    )
  }
  for (const { due = {}, merchants = [] } of rooms) {
    for (const [name, work] of Object.entries(due) as [TimerName, DueWork][])
      start(timers[name], () => runTimer(kernel, name, work))
    for (const { name, schedule, work } of merchants) start(schedule, () => runForMerchants(kernel, name, work))
  }
  return async () => {
    for (const cron of crons) cron.stop()
    await Promise.all(running)
  }
}

/** croner's pattern (with seconds) of a schedule. */
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
