import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import { type AppOptions, buildApp } from '../app.ts'
import { createPool, createPools, newClient } from '../kernel/db/pools.ts'
import type { ArrivalLimits } from '../kernel/http/arrival.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { freshKeys, replaceKeys } from '../kernel/keys.ts'
import { commandAddresses } from '../kernel/postgres/sign-in.ts'
import { type SettableClock, settableClock } from '../kernel/process/clock.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { openPictureProgram } from '../outside/image/pictures.ts'
import { openPaperProgram } from '../outside/paper/papers.ts'
import type { Program } from '../outside/program.ts'
import { runTableTask } from '../outside/table/table-work.ts'
import { runTablesBy } from '../outside/table/tables.ts'
import { type ClonedDatabase, cloneTemplate, type TestCluster } from './cluster.ts'
import { cloneDatabase } from './database.ts'

export interface TestApp {
  readonly app: FastifyInstance
  readonly kernel: Kernel
  /** The same as jobs run in it. */
  readonly jobs: Kernel
  /** The same as long work runs in it. */
  readonly longJobs: Kernel
  /** The same as a command of the platform works in it. */
  readonly commands: Kernel
  /** Connections as the gateway's role. */
  readonly gateway: pg.Pool
  readonly clock: SettableClock
  /** Statements of the last calls, newest last: asserts that a call issues a fixed number of queries. */
  readonly calls: { call: string; queries: number; code: number }[]
  /** Superuser connection, past row-level security: looks at what was really written. */
  readonly root: pg.Client
  /** The database's addresses, for a process of its own on the same data. */
  readonly database: ClonedDatabase
  /** Calls by the contract; throws with the envelope's message unless it succeeded. */
  call<C extends Call>(call: C, input: InputOf<C>, options: CallOptions): Promise<OutputOf<C>>
  /** Calls and answers the whole envelope, good or bad. `input` is not type-checked: bad input is the point. */
  send(call: Call, input: unknown, options?: CallOptions): Promise<Envelope>
  /** Token of a demo-like user. */
  login(mobile: string, password?: string): Promise<string>
  close(): Promise<void>
}

export interface CallOptions {
  readonly token?: string
  /** Idempotency-Key; made up when left out. */
  readonly key?: string
  readonly headers?: Record<string, string>
}

export interface Envelope {
  readonly success: boolean
  readonly data: unknown
  readonly errorCode: number
  readonly message: string
  readonly httpStatus: number
  readonly headers: Record<string, unknown>
}

/** Friday noon before a quiet week: the standing clock of API tests. */
export const TEST_NOW = Date.parse('2026-11-20T10:00:00+08:00')

export class CallFailed extends Error {
  readonly envelope: Envelope
  constructor(path: string, envelope: Envelope) {
    super(`${path}: ${envelope.errorCode} ${envelope.message} ${JSON.stringify(envelope.data)}`)
    this.envelope = envelope
  }
}

let serial = 0
const freshKey = () => `test-key-${++serial}-${Math.random().toString(36).slice(2, 10)}`

/** A call as it goes over the wire. */
export function requestOf(call: Call, input: unknown, { token, key, headers = {} }: CallOptions = {}) {
  const asQuery = call.method === 'GET'
  // As JSON does, a query leaves out what is undefined.
  const fields = Object.entries((input ?? {}) as Record<string, string>).filter(([, value]) => value !== undefined)
  const query = asQuery ? new URLSearchParams(fields).toString() : ''
  return {
    method: call.method,
    url: query === '' ? call.path : `${call.path}?${query}`,
    headers: {
      ...(token === undefined ? {} : { token }),
      ...(call.repeat === 'key' ? { 'idempotency-key': key ?? freshKey() } : {}),
      ...headers,
    },
    ...(asQuery ? {} : { payload: (input ?? {}) as object }),
  }
}

/** One for all installations of a worker, so that a password of their people is hashed once. */
const { pepper } = freshKeys()

/** A program that outlives who uses it, until this process ends. */
const lasting = <Job, Result>(program: Program<Job, Result>): Program<Job, Result> => ({
  run: program.run,
  close() {},
})

/** Others for all installations of a worker: to start the one that decodes pictures takes a tenth of a second of the processor. */
const programs = { pictures: lasting(openPictureProgram()), papers: lasting(openPaperProgram()) }

// Tables are read by the worker itself: a process for each took a sixth of the processor time of these tests. That process and its limits
// are what tables.unit.test.ts and the servers that tests start are about.
runTablesBy(runTableTask)

/** The whole server on a database of its own, spoken to without a network. */
export async function testApp(
  options: {
    now?: number
    poolSize?: number
    arrival?: ArrivalLimits
    rateLimit?: boolean
    log?: Logger
    env?: Readonly<Record<string, string>>
    /** Others than those of the worker. */
    programs?: AppOptions['programs']
    /** A PostgreSQL of the test's own, where it restarts it. */
    cluster?: TestCluster
    /** An installation that stays: its database and its data folder, which has keys. */
    on?: { readonly database: ClonedDatabase; readonly dataDir: string }
  } = {},
): Promise<TestApp> {
  const { database, dataDir } = options.on ?? (await newInstallation(options.cluster))
  const clock = settableClock(options.now ?? TEST_NOW)
  const calls: TestApp['calls'] = []
  const config = loadConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: options.rateLimit ? 'on' : 'off',
    ...options.env,
  })
  const app = await buildApp({
    config,
    addresses: database.addresses,
    clock,
    log: options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' }),
    poolSize: options.poolSize ?? 4,
    arrival: options.arrival,
    programs: options.programs ?? programs,
    onCall: (fact) => calls.push(fact),
  })
  await app.ready()
  const root = newClient({ connectionString: database.migratorUrl })
  await root.connect()
  const gateway = createPool(database.addresses.gateway, 4)
  const commands = commandKernel(app.kernel, database.migratorUrl)

  async function send(call: Call, input: unknown, options: CallOptions = {}): Promise<Envelope> {
    const response = await app.inject(requestOf(call, input, options))
    return { ...response.json(), httpStatus: response.statusCode, headers: response.headers }
  }

  return {
    app,
    kernel: app.kernel,
    jobs: app.jobs,
    longJobs: app.longJobs,
    gateway,
    commands,
    clock,
    calls,
    root,
    database,
    send,
    async call(call, input, callOptions) {
      const envelope = await send(call, input, callOptions)
      if (!envelope.success) throw new CallFailed(call.path, envelope)
      return envelope.data as never
    },
    async login(mobile, password = 'Cheyi2026') {
      const response = await app.inject({
        method: 'POST',
        url: '/api/login/v1/password',
        payload: { mobile, password, agree: true },
      })
      const envelope = response.json()
      if (!envelope.success) throw new Error(`login ${mobile}: ${envelope.message}`)
      return envelope.data.token
    },
    async close() {
      await root.end()
      await Promise.all([gateway.end(), commands.pools.end()])
      await app.close()
      if (options.on !== undefined) return
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The kernel as a command of the platform has it; its pools are the caller's to end. */
export const commandKernel = (kernel: Kernel, migratorUrl: string): Kernel => ({
  ...kernel,
  pools: createPools(commandAddresses(migratorUrl, 'maintenance').web, 2),
})

async function newInstallation(cluster: TestCluster | undefined) {
  const database = await (cluster === undefined ? cloneDatabase() : cloneTemplate(cluster))
  const dataDir = await mkdtemp(join(tmpdir(), 'cheyi-test-'))
  // The keys of this installation, with the passwords that the roles have in this cluster: other processes may join.
  await replaceKeys(loadConfig({ DATA_DIR: dataDir }).keyFile, {
    ...freshKeys(),
    pepper,
    gate: database.gate,
  })
  return { database, dataDir }
}
