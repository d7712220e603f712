import { DIRECT, type SiteStep } from '@cheyi/domain/sales/site/funnel'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import type { Kernel } from '../../../kernel/http/pipeline.ts'

/*
 * What visitors do is counted in this process, and written each minute as one statement: a search waits for no write. What is counted
 * when a process is killed is lost, at most a minute of one process.
 */

export interface Tally {
  /** Counts a step. @param place `DIRECT`, or the place that the visitor named */
  step(merchantId: string, place: string, step: SiteStep): void
  /** Counts models that were sold out for a pickup on a day. */
  lack(merchantId: string, wantedOn: LocalDate, modelIds: readonly string[]): void
  /** Writes what was counted. What could not be written is tried again with the next. */
  flush(): Promise<void>
  close(): void
}

const EVERY_MS = 60_000
/** Different counters in memory; further ones of the same minute are left out, so that no visitor fills it. */
const MOST_KEYS = 20_000
/** Of one minute, merchant and kind, so that one page does not take the room of others. */
const MOST_OF_MERCHANT = 2_000

interface Counter {
  readonly merchant: string
  readonly day: LocalDate
  readonly key: Readonly<Record<string, string | number>>
  n: number
}

export function createTally({
  pools,
  clock,
  log,
}: Pick<Kernel, 'pools' | 'clock'> & { readonly log: Pick<Console, 'warn'> }): Tally {
  let counters = new Map<string, Counter>()
  let ofMerchant = new Map<string, number>()

  function add(merchant: string, key: Counter['key'], n = 1): void {
    const day = localDate(clock.now())
    const name = `${merchant} ${day} ${Object.values(key).join(' ')}`
    const known = counters.get(name)
    if (known !== undefined) {
      known.n += n
      return
    }
    const count = ofMerchant.get(merchant) ?? 0
    if (counters.size >= MOST_KEYS || count >= MOST_OF_MERCHANT) return
    ofMerchant.set(merchant, count + 1)
    counters.set(name, { merchant, day, key, n })
  }

  async function flush(): Promise<void> {
    if (counters.size === 0) return
    const counted = counters
    counters = new Map()
    ofMerchant = new Map()
    const rows = [...counted.values()].map(({ merchant, day, key, n }) => ({ merchant_id: merchant, day, ...key, n }))
    try {
      await pools.side.query('select add_site_counts($1::jsonb)', [JSON.stringify(rows)])
    } catch (error) {
      log.warn({ err: error }, 'visits of booking pages were not written')
      for (const { merchant, key, n } of counted.values()) add(merchant, key, n)
    }
  }

  const timer = setInterval(() => void flush(), EVERY_MS)
  timer.unref()
  return {
    step: (merchant, place, step) => add(merchant, { place: place === '' ? DIRECT : place, step }),
    lack: (merchant, wantedOn, modelIds) => {
      for (const model_id of modelIds) add(merchant, { wanted_on: wantedOn, model_id })
    },
    flush,
    close: () => clearInterval(timer),
  }
}
