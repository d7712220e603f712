import type pg from 'pg'
import { createPool } from './db.ts'

/**
 * Connections of one process. `side` serves what a running transaction must ask outside of itself (a block of order
 * numbers): from the same pool, enough waiting transactions would starve the answer they wait for.
 */
export interface Pools {
  readonly main: pg.Pool
  readonly side: pg.Pool
  end(): Promise<void>
}

export function createPools(gateUrl: string, max = 8): Pools {
  const main = createPool(gateUrl, max)
  const side = createPool(gateUrl, 2)
  return {
    main,
    side,
    async end() {
      await Promise.all([main.end(), side.end()])
    },
  }
}
