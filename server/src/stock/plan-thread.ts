import { parentPort } from 'node:worker_threads'
import { plan } from '@cheyi/domain/stock/plan'
import { openLinear } from '../outside/linear/highs.ts'
import { monotonic, type PlanQuestion } from './plan-question.ts'

/*
 * The thread of planner.ts: answers one question after the other.
 */

const port = parentPort!
const linear = await openLinear()
port.on('message', ({ pool, request, until }: PlanQuestion) => {
  const started = monotonic()
  const search = { elapsed: () => monotonic() - started, giveUpAfter: until - started, linear }
  port.postMessage(plan(pool, request, search))
})
