import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { pino } from 'pino'
import { ended } from '../../../scripts/lib/workspace.mjs'
import { Caller } from '../../prove/crew/caller.ts'
import { Crew, isProven, prepare, type Row, table } from '../../prove/crew/crew.ts'
import { type Embedded, startEmbedded } from '../../prove/crew/embedded.ts'
import { Journal } from '../../prove/crew/journal.ts'
import { Product } from '../../prove/crew/product.ts'
import { withClient } from '../../prove/crew/with-client.ts'
import { buildApp } from '../../src/app.ts'
import { jobs } from '../../src/jobs.ts'
import { signInAddresses } from '../../src/kernel/postgres/join-database.ts'
import { systemClock } from '../../src/kernel/process/clock.ts'
import { loadConfig } from '../../src/kernel/process/config.ts'
import { startJobs } from '../../src/kernel/process/jobs.ts'
import { writeVariables } from '../machines/files.ts'

/*
 * One merchant of a demo moves to another cluster of this machine while eight clients and fifty terminals work on it, and two clients on
 * another merchant that stays. All of them know the first cluster's address alone.
 */

const STEADY_MS = 15_000
const STAYING = { mobile: '13800000011', clients: 2 }

/** @param kills after how many ms the command that moves is killed, once for each, before it is repeated and left alone */
export async function proveMove(folder: string, basePort: number, kills: readonly number[] = []): Promise<boolean> {
  const [a, b] = [
    await startEmbedded(join(folder, 'a'), basePort + 9),
    await startEmbedded(join(folder, 'b'), basePort + 19),
  ]
  const [product, there] = [new Product(a), new Product({ ...b, keyFile: join(a.folder, 'product', 'keys.json') })]
  const closing: (() => Promise<unknown>)[] = []
  try {
    console.info('正在启动两个集群（首次要写入演示数据）…')
    await product.start()
    await there.migrate()
    await there.startGateway()
    closing.push(() => there.stop())
    const server = await startEmptyServer(product, there)
    closing.push(server.close)
    const rows = await moveMerchant({ a, b, product, there, url: server.url }, kills)
    await writeFile(join(folder, 'report.md'), table(rows))
    return isProven(rows)
  } finally {
    for (const close of closing.toReversed()) await close()
    await product.stop()
    await Promise.all([a.stop(), b.stop()])
  }
}

/**
 * A server of the other cluster in this process: it plays the payment provider as a demo does, and has no merchant yet, where a demo that
 * starts would load its own.
 */
async function startEmptyServer(
  product: Product,
  there: Product,
): Promise<{ url: string; close: () => Promise<void> }> {
  // One provider for both clusters: its keys, and what it has been paid so far.
  await cp(join(product.env('a').DATA_DIR!, 'simulator'), join(there.env('b').DATA_DIR!, 'simulator'), {
    recursive: true,
  })
  // Requests come through the servers of the first cluster, whose word about the client's address counts.
  const config = { ...loadConfig(there.env('b')), trustProxy: ['127.0.0.1'] }
  const addresses = await signInAddresses(config, undefined)
  const app = await buildApp({ config, addresses, clock: systemClock, log: pino({ level: 'warn' }) })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const stopJobs = startJobs(app, jobs)
  return {
    url,
    close: async () => {
      await stopJobs()
      await app.close()
    },
  }
}

interface Clusters {
  readonly a: Embedded
  readonly b: Embedded
  readonly product: Product
  readonly there: Product
  readonly url: string
}

async function moveMerchant({ a, b, product, there, url }: Clusters, kills: readonly number[]): Promise<Row[]> {
  const field = await prepare(product)
  const staying = await prepare(product, STAYING.mobile, false)
  const merchantId = await withClient(a.url, async (client) => {
    const { rows } = await client.query('select merchant_id from device where id = $1', [field.devices[0]!.deviceId])
    return String(rows[0].merchant_id)
  })
  const target = await writeVariables(join(b.folder, 'target.env'), { ...there.env('b'), ...b.addresses })
  const crew = new Crew(product, field)
  const others = new Crew(product, staying, { clients: STAYING.clients })
  await after(STEADY_MS)
  const began = performance.now()
  const args = [
    '--to',
    target,
    '--url',
    url,
    '--gateway',
    `127.0.0.1:${b.gatewayPort}`,
    '--name',
    '核对',
    '--note',
    '核对',
  ]
  const command = ['operator', 'merchant', 'move', merchantId, ...args] as const
  let code = 1
  for (const ms of [...kills, undefined]) {
    const move = product.begin(...command)
    const end = ended(move)
    const isOver = await Promise.race([end.then(() => true), ...(ms === undefined ? [] : [after(ms, false)])])
    if (!isOver) move.kill('SIGKILL')
    code = await end
    if (isOver) break
    console.info(`the move was killed after ${ms! / 1000} s`)
  }
  if (code !== 0) throw new Error('the merchant was not moved')
  console.info(`the whole move: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await crew.answered()
  await after(STEADY_MS)
  await Promise.all([crew.stop(), others.stop()])
  const rows = [
    await crew.row(b.url, () => there.moneyAgrees(), 'one merchant moved to another cluster'),
    await others.row(a.url, () => product.moneyAgrees(), 'the same time at a merchant that stayed'),
  ]
  console.info(table(rows))
  const session = await signInAgain(product, merchantId)
  await dropMerchant({ a, product, url }, merchantId, session)
  // A merchant that stays hears of nothing.
  if (others.journal.troubles.size > 0) throw new Error('the merchant that stayed was disturbed')
  return rows
}

/** People sign in at the address that they know, and are served where their merchant lives. */
async function signInAgain({ urls }: { readonly urls: () => string[] }, merchantId: string): Promise<Caller> {
  const open = new Caller(urls, new Journal(), AbortSignal.timeout(60_000))
  const { token } = await open.ask(contract.session.login, {
    mobile: '13800000002',
    password: 'Cheyi2026',
    agree: true,
  })
  const session = open.as(token, 0)
  const { merchantId: found } = await session.ask(contract.session.userInfo, {})
  if (String(found) !== merchantId) throw new Error('the manager signed in elsewhere')
  return session
}

/** Deletes what is left of the merchant in the first cluster: of its rows and files none stays there, of another merchant all do. */
async function dropMerchant(
  { a, product, url }: Pick<Clusters, 'a' | 'product' | 'url'>,
  merchantId: string,
  session: Caller,
): Promise<void> {
  const before = await leftOf(a, merchantId)
  const code = await product.command('operator', 'merchant', 'drop', merchantId)
  if (code !== 0) throw new Error('the merchant was not dropped')
  const left = await leftOf(a, merchantId)
  console.info(
    `dropped from the first cluster: ${before.own} rows, ${before.files} files; left ${left.own} rows, ${left.files} files`,
  )
  if (left.own + left.files > 0) throw new Error('rows or files of the dropped merchant are left')
  if (left.others < before.others) throw new Error('rows of another merchant were dropped')
  if (!(await product.moneyAgrees())) throw new Error('the money of the merchants that stayed differs')
  // The session was opened at the first cluster's address, which people still use.
  await session.ask(contract.session.userInfo, {})
  await signInAgain({ urls: () => [url] }, merchantId)
}

/** Rows of a merchant and of all others in one cluster, and its files. Where the merchant lives now is the only row that stays. */
async function leftOf({ url, folder }: Embedded, merchantId: string) {
  const [own, others] = await withClient(url, async (client) => {
    const { rows: tables } = await client.query(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and c.column_name = 'merchant_id' and t.table_type = 'BASE TABLE' and c.table_name <> 'merchant_place'
          and not exists (select from pg_inherits i where i.inhrelid = quote_ident(c.table_name)::regclass)`,
    )
    const counts = tables.map(
      ({ name }) =>
        `select count(*) filter (where merchant_id = $1) as own, count(*) filter (where merchant_id <> $1) as others from "${name}"`,
    )
    const { rows } = await client.query(
      `select sum(own)::int as own, sum(others)::int as others from (${counts.join(' union all ')}) t`,
      [merchantId],
    )
    return [rows[0].own as number, rows[0].others as number]
  })
  const files = await readdir(join(folder, 'product', 'media', merchantId), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return { own, others, files: files.filter((file) => file.isFile()).length }
}
