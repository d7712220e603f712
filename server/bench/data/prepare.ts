import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract } from '@cheyi/contract/index'
import { type CancelSnapshot, defaultCancelRules } from '@cheyi/domain/pricing/terms/cancel'
import { DAY, localDate } from '@cheyi/domain/time'
import type pg from 'pg'
import { figuresFollower } from '../../src/insight/data/keep.ts'
import type { Kernel } from '../../src/kernel/http/pipeline.ts'
import { migrationsDir } from '../../src/kernel/postgres/migrate.ts'
import type { BootLog } from '../../src/kernel/postgres/postgres.ts'
import { type Clock, settableClock, systemClock } from '../../src/kernel/process/clock.ts'
import { runForMerchants } from '../../src/kernel/process/jobs.ts'
import { createMerchant, createStaff } from '../../src/platform/merchant/provision.ts'
import { repairPendingWork } from '../../src/platform/pending-work/actions.ts'
import { hashPassword } from '../../src/platform/session/password/password.ts'
import { following } from '../../src/platform/stream/actions.ts'
import { customersFollower } from '../../src/rental/driver/customers/follow.ts'
import { testApp } from '../../src/testing/app.ts'
import { openSession } from '../../src/testing/session.ts'
import { makeScene, SCENE_NOW, type Scene } from '../../src/testing/world/scene/scene.ts'
import { type App, localApp, send } from '../local-app.ts'
import { baseDatabase, type Cluster, counting, openCluster, RUN, withClient } from './cluster.ts'
import { ensureRoom, roomFor } from './room.ts'

/*
 * The data that is measured: one large merchant with so many orders, among small ones.
 * What its fleet has ahead is the same whatever the number of orders, so that only history grows.
 */

export interface Size {
  readonly vehicles: number
  /** Orders of the large merchant in the databases that are compared. */
  readonly small: number
  readonly double?: number
  readonly large: number
  /** The other merchants. */
  readonly others: Others
}

export interface Others {
  readonly merchants: number
  /** Vehicles of each. */
  readonly vehicles: number
  /** Orders of them all for each order of the large merchant. */
  readonly share: number
}

/** The databases that are compared. */
export type DatabaseName = 'small' | 'double' | 'large'

/** The large merchant. */
export interface Hot {
  readonly merchantId: string
  /** Of its owner, who is signed in by `token`. */
  readonly accountId: string
  readonly token: string
  /** The first is the largest: an eighth of the vehicles stands there. */
  readonly storeIds: readonly string[]
  readonly modelIds: readonly string[]
  /** Something of everything that a call can be about, made by the calls; of data that play at the scene's time. */
  readonly scene?: Scene
}

export interface Prepared {
  /** DATA_DIR of the cluster: its keys open the personal data. */
  readonly folder: string
  readonly cluster: Cluster
  readonly hot: Hot
}

const STORES = 20
const MODELS = 30
const here = fileURLToPath(new URL('.', import.meta.url))

export interface Data {
  readonly name: string
  readonly size: Size
  /** Which of them are wanted; the small and the large one unless told. */
  readonly databases?: readonly DatabaseName[]
  /** `scene`: the large merchant has what the tests' scene has besides, and it is always the day of that scene. */
  readonly plays?: 'today' | 'scene'
}

/**
 * Opens data in `root`; makes what is not there yet, which takes a minute or two, and takes away what was made under the same
 * name by another schema or generator, or for another day.
 * @throws Error in Chinese when the disk has too little room
 */
export async function prepare(root: string, data: Data, log: BootLog): Promise<Prepared> {
  const { name, size, databases = ['small', 'large'], plays = 'today' } = data
  const current = `data-${name}-${await stamp([size, plays === 'today' ? localDate(Date.now()) : plays])}`
  const folder = join(root, current)
  await mkdir(root, { recursive: true })
  for (const other of await readdir(root))
    if (other.startsWith(`data-${name}-`) && other !== current) await rm(join(root, other), { recursive: true })
  const ready = join(folder, 'hot.json')
  let hot: Hot | undefined = JSON.parse(await readFile(ready, 'utf8').catch(() => 'null')) ?? undefined
  // What a killed run has begun is not begun with.
  if (hot === undefined) await rm(folder, { recursive: true, force: true })
  const cluster = await openCluster(folder, log, plays === 'scene' ? counting : {})
  try {
    await cluster.dropRuns()
    const missing = databases.filter((database) => !cluster.databases.includes(database))
    if (missing.length > 0) {
      const orders = missing.map((database) => Math.round(ordersOf(size, database) * (1 + size.others.share)))
      await ensureRoom(root, roomFor(orders), log)
      log.info(`正在生成 ${orders.join(' 与 ')} 个订单…`)
      hot ??= await buildBase(cluster, folder, size, plays)
      await writeFile(ready, JSON.stringify(hot))
      await cluster.withoutWal(async () => {
        for (const database of missing) {
          await cluster.clone(baseDatabase, MAKING)
          await insertOrders(cluster, { folder, size, orders: ordersOf(size, database), hot: hot! })
          await cluster.rename(MAKING, database)
        }
      })
    }
    return { folder, cluster, hot: hot! }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Orders of the large merchant in a database. */
export function ordersOf(size: Size, database: DatabaseName): number {
  const orders = size[database]
  if (orders === undefined) throw new Error(`no size of the database ${database}`)
  return orders
}

/** A database that is not whole yet. */
const MAKING = `${RUN}making`

/** Other data: another schema, another generator, what else is given. */
async function stamp(given: unknown): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(given))
  for (const folder of [migrationsDir, here])
    for (const name of (await readdir(folder)).sort())
      if (!name.endsWith('.test.ts')) hash.update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 12)
}

export const clockOf = ({ scene }: Pick<Hot, 'scene'>): Clock =>
  scene === undefined ? systemClock : settableClock(SCENE_NOW)

/** All that is there before the first order that is not of the scene. */
async function buildBase(cluster: Cluster, folder: string, size: Size, plays: Data['plays']): Promise<Hot> {
  const root = cluster.rootUrl(baseDatabase)
  const scene = plays === 'scene' ? await sceneOf(cluster, folder) : undefined
  const app = await localApp(cluster.addresses(baseDatabase), folder, clockOf({ scene }))
  try {
    const owner = await provision(app.kernel, size, scene)
    const hot = await withClient(root, async (client) => {
      await client.query('create schema bench')
      await client.query('create table bench.begin as select last_value as id from row_id')
      await client.query(
        'create table bench.merchant (id bigint primary key, account_id bigint, stores int, models int, vehicles int)',
      )
      await client.query(
        `insert into bench.merchant select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::int[])`,
        columns(owner.merchants.map((m) => [m.id, m.accountId, m.stores, m.models, m.vehicles])),
      )
      await run(client, 'fleet.sql')
      const { id: merchantId, accountId } = owner.merchants[0]!
      return { merchantId, accountId, token: owner.token, ...(await idsOf(client, merchantId)), scene }
    })
    await keepSnapshots(app, root, hot)
    return hot
  } finally {
    await app.close()
  }
}

/** The scene of the tests, on this installation. */
async function sceneOf(cluster: Cluster, folder: string): Promise<Scene> {
  const database = {
    migratorUrl: cluster.rootUrl(baseDatabase),
    addresses: cluster.addresses(baseDatabase),
    gate: '',
    drop: async () => undefined,
  }
  const t = await testApp({ on: { database, dataDir: folder } })
  try {
    return await makeScene(t, '基准租车0')
  } finally {
    await t.close()
  }
}

interface Provisioned {
  readonly token: string
  /** The large one first. */
  readonly merchants: readonly {
    readonly id: string
    readonly accountId: string
    readonly stores: number
    readonly models: number
    readonly vehicles: number
  }[]
}

/** Merchants with an owner each, made as the product makes them; the first one's is signed in. */
async function provision(kernel: Kernel, size: Size, scene: Scene | undefined): Promise<Provisioned> {
  const passwordHash = await hashPassword(kernel.vaults.pepper, 'Cheyi2026')
  const large = { stores: STORES, models: MODELS, vehicles: size.vehicles }
  const merchants = []
  let token = ''
  if (scene !== undefined) {
    merchants.push({ id: scene.w.merchantId, accountId: scene.ids.ownerAccount!, ...large })
    token = scene.w.tokens.owner
  }
  for (let n = merchants.length; n <= size.others.merchants; n++) {
    const mobile = `137${String(n).padStart(8, '0')}`
    const { merchantId, roles } = await createMerchant(kernel, { name: `基准租车${n}`, status: 1, cityCode: '310100' })
    const staff = { mobile, passwordHash, parentId: null, name: '基准老板', roleIds: [roles.B!] }
    const owner = await createStaff(kernel, merchantId, staff)
    const small = { stores: 3, models: 6, vehicles: size.others.vehicles }
    const shape = n === 0 ? large : small
    merchants.push({ id: merchantId, accountId: owner.accountId, ...shape })
    if (n === 0) token = await openSession(kernel, owner)
  }
  return { token, merchants }
}

async function idsOf(client: pg.Client, merchantId: string): Promise<Pick<Hot, 'storeIds' | 'modelIds'>> {
  const idsIn = async (table: string): Promise<string[]> => {
    const { rows } = await client.query(`select id from ${table} where merchant_id = $1 order by n`, [merchantId])
    return rows.map(({ id }) => id)
  }
  return { storeIds: await idsIn('bench.store'), modelIds: await idsIn('bench.model') }
}

/** What every order keeps of its price and terms, as large as real ones: those of one real quote. */
async function keepSnapshots(app: App, root: string, hot: Hot): Promise<void> {
  const from = Math.ceil((app.kernel.clock.now() + 2 * DAY) / DAY) * DAY
  const { quoteId } = await send(app, contract.quote.quote, hot.token, {
    storeId: hot.storeIds[0]!,
    modelId: hot.modelIds[0]!,
    pickupAt: from,
    returnAt: from + 3 * DAY,
  })
  const cancel: CancelSnapshot = { v: 1, rule: defaultCancelRules.normal, carried: [] }
  await withClient(root, async (client) => {
    await client.query(
      `create table bench.snapshot as
       select snapshot as quote, inputs -> 'deposits' as deposit, '${JSON.stringify(cancel)}'::jsonb as cancel
       from quote where id = ${quoteId}`,
    )
    await client.query('delete from quote where id = $1', [quoteId])
  })
}

/** Says first what there is, then fills the tables side by side: one connection would leave all processors but one idle. */
async function insertOrders(
  cluster: Cluster,
  { folder, size, orders, hot }: { folder: string; size: Size; orders: number; hot: Hot },
): Promise<void> {
  const rootUrl = cluster.rootUrl(MAKING)
  const others = Math.ceil((orders * size.others.share) / size.others.merchants)
  const clock = clockOf(hot)
  await withClient(rootUrl, async (client) => {
    await client.query('alter table bench.merchant add orders int')
    await client.query('update bench.merchant set orders = case id when $1 then $2::int else $3::int end', [
      hot.merchantId,
      orders,
      others,
    ])
    // Four connections draw numbers at once: one by one they would wait for the sequence's page.
    await client.query(`set work_mem = '512MB'; alter sequence row_id cache 1000`)
    await client.query(
      `create table bench.given as select date_trunc('minute', to_timestamp(${clock.now() / 1000})) as now`,
    )
    await run(client, 'placed.sql')
  })
  for (const files of [ordersFiles, ...(hot.scene === undefined ? [] : [historyFiles])])
    await Promise.all(files.map((file) => withClient(rootUrl, (client) => fillAtOnce(client, file))))
  await withClient(rootUrl, async (client) => {
    await client.query(`set work_mem = '512MB'; select tally_anew(); select tally_tickets(); select ledger_sums_anew()`)
    // The ledger of the bench does not say what orders that are over have earned.
    await client.query('delete from order_unearned u using "order" o where o.id = u.order_id and o.status >= 6')
    await client.query(`set bench.merchant = '${hot.merchantId}'`)
    await run(client, 'bare.sql')
    await client.query('drop schema bench cascade; alter sequence row_id cache 1')
  })
  await findWhatWaits(cluster, folder, hot)
  await withClient(rootUrl, async (client) => {
    // What was filled is all visible by now, and passed over.
    await client.query('vacuum')
    await client.query('analyze')
    await client.query('checkpoint')
  })
}

/** What the product keeps of its orders, as it finds it: what waits, and the figures of days that are over. */
async function findWhatWaits(cluster: Cluster, folder: string, hot: Hot): Promise<void> {
  await using app = await localApp(cluster.addresses(MAKING), folder, clockOf(hot))
  await runForMerchants(app.jobs, 'waits', async (ctx) => void (await repairPendingWork(ctx)))
  // Nobody else asks for figures.
  if (hot.scene === undefined) return
  await following(figuresFollower)(app.jobs)
  await following(customersFollower)(app.jobs)
}

const run = async (client: pg.Client, file: string) => client.query(await readFile(join(here, file), 'utf8'))

const columns = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  (rows[0] ?? []).map((_, place) => rows.map((row) => row[place]))

/** Files that fill tables, each on a connection of its own. What they fill together they read of nobody but those before. */
const ordersFiles = ['order.sql', 'handover.sql', 'ledger.sql', 'books.sql']
/** What happens besides on so many orders, and is asked for by the calls of the scene alone. */
const historyFiles = [
  'cases.sql',
  'papers.sql',
  'cashier.sql',
  'terminals.sql',
  'workshop.sql',
  'sales.sql',
  'partners.sql',
]

/** Tables that a file fills. */
const tablesIn = (sql: string): string[] => [
  ...new Set([...sql.matchAll(/insert into ("?\w+"?) \(/g)].map(([, name]) => name!)),
]

/** Indexes that no constraint stands on. */
const PLAIN_INDEXES = `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class t on t.oid = i.indrelid and t.relkind = 'r' where i.indrelid = any ($1::regclass[])
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  order by pg_relation_size(i.indrelid) desc, 1`

const PRIMARY_KEYS = `select c.conrelid::regclass::text as name, c.conindid::regclass::text as key
  from pg_constraint c join pg_class t on t.oid = c.conrelid and t.relkind = 'r'
  where c.conrelid = any ($1::regclass[]) and c.contype = 'p'`

/**
 * Fills the tables of a file, empty as yet but for the scene, in one transaction: nothing of it needs WAL where `wal_level` is minimal,
 * since their files are new in it. Indexes are built once at the end, which takes a third of the time. Locks these tables and no others.
 */
async function fillAtOnce(client: pg.Client, file: string): Promise<void> {
  const sql = await readFile(join(here, file), 'utf8')
  const tables = tablesIn(sql)
  await client.query('begin')
  // Keys and balances hold by the way the rows are made; checking them row by row would take most of the time.
  await client.query(
    `set local session_replication_role = replica; set local work_mem = '256MB'; set local maintenance_work_mem = '1GB';
     set local client_min_messages = warning`,
  )
  // Writing a table anew gives it new files; truncating it would wait for all tables that refer to it.
  const { rows: keys } = await client.query(PRIMARY_KEYS, [tables])
  for (const { name, key } of keys) await client.query(`cluster ${name} using ${key}`)
  const { rows: indexes } = await client.query(PLAIN_INDEXES, [tables])
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(sql)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('commit')
  await client.query(`vacuum (analyze) ${tables.join(', ')}`)
}
