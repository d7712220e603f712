import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Crew, type Field, prepare, type Row, table } from '../../prove/crew/crew.ts'
import { Product } from '../../prove/crew/product.ts'
import { withClient } from '../../prove/crew/with-client.ts'
import type { Cluster } from '../machines/cluster.ts'
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts'

/** Undisturbed work before and after. */
const STEADY_MS = 15_000
/** Runs scenarios one after the other on a cluster. @returns the report's rows */
export async function prove(cluster: Cluster, names: readonly ScenarioName[]): Promise<Row[]> {
  const product = new Product({
    folder: cluster.folder,
    addresses: cluster.addresses,
    gatewayPort: cluster.basePort + 9,
  })
  try {
    console.info('正在启动服务器（首次要写入演示数据）…')
    await product.start()
    const field = await prepare(product)
    const rows: Row[] = []
    for (const name of names) {
      await cluster.whole()
      console.info(`${name}…`)
      const row =
        name === 'point-in-time'
          ? await proveRestore(cluster, product, field)
          : await trial(cluster, product, field, scenarios[name])
      rows.push(row)
      console.info(table([row]))
      await writeFile(join(cluster.folder, 'report.md'), table(rows))
    }
    return rows
  } finally {
    await product.stop()
  }
}

async function trial(cluster: Cluster, product: Product, field: Field, { title, happen }: Scenario): Promise<Row> {
  const crew = new Crew(product, field)
  await after(STEADY_MS)
  const repair = await happen({ cluster, product })
  await crew.answered()
  await after(STEADY_MS)
  await repair()
  await crew.answered()
  await after(STEADY_MS)
  await crew.stop()
  return crew.row(cluster.url('cheyi'), () => product.moneyAgrees(), title)
}

/** All orders lose the names of their customers by mistake, and the database goes back to the moment before. */
async function proveRestore(cluster: Cluster, product: Product, field: Field): Promise<Row> {
  const primary = await cluster.primary()
  for (const repository of ['1', '2']) {
    await primary.asPostgres('pgbackrest', '--stanza=cheyi', `--repo=${repository}`, '--type=full', 'backup')
    // As its timer does each week, on a standby.
    const [standby] = await cluster.standbys()
    const told = await standby!.asPostgres('sh', '/etc/cheyi/restore-trial.sh', repository)
    console.info(`  ${told.trim().split('\n').at(-1)}`)
  }
  const before = new Crew(product, field)
  await before.answered()
  await after(STEADY_MS)
  await before.stop()
  const moment = await withClient(cluster.url('cheyi'), async (client) => {
    const { rows } = await client.query(
      "select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as now",
    )
    await after(1000)
    await client.query('update "order" set contact_name = \'\'')
    return rows[0].now as string
  })
  const began = Date.now()
  await product.stop()
  await cluster.backTo(moment)
  await product.start()
  const since = new Crew(product, field)
  await since.answered()
  const first = Math.min(...since.journal.acknowledged.map(({ at }) => at))
  const seconds = Math.round((first - began) / 1000)
  await since.stop()
  const row = await before.row(
    cluster.url('cheyi'),
    () => product.moneyAgrees(),
    `back to a point in time by pgBackRest (${seconds} s without service)`,
  )
  const { lost, doubled, unheard } = await since.row(cluster.url('cheyi'), () => product.moneyAgrees(), '')
  return { ...row, lost: [...row.lost, ...lost], doubled: [...row.doubled, ...doubled], unheard: row.unheard + unheard }
}
