import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type Sale, type SaleRules, sellable } from '@cheyi/domain/fleet/stock/count/sellable'
import { plan } from '@cheyi/domain/fleet/stock/plan'
import type { Plan, Pool, Request } from '@cheyi/domain/fleet/stock/pool'
import { expiresIn } from '@cheyi/domain/fleet/stock/search/solve'
import type { Context } from '../../kernel/context.ts'
import { monotonic, type PlanQuestion } from './plan-question.ts'

/*
 * Runs the expensive questions of the packing. Most are answered within a short limit on the main thread: a free car,
 * few moves, or too many orders at once. The rest, in full pools, takes up to two seconds of a core and the linear
 * solver (decision 8), so it runs in a worker thread, which starts with the first such question and ends after a minute
 * without one. One thread is enough: a queued question would wait for a core anyway, and its deadline includes the time
 * in the queue. Bookings, which hold the lock of a pool, go first.
 */

/** Time limit on the main thread, ms: enough for most pools, and the longest time that it blocks the server. */
const GLANCE_MS = 50

const program = fileURLToPath(new URL('./plan-thread.ts', import.meta.url))
const IDLE_MS = 60_000
/** The thread ends its questions itself; after this extra time it is considered failed. */
const LATE_MS = 1000
/** A full pool takes 20 MB in the thread, without the memory of the solver. */
const HEAP_MB = 128

let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined
/** Whether a question is with the thread, and the callers that wait for it to end. */
let taken = false
const bookings: (() => void)[] = []
const looks: (() => void)[] = []

/**
 * {@link plan} for one request of a call. Hold the lock of the pool if the answer is carried out: it waits up to two
 * seconds since the call began. If the thread failed or ran out of time, the result of the main thread is returned.
 */
export async function planWithinCall(
  ctx: Pick<Context, 'elapsed' | 'log'>,
  pool: Pool,
  request: Request,
): Promise<Plan> {
  const started = ctx.elapsed()
  const glance = plan(pool, request, { elapsed: () => ctx.elapsed() - started, giveUpAfter: GLANCE_MS })
  if (glance.kind === 'no' || (glance.kind === 'fits' && !glance.limited)) return glance
  const until = monotonic() + expiresIn({ elapsed: ctx.elapsed })
  const better = await runWhenFree(bookings, until, () => ask({ pool, request, until, look: false }, ctx))
  return better === null || better.kind === 'undecided' ? glance : better
}

/**
 * {@link sellable} within the short limit and on the main thread only, for moments that nobody asked for: what is not known by then counts
 * as sold.
 */
export function sellableAtGlance(
  ctx: Pick<Context, 'elapsed'>,
  { pool, source, request, limit }: { pool: Pool; source: number; request: Request; limit: number },
  rules: SaleRules,
): Sale {
  const started = ctx.elapsed()
  return sellable(pool, source, request, { elapsed: () => ctx.elapsed() - started, giveUpAfter: limit }, rules)
}

/**
 * {@link sellable} for a read-only call, within the short limit. If that finds no free car and did not finish, the
 * thread checks whether there is at least one, as long as the call has time; the exact count is unknown then.
 */
export async function sellableForRead(
  ctx: Pick<Context, 'elapsed' | 'log'>,
  pool: Pool,
  source: number,
  request: Request,
  rules: SaleRules = {},
): Promise<Sale> {
  const started = ctx.elapsed()
  const search = { elapsed: () => ctx.elapsed() - started, giveUpAfter: GLANCE_MS }
  const sale = sellable(pool, source, request, search, rules)
  if (sale.open === undefined || sale.free > 0 || sale.closed) return sale
  const until = monotonic() + expiresIn({ elapsed: ctx.elapsed })
  const found = await runWhenFree(looks, until, () => ask({ pool, request, until, look: true }, ctx))
  if (found?.kind !== 'fits') return sale
  return sellable(pool, source, request, search, { ...rules, room: { count: 1, open: true } })
}

/** Runs the work when the thread is free, after all waiting bookings; null when the deadline comes first. */
async function runWhenFree<T>(line: (() => void)[], until: number, work: () => Promise<T>): Promise<T | null> {
  if (taken && !(await comesUp(line, until))) return null
  taken = true
  try {
    return await work()
  } finally {
    const next = bookings.shift() ?? looks.shift()
    if (next) next()
    else taken = false
  }
}

const comesUp = (line: (() => void)[], until: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      line.splice(line.indexOf(next), 1)
      resolve(false)
    }, until - monotonic())
    const next = () => {
      clearTimeout(timer)
      resolve(true)
    }
    line.push(next)
  })

function begin(): Worker {
  // The thread needs nothing of the server except the question.
  const started = new Worker(program, { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  started.on('exit', () => forget(started))
  // A failure during a question is handled there; any other failure must not end the server.
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

/** The answer of the thread; null when it ended without one, or the deadline passed before it began. */
async function ask(question: PlanQuestion, { log }: Pick<Context, 'log'>): Promise<Plan | null> {
  if (monotonic() >= question.until) return null
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
