import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { asUnavailable, isConnectionLoss, Unavailable } from '../http/unavailable.ts'
import { RowCompiler } from './compiler.ts'
import { type Answer, Flight, Statement } from './flight.ts'
import { statementNames } from './names.ts'
import { cancel, type PooledClient, take, types } from './pools.ts'
import type { Sql } from './sql.ts'
import type { DB } from './tables.gen.ts'
import { asTaken } from './taken.ts'

/*
 * The transaction of a call. A handler gets `Db`: Kysely bound to the one connection of its transaction, which runs as
 * role `tenant` with the merchant and its stores set, so that a forgotten `where` shows nothing foreign.
 *
 * Connections are pipelined: BEGIN and the scope statement travel in one flight with the first query, so a call that
 * asks nothing takes no connection. Every statement is named, which saves PostgreSQL the planning.
 */

/** Kysely over the tables of this schema, bound to the running transaction. */
export type Db = Kysely<DB>

/**
 * A raw named statement for the few hot reads. Its text is snake_case, its rows are like Kysely's: names in camelCase,
 * instants as epoch ms, a bigint or numeric as a number unless it is named like an id (`values/bigint.ts`). An instant among the values is a Date (`at`). Text of
 * the tag `sql` types its rows.
 */
export type RawQuery = <Row>(text: string | Sql<Row>, values?: readonly unknown[]) => Promise<Row[]>

/**
 * A statement whose answer nobody needs, Kysely's or raw: it leaves in its place, behind what was awaited or queued before
 * it, with the next one that is waited for or with the commit. What it fails with, the whole transaction fails with.
 */
export type Queue = (statement: Compilable | string, values?: readonly unknown[]) => void

/** Whose eyes the transaction has. `all` and the listed stores narrow what policies show. */
export interface Scope {
  readonly merchantId: string
  readonly accountId: string
  readonly scope: 'all' | 'stores' | 'own' | 'link'
  readonly storeIds: readonly string[]
  readonly orderId?: string
}

/** A session that must still be alive, re-checked by the transaction's first statement. */
export interface LiveSession {
  readonly tokenHash: Buffer
  readonly stamp: number
}

export interface Transaction {
  readonly db: Db
  readonly query: RawQuery
  readonly queue: Queue
  /** Statements sent so far, BEGIN, scope and COMMIT not counted. */
  queries(): number
  /** Whether it has a connection, and not given it back yet. */
  holds(): boolean
  /** Runs `work` with every store in sight (assignment and re-pack); the caller hands out ids and counts only. */
  elevated<T>(work: () => Promise<T>): Promise<T>
  /** The same for the statements that `work` sends at once: what is asked after it has its own sight again, before they are answered. */
  elevatedAtOnce<T>(work: () => T): T
  /**
   * Runs `work` as a merchant's role, inside this transaction of role `gate`: what founds a merchant, or what
   * the platform does to one, stands or falls as a whole. The caller has made sure that this person may.
   */
  inMerchant<T>(scope: Scope, work: () => Promise<T>): Promise<T>
  /**
   * What is asked from now on travels without waiting, but is answered only once `known` is; where that is refused, with its
   * reason, which then ends the transaction whatever else failed.
   */
  answersAfter(known: Promise<void>): void
  /** Runs `work` last: before the commit, or before the merchant is left again (`inMerchant`). Not where the call is refused. */
  beforeEnd(work: () => Promise<void>): void
}

/** The session was revoked or changed since it was cached. */
export class SessionChanged extends Error {}

interface Opening {
  readonly readOnly: boolean
  /** Even if no statement is sent: nobody is answered about a merchant whose session has ended. */
  readonly always: boolean
  /** What it sees of the merchant from the beginning; '' where it is in no merchant. */
  readonly sees: Scope['scope'] | ''
  /** The statement of the scope; it brings no row when the session is no longer alive. */
  readonly text: string
  readonly values: readonly unknown[]
  /** Ends the transaction, unless its COMMIT is under way: what PostgreSQL is at is cancelled. Its reason is thrown. */
  readonly signal?: AbortSignal | undefined
}

/** ms that a cancelled statement has to end; then its connection is given up. */
const CANCEL_TIMEOUT = 5000

/** The connection of one transaction, taken from the pool and begun by its first statement. */
class Connection implements DatabaseConnection {
  readonly #pool: pg.Pool
  readonly #opening: Opening
  /** Sent together once one of them is waited for: at the end of that turn of the event loop, or once there is a connection. */
  #waiting: Statement[] = []
  #leaving = false
  #failed: { readonly error: unknown; readonly queued: boolean } | undefined
  #client: Promise<pg.PoolClient> | undefined
  #begun: Promise<unknown> = Promise.resolve()
  #broken: Error | undefined
  #over = false
  #commit: Statement | undefined
  #overdue: NodeJS.Timeout | undefined
  #stopped: { readonly reason: unknown; readonly cancelled: Promise<void> } | undefined
  #known: Promise<void> | undefined
  #refused: { readonly reason: unknown } | undefined
  count = 0
  held = false
  /** What the statements see that are asked from now on. */
  sees: Opening['sees']
  /** What is run last. */
  last: (() => Promise<void>)[] = []

  constructor(pool: pg.Pool, opening: Opening) {
    this.#pool = pool
    this.#opening = opening
    this.sees = opening.sees
  }

  /** A statement of the call. */
  run(text: string, values: readonly unknown[]): Promise<Answer> {
    this.count++
    const answer = this.send(text, values)
    if (this.#known === undefined) return answer
    answer.catch(() => {})
    return this.#known.then(() => answer)
  }

  /** See {@link Transaction.answersAfter}. */
  answersAfter(known: Promise<void>): void {
    this.#known = known.then(
      () => {
        this.#known = undefined
      },
      (reason: unknown) => {
        this.#refused = { reason }
        throw reason
      },
    )
    this.#known.catch(() => {})
  }

  /** A statement that is none of the call's own. */
  send(text: string, values: readonly unknown[] = []): Promise<Answer> {
    if (this.#over) return Promise.reject(new Error('this transaction is over'))
    if (this.#stopped !== undefined) return Promise.reject(this.#stopped.reason)
    if (this.#client === undefined) this.begin()
    return this.#enqueue(text, values)
  }

  /** A statement of the call, or none of its own, whose answer nobody needs; see {@link Queue}. */
  queue(text: string, values: readonly unknown[] = []): void {
    if (this.#over) throw new Error('this transaction is over')
    if (this.#stopped !== undefined) return
    if (this.#client === undefined) this.begin()
    this.#add(this.#named(text, values), true)
  }

  /** What is put off to the end, and what that puts off again. */
  async runLast(): Promise<void> {
    for (let work = this.last.shift(); work !== undefined; work = this.last.shift()) await work()
  }

  /** Takes a connection and sends who asks. The first statement does so by itself. */
  begin(): void {
    const { readOnly, text, values, signal } = this.#opening
    this.#client = take(this.#pool, signal)
    this.held = true
    signal?.addEventListener('abort', this.#stop, { once: true })
    this.#begun = Promise.all([
      this.#enqueue(readOnly ? 'begin read only' : 'begin', []),
      this.#enqueue(text, values).then(({ rowCount }) => {
        if (rowCount === 0) throw new SessionChanged()
      }),
    ])
    // Awaited at the end; a rejection meanwhile must not count as unhandled.
    this.#begun.catch(() => {})
  }

  #enqueue(text: string, values: readonly unknown[]): Promise<Answer> {
    return this.#push(this.#named(text, values))
  }

  #named(text: string, values: readonly unknown[]): Statement {
    return new Statement(statementNames.of(text), text, values)
  }

  #push(statement: Statement): Promise<Answer> {
    this.#add(statement, false)
    if (!this.#leaving) {
      this.#leaving = true
      this.#client!.then(
        (client) => process.nextTick(() => client.query(new Flight(this.#takeWaiting(), types))),
        (error) => {
          for (const { reject } of this.#takeWaiting()) reject(error)
        },
      )
    }
    return statement.answer
  }

  #add(statement: Statement, queued: boolean): void {
    this.#waiting.push(statement)
    statement.answer.catch((error: unknown) => {
      this.#failed ??= { error, queued }
    })
  }

  /** Cancels what PostgreSQL is at. The connection stays with us until it was told, or it would cancel another's work. */
  readonly #stop = (): void => {
    if (this.#commit !== undefined) return
    const cancelled = this.#client!.then(async (client) => {
      this.#overdue = setTimeout(() => (client as unknown as PooledClient).giveUp(), CANCEL_TIMEOUT)
      await cancel(client)
    }).catch(() => {})
    this.#stopped = { reason: this.#opening.signal!.reason, cancelled }
  }

  #takeWaiting(): Statement[] {
    const taken = this.#waiting
    this.#waiting = []
    this.#leaving = false
    return taken
  }

  /** @throws what the scope was refused with: an answer got without it is worth nothing */
  async commit(): Promise<void> {
    this.#over = true
    if (this.#client === undefined) {
      if (!this.#opening.always) return
      this.begin()
    }
    await this.#begun
    if (this.#failed?.queued) throw this.#failed.error
    // What was asked and not waited for stays before the end: behind it, it would run in nobody's scope, or another's. What
    // a read has queued changes nothing.
    if (this.#opening.readOnly && !this.#leaving) {
      this.#takeWaiting()
      // Nobody waits for the end of a read; it stands ahead of whatever the connection is asked next.
      const end = new Statement(statementNames.of('commit'), 'commit', [])
      end.answer.catch(() => {})
      const client = await this.#client!
      client.query(new Flight([end], types))
      return
    }
    if (this.#stopped !== undefined) throw this.#stopped.reason
    this.#commit = new Statement(statementNames.of('commit'), 'commit', [])
    const { command } = await this.#push(this.#commit)
    // A statement failed and nobody was told: PostgreSQL then says yes to a commit, and rolls back.
    if (command === 'ROLLBACK') throw new Error('a statement of this transaction failed')
  }

  /** @returns the first cause: a refused scope, or a queued statement that failed, makes those after it fail too */
  async rollback(error: unknown): Promise<unknown> {
    this.#over = true
    if (this.#client === undefined) return error
    const cause = await this.#begun.then(
      () => (this.#failed?.queued && error !== this.#refused?.reason ? this.#failed.error : error),
      (refused: unknown) => refused,
    )
    // Those that nobody waits for are for nothing now, and one that fails would take the end of the transaction along.
    if (!this.#leaving) this.#takeWaiting()
    if (isConnectionLoss(cause)) this.#broken = cause as Error
    else
      await this.#enqueue('rollback', []).catch((lost: Error) => {
        this.#broken = lost
      })
    return this.#explained(cause)
  }

  /** What the failure of a statement means for whoever asked for the transaction. */
  #explained(cause: unknown): unknown {
    const { code, message } = cause as { code?: string; message?: string }
    const cancelled = code === '57014'
    if (cancelled || isConnectionLoss(cause)) {
      if (this.#stopped !== undefined) return this.#stopped.reason
      if (cancelled) return new Unavailable('overdue', { cause })
    }
    // Another version of the product has changed a table meanwhile: everything is to be planned anew.
    if (code === '0A000' && message?.startsWith('cached plan must not change')) {
      statementNames.retireAll()
      return new Unavailable('lost', { cause })
    }
    return asTaken(asUnavailable(cause, this.#commit?.sent))
  }

  async release(): Promise<void> {
    this.#opening.signal?.removeEventListener('abort', this.#stop)
    const client = await this.#client?.catch(() => undefined)
    await this.#stopped?.cancelled
    clearTimeout(this.#overdue)
    client?.release(this.#broken)
    this.held = false
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.run(query.sql, query.parameters)
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount) }
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not used')
  }
}

class BoundDriver implements Driver {
  readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }
  async init() {}
  async acquireConnection() {
    return this.connection
  }
  async beginTransaction() {
    throw new Error('the pipeline owns the transaction')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}

const adapter = new PostgresAdapter()
const compiler = new RowCompiler()

function bind(connection: Connection): Db {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new BoundDriver(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })
}

/** The role of a merchant, and whose eyes it has. */
const ENTER = `select set_config('role', 'tenant', true), set_config('app.merchant_id', $1, true),
  set_config('app.scope', $2, true), set_config('app.store_ids', $3, true), set_config('app.account_id', $4, true),
  set_config('app.order_id', $5, true)`

const SCOPE = `${ENTER}, set_config('app.now', $6, true)`
const SCOPE_OF_SESSION = `${SCOPE} from login_session
  where token_hash = $7 and stamp = $8 and revoked_at is null and idle_expire_at > $6::timestamptz
    and absolute_expire_at > $6::timestamptz`

const scopeValues = (scope: Scope): unknown[] => [
  scope.merchantId,
  scope.scope,
  `{${scope.storeIds.join(',')}}`,
  scope.accountId,
  scope.orderId ?? '0',
]

interface TenantOptions {
  readonly scope: Scope
  readonly now: number
  readonly readOnly: boolean
  readonly session?: LiveSession
  /** Ends it early: the client has gone, or the call took too long. */
  readonly signal?: AbortSignal
}

/**
 * Runs `work` inside one transaction as the role of its scope. The scope statement is sent ahead without waiting; `work` may
 * already be under way when a dead session comes to light, but its answer is dropped and nothing is kept.
 * @throws SessionChanged when `session` is no longer alive or its stamp differs; Unavailable when the connection is lost
 * or takes too long; Refusal of the field when a unique key is taken (`taken.ts`); the reason of `signal`
 */
export function inTenant<T>(pool: pg.Pool, options: TenantOptions, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { scope, session, now, signal } = options
  const values: unknown[] = [...scopeValues(scope), new Date(now).toISOString()]
  if (session) values.push(session.tokenHash, session.stamp)
  const text = session ? SCOPE_OF_SESSION : SCOPE
  return transact(pool, { readOnly: options.readOnly, always: true, sees: scope.scope, text, values, signal }, work)
}

const GATE = `select set_config('app.user_id', $1, true), set_config('app.now', $2, true)`
const GATE_OF_SESSION = `${GATE} from login_session
  where token_hash = $3 and stamp = $4 and revoked_at is null and idle_expire_at > $2::timestamptz
    and absolute_expire_at > $2::timestamptz`

/**
 * Runs `work` as the login role `gate`, which is granted only what signs people in.
 * @throws SessionChanged as {@link inTenant}
 */
export function inGate<T>(
  pool: pg.Pool,
  options: { now: number; userId?: string; session?: LiveSession; signal?: AbortSignal },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { now, userId, session, signal } = options
  const values: unknown[] = [userId ?? '', new Date(now).toISOString()]
  if (session) values.push(session.tokenHash, session.stamp)
  const text = session ? GATE_OF_SESSION : GATE
  return transact(pool, { readOnly: false, always: false, sees: '', text, values, signal }, work)
}

async function transact<T>(pool: pg.Pool, opening: Opening, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const connection = new Connection(pool, opening)
  try {
    const answer = await work({
      db: bind(connection),
      query: async <Row>(text: string, queryValues: readonly unknown[] = []) =>
        (await connection.run(text, queryValues)).rows as Row[],
      queue: (statement, queueValues) => {
        connection.count++
        if (typeof statement === 'string') return connection.queue(statement, queueValues)
        const { sql, parameters } = statement.compile()
        connection.queue(sql, parameters)
      },
      queries: () => connection.count,
      holds: () => connection.held,
      elevated: (inner) => elevated(connection, inner),
      elevatedAtOnce: (inner) => elevatedAtOnce(connection, inner),
      inMerchant: (scope, inner) => inMerchant(connection, scope, inner),
      answersAfter: (known) => connection.answersAfter(known),
      beforeEnd: (last) => connection.last.push(last),
    })
    await connection.runLast()
    await connection.commit()
    return answer
  } catch (error) {
    throw await connection.rollback(error)
  } finally {
    await connection.release()
  }
}

async function inMerchant<T>(connection: Connection, scope: Scope, work: () => Promise<T>): Promise<T> {
  const { sees, last } = connection
  connection.queue(ENTER, scopeValues(scope))
  connection.sees = scope.scope
  connection.last = []
  try {
    const answer = await work()
    await connection.runLast()
    return answer
  } finally {
    connection.last = last
    // Back to `gate`, ahead of whatever is asked next.
    connection.queue(`select set_config('role', 'none', true)`)
    connection.sees = sees
  }
}

const SEE = `select set_config('app.scope', $1, true)`

async function elevated<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const { sees } = connection
  see(connection, 'all')
  try {
    return await work()
  } finally {
    see(connection, sees)
  }
}

function elevatedAtOnce<T>(connection: Connection, work: () => T): T {
  const { sees } = connection
  see(connection, 'all')
  try {
    return work()
  } finally {
    see(connection, sees)
  }
}

function see(connection: Connection, sees: Connection['sees']): void {
  if (connection.sees === sees) return
  connection.queue(SEE, [sees])
  connection.sees = sees
}
