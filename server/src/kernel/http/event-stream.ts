import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { logAccess } from './access-log.ts'
import { lastAnswer } from './http2.ts'
import { closedHeaders } from './web-files.ts'

/**
 * Sends the head of server-sent events; the caller writes the events to `raw` of the hijacked reply and ends it. The connection is
 * not reused, so that a server that stops does not have to wait for it.
 */
export function beginEvents(request: FastifyRequest, { raw }: Pick<FastifyReply, 'raw'>, log: Logger): void {
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...closedHeaders,
    'x-trace-id': request.id,
    ...lastAnswer(request),
  })
  logAccess(log, request, 200)
}
