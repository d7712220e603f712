import { plan } from '@cheyi/domain/stock/plan'
import { randomPool } from '@cheyi/domain/stock/sample'
import { pino } from 'pino'
import { planned } from '../../src/stock/planner.ts'
import { work } from '../worker.ts'

/*
 * What the thread that thinks about full pools takes, in a process that has nothing else to do: the load on the server
 * meets no full pool, so its own figure is without it.
 */

const log = pino({ enabled: false })
/** What the server itself thinks about a question before it asks the thread. */
const GLANCE_MS = 50
const SAMPLE_MS = 5

const tasks = {
  /** Asks about so many full pools. @returns bytes resident without the thread, and at most with it */
  async think({ pools }: { pools: number }): Promise<{ without: number; most: number }> {
    const questions = Array.from({ length: pools }, (_, seed) =>
      randomPool(seed, { vehicles: 60, orders: 400, use: 0.95, pinnedShare: 0, withRoom: true }),
    )
    for (const { pool, room } of questions) {
      const began = performance.now()
      plan(pool, room!, { elapsed: () => performance.now() - began, giveUpAfter: GLANCE_MS })
    }
    const without = process.memoryUsage.rss()
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, SAMPLE_MS)
    for (const { pool, room } of questions) {
      const began = performance.now()
      await planned({ elapsed: () => performance.now() - began, log }, pool, room!)
    }
    clearInterval(timer)
    return { without, most }
  },
}
export type Planning = typeof tasks

work(tasks)
