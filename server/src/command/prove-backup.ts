import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockInstance } from '../kernel/postgres/instance-lock.ts'
import { type BootLog, startPostgres } from '../kernel/postgres/postgres.ts'
import { StartError } from '../kernel/process/start-error.ts'
import type { Secret } from './archive.ts'
import { openBackup, restoreBackup } from './restore-backup.ts'

/** The newest backup of a folder; its name has its time. */
export const newestBackup = async (folder: string): Promise<string | undefined> =>
  (await readdir(folder).catch(() => [] as string[]))
    .filter((name) => /^cheyi-[\d-]+\.backup$/.test(name))
    .toSorted()
    .at(-1)

/**
 * Restores the newest backup of a folder into an empty place of its own, with a database of its own, where each table and the files are counted
 * against what was written. Then the place is deleted and `<backup>.proven` says when it was.
 * @throws StartError when there is no backup or no key file, or what is restored is not what was written
 */
export async function proveNewest(folder: string, secret: Secret, log: BootLog): Promise<string> {
  const name = await newestBackup(folder)
  if (name === undefined) throw new StartError(`目录 ${folder} 中没有备份。`)
  const of = (ending: string) => join(folder, name.replace(/backup$/, ending))
  const dataDir = await mkdtemp(join(tmpdir(), 'cheyi-trial-'))
  try {
    const backup = await openBackup({ file: of('backup'), keysFile: of('keys'), secret })
    const lock = await lockInstance(dataDir)
    const postgres = await startPostgres(dataDir, log)
    try {
      const keyFile = join(dataDir, 'keys', 'installation.json')
      const place = { dataDir, keyFile, mediaDir: join(dataDir, 'media'), bucket: undefined }
      const { rows, files } = await restoreBackup(place, postgres.url, backup, log)
      const counted = Object.values(rows).reduce((sum, count) => sum + count, 0)
      await writeFile(of('proven'), JSON.stringify({ at: new Date().toISOString(), rows: counted, files }), {
        mode: 0o600,
      })
      log.info(`试恢复成功：${name}，${counted} 行、${files} 个文件与备份时一致。`)
    } finally {
      await postgres.stop()
      lock.release()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return of('proven')
}
