import { buildApp } from '../app.ts'
import { connect } from '../kernel/postgres/connect.ts'
import { joinDatabase } from '../kernel/postgres/join-database.ts'
import { systemClock } from '../kernel/process/clock.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { createLog, failureText } from '../kernel/process/log.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { openFiles } from '../outside/storage/open.ts'
import { demoMerchants, seedDemo } from '../seed/demo.ts'

/*
 * npm run seed — renews the demo data around today. It empties the whole database first and therefore refuses when
 * anybody else's merchant is in it.
 */

async function seed(): Promise<void> {
  const config = loadConfig(process.env)
  await using database = await joinDatabase(config, console, { founds: true })
  await empty(database.migratorUrl)
  const files = openFiles(config)
  for await (const name of files.names()) await files.remove(name)
  await using app = await buildApp({ config, gateUrl: database.gateUrl, clock: systemClock, log: createLog(config) })
  await seedDemo(app.kernel, console)
}

async function empty(migratorUrl: string): Promise<void> {
  await using client = await connect(migratorUrl)
  const { rows } = await client.query('select name from merchant where name <> all ($1::text[])', [demoMerchants])
  if (rows.length > 0)
    throw new StartError(
      `数据库中有演示数据以外的商家（${rows[0].name} 等），不能清空。请换一个 DATA_DIR 或 DATABASE_URL。`,
    )
  const tables = await client.query(
    `select string_agg(format('%I', relname), ', ') as names from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migration'`,
  )
  await client.query(`truncate ${tables.rows[0].names}`)
}

try {
  await seed()
} catch (error) {
  console.error('演示数据未更新：', failureText(error))
  process.exitCode = 1
}
