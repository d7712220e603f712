import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

export interface HealthOptions {
  /** Resolves when the database answers; see `select 1` of the pool. */
  readonly pingDatabase: () => Promise<unknown>
  /** Folder of the built web application. */
  readonly webDir: string
}

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: it can serve, 503 when it cannot: the database answers within
 * 2 s and the web application is there. That the schema is current needs no question: the server listens only after
 * it has migrated.
 */
export function registerHealth(app: FastifyInstance, { pingDatabase, webDir }: HealthOptions): void {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ ok: true }))
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const [database, web] = await Promise.all([
      succeeds(Promise.race([pingDatabase(), overdue(2000)])),
      succeeds(access(join(webDir, 'index.html'))),
    ])
    const ok = database && web
    return reply.code(ok ? 200 : 503).send({ ok, database, migrated: true, web })
  })
}

function overdue(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(() => reject(new Error('overdue')), ms).unref())
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
