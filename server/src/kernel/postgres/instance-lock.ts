import { access, chmod, constants, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { exitCodes, StartError } from '../process/start-error.ts'

/** Another process uses this DATA_DIR. */
export class InstanceRunning extends StartError {
  override name = 'InstanceRunning'
}

export interface InstanceLock {
  release(): void
}

/**
 * Creates DATA_DIR, or closes an existing one to other users of the machine. A shared folder (it has other content and
 * was never a DATA_DIR, or it is sticky like /tmp) is not changed. A mode that lets only a group pass is retained: root
 * sets it for the user that runs PostgreSQL.
 */
async function closeFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await access(dataDir, constants.W_OK | constants.X_OK)
  const { mode, uid } = await stat(dataDir)
  const names = await readdir(dataDir)
  const isOurs = names.length === 0 || names.includes('instance.lock') || names.includes('keys')
  const isSticky = (mode & 0o1000) !== 0
  const isOwner = process.getuid === undefined || uid === process.getuid()
  if (isOurs && isOwner && !isSticky && (mode & 0o067) !== 0) await chmod(dataDir, mode & 0o710)
}

/**
 * Locks DATA_DIR for this process. It is a file lock of the operating system, taken through SQLite, the only portable
 * way in Node: the system releases it when the process ends, `kill -9` included, and two processes that start at once
 * cannot both get it. PostgreSQL's own postmaster.pid is not sufficient, since an orphan retains it.
 * @param waitMs how long to wait for an instance that is just ending; nothing else happens meanwhile.
 * @throws InstanceRunning when another process holds it.
 */
export async function lockInstance(dataDir: string, waitMs = 0): Promise<InstanceLock> {
  await closeFolder(dataDir).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`数据目录 ${dataDir} 不能写入（${error.code}）。请改正其权限，或用 DATA_DIR 指定其他目录。`)
  })
  const holder = join(dataDir, 'instance.pid')
  const lock = new DatabaseSync(join(dataDir, 'instance.lock'), { timeout: waitMs })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    const sqliteBusy = 5
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    const pid = await readFile(holder, 'utf8').catch(() => '未知')
    throw new InstanceRunning(
      `数据目录 ${dataDir} 正被另一个车驿实例使用（进程 ${pid}）。请先停止它，或用 DATA_DIR 指定其他目录。`,
      { exitCode: exitCodes.later },
    )
  }
  await writeFile(holder, String(process.pid), { mode: 0o600 })
  return { release: () => lock.close() }
}
