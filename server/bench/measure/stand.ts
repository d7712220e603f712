import { type Cluster, withClient } from '../data/cluster.ts'
import { settled, startProduct } from '../product.ts'
import { type Request, RIGHT } from '../request.ts'
import { startWorker } from '../worker.ts'
import { cpuOf, cpuOfCluster } from './cpu.ts'
import type { Load } from './load.ts'
import type { Amount } from './measure.ts'

/** What a call took on one connection: CPU of the two processes that answer it, and how long it was waited for; ms. */
export interface Spent {
  readonly node: number
  readonly postgres: number
  readonly p50: number
}

/** The product on a database, asked by one connection. Whatever else the cluster does meanwhile counts, too. */
export interface Stand<Name extends string> extends AsyncDisposable {
  spend(name: Name, amount: Amount): Promise<Spent>
}

export async function openStand<Name extends string>(
  cluster: Cluster,
  { database, token }: { readonly database: string; readonly token: string },
  requests: Readonly<Record<Name, readonly Request[]>>,
): Promise<Stand<Name>> {
  const load = startWorker<Load>('load.ts')
  const product = await startProduct(cluster, { database, token })
  const close = async () => {
    load[Symbol.dispose]()
    await product[Symbol.asyncDispose]()
  }
  try {
    await settled(cluster, database)
    const backend = await withClient(cluster.rootUrl(database), async (client) => {
      const { rows } = await client.query(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() limit 1',
      )
      return rows[0].pid as number
    })
    for (const name of Object.keys(requests) as Name[])
      await load.ask('aim', { name, port: product.port, connections: 1, begins: RIGHT, requests: requests[name] })
    const used = async () => ({ node: await cpuOf(product.pid), postgres: await cpuOfCluster(backend) })
    return {
      async spend(name, amount) {
        const before = await used()
        const { count, errors, p50 } = await load.ask('fire', { name, amount })
        const then = await used()
        const calls = Math.max(1, count + errors)
        // A refusal costs less than what it refuses.
        if (errors > calls / 20) throw new Error(`${name}: ${errors} of ${calls} calls were refused`)
        return {
          node: (then.node - before.node) / calls,
          postgres: (then.postgres - before.postgres) / calls,
          p50,
        }
      },
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
