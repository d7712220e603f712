import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { countedOn } from '../bounds/count.ts'
import { withClient } from '../data/cluster.ts'
import { type DatabaseName, type Prepared, prepare, type Size } from '../data/prepare.ts'
import { countJobs } from './jobs.ts'
import { written } from './write.ts'

const document = fileURLToPath(new URL('../../../docs/scale.md', import.meta.url))

/** Half of the orders are one merchant's, of a large fleet; the others share the rest. */
export const scaleSize = (orders: number, merchants: number): Size => ({
  vehicles: 2000,
  small: 50_000,
  large: Math.ceil(orders / 2),
  others: { merchants: merchants - 1, vehicles: 20, share: 1 },
})

/**
 * Counts every call and every scheduled job where one merchant has very many orders and the installation many merchants, and
 * writes docs/scale.md. Takes hours and some 10 GB for each million orders.
 * @returns how many calls were counted
 */
export async function measureScale(root: string, size: Size): Promise<number> {
  const small = await on(root, size, 'small', (prepared) => countedOn(prepared, 'small', /./))
  return on(root, size, 'large', async (prepared) => {
    const bytes = await bytesOf(prepared, 'large')
    const large = await countedOn(prepared, 'large', /./)
    const jobs = await countJobs(prepared, 'large')
    const before = await readFile(document, 'utf8')
    await writeFile(document, written(size, { small, large }, jobs, { before, bytes }))
    return Object.keys(large).length
  })
}

/** Counts on a database itself and drops it: a copy, or both databases at once, would need the same disk again. */
async function on<T>(
  root: string,
  size: Size,
  database: DatabaseName,
  count: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const prepared = await prepare(root, { name: 'scale', size, databases: [database], plays: 'scene' }, console)
  try {
    return await count(prepared)
  } finally {
    await prepared.cluster.drop(database)
    await prepared.cluster.stop()
  }
}

const bytesOf = ({ cluster }: Prepared, database: string): Promise<number> =>
  withClient(cluster.rootUrl(database), async (client) => {
    const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes')
    return rows[0].bytes
  })
