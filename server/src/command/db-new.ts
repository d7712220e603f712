import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/* npm run db:new <name> — creates the next migration, e.g. `npm run db:new damage_case`. */

const dir = fileURLToPath(new URL('../../migrations', import.meta.url))
const name = process.argv[2]?.replaceAll('-', '_')

if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('用法：npm run db:new <名称>，名称由小写字母、数字和下划线组成，如 damage_case')
  process.exit(1)
}
const numbers = (await readdir(dir)).map((file) => Number.parseInt(file, 10)).filter(Number.isFinite)
const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0')
const file = join(dir, `${number}_${name}.sql`)
await writeFile(
  file,
  `-- What this adds, and why.
--
-- Runs once, in a transaction, forward only: never edit it once it is merged. End each tenant table with
-- select tenant_table('name'), which adds policy and grants; then run npm run db:types. A code is written by its name,
-- {orderStatus.pickedUp} (kernel/postgres/codes.ts).
`,
  { flag: 'wx' },
)
console.info(`已创建 ${file}`)
