import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../process/start-error.ts'

const exec = promisify(execFile)

/** Runs a program of PostgreSQL and returns what it printed. */
export type Run = (program: string, args: readonly string[], cwd: string) => Promise<string>

export interface PostgresUser {
  readonly run: Run
  /** Owner to give to files PostgreSQL must read; undefined: our own. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
}

/** Messages in English and by code point whatever the machine's language, so that logs read alike everywhere. */
const env = { ...process.env, LC_ALL: 'C', LANG: 'C', PGTZ: 'UTC' }

/**
 * Who runs PostgreSQL. It refuses to run as root, so root hands it to the system user `postgres` (made if missing).
 * @param cluster the database's folder. The folder it stands in is closed to all but root; that user may walk through it.
 * @param program one of the programs, which that user must reach too
 * @throws StartError in Chinese, naming the folder, when one of them is closed to that user and cannot be opened.
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
  // A clone under /root or a private temporary folder: the user gets the one capability that walks through it.
  const prefix = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup', // access(2) would else ignore the capability, and PostgreSQL asks by it
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

/** Through a folder to what it names, by group; not to look what is in it. A folder open to all stays as it is. */
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

/** The outermost folder on the way to the paths that the user may not walk through. */
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
