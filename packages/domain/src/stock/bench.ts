import { plan } from './plan.ts'
import type { Plan, Pool, Request, Search } from './pool.ts'
import { randomPool, randomRequest } from './sample.ts'
import type { LinearSolver } from './search/relax.ts'
import { type GrowOptions, growPool } from './testing/grown.ts'

/** One line of the bench: how long one capacity check with its re-pack takes, in milliseconds. */
export interface PackingLine {
  /** `any`: bookings like the pool's own. `room`: such as fit for certain, often only after many orders have moved. */
  readonly ask: 'any' | 'room'
  readonly use: number
  readonly pinnedShare: number
  readonly requests: number
  readonly fits: number
  readonly refused: number
  readonly undecided: number
  readonly median: number
  readonly p90: number
  readonly max: number
  /** Over those the peak alone does not refuse. */
  readonly hardMedian: number
  /** Moved orders per accepted request. */
  readonly medianMoves: number
}

/** What is measured, on 60 vehicles with 400 live orders. */
const CASES = (['any', 'room'] as const).flatMap((ask) =>
  [0.8, 0.9, 0.95, 0.98].flatMap((use) => [0, 0.1, 0.3].map((pinnedShare) => ({ ask, use, pinnedShare }))),
)

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Measures `requests` bookings per case, ten on each made-up pool. `now` reads a clock in milliseconds. */
export function benchPacking(now: () => number, linear: LinearSolver, requests = 100): PackingLine[] {
  return CASES.map(({ ask, use, pinnedShare }) => {
    const all: number[] = []
    const hard: number[] = []
    const moves: number[] = []
    let undecided = 0
    const options = { vehicles: 60, orders: 400, use, pinnedShare }
    for (let n = 0; n < requests; n++) {
      const seed = ask === 'room' ? n + 1 : 1 + Math.floor(n / 10)
      const sample = randomPool(seed, { ...options, withRoom: ask === 'room' })
      const request = sample.room ?? randomRequest(1000 + n, sample)
      const start = now()
      const answer = plan(sample.pool, request, { elapsed: () => now() - start, linear })
      const time = now() - start
      all.push(time)
      if (answer.kind !== 'no' || answer.reason.kind !== 'peak') hard.push(time)
      if (answer.kind === 'fits') moves.push(answer.moves.length)
      if (answer.kind === 'undecided') undecided++
    }
    for (const list of [all, hard, moves]) list.sort((a, b) => a - b)
    return {
      ask,
      use,
      pinnedShare,
      requests,
      fits: moves.length,
      refused: requests - moves.length - undecided,
      undecided,
      median: at(all, 0.5),
      p90: at(all, 0.9),
      max: at(all, 1),
      hardMedian: at(hard, 0.5),
      medianMoves: at(moves, 0.5),
    }
  })
}

/** Median, 90 % and largest of some counts; zeros when there are none. */
export interface Spread {
  readonly count: number
  readonly median: number
  readonly p90: number
  readonly max: number
}

/** What became of requests to grown pools, each asked of the pool as it was grown. */
export interface GrownLine {
  /** Mean of the uses reached. */
  readonly use: number
  readonly asked: number
  /** Proved: there is no plan. */
  readonly refused: number
  readonly undecided: number
  /** Moved orders of all accepted requests, and of those that found no vehicle free and so need at least one move. */
  readonly accepted: Spread
  readonly moving: Spread
  /** Milliseconds of a request. */
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

/**
 * Counts moves, undecided requests and times over grown pools. `now` reads a clock in milliseconds.
 * @internal
 */
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
