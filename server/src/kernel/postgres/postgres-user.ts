import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../process/start-error.ts'

const exec = promisify(execFile)

/** Runs a program of PostgreSQL and returns its output. */
export type Run = (program: string, args: readonly string[], cwd: string) => Promise<string>

export interface PostgresUser {
  readonly run: Run
  /** Owner of files that PostgreSQL must read; undefined: the own user. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
}

/** Messages in English and sorting by code point, whatever the machine's language, so that logs are the same everywhere. */
const env = { ...process.env, LC_ALL: 'C', LANG: 'C', PGTZ: 'UTC' }

/**
 * The user that runs PostgreSQL. It refuses to run as root, so that root uses the system user `postgres` (created if
 * missing).
 * @param cluster the database's folder. Its parent is closed to all users except root; that user may pass through it.
 * @param program one of the programs, which that user must reach too
 * @throws StartError in Chinese, with the folder, when one of them is closed to that user and cannot be opened.
 */
export async function postgresUser(cluster: string, program: string): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) {
    return { owner: undefined, run: async (program, args, cwd) => (await exec(program, args, { cwd, env })).stdout }
  }
  const owner = await systemUser('postgres')
  await letThrough(dirname(cluster), owner.gid)
  const closed = await firstClosedFolder([cluster, program], owner)
  if (closed === undefined) {
    return { owner, run: async (program, args, cwd) => (await exec(program, args, { cwd, env, ...owner })).stdout }
  }
  // For a clone under /root or a private temporary folder, the user gets the one capability to pass through it.
  const prefix = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup', // otherwise access(2), which PostgreSQL uses, ignores the capability
    '--',
  ]
  await exec('setpriv', [...prefix, 'id'], { env }).catch(() => {
    throw new StartError(
      `以 root 启动时，数据库由系统用户 postgres 运行，但它进不了目录 ${closed}。` +
        `请执行 chmod o+x ${closed}，或换一个位置（DATA_DIR），或改用普通用户启动。`,
    )
  })
  return {
    owner,
    run: async (program, args, cwd) => (await exec('setpriv', [...prefix, program, ...args], { cwd, env })).stdout,
  }
}

/** Lets a group pass through a folder, without listing its content. A folder that is open to all is not changed. */
async function letThrough(folder: string, gid: number): Promise<void> {
  const { mode, uid } = await stat(folder)
  if (uid !== 0 || (mode & 0o001) !== 0) return
  await chown(folder, uid, gid)
  await chmod(folder, (mode & 0o700) | 0o010)
}

async function systemUser(name: string): Promise<{ uid: number; gid: number }> {
  const ids = async () => {
    const [uid, gid] = await Promise.all([exec('id', ['-u', name]), exec('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  return ids().catch(async () => {
    await exec('useradd', ['--system', '--user-group', '--no-create-home', name]).catch((error: Error) => {
      throw new StartError(`以 root 启动时需要系统用户 ${name} 来运行数据库，但创建失败：${error.message}`)
    })
    return ids()
  })
}

/** The outermost folder on the paths that the user may not pass. */
async function firstClosedFolder(paths: readonly string[], user: { uid: number; gid: number }) {
  const folders = new Set(paths.flatMap(ancestors))
  for (const folder of [...folders].sort((a, b) => a.length - b.length)) {
    const { mode, uid, gid } = await stat(folder)
    const execute = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & execute) === 0) return folder
  }
  return undefined
}

function ancestors(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [] : [...ancestors(parent), parent]
}
