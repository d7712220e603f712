import { setTimeout as sleep } from 'node:timers/promises'
import { mediaState } from '@cheyi/domain/platform/media/codes'
import { merchantPlace } from '@cheyi/domain/platform/merchant/codes'
import type pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import { figuresFollower } from '../../insight/data/keep.ts'
import type { Context } from '../../kernel/context.ts'
import { queryBy } from '../../kernel/db/db.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { openKeys } from '../../kernel/keys.ts'
import { connect } from '../../kernel/postgres/connect.ts'
import type { BootLog } from '../../kernel/postgres/postgres.ts'
import { commandAddresses } from '../../kernel/postgres/sign-in.ts'
import { signInRoles } from '../../kernel/postgres/sign-in-roles.ts'
import { systemClock } from '../../kernel/process/clock.ts'
import type { Config } from '../../kernel/process/config.ts'
import { runForSome } from '../../kernel/process/jobs.ts'
import { StartError } from '../../kernel/process/start-error.ts'
import { PLATFORM_ROW, unwrap } from '../../kernel/vault.ts'
import { differences } from '../../money/payment/check/differences.ts'
import { moneyChecks } from '../../money-checks.ts'
import { openFiles } from '../../outside/storage/open.ts'
import { chainAll } from '../../platform/audit/chain.ts'
import { followOn } from '../../platform/stream/actions.ts'
import { customersFollower } from '../../rental/driver/customers/follow.ts'
import { copyFiles, copyNewFiles, type Mark, type Stores } from './files.ts'
import { copyPeople, copyRows, prepareOrCompare } from './people.ts'
import {
  differencesOf,
  type MovedTable,
  makePartitions,
  movedTables,
  publicationSql,
  removeMerchant,
} from './tables.ts'

/*
 * Moves one merchant to another cluster by PostgreSQL's logical replication while its servers run: its rows are copied and followed; then
 * nobody serves it for seconds, in which the rest arrives and both sides are compared; then the other cluster serves it, and servers here
 * pass its requests on. On the target triggers do not fire for replicated rows: what they would write (tallies, sums, search keys) is in
 * tables too and arrives itself, only live events are not needed there, and generated columns are calculated again.
 */

/** A cluster: its configuration, and its address as superuser. */
export interface Side {
  readonly config: Config
  readonly migratorUrl: string
}

export interface Move {
  readonly merchantId: string
  readonly from: Side
  readonly to: Side
  /** Where servers here pass requests on to, and where staff sign in. */
  readonly url: string
  /** host:port of the gateways there; '' where the merchant has no terminals. */
  readonly gateway: string
  readonly by: { readonly name: string; readonly note: string }
  readonly log: BootLog
}

export interface Done {
  readonly tables: number
  readonly files: number
  /** ms in which nobody served the merchant, and what took them. */
  readonly pauseMs: number
  readonly steps: readonly Step[]
}

interface Step {
  readonly what: string
  readonly ms: number
}

/** What follows the events of a merchant; the second one also those of the first. */
const followers = [figuresFollower, customersFollower] as const

/** Longest time for each step of the pause; then the merchant is served here again. */
const STEP_MS = 40_000
const LOOK_MS = 50

const nameOf = (merchantId: string) => `cheyi_move_${merchantId}`

/** @throws StartError in Chinese; the merchant is served where it was, and nothing of it is left on the other side */
export async function moveToCluster(move: Move): Promise<Done> {
  const { merchantId, from, to, log } = move
  await using source = await connect(from.migratorUrl)
  await using target = await connect(to.migratorUrl)
  if ((await placeOf(source, merchantId)) === merchantPlace.leaving && (await isServedBy(target, merchantId))) {
    await finish(move, source)
    await endReplication(source, target, merchantId)
    return { tables: 0, files: 0, pauseMs: 0, steps: [] }
  }
  await check(move, source, target)
  const tables = await movedTables(source)
  const steps: Step[] = []
  let files: number
  let began = 0
  try {
    log.info('正在复制数据…')
    await replicate(move, source, target)
    const mark = await markOf(source, merchantId)
    const stores = [openFiles(from.config), openFiles(to.config)] as const
    files = await copyFiles(stores, merchantId)
    await untilCopied(target, merchantId)
    const app = await appOf(from, merchantId)
    try {
      await finishOnce(app.kernel, merchantId)
      await untilApplied(source, target, merchantId)
      log.info('正在核对数据…')
      const compared = await compareOlderRows([source, target], tables, merchantId, mark)
      const filesFrom = await markOf(source, merchantId)
      files += await copyNewFiles(stores, source, merchantId, mark)
      await untilApplied(source, target, merchantId)
      began = performance.now()
      const marks = { rows: mark, files: filesFrom }
      files += await cutOver({ move, kernel: app.kernel, source, target, stores, tables, marks, compared, steps })
    } finally {
      await app.close()
    }
  } catch (error) {
    await abortMove(move)
    throw error
  }
  // From here on the target has new rows: a failure leaves the merchant paused, and the same command ends the move.
  await finish(move, source)
  const pauseMs = performance.now() - began
  await endReplication(source, target, merchantId)
  return { tables: tables.length, files, pauseMs, steps }
}

const isServedBy = async (client: pg.Client, merchantId: string): Promise<boolean> =>
  (await placeOf(client, merchantId)) === undefined && (await hasMerchant(client, merchantId))

/** Ends a move that was interrupted, for the cluster where the merchant was. */
export async function abortMove({ merchantId, from, to }: Pick<Move, 'merchantId' | 'from' | 'to'>): Promise<void> {
  await using source = await connect(from.migratorUrl)
  await using target = await connect(to.migratorUrl)
  if ((await placeOf(source, merchantId)) === merchantPlace.elsewhere)
    throw new StartError('迁移已完成，不能中止；如需迁回，请从新集群执行迁移。')
  if (await isServedBy(target, merchantId))
    throw new StartError('新集群已开始服务该商家，请重新执行迁移命令以完成切换。')
  await takeBack(source, target, merchantId)
}

/** Deletes the rows and files of a merchant that has moved away. Links and sessions that it had here end. */
export async function dropMoved({ merchantId, from }: Pick<Move, 'merchantId' | 'from'>): Promise<void> {
  await using source = await connect(from.migratorUrl)
  if ((await placeOf(source, merchantId)) !== merchantPlace.elsewhere)
    throw new StartError('该商家未迁往其他集群，不能删除。')
  await removeMerchant(source, merchantId)
  const files = openFiles(from.config)
  for await (const name of files.names(`${merchantId}/`)) await files.remove(name)
}

async function placeOf(client: pg.Client, merchantId: string): Promise<number | undefined> {
  const { rows } = await client.query('select state from merchant_place where merchant_id = $1', [merchantId])
  return rows[0]?.state
}

async function hasMerchant(client: pg.Client, merchantId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from merchant where id = $1', [merchantId])
  return rowCount !== 0
}

async function check({ merchantId, from, to }: Move, source: pg.Client, target: pg.Client): Promise<void> {
  for (const client of [source, target]) {
    const { rows } = await client.query('select rolsuper as super from pg_roles where rolname = current_user')
    if (!rows[0].super) throw new StartError('迁移须以两边数据库的超级用户（MIGRATE_URL）执行：复制会越过行级安全。')
  }
  const { rows: level } = await source.query('show wal_level')
  if (level[0].walLevel !== 'logical')
    throw new StartError('原集群须设 wal_level = logical 并重启数据库：alter system set wal_level = logical')
  const schemaOf = async (client: pg.Client) =>
    (await client.query('select string_agg(name || sha256, $1 order by name) as all from schema_migration', [',']))
      .rows[0].all
  if ((await schemaOf(source)) !== (await schemaOf(target)))
    throw new StartError('两个集群的数据库版本不同，请先升级到同一版本。')
  if (!(await hasMerchant(source, merchantId))) throw new StartError(`没有商家 ${merchantId}`)
  if ((await placeOf(source, merchantId)) !== undefined)
    throw new StartError(`商家 ${merchantId} 正在迁移或已迁出；未完成的迁移可用 --abort 中止。`)
  if (await hasMerchant(target, merchantId))
    throw new StartError(`新集群中已有商家 ${merchantId} 的数据；未完成的迁移可用 --abort 中止。`)
  // Before the move: afterwards both sides are compared row by row, so what agrees here agrees there.
  const wrong = await wrongMoney(source, merchantId)
  if (wrong > 0) throw new StartError(`该商家账实核对有 ${wrong} 处不一致，请先处理（npm run check:money）。`)
  await prepareOrCompare([source, target], async () => {
    const keysOf = async (client: pg.Client, { config }: Side) => {
      const { rows } = await client.query(
        'select key_id, wrapped from merchant_key where merchant_id = 0 order by key_id',
      )
      const keys = await openKeys(config)
      return rows.map(({ keyId, wrapped }) => `${keyId} ${unwrap(keys, PLATFORM_ROW, wrapped).toString('hex')}`).join()
    }
    // Passwords are mixed with the pepper of the key file.
    const [a, b] = await Promise.all([openKeys(from.config), openKeys(to.config)])
    return a.pepper.equals(b.pepper) && (await keysOf(source, from)) === (await keysOf(target, to))
  })
}

/** Begins to copy: on the target nobody serves the merchant until the end of the move. */
async function replicate({ merchantId, from }: Move, source: pg.Client, target: pg.Client): Promise<void> {
  const name = nameOf(merchantId)
  await makePartitions(source, target)
  await target.query(
    'insert into merchant_place (merchant_id, state) values ($1, $2) on conflict (merchant_id) do update set state = $2',
    [merchantId, merchantPlace.arriving],
  )
  await target.query('delete from merchant_key where merchant_id = $1', [merchantId])
  await copyRows([source, target], 'merchant_key', 't.merchant_id = $1', [merchantId])
  await source.query(publicationSql(name, await movedTables(source), merchantId))
  await target.query(
    `create subscription ${name} connection '${from.migratorUrl.replaceAll("'", "''")}' publication ${name}
      with (run_as_owner = true, disable_on_error = true)`,
  )
}

/** Marks a moment of the copy. No open transaction has an older row id to write. */
async function markOf(source: pg.Client, merchantId: string): Promise<Mark> {
  const { rows } = await source.query<Mark>(
    `select nextval('row_id')::text as row_id, set_config('app.since', clock_timestamp()::text, false),
        array(select id::text from media where merchant_id = $1 and state in (${mediaState.uploading}, ${mediaState.processing})) as uploading`,
    [merchantId],
  )
  await waitUntil('等待进行中的操作', () => hasNoOlderTransaction(source))
  return rows[0]!
}

/**
 * Compares the rows before the mark of all tables with ids while the merchant works. A table whose old rows are changing just then is
 * compared whole in the pause.
 * @returns the tables of which only the younger rows are left to compare
 */
async function compareOlderRows(
  sides: readonly [pg.Client, pg.Client],
  tables: readonly MovedTable[],
  merchantId: string,
  { rowId }: Mark,
): Promise<ReadonlySet<MovedTable>> {
  const withIds = tables.filter(({ hasIds }) => hasIds)
  const differing = await differencesOf(sides, withIds, merchantId, `id < ${rowId}`)
  const again = await differencesOf(
    sides,
    differing.map(({ table }) => table),
    merchantId,
    `id < ${rowId}`,
  )
  const changing = new Set(again.map(({ table }) => table))
  return new Set(withIds.filter((table) => !changing.has(table)))
}

/** Waits for the first copy of all tables, however long it takes. */
async function untilCopied(target: pg.Client, merchantId: string): Promise<void> {
  for (;;) {
    const { rows } = await target.query(
      `select s.subenabled as on, count(r.srrelid) filter (where r.srsubstate <> 'r')::int as left
         from pg_subscription s left join pg_subscription_rel r on r.srsubid = s.oid where s.subname = $1 group by 1`,
      [nameOf(merchantId)],
    )
    if (!rows[0]?.on) throw new StartError('复制中断，原因见新集群 PostgreSQL 的日志。')
    if (rows[0].left === 0) return
    await sleep(LOOK_MS)
  }
}

/** Waits until `done`, or ends the move. */
async function waitUntil(what: string, done: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + STEP_MS; !(await done()); await sleep(LOOK_MS))
    if (performance.now() > end) throw new StartError(`${what}超过 ${STEP_MS / 1000} 秒，已中止，原集群继续服务。`)
}

/** Everything that was committed on the source so far has been applied on the target. */
async function untilApplied(source: pg.Client, target: pg.Client, merchantId: string): Promise<void> {
  // A commit of the publication tells the target how far it is, also where nothing else was written.
  await source.query('begin')
  await source.query('set local session_replication_role = replica')
  await source.query('update merchant set version = version where id = $1', [merchantId])
  const { rows } = await source.query('select pg_current_wal_insert_lsn()::text as lsn')
  await source.query('commit')
  await waitUntil('等待剩余数据', async () => {
    const { rows: found } = await target.query(
      `select coalesce(o.remote_lsn, '0/0') >= $2::pg_lsn as applied from pg_subscription s
         left join pg_replication_origin_status o on o.external_id = 'pg_' || s.oid where s.subname = $1 and s.subenabled`,
      [nameOf(merchantId), rows[0].lsn],
    )
    if (found[0] === undefined) throw new StartError('复制中断，原因见新集群 PostgreSQL 的日志。')
    return found[0].applied
  })
}

interface CutOver {
  readonly move: Move
  readonly kernel: Kernel
  readonly source: pg.Client
  readonly target: pg.Client
  readonly stores: Stores
  readonly tables: readonly MovedTable[]
  /** From where on nothing was compared, and no file copied. */
  readonly marks: { readonly rows: Mark; readonly files: Mark }
  /** Tables that are equal before the mark. */
  readonly compared: ReadonlySet<MovedTable>
  /** Receives what was done and how long it took. */
  readonly steps: Step[]
}

/** The pause: from here on nobody serves the merchant, until the target does. @returns the number of files that were copied in it */
async function cutOver({
  move,
  kernel,
  source,
  target,
  stores,
  tables,
  marks,
  compared,
  steps,
}: CutOver): Promise<number> {
  const { merchantId } = move
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const done = await work()
    steps.push({ what, ms: performance.now() - began })
    return done
  }
  await step('进行中的操作', async () => {
    await pause(source, merchantId)
    await waitUntil('等待进行中的操作', () => hasNoOlderTransaction(source))
  })
  await step('统计与日志', () => finishFollowers(kernel, source, merchantId))
  await step('剩余数据', () => untilApplied(source, target, merchantId))
  const files = await step('剩余文件', () => copyNewFiles(stores, source, merchantId, marks.files))
  const differing = await step('核对', async () => {
    const sides = [source, target] as const
    const young = await differencesOf(sides, [...compared], merchantId, `id >= ${marks.rows.rowId}`)
    const rest = tables.filter((table) => !compared.has(table))
    return [...young, ...(await differencesOf(sides, rest, merchantId))]
  })
  if (differing.length > 0)
    throw new StartError(`两边数据不一致，已中止：\n${differing.map(({ text }) => text).join('\n')}`)
  await step('切换', () => takeOver(source, target, merchantId))
  return files
}

/** The target serves the merchant, with its people, and goes on with what follows its rows. */
async function takeOver(source: pg.Client, target: pg.Client, merchantId: string): Promise<void> {
  await target.query('begin')
  await target.query('set local session_replication_role = replica')
  await copyPeople([source, target], merchantId)
  const { rows: positions } = await source.query(
    'select name, due_at::text as due_at, reached_at::text as reached_at from follower where merchant_id = $1',
    [merchantId],
  )
  for (const { name, dueAt, reachedAt } of positions)
    await target.query(
      `insert into follower (merchant_id, name, xid, event_id, due_at, reached_at)
       values ($1, $2, pg_snapshot_xmin(pg_current_snapshot()), 0, $3::timestamptz, $4::timestamptz)`,
      [merchantId, name, dueAt, reachedAt],
    )
  // New rows of the audit log follow the last link in the order of the target.
  await target.query(
    `update audit_chain set xid = pg_current_xact_id() where merchant_id = $1
       and seq = (select max(seq) from audit_chain where merchant_id = $1)`,
    [merchantId],
  )
  await target.query('delete from merchant_place where merchant_id = $1', [merchantId])
  await target.query('commit')
}

/** Servers and gateways here pass on what is the merchant's. */
async function finish({ merchantId, url, gateway, by }: Move, source: pg.Client): Promise<void> {
  await source.query('begin')
  await source.query(
    'update merchant_place set state = $2, url = $3, gateway = $4, since = now() where merchant_id = $1',
    [merchantId, merchantPlace.elsewhere, url, gateway],
  )
  // Open pages read their rights again, and open their stream at the other cluster.
  await source.query(
    `insert into event (merchant_id, type, ref, data, account_ids)
     select $1, 'auth.changed', 'move', '{}', array_agg(id) from account where merchant_id = $1`,
    [merchantId],
  )
  await source.query(`insert into platform_log (action, detail) values ($1, $2)`, [
    `operator.move:${merchantId}`,
    { ...by, url },
  ])
  await source.query('commit')
}

/** Refuses the merchant here: sessions read their identity again, other entrances ask by themselves, and terminals lose their links. */
async function pause(source: pg.Client, merchantId: string): Promise<void> {
  await source.query('begin')
  await source.query('insert into merchant_place (merchant_id, state) values ($1, $2)', [
    merchantId,
    merchantPlace.leaving,
  ])
  await source.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [merchantId])
  await source.query(
    `update device_live set session_no = nextval('gateway_session'), node = null where merchant_id = $1`,
    [merchantId],
  )
  await source.query('commit')
  await source.query("select set_config('app.since', clock_timestamp()::text, false)")
}

/** No transaction of a server or a gateway is left that began before the moment in `app.since`, and so may not know of the pause. */
async function hasNoOlderTransaction(source: pg.Client): Promise<boolean> {
  const { rows } = await source.query(
    `select not exists (select from pg_stat_activity where datname = current_database() and usename = any ($1)
       and xact_start <= current_setting('app.since')::timestamptz) as none`,
    [['gate', ...Object.values(signInRoles)]],
  )
  return rows[0].none
}

/** The product in this process, to which the merchant's pause does not apply. */
function appOf({ config, migratorUrl }: Side, merchantId: string) {
  return buildApp({
    config,
    addresses: commandAddresses(migratorUrl, 'maintenance', `-c app.moving=${merchantId}`),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    poolSize: 2,
    work: 'maintenance',
  })
}

/** What follows the rows here is done for the last time: figures and customers by their events, and the chain of the audit log. */
const finishFollowers = (kernel: Kernel, source: pg.Client, merchantId: string): Promise<void> =>
  waitUntil('等待统计与日志', async () => {
    await finishOnce(kernel, merchantId)
    const { rows } = await source.query(
      `select not exists (select from audit a where a.merchant_id = $1 and (a.xid, a.id) > (
             select coalesce(max(c.xid), '0'), coalesce(max(c.audit_id), 0)
               from (select xid, audit_id from audit_chain where merchant_id = $1 order by seq desc limit 1) c))
         and not exists (select from event e join follower f on f.merchant_id = e.merchant_id
           join jsonb_to_recordset($2::jsonb) as t (name text, types text[]) on t.name = f.name
           where e.merchant_id = $1 and (e.xid, e.id) > (f.xid, f.event_id) and e.type = any (t.types)) as done`,
      [merchantId, JSON.stringify(followers.map(({ name, types }) => ({ name, types })))],
    )
    return rows[0].done
  })

async function finishOnce(kernel: Kernel, merchantId: string): Promise<void> {
  await chainAll(kernel)
  for (const follower of followers) {
    const work = async (ctx: Context) => void (await followOn(ctx, follower, { wait: true }))
    await runForSome(kernel, { name: follower.name, ids: [merchantId], work })
  }
}

/** How many cached amounts of the merchant differ from its ledger. */
async function wrongMoney(client: pg.Client, merchantId: string): Promise<number> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(
    `select set_config('role', 'tenant', true), set_config('app.merchant_id', $1, true), set_config('app.scope', 'all', true),
       set_config('app.store_ids', '{}', true), set_config('app.account_id', '0', true), set_config('app.order_id', '0', true)`,
    [merchantId],
  )
  const found = await differences({ query: queryBy(client) }, moneyChecks)
  await client.query('commit')
  return found.length
}

async function endReplication(source: pg.Client, target: pg.Client, merchantId: string): Promise<void> {
  const name = nameOf(merchantId)
  await target.query(`drop subscription if exists ${name}`)
  await source.query(`drop publication if exists ${name}`)
}

/** The merchant is served here again at once; then nothing of it is left on the other side. */
async function takeBack(source: pg.Client, target: pg.Client, merchantId: string): Promise<void> {
  for (const client of [source, target]) await client.query('rollback')
  await source.query('delete from merchant_place where merchant_id = $1', [merchantId])
  await endReplication(source, target, merchantId)
  await removeMerchant(target, merchantId)
  await target.query('delete from merchant_place where merchant_id = $1', [merchantId])
}
