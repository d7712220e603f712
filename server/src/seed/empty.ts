import { connect } from '../kernel/postgres/connect.ts'
import type { Config } from '../kernel/process/config.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { openFiles } from '../outside/storage/open.ts'
import { demoMerchants } from './seeded.ts'

/** What migrations filled, and that they did. */
const kept = ['schema_migration', 'model_library']

/**
 * Removes everything from a database that has no merchant but those of the demo, and its files.
 * @param sure asked before anything is lost, with whether there is something to lose
 * @throws StartError when another merchant is in it
 */
export async function emptyDemo(
  migratorUrl: string,
  config: Config,
  sure: (isUsed: boolean) => Promise<void> = async () => {},
): Promise<void> {
  await using client = await connect(migratorUrl)
  const { rows } = await client.query<{ name: string }>('select name from merchant')
  const other = rows.find(({ name }) => !(demoMerchants as readonly string[]).includes(name))
  if (other)
    throw new StartError(
      `数据库中有演示数据以外的商家（${other.name} 等），不能清空。请换一个 DATA_DIR 或 DATABASE_URL。`,
    )
  await sure(rows.length > 0)
  const tables = await client.query(
    `select string_agg(format('%I', relname), ', ') as names from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)`,
    [kept],
  )
  await client.query(`truncate ${tables.rows[0].names}`)
  const files = openFiles(config)
  for await (const name of files.names()) await files.remove(name)
}
