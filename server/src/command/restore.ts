import { resolve } from 'node:path'
import { lockInstance } from '../kernel/postgres/instance-lock.ts'
import { startPostgres } from '../kernel/postgres/postgres.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { backupSecret } from './archive.ts'
import { openBackup, requireEmptyFolders, restoreBackup } from './restore-backup.ts'

/* npm run restore -- <x.backup> <x.keys> — restores into an empty DATA_DIR (and the empty database of MIGRATE_URL or DATABASE_URL, if given). */

/** From here on, a failure leaves partial data. */
let begun = false
try {
  const [file, keysFile] = process.argv.slice(2)
  if (!file || !keysFile) {
    throw new StartError(
      '用法：npm run restore -- <备份文件> <密钥文件>，恢复到空的 DATA_DIR；口令在环境变量 BACKUP_PASSPHRASE 中',
    )
  }
  const config = loadConfig(process.env)
  if (config.databaseUrl !== undefined && config.migrateUrl === undefined)
    throw new StartError('DATABASE_URL 只能供服务登录，恢复还需要 MIGRATE_URL。')
  const secret = await backupSecret(process.env, 'open')
  process.umask(0o077)
  await requireEmptyFolders(config)
  const backup = await openBackup({ file: resolve(file), keysFile: resolve(keysFile), secret })
  begun = true
  const lock = await lockInstance(config.dataDir)
  const postgres = config.databaseUrl === undefined ? await startPostgres(config.dataDir, console) : undefined
  try {
    await restoreBackup(config, config.migrateUrl ?? postgres!.url, backup, console)
  } finally {
    await postgres?.stop()
    lock.release()
  }
} catch (error) {
  console.error('恢复失败：', error instanceof StartError ? error.message : error)
  if (begun) console.error('未完成的目录与数据库不可使用，请清空后重试。')
  process.exitCode = 1
}
