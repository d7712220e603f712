import { plan } from './plan.ts'
import { randomPool, randomRequest } from './sample.ts'

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
  /** Over all requests. */
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
export function benchPacking(now: () => number, requests = 100): PackingLine[] {
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
      const answer = plan(sample.pool, request, { elapsed: () => now() - start })
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
