/** What one contestant did in one round. */
export interface Measured {
  /** Answers that came and were right. */
  readonly count: number
  /** Answers that were none, or not what they should be. */
  readonly errors: number
  readonly seconds: number
  /** Of the answers, ms; 0 when there were none. */
  readonly p50: number
  readonly p99: number
}

/** How much of what: so many milliseconds, or the pieces from `from` up to `to`, each once. */
export type Amount = { readonly ms: number } | { readonly from: number; readonly to: number }

/** Does pieces on so many lanes at once; a piece answers whether it came out right. Without an end the pieces repeat. */
export async function measure(
  lanes: number,
  pieces: number,
  amount: Amount,
  piece: (n: number, lane: number) => Promise<boolean>,
): Promise<Measured> {
  const times: number[] = []
  let errors = 0
  let next = 'ms' in amount ? 0 : amount.from
  const began = performance.now()
  const more = 'ms' in amount ? () => performance.now() - began < amount.ms : () => next < amount.to
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (more()) {
        const n = next++ % pieces
        const start = performance.now()
        const right = await piece(n, lane)
        if (right) times.push(performance.now() - start)
        else errors++
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  return { count: times.length, errors, seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** Of a sorted list; 0 of an empty one. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
