import { resolve } from 'node:path'
import { joinDatabase } from '../kernel/postgres/join-database.ts'
import { systemClock } from '../kernel/process/clock.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { backupSecret } from './archive.ts'
import { backupBucketOf, fetchBackup, removeOldBackups, sendBackup } from './backup-bucket.ts'
import { makeBackup } from './make-backup.ts'
import { proveNewest } from './prove-backup.ts'

/*
 * npm run backup -- <folder> — writes database, media and outbox into one encrypted file and the keys into a second one. Works while
 * servers run, and sends both to the bucket of BACKUP_S3_URL. With --prove it makes none, but restores the newest one of the folder on trial;
 * with --fetch it takes the newest one, or the one named, out of the bucket.
 */

try {
  const { folder, prove, fetch, name } = typedArguments()
  if (fetch) {
    const bucket = backupBucketOf(process.env)
    if (bucket === undefined) throw new StartError('没有设置 BACKUP_S3_URL，不知道备份在哪个存储桶。')
    await fetchBackup(bucket, resolve(folder), console, name)
  } else if (prove) await proveNewest(resolve(folder), await backupSecret(process.env, 'open'), console)
  else await writeBackup(folder)
} catch (error) {
  console.error('备份失败：', error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function typedArguments() {
  const [folder, option, ...more] = process.argv.slice(2)
  const fetch = option === '--fetch'
  const isKnown = option === undefined || option === '--prove' || fetch
  if (!folder || folder.startsWith('-') || more.length > (fetch ? 1 : 0) || !isKnown)
    throw new StartError(
      '用法：npm run backup -- <目录> [--prove 试恢复最近一次备份 | --fetch [名称] 从存储桶取回备份]，口令在环境变量 BACKUP_PASSPHRASE 中',
    )
  return { folder, prove: option === '--prove', fetch, name: more[0] }
}

async function writeBackup(folder: string): Promise<void> {
  const config = loadConfig(process.env)
  const secret = await backupSecret(process.env, 'close')
  const bucket = backupBucketOf(process.env)
  await using database = await joinDatabase(config, console)
  const to = { folder: resolve(folder), secret, now: systemClock.now() }
  const made = await makeBackup(config, database.migratorUrl, to, console)
  console.info(`密钥另存于 ${made.keysFile}，请与备份分开保管。`)
  if (bucket === undefined) return
  await sendBackup(bucket, made, to.now, console)
  const removed = await removeOldBackups(bucket, to.now)
  if (removed.length > 0) console.info(`已从存储桶删除过期的备份：${removed.join('、')}`)
}
