import { type AlarmChange, type Watch, type WatchedCar, watchCar } from '@cheyi/domain/fleet/vehicle-control/alarm'
import { type AlarmRule, rulesOf } from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { type Fence, type StoredShape, shapeOf } from '@cheyi/domain/fleet/vehicle-control/fence'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import type { Logger } from 'pino'
import type { SessionFix } from './database.ts'

/** A changed rule or fence is in force after this time. */
const RULES_MS = 5000
/** Reports of one device that are compared at once; of more only the newest are, because the others are no longer current. */
const MOST_OF_DEVICE = 60

interface StoredWatch {
  readonly merchantId: string
  readonly rules: readonly AlarmRule[]
  readonly fences: readonly (Omit<Fence, 'shape'> & { readonly shape: StoredShape })[]
  readonly stores: readonly GeoPoint[]
}

export interface WatchFacts {
  readonly cars: readonly (WatchedCar & { readonly deviceId: string; readonly merchantId: string })[]
  /** Of merchants that were not known. */
  readonly merchants: readonly StoredWatch[]
}

export type CarChange = AlarmChange & { readonly n: number; readonly deviceId: string; readonly vehicleId: string }

export interface WatchDatabase {
  watch(deviceIds: readonly string[], known: readonly string[], now: number): Promise<WatchFacts>
  alarms(changes: readonly CarChange[], now: number): Promise<void>
}

interface WatcherOptions {
  readonly database: WatchDatabase
  readonly log: Logger
  readonly now: () => number
  /** Alarms have begun or ended. */
  readonly told: () => void
}

/**
 * Compares stored reports with the rules of their merchants. It runs beside the group commit: reports that arrive during
 * one comparison are compared together by the next, in one statement, and a second one if an alarm begins or ends. No
 * acknowledgement depends on it: after a failure the next report of a car shows the same condition.
 */
export class Watcher {
  readonly #options: WatcherOptions
  readonly #rules = new Map<string, { readonly watch: Watch; readonly at: number }>()
  #waiting = new Map<string, SessionFix[]>()
  #running: Promise<void> | undefined
  /** Statements since the start, for tests. */
  statements = 0

  constructor(options: WatcherOptions) {
    this.#options = options
  }

  /** Current reports, after they were stored. */
  add(fixes: readonly SessionFix[]): void {
    for (const fix of fixes) {
      if (!fix.current || fix.backfill) continue
      const before = this.#waiting.get(fix.deviceId)
      if (before === undefined) this.#waiting.set(fix.deviceId, [fix])
      else before.push(fix)
      if (before !== undefined && before.length > MOST_OF_DEVICE) before.shift()
    }
    if (this.#waiting.size > 0) this.#running ??= this.#run()
  }

  /** Resolves when all added reports are compared. */
  async settled(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    const { log } = this.#options
    while (this.#waiting.size > 0) {
      const batch = this.#waiting
      this.#waiting = new Map()
      try {
        await this.#compare(batch)
      } catch (err) {
        log.warn({ err, devices: batch.size }, 'reports were not compared with the rules of alarms')
      }
    }
    this.#running = undefined
  }

  async #compare(batch: ReadonlyMap<string, readonly SessionFix[]>): Promise<void> {
    const { database, now, told } = this.#options
    const known = [...this.#rules].flatMap(([id, { at }]) => (now() - at < RULES_MS ? [id] : []))
    const { cars, merchants } = await database.watch([...batch.keys()], known, now())
    this.statements++
    for (const { merchantId, rules, fences, stores } of merchants) {
      const watch = { rules: rulesOf(rules), fences: fences.map((f) => ({ ...f, shape: shapeOf(f.shape) })), stores }
      this.#rules.set(merchantId, { watch, at: now() })
    }
    const changes = cars.flatMap(({ deviceId, merchantId, ...car }) =>
      watchCar(batch.get(deviceId)!, car, this.#rules.get(merchantId)!.watch).map((change) => ({
        ...change,
        deviceId,
        vehicleId: car.vehicleId,
      })),
    )
    if (changes.length === 0) return
    await database.alarms(
      changes.map((change, n) => ({ ...change, n })),
      now(),
    )
    this.statements++
    told()
  }
}
