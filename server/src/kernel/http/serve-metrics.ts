import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../process/config.ts'
import { fromThisMachine } from './loopback.ts'
import type { Metrics } from './metrics.ts'

const PATH = '/internal/metrics'

/**
 * GET /internal/metrics: Prometheus metrics, for callers with METRICS_TOKEN, or without one only from this machine.
 * With METRICS_PORT they are only served there, see `listenForMetrics`.
 */
export function serveMetrics(app: FastifyInstance, { registry }: Metrics, config: Config): void {
  if (config.metrics.port !== undefined) return
  app.get(PATH, async (request, reply) => {
    const open =
      config.metrics.token === undefined ? fromThisMachine(request) : shows(config.metrics.token, request.raw)
    if (!open) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Serves the metrics on a separate port, if METRICS_PORT is set; METRICS_TOKEN is required there too. */
export async function listenForMetrics({ registry }: Metrics, config: Config): Promise<{ close(): Promise<void> }> {
  const { port, token } = config.metrics
  if (port === undefined) return { close: async () => {} }
  const server = createServer(async (request, response) => {
    const open = request.url === PATH && (token === undefined || shows(token, request))
    if (!open) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, config.host, resolve))
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Compares hashes of equal length in constant time. */
function shows(token: string, { headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}
