import { readFile } from 'node:fs/promises'
import { jobs } from '../../src/jobs.ts'
import { SCENE_NOW } from '../../src/testing/world/scene/scene.ts'
import { withClient } from '../data/cluster.ts'

/*
 * Which indexes of orders and of their items no statement used: each is written with every order. Those that stay for a reason that no
 * bounded call shows are named in the document, with it.
 */

const document = new URL('../../../docs/order-indexes.md', import.meta.url)

/** How often each index of orders was used in a database since it was made, by all that flushed their statistics; the timers of orders look now. */
export async function indexUses(rootUrl: string): Promise<ReadonlyMap<string, number>> {
  await withClient(rootUrl, async (client) => {
    for (const name of jobs.flatMap(({ due = {} }) => Object.keys(due)))
      await client.query('select from timer_due($1, $2, 0, 1)', [name, new Date(SCENE_NOW)])
    await client.query('select pg_stat_force_next_flush()')
  })
  return withClient(rootUrl, async (client) => {
    const { rows } = await client.query<{ name: string; uses: number }>(
      `select indexrelname as name, idx_scan::int as uses from pg_stat_user_indexes where relname in ('order', 'order_item')`,
    )
    return new Map(rows.map(({ name, uses }) => [name, uses]))
  })
}

/** Indexes that the document excuses, by their names. */
export async function excusedIndexes(): Promise<readonly string[]> {
  const [, list = ''] = (await readFile(document, 'utf8')).split('\n## Used by no bounded call\n')
  return [...list.matchAll(/^\| `(\w+)` \| [^|]{10,} \|$/gm)].map(([, name]) => name!)
}

/**
 * A line for each index that nothing used in any of the databases and nothing excuses, and for each excuse of one that is gone. An excused
 * one that was used is none: which of two good indexes a plan takes depends on the sample that PostgreSQL took.
 */
export function unusedIndexes(databases: readonly ReadonlyMap<string, number>[], excused: readonly string[]): string[] {
  if (databases.length === 0) return []
  const uses = new Map<string, number>()
  for (const database of databases) for (const [name, n] of database) uses.set(name, (uses.get(name) ?? 0) + n)
  return [
    ...[...uses]
      .filter(([name, n]) => n === 0 && !excused.includes(name))
      .map(([name]) => `索引 ${name} 没有语句使用：请删除，或在 docs/order-indexes.md 写明保留的原因`),
    ...excused
      .filter((name) => !uses.has(name))
      .map((name) => `索引 ${name} 不存在，docs/order-indexes.md 却列为未使用`),
  ].toSorted()
}
