import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { plan } from '@cheyi/domain/stock/plan'
import type { Plan, Pool, Request } from '@cheyi/domain/stock/pool'
import { expiresIn } from '@cheyi/domain/stock/search/solve'
import type { Context } from '../kernel/context.ts'
import { monotonic, type PlanQuestion } from './plan-question.ts'

/*
 * Where the stock's hard questions are thought about. Most are answered at a glance: a car that is free, few moves, too many
 * orders at once. The rest, in full pools, takes up to two seconds of a core, and the linear solver (decision 33): a thread of
 * its own has that, begun with the first such question and ended when none came for a minute. One thread: who waits in line is
 * waiting for a core anyway, and the time a question has goes on while it waits.
 */

/** What most pools need by far, and what the server stands still for at most. */
const GLANCE_MS = 50

const program = fileURLToPath(new URL('./plan-thread.ts', import.meta.url))
const IDLE_MS = 60_000
/** The thread ends its questions itself; one that is so late has come to no good. */
const LATE_MS = 1000
/** A full pool takes 20 MB there, beside what the solver has of its own. */
const HEAP_MB = 128

let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * {@link plan} for one request of a call. Call it with the pool's lock where the answer is carried out: it waits up to two
 * seconds since the call began. What the glance found stands when the thread came to no good, or to no end.
 */
export async function planned(ctx: Pick<Context, 'elapsed' | 'log'>, pool: Pool, request: Request): Promise<Plan> {
  const started = ctx.elapsed()
  const glance = plan(pool, request, { elapsed: () => ctx.elapsed() - started, giveUpAfter: GLANCE_MS })
  if (glance.kind === 'no' || (glance.kind === 'fits' && !glance.limited)) return glance
  const until = monotonic() + expiresIn({ elapsed: ctx.elapsed })
  const answer = last.then(() => (monotonic() < until ? ask({ pool, request, until }, ctx) : null))
  last = answer.catch(() => {})
  const better = await answer
  return better === null || better.kind === 'undecided' ? glance : better
}

function begin(): Worker {
  // It needs nothing of ours but the question.
  const started = new Worker(program, { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  started.on('exit', () => forget(started))
  // A failure under a question is told there; one beside must not end the server.
  started.on('error', () => forget(started))
  return started
}

function forget(one: Worker): void {
  if (thread === one) thread = null
}

function end(one: Worker): void {
  forget(one)
  void one.terminate()
}

/** The thread's answer; null when it ended without one. */
async function ask(question: PlanQuestion, { log }: Pick<Context, 'log'>): Promise<Plan | null> {
  clearTimeout(idle)
  thread ??= begin()
  const working = thread
  working.ref()
  const timer = setTimeout(() => end(working), question.until - monotonic() + LATE_MS)
  const stop = new AbortController()
  try {
    return await new Promise<Plan | null>((resolve) => {
      const once = <E extends unknown[]>(event: string, listener: (...args: E) => void) => {
        working.once(event, listener)
        stop.signal.addEventListener('abort', () => working.off(event, listener))
      }
      once('message', (answer: Plan) => resolve(answer))
      once('error', (err) => log.error({ err }, 'the planning thread failed'))
      once('exit', () => resolve(null))
      working.postMessage(question)
    })
  } finally {
    stop.abort()
    clearTimeout(timer)
    working.unref()
    idle = setTimeout(end, IDLE_MS, working).unref()
  }
}
