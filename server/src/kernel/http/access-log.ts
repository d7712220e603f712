import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { recording } from '../trace/trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Time when its headers had arrived, by `performance.now()`, ms. */
    began: number
  }
}

/**
 * Writes the log line of a request: the path without its query, which may contain personal data. Called while the
 * answer is sent (`onSend`), because a hook of `onResponse` makes Fastify listen to the end of every response, which
 * costs a small call more than the line; answers that bypass the hooks (`hijack`) call it themselves.
 */
export function logAccess(log: Logger, request: FastifyRequest, status: number): void {
  const { id, method, url, began } = request
  recording()?.answered(request.raw, request.routeOptions.url, status)
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  log.info({ traceId: id, method, path, status, ms: Math.round(performance.now() - began) })
}
