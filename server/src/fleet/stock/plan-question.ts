import type { Pool, Request } from '@cheyi/domain/fleet/stock/pool'

/** Message of planner.ts to its worker thread. */
export interface PlanQuestion {
  readonly pool: Pool
  readonly request: Request
  /** Deadline, by {@link monotonic}. */
  readonly until: number
  /** For a read-only call: only whether a plan exists, not one with few moves, and with a shorter time limit. */
  readonly look: boolean
}

/** Milliseconds on a monotonic clock that is the same in every thread. */
export const monotonic = (): number => performance.timeOrigin + performance.now()
