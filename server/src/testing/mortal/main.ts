import pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import { jobs } from '../../jobs.ts'
import { settableClock } from '../../kernel/process/clock.ts'
import { loadConfig } from '../../kernel/process/config.ts'
import { runTimer } from '../../kernel/process/jobs.ts'
import { simulatedPay } from '../../outside/pay/port.ts'
import type { Envelope } from '../app.ts'
import { workOf } from '../timer.ts'
import type { Answer, Ask } from './mortal.ts'

/*
 * A server of a test beside its own, on the same database and providers, that ends itself in the middle of its work, as
 * `kill -9` does: nothing that it holds is let go, nothing that it waits for is looked at.
 */

const { ADDRESSES, SIMULATOR_URL, ...env } = process.env
const clock = settableClock(0)
const app = await buildApp({
  config: loadConfig(env),
  addresses: JSON.parse(ADDRESSES!),
  clock,
  log: pino({ level: 'silent' }),
  poolSize: 4,
})
const { kernel } = app
// The providers live on when a server ends, with all that they know.
Object.assign(kernel.outside, { pay: simulatedPay(async () => SIMULATOR_URL!, clock.now) })
await app.ready()

/** Moments until the end: one before a statement leaves, one after it left and before anybody can have heard of it. */
let left = Number.POSITIVE_INFINITY
let given = left
const moment = () => {
  if (--left <= 0) process.kill(process.pid, 'SIGKILL')
}
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function mortal(this: pg.Client, ...args: unknown[]) {
  moment()
  const answer = query.apply(this, args)
  moment()
  return answer
} as typeof pg.Client.prototype.query

async function done(ask: Ask): Promise<Omit<Answer, 'id'>> {
  if ('request' in ask) {
    const response = await app.inject(ask.request)
    const answer = response.json<Envelope>()
    return { envelope: { ...answer, httpStatus: response.statusCode, headers: {} } }
  }
  if ('notice' in ask) {
    const response = await app.inject(ask.notice)
    return { reply: { status: response.statusCode, type: '', body: response.body }, moments: given - left }
  }
  if ('job' in ask) {
    const work = jobs.flatMap((feature) => feature.installation ?? []).find(({ name }) => name === ask.job)!
    await work.work(app.jobs, new AbortController().signal)
  } else if ('timer' in ask) await runTimer(app.jobs, ask.timer, workOf(ask.timer))
  else {
    given = ask.endsAt
    left = given
  }
  return {}
}

process.on('message', async (ask: Ask) => {
  clock.set(ask.now)
  const answer = await done(ask).catch((error: unknown) => ({ error: String(error) }))
  process.send!({ id: ask.id, ...answer })
})
process.on('disconnect', () => process.exit())
process.send!({ id: 0 })
