import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Cluster, RUN } from '../data/cluster.ts'
import { type DatabaseName, ordersOf, prepare, type Size } from '../data/prepare.ts'
import { countedOn } from './count.ts'
import { excusedIndexes, indexUses, unusedIndexes } from './indexes.ts'
import { countJobs } from './jobs.ts'
import { type Bounds, outOfBounds } from './judge.ts'
import { openTables, tooFewRows } from './tables.ts'
import { boundsDocument, boundsOf, type Documented } from './write.ts'

const table = fileURLToPath(new URL('./bounds.json', import.meta.url))
const document = fileURLToPath(new URL('../../../docs/measurements.md', import.meta.url))

const size = {
  vehicles: 2000,
  small: 10_000,
  double: 20_000,
  large: 200_000,
  others: { merchants: 49, vehicles: 40, share: 0.1 },
}

/** How large an installation is that is counted besides. */
export interface Scale {
  readonly orders: number
  readonly merchants: number
}

/** Half of the orders are one merchant's, of a large fleet; the others share the rest. */
const sizeOf = ({ orders, merchants }: Scale): Size => ({
  ...size,
  large: Math.ceil(orders / 2),
  others: { merchants: merchants - 1, vehicles: 20, share: 1 },
})

interface Wanted {
  /** With many orders, too. */
  readonly large: boolean
  /** Sets the bounds by what is counted, and writes the document; what then is out of them are generic plans. */
  readonly write: boolean
  /** Which calls alone, as an expression that their names match. */
  readonly calls?: string
  /** Goes into the document and is not judged; takes hours, and some 10 GB for each million orders. */
  readonly scale?: Scale
}

/**
 * Counts every call that has bounds, with few orders, or with few and with many. For the document the scheduled jobs too, on the
 * largest of the databases.
 * @returns how many calls were counted, and what is out of its bounds
 */
export async function checkBounds(
  root: string,
  { large, write, calls = '', scale }: Wanted,
): Promise<{ calls: number; failures: string[] }> {
  if (write && calls !== '') throw new Error('--write 不能与 --calls 同时使用：表和文档是所有调用的')
  if (scale && !write) throw new Error('--orders 应与 --write 同时使用：所计只写入文档')
  const bounds: Bounds = JSON.parse(await readFile(table, 'utf8'))
  const named = new RegExp(calls)
  const { small, fewRows, uses, ...more } = await countedIn(root, 'bounds', size, {
    databases: large ? ['small', 'double', 'large'] : ['small', 'double'],
    named,
    jobs: write && large && !scale,
  })
  const measured: Documented = { small: small!, ...more }
  const number = Object.keys(measured.small).length
  if (!write) {
    const asked = Object.fromEntries(Object.entries(bounds).filter(([name]) => named.test(name)))
    // Some calls alone use few of the indexes.
    const unused = calls === '' ? unusedIndexes(uses, await excusedIndexes()) : []
    return { calls: number, failures: [...fewRows, ...unused, ...outOfBounds(asked, measured)] }
  }
  const renewed = boundsOf(bounds, measured)
  const lines = Object.entries(renewed).map(([name, bound]) => `  ${JSON.stringify(name)}: ${JSON.stringify(bound)}`)
  await writeFile(table, `{\n${lines.join(',\n')}\n}\n`)
  const scaled = scale && {
    scale,
    ...(await countedIn(root, 'scale', sizeOf(scale), { databases: ['large'], named, jobs: true })),
  }
  await writeFile(document, boundsDocument(renewed, measured, scaled))
  const unused = unusedIndexes(uses, await excusedIndexes())
  return { calls: number, failures: [...fewRows, ...unused, ...outOfBounds(renewed, measured)] }
}

/** Counts one after the other; jobs on the last one, which they change. */
async function countedIn(
  root: string,
  name: string,
  size: Size,
  { databases, named, jobs }: { databases: readonly DatabaseName[]; named: RegExp; jobs: boolean },
): Promise<Partial<Documented> & { fewRows: string[]; uses: ReadonlyMap<string, number>[] }> {
  const prepared = await prepare(root, { name, size, databases, plays: 'scene' }, console)
  let counted: Partial<Documented> = {}
  const fewRows: string[] = []
  const uses: ReadonlyMap<string, number>[] = []
  try {
    for (const database of databases) {
      await using copy = await copyOf(prepared.cluster, name, database)
      const tables = await openTables(prepared.cluster.rootUrl(copy.database), prepared.hot.merchantId)
      const calls = await countedOn(prepared, copy.database, { named, compared: database !== 'double' })
      counted = { ...counted, [database]: calls }
      uses.push(await indexUses(prepared.cluster.rootUrl(copy.database)))
      fewRows.push(...tooFewRows(calls, tables, ordersOf(size, database)).map((line) => `${line}（${database}）`))
      if (jobs && database === databases.at(-1))
        counted = { ...counted, jobs: await countJobs(prepared, copy.database) }
    }
    return { ...counted, fewRows, uses }
  } finally {
    await prepared.cluster.stop()
  }
}

/** What is counted on: it goes afterwards. The largest is no copy, which would need the same disk again. */
async function copyOf(cluster: Cluster, name: string, database: DatabaseName) {
  const copy = name === 'scale' ? database : `${RUN}${name}`
  if (copy !== database) await cluster.clone(database, copy)
  return { database: copy, [Symbol.asyncDispose]: () => cluster.drop(copy) }
}
