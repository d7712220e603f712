import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { RUN } from '../data/cluster.ts'
import { type DatabaseName, prepare } from '../data/prepare.ts'
import { countedOn } from './count.ts'
import { type Bounds, type Counted, type Measured, outOfBounds } from './judge.ts'
import { boundsOf, written } from './write.ts'

const table = fileURLToPath(new URL('./bounds.json', import.meta.url))
const document = fileURLToPath(new URL('../../../docs/measurements.md', import.meta.url))

const size = { vehicles: 2000, small: 10_000, large: 200_000, others: { merchants: 49, vehicles: 40, share: 0.1 } }

/**
 * Counts every call that has bounds, with few orders, or with few and with many.
 * @param write sets the bounds by what is counted, and writes the document; what then is out of them are generic plans
 * @param calls of which calls alone, as an expression that their names match
 * @returns how many calls were counted, and what is out of its bounds
 */
export async function checkBounds(
  root: string,
  { large, write, calls = '' }: { readonly large: boolean; readonly write: boolean; readonly calls?: string },
): Promise<{ calls: number; failures: string[] }> {
  const databases: DatabaseName[] = large ? ['small', 'large'] : ['small']
  if (write && calls !== '') throw new Error('--write 不能与 --calls 同时使用：表和文档是所有调用的')
  const named = new RegExp(calls)
  const prepared = await prepare(root, { name: 'bounds', size, databases, plays: 'scene' }, console)
  const counted: Partial<Record<DatabaseName, Readonly<Record<string, Counted>>>> = {}
  try {
    for (const database of databases) {
      const copy = `${RUN}bounds`
      await using _ = await prepared.cluster.clone(database, copy)
      counted[database] = await countedOn(prepared, copy, named)
    }
  } finally {
    await prepared.cluster.stop()
  }
  const measured = counted as Measured
  const number = Object.keys(measured.small).length
  const bounds: Bounds = JSON.parse(await readFile(table, 'utf8'))
  if (!write) {
    const asked = Object.fromEntries(Object.entries(bounds).filter(([name]) => named.test(name)))
    return { calls: number, failures: outOfBounds(asked, measured) }
  }
  const renewed = boundsOf(bounds, measured)
  const lines = Object.entries(renewed).map(([name, bound]) => `  ${JSON.stringify(name)}: ${JSON.stringify(bound)}`)
  await writeFile(table, `{\n${lines.join(',\n')}\n}\n`)
  await writeFile(document, written(renewed, measured))
  return { calls: number, failures: outOfBounds(renewed, measured) }
}
