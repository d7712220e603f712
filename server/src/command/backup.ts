import { resolve } from 'node:path'
import { joinDatabase } from '../kernel/postgres/join-database.ts'
import { systemClock } from '../kernel/process/clock.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { backupSecret } from './archive.ts'
import { makeBackup } from './make-backup.ts'
import { proveNewest } from './prove-backup.ts'

/*
 * npm run backup -- <folder> — writes database, media and outbox into one encrypted file and the keys into a second one. Works while
 * servers run. With --prove it makes none, but restores the newest one of the folder on trial.
 */

try {
  const { folder, prove } = typedArguments()
  if (prove) await proveNewest(resolve(folder), await backupSecret(process.env, 'open'), console)
  else await writeBackup(folder)
} catch (error) {
  console.error('备份失败：', error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function typedArguments() {
  const [folder, option, ...more] = process.argv.slice(2)
  if (!folder || folder.startsWith('-') || more.length > 0 || (option !== undefined && option !== '--prove'))
    throw new StartError(
      '用法：npm run backup -- <目录> [--prove 试恢复最近一次备份]，口令在环境变量 BACKUP_PASSPHRASE 中',
    )
  return { folder, prove: option !== undefined }
}

async function writeBackup(folder: string): Promise<void> {
  const config = loadConfig(process.env)
  const secret = await backupSecret(process.env, 'close')
  await using database = await joinDatabase(config, console)
  const to = { folder: resolve(folder), secret, now: systemClock.now() }
  const { keysFile } = await makeBackup(config, database.migratorUrl, to, console)
  console.info(`密钥另存于 ${keysFile}，请与备份分开保管。`)
}
