import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { countedOn } from '../bounds/count.ts'
import { prepare, type Size } from '../data/prepare.ts'
import { countJobs } from './jobs.ts'
import { written } from './write.ts'

const document = fileURLToPath(new URL('../../../docs/scale.md', import.meta.url))

/**
 * Counts every call and every scheduled job where one merchant has very many orders and the installation many merchants, and
 * writes docs/scale.md. Takes hours and some 10 GB for each million orders.
 * @returns how many calls were counted
 */
export async function measureScale(root: string, size: Size): Promise<number> {
  const prepared = await prepare(root, { name: 'scale', size, plays: 'scene' }, console)
  try {
    const small = await countedOn(prepared, 'small', /./)
    const large = await countedOn(prepared, 'large', /./)
    const jobs = await countJobs(prepared)
    await writeFile(document, written(size, { small, large }, jobs))
    return Object.keys(large).length
  } finally {
    await prepared.cluster.stop()
  }
}
