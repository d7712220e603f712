import { parentPort } from 'node:worker_threads'
import { plan } from '@cheyi/domain/fleet/stock/plan'
import { openLinear } from '../../outside/linear/highs.ts'
import { monotonic, type PlanQuestion } from './plan-question.ts'

/*
 * The worker thread of planner.ts: answers one question after the other.
 */

/** Time limit of a read-only question, so that a booking that arrives meanwhile does not wait long. */
const LOOK_MS = 500

const port = parentPort!
const linear = await openLinear()
port.on('message', ({ pool, request, until, look }: PlanQuestion) => {
  const started = monotonic()
  const search = { elapsed: () => monotonic() - started, giveUpAfter: until - started, linear }
  const brief = { ...search, giveUpAfter: Math.min(search.giveUpAfter, LOOK_MS), improveFor: 0 }
  port.postMessage(plan(pool, request, look ? brief : search))
})
