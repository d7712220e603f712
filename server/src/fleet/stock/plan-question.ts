import type { Pool, Request } from '@cheyi/domain/fleet/stock/pool'

/** What planner.ts asks of its thread. */
export interface PlanQuestion {
  readonly pool: Pool
  readonly request: Request
  /** When looking ends, by {@link monotonic}. */
  readonly until: number
  /** Of a call that only looks: whether there is a plan, not one with few moves, and not for long. */
  readonly look: boolean
}

/** Milliseconds on a clock that goes on evenly and is the same in every thread. */
export const monotonic = (): number => performance.timeOrigin + performance.now()
