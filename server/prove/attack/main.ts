import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { modules } from '../../src/testing/modules.ts'
import { attackDoors } from './doors/doors.ts'
import { openGround } from './ground.ts'
import { shuffleFrom } from './random.ts'
import { attackStores } from './stores.ts'
import { attackTable, isHeld, totalOf } from './table.ts'
import { attackTenants } from './tenants.ts'

/*
 * npm run attack — what a stranger, another merchant and a colleague of another store try at a server of this installation's code:
 *   --module M   only the calls of this module, without the doors
 *   --doors      only the doors: files, links, streams, the gateway; what calls refuse is also a law (server/src/laws: tenancy, scope, persons)
 *   --seed N     order of the calls, and which other ids are tried; the clock by default
 *   --large      more ids to each call, a demo beside, and the waiting of minutes
 *   --report F   what was found, as JSON
 */

const { values } = parseArgs({
  options: {
    module: { type: 'string' },
    doors: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    large: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})
const { module, doors, seed, large, report } = values
if (module !== undefined && !modules.includes(module)) {
  console.error(`没有模块 ${module}。可选：${modules.join('、')}`)
  process.exit(1)
}
const begun = performance.now()
const took = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`
const findings: string[] = []
const complain = (line: string) => {
  findings.push(line)
  console.error(line)
}

const hasFailed = () => findings.some((line) => line.startsWith('5xx'))

const ground = await openGround(large)
console.info(`two merchants at ${ground.url} after ${took()}`)
const attack = { module, more: large ? 12 : 2, shuffle: shuffleFrom(Number(seed)), complain }
const rows: Awaited<ReturnType<typeof attackTenants>> = new Map()
if (!doors) {
  for (const [name, row] of await attackTenants(ground, attack)) rows.set(name, row)
  console.info(`tenants tried after ${took()}`)
  for (const [name, row] of await attackStores(ground, attack)) rows.set(name, row)
  console.info(`stores tried after ${took()}`)
}
if (module === undefined) for (const [name, row] of await attackDoors(ground, { large, complain })) rows.set(name, row)
if (hasFailed()) console.error(ground.said())
await ground.close()
rows.set('all', totalOf(rows.values()))
console.info(attackTable(rows))
console.info(`seed ${seed}, ${took()}`)
if (report !== undefined)
  await writeFile(
    report,
    JSON.stringify({ rows: [...rows].map(([name, row]) => ({ name, isHeld: isHeld(row) })), findings }),
  )
process.exit(isHeld(rows.get('all')!) ? 0 : 1)
