import { joined, subjectOf } from './merge.ts'
import { type ForeignRow, isAfter, type Place } from './store.ts'

/** A pool is told of no more often than this. */
const EVERY_MS = 2000

interface Quiet {
  /** What happened to it meanwhile, and where that began. */
  held: { readonly row: ForeignRow; readonly from: Place } | null
  readonly timer: NodeJS.Timeout
}

/** Holds back what is told of a pool too soon after the last time; the newest state is always told in the end. */
export class QuietPools {
  readonly #tell: (row: ForeignRow) => void
  readonly #quiet = new Map<string, Quiet>()

  constructor(tell: (row: ForeignRow) => void) {
    this.#tell = tell
  }

  /** Whether a row is told now. */
  passes(row: ForeignRow): boolean {
    if (row.type !== 'stock.changed') return true
    const pool = subjectOf(row)!
    const quiet = this.#quiet.get(pool)
    if (quiet === undefined) {
      this.#quiet.set(pool, { held: null, timer: setTimeout(() => this.#over(pool), EVERY_MS) })
      return true
    }
    const { held } = quiet
    quiet.held = held === null ? { row, from: row } : { row: joined(held.row, row), from: held.from }
    return false
  }

  /** Where a client must begin again so as to miss nothing of what is held back; null when nothing is. */
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
