import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { systemClock } from '../kernel/process/clock.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { sendDue } from '../sales/channel-push/send.ts'

/*
 * Sends messages to channels until it is killed: a process of a test. Arguments: the data folder, the database's addresses as JSON.
 */

const [dataDir, addresses] = process.argv.slice(2)
const app = await buildApp({
  config: loadConfig({ DATA_DIR: dataDir!, LOG_LEVEL: 'silent' }),
  addresses: JSON.parse(addresses!),
  clock: systemClock,
  log: pino({ level: 'silent' }),
  poolSize: 2,
})
const { signal } = new AbortController()
console.info('begins')
for (;;) {
  await sendDue(app.jobs, signal)
  await new Promise((resolve) => setTimeout(resolve, 20))
}
