import type { Compilable, CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely'
import type pg from 'pg'
import { asElsewhere } from '../elsewhere.ts'
import { asUnavailable, isConnectionLoss, Unavailable } from '../http/unavailable.ts'
import { recording } from '../trace/trace.ts'
import { bind } from './bind.ts'
import { type Answer, Flight, Statement } from './flight.ts'
import { statementNames } from './names.ts'
import { cancel, type PooledClient, take, types } from './pools.ts'
import { isRecent, type Recent } from './replica.ts'
import { ENTER, SCOPE, SCOPE_OF_SESSION, type Scope, scopeValues } from './scope.ts'
import type { Sql } from './sql.ts'
import type { DB } from './tables.gen.ts'
import { asUniqueRefusal } from './unique-refusal.ts'

/*
 * The transaction of a call. A handler gets `Db`: Kysely bound to the connection of its transaction, which runs as role
 * `tenant` with the merchant and its stores set, so that a forgotten `where` cannot show data of other merchants.
 * Connections are pipelined: BEGIN and the scope statement are sent together with the first query, so that a call
 * without queries needs no connection. Every statement is named, which saves PostgreSQL the planning.
 */

/** Kysely over the tables of this schema, bound to the running transaction. */
export type Db = Kysely<DB>

/**
 * A named statement, raw or Kysely's. Statements are sent in the order of these calls, where Kysely's own `execute` sends some turns of
 * the event loop later: a statement that needs what an earlier one of the same round trip writes or locks is asked here. Its text is snake_case, its rows are like Kysely's: names in
 * camelCase, instants as epoch ms, a bigint or numeric as a number unless its name is that of an id
 * (`values/bigint.ts`). An instant as a parameter is a Date (`at`). The tag `sql` types the rows.
 */
export interface RawQuery {
  <Row>(statement: string | Sql<Row> | Compilable<Row>, values?: readonly unknown[]): Promise<Row[]>
  /** The first row of the answer. */
  readonly first: <Row>(
    statement: string | Sql<Row> | Compilable<Row>,
    values?: readonly unknown[],
  ) => Promise<Row | undefined>
}

/** `ask` with the way to ask for its first row. */
export function rawQuery(ask: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>): RawQuery {
  const run = <Row>(statement: string | Compilable<Row>, values?: readonly unknown[]): Promise<Row[]> => {
    if (typeof statement === 'string') return ask(statement, values)
    const { sql, parameters } = statement.compile()
    return ask(sql, parameters)
  }
  return Object.assign(run, {
    first: async <Row>(statement: string | Compilable<Row>, values?: readonly unknown[]) =>
      (await run<Row>(statement, values))[0],
  })
}

/** Raw statements of a connection that is in no transaction of a call. */
export const queryBy = (client: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }): RawQuery =>
  rawQuery(
    async <Row>(text: string, values: readonly unknown[] = []) => (await client.query(text, [...values])).rows as Row[],
  )

/**
 * A deferred statement, Kysely's or raw, whose answer is not needed: it is sent in its order with the next awaited
 * statement or the commit. Its failure fails the whole transaction.
 * @param ifUnchanged makes the error of a statement that changes no row; without it that is no failure
 */
export type Queue = (statement: Compilable | string, values?: readonly unknown[], ifUnchanged?: () => Error) => void

/** A session that must still be valid, checked by the transaction's first statement. */
export interface LiveSession {
  readonly tokenHash: Buffer
  readonly stamp: number
}

export interface Transaction {
  readonly db: Db
  readonly query: RawQuery
  readonly queue: Queue
  /** Number of statements sent, without BEGIN, scope and COMMIT. */
  queries(): number
  /** Whether it holds a connection now. */
  holds(): boolean
  /** Runs `work` with access to every store (assignment of cars); the caller must only return ids and counts. */
  elevated<T>(work: () => Promise<T>): Promise<T>
  /** The same for the statements that `work` sends at once: what is asked after it has its own sight again, before they are answered. */
  elevatedAtOnce<T>(work: () => T): T
  /**
   * From now on the transaction shows these orders and their parts, of every source and store, and no other order. For a customer who proved
   * the phone of their contact.
   */
  showOrders(ids: readonly string[]): void
  /**
   * Runs `work` as a merchant's role, inside this transaction of the process's own role, so that founding a merchant, or the
   * platform's action on one, is atomic. The caller has checked the permission.
   */
  inMerchant<T>(scope: Scope, work: () => Promise<T>): Promise<T>
  /**
   * Statements after this call are sent without waiting, but only answered after `known`; if that is rejected, its
   * reason ends the transaction, whatever else failed.
   */
  answersAfter(known: Promise<void>): void
  /** Runs `work` at the end: before the commit, or before leaving the merchant (`inMerchant`). Not when the call is refused. */
  beforeEnd(work: () => Promise<void>): void
}

/** The session was revoked or changed since it was cached. */
export class SessionChanged extends Error {}

interface Opening {
  readonly readOnly: boolean
  /** Opened even without any statement, so that no answer about a merchant is sent for an ended session. */
  readonly always: boolean
  /** Its initial access to the merchant's stores; '' without a merchant. */
  readonly sees: Scope['scope'] | ''
  /** The scope statement; it returns no row when the session is no longer valid. */
  readonly text: string
  readonly values: readonly unknown[]
  /** Ends the transaction, unless its COMMIT was sent: the running statement is cancelled. Its reason is thrown. */
  readonly signal?: AbortSignal | undefined
}

/** ms until a cancelled statement must end; after that its connection is closed. */
const CANCEL_TIMEOUT = 5000

/** The connection of one transaction, taken from the pool and started by its first statement. */
class Connection implements DatabaseConnection {
  readonly #pool: pg.Pool
  readonly #opening: Opening
  /**
   * Statements to be sent together once one of them is awaited: at the end of that turn of the event loop, or once
   * there is a connection.
   */
  #waiting: Statement[] = []
  #leaving = false
  #failed: { readonly error: unknown; readonly queued: boolean } | undefined
  /** The last queued statement that must change a row. */
  #mustChange: { answered: boolean } | undefined
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
  /** The access of the following statements. */
  sees: Opening['sees']
  /** Work to run at the end. */
  last: (() => Promise<void>)[] = []

  constructor(pool: pg.Pool, opening: Opening) {
    this.#pool = pool
    this.#opening = opening
    this.sees = opening.sees
  }

  /** Runs a statement of the call. */
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

  /** Sends a statement that does not count as the call's own. */
  send(text: string, values: readonly unknown[] = []): Promise<Answer> {
    if (this.#over) return Promise.reject(new Error('this transaction is over'))
    if (this.#stopped !== undefined) return Promise.reject(this.#stopped.reason)
    if (this.#client === undefined) this.begin()
    return this.#enqueue(text, values)
  }

  /** Queues a statement whose answer is not needed; see {@link Queue}. */
  queue(text: string, values: readonly unknown[] = [], ifUnchanged?: () => Error): void {
    if (this.#over) throw new Error('this transaction is over')
    if (this.#stopped !== undefined) return
    if (this.#client === undefined) this.begin()
    const statement = this.#named(text, values)
    this.#add(statement, true)
    if (ifUnchanged !== undefined) this.#expectChange(statement, ifUnchanged)
  }

  #expectChange({ answer }: Statement, ifUnchanged: () => Error): void {
    const expected = { answered: false }
    this.#mustChange = expected
    answer.then(
      ({ rowCount }) => {
        expected.answered = true
        if (rowCount === 0) this.#failed ??= { error: ifUnchanged(), queued: true }
      },
      () => undefined,
    )
  }

  /** Runs the deferred work, including work that it defers itself. */
  async runLast(): Promise<void> {
    for (let work = this.last.shift(); work !== undefined; work = this.last.shift()) await work()
  }

  /** Takes a connection and sends the scope. Done automatically by the first statement. */
  begin(): void {
    const { readOnly, text, values, signal } = this.#opening
    this.#client = take(this.#pool, signal)
    recording()?.until('work', 'wait for a connection', {}, this.#client)
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
    const statement = new Statement(statementNames.of(text), text, values)
    recording()?.statement(text, statement.answer)
    return statement
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

  /**
   * Cancels the running statement. The connection is not returned until the cancel request was answered, because it
   * could cancel a statement of the next call.
   */
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

  /** @throws the refusal of the scope, without which no answer is valid */
  async commit(): Promise<void> {
    this.#over = true
    if (this.#client === undefined) {
      if (!this.#opening.always) return
      this.begin()
    }
    await this.#begun
    // What the commit depends on is answered before it is sent.
    if (this.#mustChange?.answered === false) await this.#enqueue('select', [])
    if (this.#failed?.queued) throw this.#failed.error
    // Statements that were not awaited must be sent before the end, because after it they would run without this scope.
    // Queued statements of a read have no effect.
    if (this.#opening.readOnly && !this.#leaving) {
      this.#takeWaiting()
      // The end of a read is not awaited; it is sent before any later statement of the connection.
      const end = new Statement(statementNames.of('commit'), 'commit', [])
      end.answer.catch(() => {})
      const client = await this.#client!
      client.query(new Flight([end], types))
      return
    }
    if (this.#stopped !== undefined) throw this.#stopped.reason
    this.#commit = new Statement(statementNames.of('commit'), 'commit', [])
    const { command } = await this.#push(this.#commit)
    // A statement failed unnoticed: PostgreSQL accepts the COMMIT then, and rolls back.
    if (command === 'ROLLBACK') throw new Error('a statement of this transaction failed')
  }

  /** @returns the first cause: a refused scope, or a failed queued statement, makes later statements fail too */
  async rollback(error: unknown): Promise<unknown> {
    this.#over = true
    if (this.#client === undefined) return error
    const cause = await this.#begun.then(
      () => (this.#failed?.queued && error !== this.#refused?.reason ? this.#failed.error : error),
      (refused: unknown) => refused,
    )
    // Statements that are not awaited are dropped, because a failing one would break the end of the transaction.
    if (!this.#leaving) this.#takeWaiting()
    if (isConnectionLoss(cause)) this.#broken = cause as Error
    else
      await this.#enqueue('rollback', []).catch((lost: Error) => {
        this.#broken = lost
      })
    return this.#explained(cause)
  }

  /** Converts the failure of a statement for the caller of the transaction. */
  #explained(cause: unknown): unknown {
    const { code, message } = cause as { code?: string; message?: string }
    const cancelled = code === '57014'
    if (cancelled || isConnectionLoss(cause)) {
      if (this.#stopped !== undefined) return this.#stopped.reason
      if (cancelled) return new Unavailable('overdue', { cause })
    }
    // A newer version of the product has changed a table: every statement has to be planned again.
    if (code === '0A000' && message?.startsWith('cached plan must not change')) {
      statementNames.retireAll()
      return new Unavailable('lost', { cause })
    }
    return asUniqueRefusal(asElsewhere(asUnavailable(cause, this.#commit?.sent)))
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

interface TenantOptions {
  readonly scope: Scope
  readonly now: number
  readonly readOnly: boolean
  readonly session?: LiveSession
  /** Set for a pool of a replica: how recent that must be. */
  readonly recent?: Recent
  /** Ends it early: the client has disconnected, or the time limit is exceeded. */
  readonly signal?: AbortSignal
}

/**
 * Runs `work` inside one transaction as the role of its scope. The scope statement is sent without waiting; `work` may
 * already be running when an invalid session is found, but then its answer is dropped and nothing is committed.
 * @throws SessionChanged when `session` is no longer valid or its stamp differs, or a replica is not recent; Unavailable when the connection is
 * lost, takes too long or the merchant moves; Elsewhere when another cluster serves the merchant; Refusal of the field for a duplicate unique key (`unique-refusal.ts`); the reason of `signal`
 */
export function inTenant<T>(pool: pg.Pool, options: TenantOptions, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { scope, session, now, signal, recent } = options
  const values: unknown[] = [...scopeValues(scope), new Date(now).toISOString()]
  if (session) values.push(session.tokenHash, session.stamp)
  let text = session ? SCOPE_OF_SESSION : SCOPE
  if (recent) text += ` ${session ? 'and' : 'where'} ${isRecent(values, recent)}`
  return transact(pool, { readOnly: options.readOnly, always: true, sees: scope.scope, text, values, signal }, work)
}

const GATE = `select set_config('app.user_id', $1, true), set_config('app.now', $2, true)`
const GATE_OF_SESSION = `${GATE} from login_session
  where token_hash = $3 and stamp = $4 and revoked_at is null and idle_expire_at > $2::timestamptz
    and absolute_expire_at > $2::timestamptz`

/** Runs `work` as the role of the process, without a merchant. @throws SessionChanged as {@link inTenant} */
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
      query: rawQuery(
        async <Row>(text: string, queryValues: readonly unknown[] = []) =>
          (await connection.run(text, queryValues)).rows as Row[],
      ),
      queue: (statement, queueValues, ifUnchanged) => {
        connection.count++
        if (typeof statement === 'string') return connection.queue(statement, queueValues, ifUnchanged)
        const { sql, parameters } = statement.compile()
        connection.queue(sql, parameters, ifUnchanged)
      },
      queries: () => connection.count,
      holds: () => connection.held,
      elevated: (inner) => runElevated(connection, inner),
      elevatedAtOnce: (inner) => elevatedAtOnce(connection, inner),
      showOrders: (ids) => showOrders(connection, ids),
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
    // Back to the role of the process, or of the command, before the next statement.
    connection.queue(`select set_config('role', null, true)`)
    connection.sees = sees
  }
}

async function runElevated<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
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

/** The ids are a setting apart from the scope, so that they stay while something is read with access to every store. */
function showOrders(connection: Connection, ids: readonly string[]): void {
  connection.queue(`select set_config('app.orders', $1, true)`, [`{${ids.join(',')}}`])
  see(connection, 'phone')
}

function see(connection: Connection, sees: Connection['sees']): void {
  if (connection.sees === sees) return
  connection.queue(`select set_config('app.scope', $1, true)`, [sees])
  connection.sees = sees
}
