import { plan } from '../plan.ts'
import type { Plan, Pool, Request, Search } from '../pool.ts'
import { type GrowOptions, growPool } from './grown.ts'

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Median, 90th percentile and maximum; zeros when there are no values. */
export interface Spread {
  readonly count: number
  readonly median: number
  readonly p90: number
  readonly max: number
}

/** Results of requests to grown pools, each on the unchanged pool. */
export interface GrownLine {
  /** Mean of the reached uses. */
  readonly use: number
  readonly asked: number
  /** Proven: there is no plan. */
  readonly refused: number
  readonly undecided: number
  /** Moved orders of all accepted requests, and of those without a free vehicle, which need at least one move. */
  readonly accepted: Spread
  readonly moving: Spread
  /** Milliseconds per request. */
  readonly time: Spread & { readonly p95: number }
}

export interface GrownRun extends GrowOptions {
  /** Seeds 1, 2, … of the pools. */
  readonly pools: number
  readonly asks: number
  /** A new clock for each request: real time, or counted work. */
  readonly search: () => Search
  readonly check?: (pool: Pool, request: Request, answer: Plan) => void
}

/** Measures moves, undecided requests and times over grown pools. `now` reads a clock in ms. @internal */
export function benchGrown(now: () => number, run: GrownRun): GrownLine {
  const times: number[] = []
  const moves: number[] = []
  let use = 0
  let refused = 0
  for (let seed = 1; seed <= run.pools; seed++) {
    const grown = growPool(seed, run)
    use += grown.use / run.pools
    for (let k = 1; k <= run.asks; k++) {
      const request = grown.ask(k)
      const start = now()
      const answer = plan(grown.pool, request, run.search())
      times.push(now() - start)
      if (answer.kind === 'fits') moves.push(answer.moves.length)
      if (answer.kind === 'no') refused++
      run.check?.(grown.pool, request, answer)
    }
  }
  const accepted = spreadOf(moves)
  return {
    use,
    asked: times.length,
    refused,
    undecided: times.length - refused - accepted.count,
    accepted,
    moving: spreadOf(moves.filter((count) => count > 0)),
    time: { ...spreadOf(times), p95: at(times, 0.95) },
  }
}

function spreadOf(list: number[]): Spread {
  list.sort((a, b) => a - b)
  return { count: list.length, median: at(list, 0.5), p90: at(list, 0.9), max: at(list, 1) }
}
