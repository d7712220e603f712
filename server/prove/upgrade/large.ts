import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, ended, spawnNode } from '../../../scripts/lib/workspace.mjs'
import { prepare } from '../../bench/data/prepare.ts'
import { lockInstance } from '../../src/kernel/postgres/instance-lock.ts'
import { migrate } from '../../src/kernel/postgres/migrate.ts'
import { startPostgres } from '../../src/kernel/postgres/postgres.ts'
import { withClient } from '../crew/with-client.ts'
import { quiet } from './place.ts'
import { newestUpgrade, programsOf } from './programs.ts'
import type { Rehearsal } from './prove.ts'

/*
 * The time that migrations take with many orders: of the bench, as they cannot be made by calls. Their books do not agree, and are not
 * compared.
 */

const root = at('.bench')
const name = 'upgrade'
const VEHICLES = 2000
/** Of the other merchants together, for each order of the large one. */
const SHARE = 1

/** Makes the data by the schema of this tree, and writes its folder into a file. */
export async function makeData(file: string, orders: number): Promise<void> {
  const others = { merchants: Math.max(1, Math.min(999, Math.floor(orders / 2000))), vehicles: 20, share: SHARE }
  const size = { vehicles: VEHICLES, small: 1000, large: Math.ceil(orders / (1 + SHARE)), others }
  const { cluster, folder } = await prepare(root, { name, size, databases: ['large'], plays: 'scene' }, console)
  await cluster.stop()
  await writeFile(file, folder)
}

/** Release 1.0.0 read all rentals for each merchant and month of commissions, which takes hours with 2,000,000 orders. */
async function mendData(tree: string): Promise<void> {
  const file = join(tree, 'server', 'bench', 'data', 'partners.sql')
  const slow = 'join lateral (select id from bench.rental r where r.merchant_id = e.merchant_id limit 20) r on true'
  const quick = `join (select merchant_id, id, row_number() over (partition by merchant_id order by id) as n from bench.rental) r
  on r.merchant_id = e.merchant_id and r.n <= 20`
  await writeFile(file, (await readFile(file, 'utf8')).replace(slow, quick))
}

export async function measureLarge(orders: number): Promise<Rehearsal> {
  if (!Number.isInteger(orders) || orders < 2000) throw new Error('--orders 应为不小于 2000 的整数')
  const report: Rehearsal = { seen: [], failures: [] }
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-upgrade-'))
  const upgrade = await newestUpgrade(folder)
  try {
    if (upgrade === undefined) throw new Error('还没有发布过版本，请先执行 npm run release -- --cut 1.0.0')
    const { tree, remove } = await programsOf(upgrade)
    try {
      await mendData(tree)
      const file = join(folder, 'data')
      const making = [join(tree, 'scripts', 'upgrade.mjs'), '--data', file, '--orders', String(orders)]
      if ((await ended(spawnNode(making, { cwd: tree }))) !== 0) throw new Error('数据没有生成')
      const data = await readFile(file, 'utf8')
      const lock = await lockInstance(data)
      const postgres = await startPostgres(data, quiet)
      try {
        const url = postgres.url.replace(/[^/]+$/, 'large')
        const count = async (what: string) =>
          (await withClient(url, (client) => client.query(`select ${what} as n`))).rows[0].n
        const number = await count('(select count(*)::int from "order")')
        const size = await count('round(pg_database_size(current_database()) / 1e9, 1)::text')
        const began = performance.now()
        const { applied } = await migrate(url, { dir: upgrade.todayDir, log: console })
        const time = ((performance.now() - began) / 1000).toFixed(1)
        report.seen.push(`${number} 个订单（${size} GB）：升级 ${applied.join('、')}，${time} 秒`)
      } finally {
        // It is of another schema now.
        await withClient(postgres.url, (client) => client.query('drop database large with (force)'))
        await postgres.stop()
        lock.release()
      }
    } finally {
      await remove()
    }
    return report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
