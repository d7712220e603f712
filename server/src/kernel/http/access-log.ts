import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

declare module 'fastify' {
  interface FastifyRequest {
    /** When its headers had arrived, by `performance.now()`, ms. */
    began: number
  }
}

/**
 * A line for each request as its answer leaves. In an `onSend` hook, since one of `onResponse` makes Fastify listen to the end
 * of every response, which costs a small call more than the line.
 */
export function logAccesses(app: FastifyInstance, log: Logger): void {
  app.decorateRequest('began', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.began = performance.now()
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    logAccess(log, request, reply.statusCode)
    done()
  })
}

/** The line of a request: the path without its query, since calls may carry payload there. For an answer that no hook sees (`hijack`). */
export function logAccess(log: Logger, { id, method, url, began }: FastifyRequest, status: number): void {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  log.info({ traceId: id, method, path, status, ms: Math.round(performance.now() - began) })
}
