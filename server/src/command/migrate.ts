import { joinDatabase } from '../kernel/postgres/join-database.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { failureText } from '../kernel/process/log.ts'

/* npm run migrate — migrates the database of MIGRATE_URL, for servers that have no such address themselves. */

try {
  await using _database = await joinDatabase(loadConfig(process.env), console, { founds: true })
  console.info('数据库已是本程序的版本。')
} catch (error) {
  console.error('数据库未升级：', failureText(error))
  process.exitCode = 1
}
