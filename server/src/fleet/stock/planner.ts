import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type Sale, type SaleRules, sellable } from '@cheyi/domain/fleet/stock/count/sellable'
import { plan } from '@cheyi/domain/fleet/stock/plan'
import type { Plan, Pool, Request } from '@cheyi/domain/fleet/stock/pool'
import { expiresIn } from '@cheyi/domain/fleet/stock/search/solve'
import type { Context } from '../../kernel/context.ts'
import { monotonic, type PlanQuestion } from './plan-question.ts'

/*
 * Where the stock's hard questions are thought about. Most are answered at a glance: a car that is free, few moves, too many
 * orders at once. The rest, in full pools, takes up to two seconds of a core, and the linear solver (decision 8): a thread of
 * its own has that, begun with the first such question and ended when none came for a minute. One thread: who waits in line is
 * waiting for a core anyway, and the time a question has goes on while it waits. Bookings, which hold a pool's lock, come first.
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
/** Whether a question is with the thread, and who waits for that to end. */
let taken = false
const bookings: (() => void)[] = []
const looks: (() => void)[] = []

/**
 * {@link plan} for one request of a call. Call it with the pool's lock where the answer is carried out: it waits up to two
 * seconds since the call began. What the glance found stands when the thread came to no good, or to no end.
 */
export async function planned(ctx: Pick<Context, 'elapsed' | 'log'>, pool: Pool, request: Request): Promise<Plan> {
  const started = ctx.elapsed()
  const glance = plan(pool, request, { elapsed: () => ctx.elapsed() - started, giveUpAfter: GLANCE_MS })
  if (glance.kind === 'no' || (glance.kind === 'fits' && !glance.limited)) return glance
  const until = monotonic() + expiresIn({ elapsed: ctx.elapsed })
  const better = await inTurn(bookings, until, () => ask({ pool, request, until, look: false }, ctx))
  return better === null || better.kind === 'undecided' ? glance : better
}

/**
 * {@link sellable} for a call that only looks, at a glance. Where that shows no car free and came to no end, the thread is asked
 * whether there is one after all, while the call has time; of more than one nothing is said then.
 */
export async function onSale(
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
  const found = await inTurn(looks, until, () => ask({ pool, request, until, look: true }, ctx))
  if (found?.kind !== 'fits') return sale
  return sellable(pool, source, request, search, { ...rules, room: { count: 1, open: true } })
}

/** Runs it when the thread is free, after all bookings that wait; null when that is not before the time is up. */
async function inTurn<T>(line: (() => void)[], until: number, work: () => Promise<T>): Promise<T | null> {
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

/** The thread's answer; null when it ended without one, or the time is up before it begins. */
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
