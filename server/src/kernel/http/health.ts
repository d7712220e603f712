import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

export interface HealthOptions {
  /** Resolves when the database answers a `select 1`. */
  readonly pingDatabase: () => Promise<unknown>
  /** Whether the disk has room for uploads. */
  readonly hasRoom: () => Promise<boolean>
  /** Folder of the built web application. */
  readonly webDir: string
  /** Whether the server was told to stop: it finishes current requests, and accepts no new ones. */
  readonly isClosing: () => boolean
}

/**
 * `GET /healthz`: the process is alive, and whether uploads are accepted or, with an almost full disk, refused; with `?seen` also the caller
 * as the server sees it, by which `npm run operator -- doctor` judges the proxy. `GET /readyz`: it can serve, else 503: the database answers within 2 s, the web application exists, and the server is not
 * stopping. The schema needs no check, since the server only listens after migrating.
 */
export function registerHealth(
  app: FastifyInstance,
  { pingDatabase, hasRoom, webDir, isClosing }: HealthOptions,
): void {
  app.get('/healthz', { logLevel: 'warn' }, async ({ query, ip, protocol, host }) => {
    const alive = { ok: true, uploads: await hasRoom() }
    return 'seen' in (query as object) ? { ...alive, seen: { ip, protocol, host } } : alive
  })
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const [database, web] = await Promise.all([
      answersInTime(pingDatabase),
      succeeds(access(join(webDir, 'index.html'))),
    ])
    const closing = isClosing()
    const ok = database && web && !closing
    return reply.code(ok ? 200 : 503).send({ ok, database, migrated: true, web, closing })
  })
}

/** Whether the database answers within two seconds: one that hangs serves nobody either. */
export const answersInTime = (ping: () => Promise<unknown>): Promise<boolean> =>
  succeeds(Promise.race([ping(), overdue(2000)]))

function overdue(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(() => reject(new Error('overdue')), ms).unref())
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
