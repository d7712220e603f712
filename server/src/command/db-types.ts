import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { cloneTemplate, startTestCluster } from '../testing/cluster.ts'
import { tableTypes } from './table-types.ts'

/* npm run db:types — migrates a temporary database and writes the types of its tables. */

const file = fileURLToPath(new URL('../kernel/db/tables.gen.ts', import.meta.url))
const cluster = await startTestCluster(console)
try {
  const database = await cloneTemplate(cluster)
  await writeFile(file, await tableTypes(database.migratorUrl))
  console.info(`已写入 ${file}`)
} finally {
  await cluster.stop()
}
