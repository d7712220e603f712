import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'
import { replay, type Script } from '../script.ts'
import { work } from '../worker.ts'
import { type Amount, measure } from './measure.ts'

/*
 * What our calls are measured against: their own statements on one pool, with the same names and in the same flights,
 * but without identity, permission, schemas, transaction per call or row-level security; behind the barest server that
 * answers over HTTP, or behind none.
 */

const POOL = 8

let pool: pg.Pool
let texts: readonly string[] = []
let copied: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } | undefined
const kinds = new Map<string, readonly Script[]>()

const tasks = {
  /** Serves the statements over HTTP; `/<kind>` with `{"n": 3}` runs the fourth script of a kind. @returns the port */
  async open(ask: { url: string; merchantId: string; accountId: string; texts: readonly string[] }): Promise<number> {
    texts = ask.texts
    pool = new pg.Pool({
      connectionString: ask.url,
      max: POOL,
      pipeline: true,
      // The views of one merchant stand before the tables; defaults of the tables ask for who acts.
      options: `-c search_path=bare,public -c TimeZone=UTC -c max_parallel_workers_per_gather=0 -c app.merchant_id=${ask.merchantId} -c app.account_id=${ask.accountId}`,
    } as pg.PoolConfig)
    // A bench that is interrupted stops the database first.
    pool.on('error', () => undefined)
    const app = fastify()
    app.get('/copy', (_, reply) => reply.headers(copied!.headers).send(copied!.body))
    app.post<{ Params: { kind: string }; Body: { n: number } }>('/:kind', async (request, reply) => {
      const rows = await run(request.params.kind, request.body.n)
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows))
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  },
  /** What `/copy` answers: an answer of the product, its headers and its bytes. */
  copy(answer: { headers: Readonly<Record<string, string>>; body: Uint8Array }) {
    copied = { headers: answer.headers, body: Buffer.from(answer.body) }
  },
  load({ kind, scripts }: { kind: string; scripts: readonly Script[] }) {
    kinds.set(kind, scripts)
  },
  /** The same without HTTP, on all connections of the pool. */
  fire({ kind, amount }: { kind: string; amount: Amount }) {
    return measure(POOL, kinds.get(kind)!.length, amount, async (n) => {
      await run(kind, n)
      return true
    })
  },
}
export type Bare = typeof tasks

work(tasks)

async function run(kind: string, n: number): Promise<unknown[][]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return (await replay(client, kinds.get(kind)![n]!, texts)).map(({ rows }) => rows)
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    // A connection that failed may be inside a transaction.
    client.release(broken)
  }
}
