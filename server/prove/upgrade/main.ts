import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs'
import { makeData, measureLarge } from './large.ts'
import { provePostgres } from './postgres.ts'
import { type Rehearsal, rehearse } from './prove.ts'
import { serveDuring } from './serve.ts'

/*
 * npm run upgrade -- --prove — the dump of the newest release is restored, migrated to today's schema and compared: its books, and some
 * reads with their bounds.
 *   --serving        a server of the release serves meanwhile, and clients go on at one of today
 *   --orders N       instead: the time of the migrations with so many orders, generated; takes 10 GB for each million
 *   --quick          on a disk in memory and without waiting for it, as npm test does
 *   --data FILE      makes that data alone, as the release's own program
 *   --prove-postgres the dump moves from PostgreSQL 17 to the one of today
 */

const { values } = parseArgs({
  options: {
    prove: { type: 'boolean' },
    'prove-postgres': { type: 'boolean' },
    serving: { type: 'boolean' },
    quick: { type: 'boolean' },
    orders: { type: 'string' },
    data: { type: 'string' },
    report: { type: 'string' },
  },
})

async function runChosen(): Promise<Rehearsal> {
  if (values['prove-postgres']) return provePostgres()
  if (values.orders !== undefined) return measureLarge(Number(values.orders))
  if (!values.prove)
    throw new Error('用法：npm run upgrade -- --prove [--serving] [--quick] [--orders N]，或 --prove-postgres')
  if (!values.serving) return rehearse(!values.quick)
  await ensureBuilt()
  return rehearse(true, serveDuring)
}

if (values.data !== undefined) {
  await makeData(values.data, Number(values.orders))
  process.exit()
}
const { seen, failures } = await runChosen()
for (const line of seen) console.info(line)
for (const line of failures) console.error(`✗ ${line}`)
const passed = Math.max(0, seen.length - failures.length)
if (values.report) await writeFile(values.report, JSON.stringify({ passed, failed: failures.length, failures }))
process.exit(failures.length === 0 ? 0 : 1)
