import { fileURLToPath } from 'node:url'
import { contract } from '@cheyi/contract/index'
import type { Call, InputOf } from '@cheyi/contract/kernel/call'
import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { buildApp } from '../../app.ts'
import { jobs } from '../../jobs.ts'
import { registerWebFiles } from '../../kernel/http/web-files.ts'
import { providerNameOf } from '../../kernel/pay-port.ts'
import { connect } from '../../kernel/postgres/connect.ts'
import { migrate, migrationsDir } from '../../kernel/postgres/migrate.ts'
import { startPostgres } from '../../kernel/postgres/postgres.ts'
import { ensurePasswords } from '../../kernel/postgres/sign-in.ts'
import { settableClock } from '../../kernel/process/clock.ts'
import { loadConfig } from '../../kernel/process/config.ts'
import { runForMerchants, runTimer, startJobs } from '../../kernel/process/jobs.ts'
import { createLog } from '../../kernel/process/log.ts'
import { commandKernel } from '../app.ts'
import { installationWorkOf, merchantWorkOf, workOf } from '../timer.ts'
import { makeWorld, type World } from '../world/world.ts'
import { monthlyRent } from './monthly-rent.ts'

/*
 * A server of one journey over months: on a database of its own with one small merchant, its clock where whoever started it
 * sets it. Jobs run as they always do; those of an hour that the clock comes to run when they say so.
 */

/** What is wanted next, and at what time of the clock (epoch ms). */
interface Ask {
  readonly id: number
  readonly now: number
  readonly timers: readonly (TimerName | 'bills' | 'figures')[]
}

/** The merchant, once the server listens. */
type Ready = Pick<World, 'tokens'>

const { START = '', NAMES = '{}', ...env } = process.env
const config = loadConfig(env)
const quiet = { info() {}, warn() {}, error: console.error }
const postgres = await startPostgres(config.dataDir, quiet, { durable: false })
await migrate(postgres.url, { dir: migrationsDir, log: quiet })
const addresses = await ensurePasswords(postgres.url, config)
const clock = settableClock()
clock.set(Number(START))
const app = await buildApp({ config, addresses, clock, log: createLog(config) })
const { kernel } = app
await registerWebFiles(app, { webDir: fileURLToPath(new URL('../../../../web/dist', import.meta.url)) })
const commands = commandKernel(kernel, postgres.url)
const world = await makeWorld({ kernel, commands }, { names: JSON.parse(NAMES) })
await commands.pools.end()

async function call<C extends Call>(of: C, input: InputOf<C>): Promise<void> {
  const headers = { token: world.tokens.owner, 'idempotency-key': crypto.randomUUID() }
  const answer = (await app.inject({ method: 'POST', url: of.path, headers, payload: input as object })).json()
  if (!answer.success) throw new Error(`${of.path}: ${answer.message}`)
}

{
  await using root = await connect(postgres.url)
  // Rent alone makes sums that can be read.
  await root.query('update service_item set enabled = false')
}
await call(contract.price.saveLong, { storeId: world.stores.hongqiao, modelId: world.models.lavida, rows: monthlyRent })
for (const way of [payWay.alipay, payWay.wechat] as const) {
  const account = await kernel.outside.pay.simulator!.account(providerNameOf(way))
  await call(contract.payment.saveChannel, { ...account, payWay: way, enabled: true })
}
await app.listen({ port: config.port, host: config.host })
const stopJobs = startJobs(app, jobs)

process.on('message', async ({ id, now, timers }: Ask) => {
  clock.set(now)
  for (const timer of timers)
    if (timer === 'bills') await runForMerchants(app.jobs, timer, merchantWorkOf(timer))
    else if (timer === 'figures') await installationWorkOf(timer)(app.jobs, new AbortController().signal)
    else await runTimer(app.jobs, timer, workOf(timer))
  process.send!({ id })
})
process.once('disconnect', async () => {
  await stopJobs()
  await app.close()
  await postgres.stop()
  process.exit()
})
process.send!({ id: 0, tokens: world.tokens } satisfies Ready & Pick<Ask, 'id'>)
