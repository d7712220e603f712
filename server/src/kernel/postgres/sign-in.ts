import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { connectionOptions, newClient, type Work } from '../db/pools.ts'
import { type KeyPlace, openKeys, passwordOf } from '../keys.ts'
import type { Config } from '../process/config.ts'
import { exitCodes, StartError } from '../process/start-error.ts'
import { connect } from './connect.ts'
import { COMMANDS, type Process, signInRoles } from './sign-in-roles.ts'
import { requireFinished } from './unfinished-setup.ts'

/** Addresses of a database, each with the role and password of that process. */
export type Addresses = Readonly<Record<Process, string>>
/** Those of a server. */
export type ServerAddresses = Pick<Addresses, 'web' | 'jobs'>

const processes = Object.keys(signInRoles) as Process[]

/** An address for a process: with the password that the address has for its role, else with the one that is given. */
export function addressAs(name: Process, address: string, password: string): string {
  const url = new URL(address)
  if (url.username === signInRoles[name] && url.password !== '') return url.href
  return Object.assign(url, { username: signInRoles[name], password }).href
}

/** Another address of the same database, with the user and password of a known one. */
export function sameSignIn(address: string, known: string): string {
  const { username, password } = new URL(known)
  return Object.assign(new URL(address), { username, password }).href
}

/** Where connections are opened that last, or that need options: past the pgBouncer, if there is one. */
export const directAddress = ({ listenUrl }: Pick<Config, 'listenUrl'>, known: string): string =>
  listenUrl === undefined ? known : sameSignIn(listenUrl, known)

/**
 * For a command of the platform: the address of a migrator, whose connections become role `gate` before their first statement. It
 * founds merchants, publishes texts and appoints operators, which no server may.
 */
export function commandAddresses(migratorUrl: string, work: Work, setting = ''): ServerAddresses {
  const url = new URL(migratorUrl)
  url.searchParams.set('options', `${connectionOptions[work]} -c role=${COMMANDS} ${setting}`.trim())
  return { web: url.href, jobs: url.href }
}

/**
 * Enables the sign-in of the roles that the migrations created: their passwords come from the key file. Each is only set when it does
 * not work yet, so that processes with the same keys never disturb each other, and never while an instance with another password is
 * connected.
 * @param given where each signs in, if those are other addresses of the same database
 * @returns the addresses with role and password
 * @throws StartError when another instance is connected with another password, or a restore is not complete.
 */
export async function ensurePasswords(
  migratorUrl: string,
  place: KeyPlace,
  given: Addresses = { web: migratorUrl, jobs: migratorUrl, gateway: migratorUrl },
): Promise<Addresses> {
  await using client = await connect(migratorUrl)
  await requireFinished(client)
  const { rowCount: keys } = await client.query('SELECT FROM public.merchant_key LIMIT 1')
  const addresses = await addressesOf(place, given, keys === 0)
  if ((await lockedRoles(migratorUrl, addresses)).length === 0) return addresses
  // Of servers that start at once the first sets the passwords; the others find that they work.
  await client.query("SELECT pg_advisory_lock(hashtext('cheyi.gate'))")
  for (const name of await lockedRoles(migratorUrl, addresses)) {
    const role = signInRoles[name]
    const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE usename = $1 LIMIT 1', [role])
    if (rowCount !== 0) {
      throw new StartError(
        `另一个实例正以不同的密码登录此数据库。共用一个数据库的实例须使用同一个密钥文件（KEY_FILE），本实例使用的是 ${place.keyFile}。`,
      )
    }
    const password = decodeURIComponent(new URL(addresses[name]).password)
    // As a hash: PostgreSQL keeps the text of statements in its log and its statistics.
    await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(scramVerifier(password))}`)
  }
  return addresses
}

/** The addresses with role and password, whether or not they work. @param isNew whether the key file may be created */
export async function addressesOf(place: KeyPlace, given: Addresses, isNew = false): Promise<Addresses> {
  const keys = await openKeys(place, isNew)
  return ofEach((name) => addressAs(name, given[name], passwordOf(keys, signInRoles[name])))
}

const ofEach = (address: (name: Process) => string): Addresses =>
  Object.fromEntries(processes.map((name) => [name, address(name)])) as Record<Process, string>

/** The roles that cannot sign in yet. */
async function lockedRoles(migratorUrl: string, addresses: Addresses): Promise<Process[]> {
  const opens = await Promise.all(
    processes.map((name) => {
      // Tried at the migrator's address: a pgBouncer answers a wrong password after a quarter of a minute.
      const { username, password } = new URL(addresses[name])
      return canLogIn(Object.assign(new URL(migratorUrl), { username, password }).href)
    }),
  )
  return processes.filter((_, n) => !opens[n])
}

/**
 * Checks a database that this process may not migrate.
 * @throws StartError, to try again later, while the role cannot sign in or a migration of this program is missing
 */
export async function requireMigrated(address: string, migrations: readonly string[]): Promise<void> {
  const later = (reason: string, cause?: unknown) =>
    new StartError(`${reason}。请先以 MIGRATE_URL 执行 npm run migrate。`, { exitCode: exitCodes.later, cause })
  // Without the options of other connections for maintenance: this address may be that of a pgBouncer.
  const client = newClient({ connectionString: address })
  try {
    await client.connect()
    await requireFinished(client)
    const { rows } = await client.query<{ name: string }>('SELECT name FROM public.schema_migration')
    const applied = new Set(rows.map(({ name }) => name))
    const missing = migrations.find((name) => !applied.has(name))
    if (missing !== undefined) throw later(`数据库尚未升级到本程序的版本，缺少 ${missing}`)
  } catch (error) {
    throw error instanceof StartError ? error : later(`连接数据库失败：${(error as Error).message}`, error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function canLogIn(url: string): Promise<boolean> {
  const client = newClient({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch (error) {
    const authenticationRefused = ['28P01', '28000']
    const { code, message } = error as { code?: string; message: string }
    // For a role without a password some methods are refused by the driver itself, without a code.
    if (authenticationRefused.includes(code ?? '') || /password|SASL/i.test(message)) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

const ITERATIONS = 4096

/** What PostgreSQL stores for a password (SCRAM-SHA-256, RFC 5803): whoever reads it cannot sign in with it. */
function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest()
  const text = (bytes: Buffer) => bytes.toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${text(salt)}$${text(stored)}:${text(keyed('Server Key'))}`
}
