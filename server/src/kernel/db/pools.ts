import pg from 'pg'
import { asUnavailable, onceMore, Unavailable } from '../http/unavailable.ts'
import { recording } from '../trace/trace.ts'
import { parsePgTimestamp } from './instant.ts'
import { camelCase } from './letter-case.ts'
import { parseNumeric } from './values/bigint.ts'

/* Connections of one process: how they are opened, taken, waited for and closed. kernel/db/db.ts runs transactions on them. */

/**
 * Connections of one process. `side` is for queries that a running transaction makes outside of itself (a block of
 * order numbers): with the same pool, waiting transactions could block the query that they wait for.
 */
export interface Pools {
  readonly main: pg.Pool
  readonly side: pg.Pool
  end(): Promise<void>
}

export function createPools(address: string, max = 8, work: Work = 'calls'): Pools {
  const main = createPool(address, max, work)
  const side = createPool(address, 2, work)
  return {
    main,
    side,
    async end() {
      await Promise.all([main.end(), side.end()])
    },
  }
}

const parseIdArray = (text: string): string[] => (text === '{}' ? [] : text.slice(1, -1).split(','))

export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === 1184) return parsePgTimestamp // timestamptz
    if (oid === 1082) return (text: string) => text // date stays YYYY-MM-DD
    if (oid === 1700) return parseNumeric // numeric: quantities, kilometres, sums of bigints
    if (oid === 1016) return parseIdArray // int8[]
    return pg.types.getTypeParser(oid, format)
  },
}

/** Time limit for getting a connection, from the pool or a new one, ms. */
const CONNECT_TIMEOUT = 5000
/** Limit of calls that wait for a connection; later ones are refused at once. */
const MOST_WAITING = 500

interface RowDescription {
  readonly fields: readonly { name: string }[]
}

/** The driver's client, with the method that its connection calls for the columns of an answer. */
const Driver = pg.Client as unknown as new (
  config?: pg.ClientConfig,
) => pg.Client & { _handleRowDescription(description: RowDescription): void }

/** Converts column names to camelCase, once per described statement, not per row. */
class Client extends Driver {
  override _handleRowDescription(description: RowDescription): void {
    for (const field of description.fields) field.name = camelCase(field.name)
    super._handleRowDescription(description)
  }
}

/** A client outside of the pools. Pending queries fail when its connection is lost; no unhandled error is thrown. */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new Client({ keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT, ...config })
  client.on('error', () => {})
  return client
}

export class PooledClient extends Client {
  /** Closes the socket at once: pending queries fail. */
  giveUp(): void {
    ;(this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
}

/** A query on the pool itself is a single statement that can safely run twice: it is retried once when the connection is lost. */
class LastingPool extends pg.Pool {
  // The driver's callback signatures are not used.
  override query(...asked: unknown[]): never {
    const ask = super.query as (...args: unknown[]) => Promise<unknown>
    const answer = onceMore(() => ask.apply(this, asked)).catch((error: unknown) => {
      throw asUnavailable(error)
    })
    if (typeof asked[0] === 'string') recording()?.statement(asked[0], answer)
    return answer as never
  }
}

/**
 * Purpose of a connection: `calls`, which a client waits for, with the settings of its role (migration 0001_kernel);
 * `maintenance` (a backup, a restore, a migration, a command), without the time limits of the server or the role; or
 * `demo`, the same for data that can be made again, whose thousand commits wait for no disk and no standby. Only calls
 * are opened without options, which a pgBouncer refuses.
 */
export type Work = 'calls' | 'maintenance' | 'demo'

// PostgreSQL 16 has no transaction_timeout, so that it cannot be set here.
const unlimited = [
  'TimeZone=UTC',
  'idle_in_transaction_session_timeout=0',
  'idle_session_timeout=0',
  'statement_timeout=0',
  'lock_timeout=0',
]
const optionsOf = (settings: readonly string[]) => settings.map((setting) => `-c ${setting}`).join(' ')

export const maintenanceOptions = optionsOf(unlimited)
export const connectionOptions: Readonly<Record<Work, string | undefined>> = {
  calls: undefined,
  maintenance: maintenanceOptions,
  demo: optionsOf([...unlimited, 'synchronous_commit=off']),
}

export function createPool(connectionString: string, max = 8, work: Work = 'calls'): pg.Pool {
  const pool = new LastingPool({
    Client: PooledClient,
    connectionString,
    max,
    types,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'cheyi',
    options: connectionOptions[work],
  } as pg.PoolConfig)
  // The pool replaces a lost idle connection. For a taken one it gets no event, and the driver throws an unhandled
  // error without a listener; the holder is informed by failing statements.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Takes a connection.
 * @throws Unavailable busy when too many wait already, lost when none could be opened; the reason of `signal` when that
 * is aborted first.
 */
export function take(pool: pg.Pool, signal?: AbortSignal): Promise<pg.PoolClient> {
  if (pool.waitingCount >= MOST_WAITING + pool.idleCount) return Promise.reject(new Unavailable('busy'))
  if (signal === undefined) return pool.connect()
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    pool.connect((error, client) => {
      signal.removeEventListener('abort', stop)
      if (error !== undefined && error !== null) reject(error)
      else if (signal.aborted) client?.release()
      else resolve(client!)
    })
  })
}

/** Asks PostgreSQL to cancel the current statement of a client's backend; resolves when the request was answered or failed. */
export function cancel(client: pg.ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as {
    [field in 'host']: string
  } & { readonly [field in 'port' | 'processID' | 'secretKey']: number }
  return new Promise((resolve) => {
    const wire = new pg.Connection() as unknown as {
      connect(port: number | string, host?: string): void
      cancel(processID: number, secretKey: number): void
      on(event: string, listener: () => void): void
      readonly stream: { destroy(): void; setTimeout(ms: number, overdue: () => void): void }
    }
    wire.on('connect', () => wire.cancel(processID, secretKey))
    wire.on('error', resolve)
    wire.on('end', resolve)
    wire.stream.setTimeout(CONNECT_TIMEOUT, () => wire.stream.destroy())
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`)
    else wire.connect(port, host)
  })
}
