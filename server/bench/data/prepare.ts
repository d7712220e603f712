import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract } from '@cheyi/contract/index'
import { type CancelSnapshot, defaultCancelRules } from '@cheyi/domain/order/cancel'
import { DAY, localDate } from '@cheyi/domain/time'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Kernel } from '../../src/kernel/http/pipeline.ts'
import { migrationsDir } from '../../src/kernel/postgres/migrate.ts'
import type { BootLog } from '../../src/kernel/postgres/postgres.ts'
import { createMerchant, createStaff } from '../../src/merchant/provision.ts'
import { hashPassword } from '../../src/session/password/password.ts'
import { openSession } from '../../src/testing/session.ts'
import { localApp, send } from '../local-app.ts'
import { filledAtOnce, fillings } from './bulk.ts'
import { baseDatabase, type Cluster, openCluster, withClient } from './cluster.ts'
import { ensureRoom, roomFor } from './room.ts'

/*
 * The data that is measured: one large merchant with so many orders, among 49 small ones that share a tenth as many.
 * What its fleet has ahead is the same whatever the number of orders, so that only history grows.
 */

export interface Size {
  readonly vehicles: number
  /** Orders of the large merchant in the two databases that are compared. */
  readonly small: number
  readonly large: number
}

/** The large merchant. */
export interface Hot {
  readonly merchantId: string
  /** Of its owner, who is signed in by `token`. */
  readonly accountId: string
  readonly token: string
  /** The first is the largest: an eighth of the vehicles stands there. */
  readonly storeIds: readonly string[]
  readonly modelIds: readonly string[]
}

export interface Prepared {
  /** DATA_DIR of the cluster: its keys open the personal data. */
  readonly folder: string
  readonly cluster: Cluster
  readonly hot: Hot
}

const MERCHANTS = 50
const STORES = 20
const MODELS = 30
const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Opens the data of today in `root`; makes it first unless it is there, which takes a minute or two, and takes away what
 * was made for another day under the same name.
 * @throws Error in Chinese when the disk has too little room
 */
export async function prepare(root: string, name: string, size: Size, log: BootLog): Promise<Prepared> {
  const current = `data-${name}-${await stamp(size)}`
  const folder = join(root, current)
  await mkdir(root, { recursive: true })
  for (const other of await readdir(root))
    if (other.startsWith(`data-${name}-`) && other !== current) await rm(join(root, other), { recursive: true })
  const cluster = await openCluster(folder, log)
  const ready = join(folder, 'hot.json')
  try {
    await cluster.dropRuns()
    const kept = await readFile(ready, 'utf8').catch(() => undefined)
    if (kept !== undefined) return { folder, cluster, hot: JSON.parse(kept) }
    await ensureRoom(root, roomFor([size.small, size.large]), log)
    log.info(`正在生成 ${size.small} 与 ${size.large} 个订单…`)
    const hot = await fill(cluster, folder, size)
    await writeFile(ready, JSON.stringify(hot))
    return { folder, cluster, hot }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Other data: another schema, another generator, another size, another day. */
async function stamp(size: Size): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([size, localDate(Date.now())]))
  for (const folder of [migrationsDir, here])
    for (const name of (await readdir(folder)).sort())
      if (!name.endsWith('.test.ts')) hash.update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 12)
}

async function fill(cluster: Cluster, folder: string, size: Size): Promise<Hot> {
  const root = cluster.rootUrl(baseDatabase)
  const app = await localApp(cluster.gateUrl(baseDatabase), folder)
  let hot: Hot
  try {
    const owner = await provision(app.kernel, size)
    await withClient(root, async (client) => {
      await client.query('create schema bench')
      await client.query(
        'create table bench.merchant (id bigint primary key, account_id bigint, stores int, models int, vehicles int)',
      )
      await client.query(
        `insert into bench.merchant select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::int[])`,
        columns(owner.merchants.map((m) => [m.id, m.accountId, m.stores, m.models, m.vehicles])),
      )
      await run(client, 'fleet.sql')
      const { id: merchantId, accountId } = owner.merchants[0]!
      hot = { merchantId, accountId, token: owner.token, ...(await idsOf(client, merchantId)) }
    })
    await keepSnapshots(app, root, hot!)
  } finally {
    await app.close()
  }
  await cluster.withoutWal(async () => {
    for (const name of ['small', 'large'] as const) {
      await cluster.clone(baseDatabase, name)
      await insertOrders(cluster.rootUrl(name), size[name], hot.merchantId)
    }
  })
  return hot!
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
async function provision(kernel: Kernel, size: Size): Promise<Provisioned> {
  const passwordHash = await hashPassword(kernel.vaults.pepper, 'Cheyi2026')
  const merchants = []
  let token = ''
  for (let n = 0; n < MERCHANTS; n++) {
    const mobile = `137${String(n).padStart(8, '0')}`
    const { merchantId, roles } = await createMerchant(kernel, { name: `基准租车${n}`, status: 1, cityCode: '310100' })
    const staff = { mobile, passwordHash, parentId: null, name: '基准老板', roleIds: [roles.B!] }
    const owner = await createStaff(kernel, merchantId, staff)
    const small = { stores: 3, models: 6, vehicles: Math.ceil(size.vehicles / MERCHANTS) }
    const shape = n === 0 ? { stores: STORES, models: MODELS, vehicles: size.vehicles } : small
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
async function keepSnapshots(app: FastifyInstance, root: string, hot: Hot): Promise<void> {
  const from = Math.ceil((Date.now() + 2 * DAY) / DAY) * DAY
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
    await client.query('delete from quote')
  })
}

/** Says first what there is, then fills the tables side by side: one connection would leave all processors but one idle. */
async function insertOrders(rootUrl: string, orders: number, merchantId: string): Promise<void> {
  const others = Math.ceil(orders / 10 / (MERCHANTS - 1))
  await withClient(rootUrl, async (client) => {
    await client.query('alter table bench.merchant add orders int')
    await client.query('update bench.merchant set orders = case id when $1 then $2::int else $3::int end', [
      merchantId,
      orders,
      others,
    ])
    // Four connections draw numbers at once: one by one they would wait for the sequence's page.
    await client.query(`set work_mem = '512MB'; alter sequence row_id cache 1000`)
    await run(client, 'placed.sql')
  })
  await Promise.all(
    fillings.map(({ file, tables }) =>
      withClient(rootUrl, (client) => filledAtOnce(client, tables, async () => void (await run(client, file)))),
    ),
  )
  await withClient(rootUrl, async (client) => {
    await client.query(`set work_mem = '512MB'; select tally_anew()`)
    await client.query(`set bench.merchant = '${merchantId}'`)
    await run(client, 'bare.sql')
    await client.query('drop schema bench cascade; alter sequence row_id cache 1')
    // What was filled is all visible by now, and passed over.
    await client.query('vacuum')
    await client
      .query(
        `select 'analyze ' || string_agg(oid::regclass::text, ', ') as text from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and oid <> all ($1::regclass[])`,
        [fillings.flatMap(({ tables }) => tables)],
      )
      .then(({ rows }) => client.query(rows[0].text))
    await client.query('checkpoint')
  })
}

const run = async (client: pg.Client, file: string) => client.query(await readFile(join(here, file), 'utf8'))

const columns = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  (rows[0] ?? []).map((_, place) => rows.map((row) => row[place]))
