import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { jobs } from '../../src/jobs.ts'
import type { Kernel } from '../../src/kernel/http/pipeline.ts'
import { runForMerchants, runTimer } from '../../src/kernel/process/jobs.ts'
import { differing } from './rows.ts'

const ROUNDS = 10

/**
 * Does everything that the clock sets off, until it changes nothing: a server whose clock stands still then finds nothing to do, and
 * whatever changes afterwards was changed by somebody.
 */
export async function settle(kernel: Kernel, picture: () => Promise<Record<string, string>>): Promise<void> {
  let last: Record<string, string> = {}
  let changed: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const feature of jobs) {
      for (const [name, work] of Object.entries(feature.due ?? {})) await runTimer(kernel, name as TimerName, work)
      for (const { name, work } of feature.merchants ?? []) await runForMerchants(kernel, name, work)
      for (const { work } of feature.installation ?? []) await work(kernel, new AbortController().signal)
    }
    await kernel.afterwards.idle()
    const now = await picture()
    changed = differing(last, now)
    if (changed.length === 0) return
    last = now
  }
  throw new Error(`the jobs find something to do each time: ${changed.join(' ')}`)
}
