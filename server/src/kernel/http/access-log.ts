import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

declare module 'fastify' {
  interface FastifyRequest {
    /** When its headers had arrived, by `performance.now()`, ms. */
    began: number
  }
}

/**
 * Writes the line of a request: the path without its query, since calls may carry payload there. Called as the answer leaves
 * (`onSend`), since a hook of `onResponse` makes Fastify listen to the end of every response, which costs a small call more
 * than the line; what answers past the hooks (`hijack`) calls it itself.
 */
export function logAccess(log: Logger, { id, method, url, began }: FastifyRequest, status: number): void {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  log.info({ traceId: id, method, path, status, ms: Math.round(performance.now() - began) })
}
