import { setTimeout as after } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { GatewayDatabase, SessionFix } from './database.ts'

/** Maximum number of reports in the memory of a node: beyond it the reader waits, and TCP slows the terminal down. */
export const MOST_WAITING = 1000
const RETRY_MS = 500

interface Told {
  readonly fixes: readonly SessionFix[]
  /** Called after the commit. */
  readonly stored: () => void
}

/**
 * Group commit: reports that arrive during one statement are stored by the next, so that one commit serves all of them.
 * No report is dropped: while PostgreSQL is unavailable the same reports are retried, and none is acknowledged.
 */
export class Ingest {
  readonly #database: Pick<GatewayDatabase, 'ingest'>
  readonly #log: Logger
  readonly #now: () => number
  readonly #stored: (fixes: readonly SessionFix[]) => void
  readonly #away: (deviceId: string) => void
  #queue: Told[] = []
  #waiting = 0
  #running: Promise<void> | undefined
  #room: (() => void)[] = []
  #ended = false
  /** Statements and reports since the start, for the log. */
  statements = 0
  stored = 0

  /**
   * @param stored receives the reports of each statement, after their acknowledgement
   * @param away receives a device whose reports were not stored here, and are not acknowledged
   */
  constructor(
    database: Pick<GatewayDatabase, 'ingest'>,
    log: Logger,
    now: () => number,
    stored: (fixes: readonly SessionFix[]) => void = () => {},
    away: (deviceId: string) => void = () => {},
  ) {
    this.#database = database
    this.#log = log
    this.#now = now
    this.#stored = stored
    this.#away = away
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Resolves once they are queued; `stored` is called after the commit. */
  async add(fixes: readonly SessionFix[], stored: () => void): Promise<void> {
    for (let from = 0; from < fixes.length || from === 0; from += MOST_WAITING) {
      const some = fixes.slice(from, from + MOST_WAITING)
      const isLast = from + MOST_WAITING >= fixes.length
      while (this.#waiting + some.length > MOST_WAITING && !this.#ended)
        await new Promise<void>((resolve) => this.#room.push(resolve))
      if (this.#ended) return
      this.#waiting += some.length
      this.#queue.push({ fixes: some, stored: isLast ? stored : () => {} })
      this.#running ??= this.#run()
    }
  }

  /** Resolves when all added reports are stored. */
  async settled(): Promise<void> {
    await this.#running
  }

  /** No further reports are accepted or retried; terminals send reports again that were not acknowledged. */
  end(): void {
    this.#ended = true
    this.#wakeWaiting()
  }

  async #run(): Promise<void> {
    // Includes the reports of the same turn of the event loop.
    await undefined
    while (this.#queue.length > 0 && !this.#ended) {
      const batch = this.#queue
      this.#queue = []
      const fixes = batch.flatMap((told) => told.fixes)
      const away = new Set(fixes.length > 0 ? await this.#store(fixes) : [])
      if (this.#ended) break
      this.#waiting -= fixes.length
      // All reports of one addition are of one device.
      for (const told of batch) if (!away.has(told.fixes[0]?.deviceId ?? '')) told.stored()
      this.#stored(fixes.filter(({ deviceId }) => !away.has(deviceId)))
      for (const deviceId of away) this.#away(deviceId)
      this.#wakeWaiting()
    }
    this.#running = undefined
  }

  async #store(fixes: readonly SessionFix[]): Promise<readonly string[]> {
    for (let tries = 1; !this.#ended; tries++) {
      try {
        const away = await this.#database.ingest(fixes, this.#now())
        this.statements++
        this.stored += fixes.length
        return away
      } catch (err) {
        if (tries % 20 === 1) this.#log.warn({ err, fixes: fixes.length, tries }, 'reports wait for the database')
        await after(RETRY_MS)
      }
    }
    return []
  }

  #wakeWaiting(): void {
    const woken = this.#room
    this.#room = []
    for (const wake of woken) wake()
  }
}
