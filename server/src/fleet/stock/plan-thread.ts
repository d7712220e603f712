import { parentPort } from 'node:worker_threads'
import { plan } from '@cheyi/domain/fleet/stock/plan'
import { openLinear } from '../../outside/linear/highs.ts'
import { monotonic, type PlanQuestion } from './plan-question.ts'

/*
 * The thread of planner.ts: answers one question after the other.
 */

/** So long at most a look keeps the thread, and a booking that comes meanwhile waits. */
const LOOK_MS = 500

const port = parentPort!
const linear = await openLinear()
port.on('message', ({ pool, request, until, look }: PlanQuestion) => {
  const started = monotonic()
  const search = { elapsed: () => monotonic() - started, giveUpAfter: until - started, linear }
  const brief = { ...search, giveUpAfter: Math.min(search.giveUpAfter, LOOK_MS), improveFor: 0 }
  port.postMessage(plan(pool, request, look ? brief : search))
})
