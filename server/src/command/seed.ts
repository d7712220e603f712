import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { buildApp } from '../app.ts'
import { connect } from '../kernel/postgres/connect.ts'
import { joinDatabase } from '../kernel/postgres/join-database.ts'
import { commandAddresses } from '../kernel/postgres/sign-in.ts'
import { systemClock } from '../kernel/process/clock.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { createLog, failureText } from '../kernel/process/log.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { openFiles } from '../outside/storage/open.ts'
import { demoMerchants, seedDemo } from '../seed/demo.ts'

/*
 * npm run seed — recreates the demo data around today. It empties the whole database first, so it refuses when another merchant is in it,
 * and asks before earlier work is deleted (`--yes` for scripts).
 */

async function seed(): Promise<void> {
  const config = loadConfig(process.env)
  const { yes } = parseArgs({ options: { yes: { type: 'boolean', short: 'y' } } }).values
  await using database = await joinDatabase(config, console, { founds: true })
  await empty(database.migratorUrl, yes ?? false)
  const files = openFiles(config)
  for await (const name of files.names()) await files.remove(name)
  await using app = await buildApp({
    config,
    addresses: commandAddresses(database.migratorUrl, 'demo'),
    clock: systemClock,
    log: createLog(config),
    work: 'demo',
  })
  await seedDemo(app.kernel, console)
}

async function empty(migratorUrl: string, sure: boolean): Promise<void> {
  await using client = await connect(migratorUrl)
  const { rows } = await client.query('select name from merchant where name <> all ($1::text[])', [demoMerchants])
  if (rows.length > 0)
    throw new StartError(
      `数据库中有演示数据以外的商家（${rows[0].name} 等），不能清空。请换一个 DATA_DIR 或 DATABASE_URL。`,
    )
  if (!sure && (await isUsed(client))) await askFirst()
  const tables = await client.query(
    `select string_agg(format('%I', relname), ', ') as names from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migration'`,
  )
  await client.query(`truncate ${tables.rows[0].names}`)
}

/** Whether data would be lost: a new database has no merchant. */
const isUsed = async (client: Awaited<ReturnType<typeof connect>>): Promise<boolean> =>
  (await client.query('select 1 from merchant limit 1')).rows.length > 0

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
