import { newClient } from '../db/pools.ts'
import { type KeyPlace, openKeys } from '../keys.ts'
import type { Config } from '../process/config.ts'
import { exitCodes, StartError } from '../process/start-error.ts'
import { connect } from './connect.ts'
import { requireFinished } from './unfinished.ts'

/** The role as which servers sign in. */
export const gate = 'gate'

/**
 * The address of a database as role `gate`: with the password that the address has for this role, else with that of the key file.
 * @param isNew whether the key file may be created
 */
async function gateAddress(databaseUrl: string, place: KeyPlace, isNew = async () => false): Promise<URL> {
  const url = new URL(databaseUrl)
  if (url.username === gate && url.password !== '') return url
  url.username = gate
  url.password = (await openKeys(place, await isNew())).gate
  return url
}

/** Another address of the same database for `gate`: with its user and password, unless the address has its own. */
export function sameSignIn(address: string, gateUrl: string): string {
  const [url, { username, password }] = [new URL(address), new URL(gateUrl)]
  if (url.username === '') Object.assign(url, { username, password })
  return url.href
}

/** Where `gate` opens connections that last, or that need options: past the pgBouncer, if there is one. */
export const directAddress = ({ listenUrl }: Pick<Config, 'listenUrl'>, gateUrl: string): string =>
  listenUrl === undefined ? gateUrl : sameSignIn(listenUrl, gateUrl)

/**
 * Enables the sign-in as role `gate`, which the migrations created: its password is created once and stored in the key
 * file. It is only set when it does not work yet, so that processes with the same keys never disturb each other, and
 * never while an instance with another password is connected.
 * @param databaseUrl where servers sign in, if that is another address of the same database
 * @returns that address as `gate`
 * @throws StartError when another instance is connected with another password, or a restore is not complete.
 */
export async function ensureGatePassword(
  migratorUrl: string,
  place: KeyPlace,
  databaseUrl = migratorUrl,
): Promise<string> {
  await using client = await connect(migratorUrl)
  await requireFinished(client)
  const gateUrl = await gateAddress(databaseUrl, place, async () => {
    const { rowCount } = await client.query('SELECT FROM public.merchant_key LIMIT 1')
    return rowCount === 0
  })
  // Tried at the migrator's address: a pgBouncer answers a wrong password after a quarter of a minute.
  const { username, password } = gateUrl
  const direct = Object.assign(new URL(migratorUrl), { username, password }).href
  if (await canLogIn(direct)) return gateUrl.href
  // Of servers that start at once the first sets the password; the others find that it works.
  await client.query("SELECT pg_advisory_lock(hashtext('cheyi.gate'))")
  if (await canLogIn(direct)) return gateUrl.href
  const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE usename = $1 LIMIT 1', [gate])
  if (rowCount !== 0) {
    throw new StartError(
      `另一个实例正以不同的密码登录此数据库。共用一个数据库的实例须使用同一个密钥文件（KEY_FILE），本实例使用的是 ${place.keyFile}。`,
    )
  }
  await client.query(`ALTER ROLE gate PASSWORD ${client.escapeLiteral(decodeURIComponent(password))}`)
  return gateUrl.href
}

/**
 * The address as `gate` of a database that this server may not migrate.
 * @throws StartError, to try again later, while `gate` cannot sign in or a migration of this program is missing
 */
export async function migratedDatabase(
  databaseUrl: string,
  place: KeyPlace,
  migrations: readonly string[],
): Promise<string> {
  const later = (reason: string, cause?: unknown) =>
    new StartError(`${reason}。请先以 MIGRATE_URL 执行 npm run migrate。`, { exitCode: exitCodes.later, cause })
  const gateUrl = (await gateAddress(databaseUrl, place)).href
  // Without the options of other connections for maintenance: this address may be that of a pgBouncer.
  const client = newClient({ connectionString: gateUrl })
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
  return gateUrl
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
