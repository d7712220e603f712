import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

export interface HealthOptions {
  /** Resolves when the database answers; see `select 1` of the pool. */
  readonly pingDatabase: () => Promise<unknown>
  /** Whether the disk has room for uploads. */
  readonly hasRoom: () => Promise<boolean>
  /** Folder of the built web application. */
  readonly webDir: string
  /** Whether the server was told to stop: it serves whom it has, and takes nobody new. */
  readonly isClosing: () => boolean
}

/**
 * `GET /healthz`: the process is alive, and whether uploads are taken or, since the disk is almost full, told to wait. `GET /readyz`: it can serve, 503 when it cannot: the database answers within
 * 2 s, the web application is there, and nobody has told the server to stop. That the schema is current needs no question: the server listens only after
 * it has migrated.
 */
export function registerHealth(
  app: FastifyInstance,
  { pingDatabase, hasRoom, webDir, isClosing }: HealthOptions,
): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ ok: true, uploads: await hasRoom() }))
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const [database, web] = await Promise.all([
      succeeds(Promise.race([pingDatabase(), overdue(2000)])),
      succeeds(access(join(webDir, 'index.html'))),
    ])
    const closing = isClosing()
    const ok = database && web && !closing
    return reply.code(ok ? 200 : 503).send({ ok, database, migrated: true, web, closing })
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
