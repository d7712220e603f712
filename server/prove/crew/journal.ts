/* What was acknowledged, by whom and when: what the database is compared with afterwards. */

/** `booking` by the customer's name, `payment` and `handover` by ids, `position` by device and second. */
export type Kind = 'booking' | 'payment' | 'handover' | 'position'

export interface Acknowledged {
  readonly kind: Kind
  readonly id: string
  /** Milliseconds. */
  readonly at: number
}

export class Journal {
  readonly acknowledged: Acknowledged[] = []
  /** Orders of acknowledged bookings, that open pages must hear of. */
  readonly orders: string[] = []
  /** How often a call was answered otherwise than right or by a refusal: by status, or `none` without an answer. */
  readonly troubles = new Map<string, number>()
  /** What ended a client's work unexpectedly, by its words. */
  readonly faults = new Map<string, number>()

  add(kind: Kind, id: string): void {
    this.acknowledged.push({ kind, id, at: Date.now() })
  }

  trouble(status: string): void {
    this.troubles.set(status, (this.troubles.get(status) ?? 0) + 1)
  }

  fault(words: string): void {
    this.faults.set(words, (this.faults.get(words) ?? 0) + 1)
  }

  ids(kind: Kind): string[] {
    return this.acknowledged.filter((one) => one.kind === kind).map(({ id }) => id)
  }

  counts(): Record<Kind, number> {
    const counts = { booking: 0, payment: 0, handover: 0, position: 0 }
    for (const { kind } of this.acknowledged) counts[kind]++
    return counts
  }

  count(isPosition: boolean): number {
    return this.acknowledged.filter(({ kind }) => (kind === 'position') === isPosition).length
  }
}

/** The longest time between two acknowledgements in a row, or between the last one and the end. Seconds. */
export function longestGap(acknowledged: readonly Acknowledged[], isPosition: boolean, end: number): number {
  const times = acknowledged.filter(({ kind }) => (kind === 'position') === isPosition).map(({ at }) => at)
  const sorted = [...times, end].toSorted((a, b) => a - b)
  const gaps = sorted.slice(1).map((at, n) => at - sorted[n]!)
  return Math.max(0, ...gaps) / 1000
}

export interface Outcome {
  /** Acknowledged and not in the database. */
  readonly lost: readonly string[]
  /** In the database more than once. */
  readonly doubled: readonly string[]
}

/** Compares what was acknowledged with how often the database has it; `seen` may contain what was not acknowledged. */
export function compared(acknowledged: readonly string[], seen: ReadonlyMap<string, number>): Outcome {
  return {
    lost: acknowledged.filter((id) => (seen.get(id) ?? 0) === 0),
    doubled: [...seen].filter(([, count]) => count > 1).map(([id]) => id),
  }
}
