import { mergeEvents, subjectOf } from './merge.ts'
import { type ForeignRow, isAfter, type Place } from './store.ts'

/** Minimum time between two messages about the same pool. */
const EVERY_MS = 2000

interface Quiet {
  /** The combined event that is held back meanwhile, and the position of the first one. */
  held: { readonly row: ForeignRow; readonly from: Place } | null
  readonly timer: NodeJS.Timeout
}

/** Limits the rate of events about a pool; the newest state is always sent in the end. */
export class QuietPools {
  readonly #tell: (row: ForeignRow) => void
  readonly #quiet = new Map<string, Quiet>()

  constructor(tell: (row: ForeignRow) => void) {
    this.#tell = tell
  }

  /** Whether a row may be sent now. */
  passes(row: ForeignRow): boolean {
    if (row.type !== 'stock.changed') return true
    const pool = subjectOf(row)!
    const quiet = this.#quiet.get(pool)
    if (quiet === undefined) {
      this.#quiet.set(pool, { held: null, timer: setTimeout(() => this.#over(pool), EVERY_MS) })
      return true
    }
    const { held } = quiet
    quiet.held = held === null ? { row, from: row } : { row: mergeEvents(held.row, row), from: held.from }
    return false
  }

  /** The position from which a client misses none of the events that are held back; null when there are none. */
  get floor(): Place | null {
    let floor: Place | null = null
    for (const { held } of this.#quiet.values())
      if (held !== null && (floor === null || isAfter(floor, held.from))) floor = held.from
    return floor === null ? null : { xid: floor.xid, id: String(BigInt(floor.id) - 1n) }
  }

  clear(): void {
    for (const { timer } of this.#quiet.values()) clearTimeout(timer)
    this.#quiet.clear()
  }

  #over(pool: string): void {
    const held = this.#quiet.get(pool)?.held
    this.#quiet.delete(pool)
    if (held && this.passes(held.row)) this.#tell(held.row)
  }
}
