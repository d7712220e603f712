import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { serverProcess } from '../../scripts/lib/server-process.mjs'
import type { Cluster } from './data/cluster.ts'
import { withClient } from './data/cluster.ts'

/** The product as it is started, in a process of its own on a database that runs. */
export interface Product extends AsyncDisposable {
  readonly port: number
  /** Of the process itself. */
  readonly pid: number
  readonly url: string
  /** From the start of the process to the first answer to a signed-in user, ms. */
  readonly firstAnswerMs: number
}

export interface ProductOptions {
  /** One of the cluster's. */
  readonly database: string
  /** Of a user of that database. */
  readonly token: string
}

/** Starts it as `npm start` does, but for the database, which has data already, and the limit of calls a second. */
export async function startProduct(cluster: Cluster, { database, token }: ProductOptions): Promise<Product> {
  const port = await freePort()
  const dataDir = await cluster.serverFolder(database)
  const began = performance.now()
  const child = spawn(process.execPath, serverProcess, {
    // Its log goes nowhere, but is written; the channel ends it when the bench is killed.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: cluster.rootUrl(database),
      DEMO: 'off',
      RATE_LIMIT: 'off',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilUp(child, `${url}${contract.session.userInfo.path}`, token)
  return {
    port,
    pid: child.pid!,
    url,
    firstAnswerMs: performance.now() - began,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

async function waitUntilUp(child: ChildProcess, url: string, token: string): Promise<void> {
  const isUp = () =>
    fetch(url, { method: 'POST', headers: { token } }).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('the server of the bench did not start')
    await after(5)
  }
}

/** What the product asks of itself every second is over at a look; what it catches up with after a start is not. */
const CALM_LOOKS = 10

/** Waits until the product has done, on this database, what it does by itself after a start. */
export async function waitUntilIdle(cluster: Cluster, database: string): Promise<void> {
  const busy = `select count(*)::int as busy from pg_stat_activity where datname = '${database}'
    and application_name = 'cheyi' and state <> 'idle'`
  await withClient(cluster.rootUrl('postgres'), async (client) => {
    for (let calm = 0; calm < CALM_LOOKS; await after(200))
      calm = (await client.query(busy)).rows[0].busy > 0 ? 0 : calm + 1
  })
}
