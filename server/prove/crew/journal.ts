/* What was acknowledged, by whom and when: what the database is compared with afterwards. */

/**
 * `booking` by the customer's name, `payment` by its id, `handover`, `return` and `refund` by the order's, `position` by device and
 * second, `import` by the plate of a car, `sale` and `statement` by the number of an order at a platform.
 */
export const kinds = [
  'booking',
  'payment',
  'handover',
  'return',
  'refund',
  'position',
  'import',
  'sale',
  'statement',
] as const
export type Kind = (typeof kinds)[number]

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
  /** How long the slowest answer of each path took, ms. */
  readonly slowest = new Map<string, number>()
  /** How many requests of each path are not answered yet. */
  readonly underWay = new Map<string, number>()
  /** Called before each request. */
  onSend: (path: string, input: unknown) => void = () => {}

  add(kind: Kind, id: string): void {
    this.acknowledged.push({ kind, id, at: Date.now() })
  }

  trouble(status: string): void {
    this.troubles.set(status, (this.troubles.get(status) ?? 0) + 1)
  }

  fault(words: string): void {
    this.faults.set(words, (this.faults.get(words) ?? 0) + 1)
  }

  sends(path: string, input: unknown): void {
    this.underWay.set(path, (this.underWay.get(path) ?? 0) + 1)
    this.onSend(path, input)
  }

  took(path: string, ms: number): void {
    this.underWay.set(path, this.underWay.get(path)! - 1)
    this.slowest.set(path, Math.max(this.slowest.get(path) ?? 0, ms))
  }

  ids(kind: Kind): string[] {
    return this.acknowledged.filter((one) => one.kind === kind).map(({ id }) => id)
  }

  counts(): Record<Kind, number> {
    const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>
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
export function compareAcknowledged(acknowledged: readonly string[], seen: ReadonlyMap<string, number>): Outcome {
  return {
    lost: acknowledged.filter((id) => (seen.get(id) ?? 0) === 0),
    doubled: [...seen].filter(([, count]) => count > 1).map(([id]) => id),
  }
}
