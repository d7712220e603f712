import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../kernel/postgres/connect.ts'
import { joinDatabase } from '../kernel/postgres/join-database.ts'
import { loadConfig } from '../kernel/process/config.ts'

/*
 * DATA_DIR=… npx node server/src/testing/enlarge.ts [<MB of rows> <MB of files>] — adds so much to an installation (1,000 of each unless
 * told), to prove by hand that a large one is restored: `npm run seed`, this, then restore-drill.ts.
 */

const MB = 1_000_000
const [rowsMb = 1000, filesMb = 1000] = process.argv.slice(2).map(Number)
const config = loadConfig(process.env)
await using database = await joinDatabase(config, console)
await using client = await connect(database.migratorUrl)
// A thousand bytes that do not compress, with what COPY writes with a backslash.
const bulk = `insert into audit (merchant_id, account_id, action, name)
  select 0, 0, 'bulk', E'\\t' || string_agg(md5(random()::text || n || m), E'\\n') from generate_series(1, 1000) n, generate_series(1, 29) m
   group by n`
for (let mb = 0; mb < rowsMb; mb++) await client.query(bulk)
await client.query(`insert into audit (merchant_id, account_id, action, name) values (0, 0, 'wide', $1)`, [
  randomBytes(10 * MB).toString('hex'),
])
// Many pictures, and few films that no buffer holds.
const folder = join(config.mediaDir, '0', 'bulk')
await mkdir(folder, { recursive: true })
let left = filesMb * MB
for (let n = 0; left > 0; n++) {
  const size = Math.min(left, n % 1000 === 999 ? 100 * MB : 1000 * (50 + (n % 100)))
  await writeFile(join(folder, `${n}.jpg`), randomBytes(size))
  left -= size
}
