import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { buildApp } from '../app.ts'
import { joinDatabase } from '../kernel/postgres/join-database.ts'
import { commandAddresses } from '../kernel/postgres/sign-in.ts'
import { systemClock } from '../kernel/process/clock.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { createLog, failureText } from '../kernel/process/log.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { seedDemo } from '../seed/demo.ts'
import { emptyDemo } from '../seed/empty.ts'

/*
 * npm run seed — recreates the demo data around today. It empties the whole database first, so it refuses when another merchant is in it,
 * and asks before earlier work is deleted (`--yes` for scripts).
 */

async function seed(): Promise<void> {
  const config = loadConfig(process.env)
  const { yes } = parseArgs({ options: { yes: { type: 'boolean', short: 'y' } } }).values
  await using database = await joinDatabase(config, console, { founds: true })
  await emptyDemo(database.migratorUrl, config, async (isUsed) => {
    if (isUsed && !yes) await askFirst()
  })
  await using app = await buildApp({
    config,
    addresses: commandAddresses(database.migratorUrl, 'demo'),
    clock: systemClock,
    log: createLog(config),
    work: 'demo',
  })
  await seedDemo(app.kernel, console)
}

/** @throws StartError without a terminal, or without the answer yes */
async function askFirst(): Promise<void> {
  const what = '演示数据和其后所做的一切将被清空并重新生成'
  if (!process.stdin.isTTY) throw new StartError(`${what}；确认请加 --yes：npm run seed -- --yes`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${what}，继续请输入 yes：`)
  terminal.close()
  if (answer.trim() !== 'yes') throw new StartError('已取消，数据未改动')
}

try {
  await seed()
} catch (error) {
  console.error('演示数据未更新：', failureText(error))
  process.exitCode = 1
}
