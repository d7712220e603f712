import type { FastifyInstance } from 'fastify'
import { onlyOther } from '../../kernel/elsewhere.ts'
import { beginEvents } from '../../kernel/http/event-stream.ts'
import { isGone, lastAnswer } from '../../kernel/http/http2.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { Client } from './client.ts'
import { Hub } from './hub.ts'
import { parsePlace, rightsOf, useTicket } from './store.ts'

/**
 * GET /api/stream/v1/events: live events as server-sent events, until the session ends. Without a valid ticket the
 * answer is 204, which stops the browser from reconnecting by itself. With `cars=1` also the positions of cars, within
 * what the tab says that its maps show (`vehicleControl.watch`).
 */
export function serveStream(app: FastifyInstance, kernel: Kernel): void {
  const hub = new Hub(kernel)
  app.addHook('preClose', () => hub.close())
  app.get<{ Querystring: { ticket?: string; after?: string; ago?: string; cars?: string } }>(
    '/api/stream/v1/events',
    async (request, reply) => {
      const { ticket = '', after, ago, cars } = request.query
      const now = kernel.clock.now()
      const sessionId = await useTicket(kernel.pools.side, String(ticket), now)
      const rights =
        sessionId === null ? undefined : (await rightsOf(kernel.pools.side, [sessionId], now)).get(sessionId)
      if (sessionId === null) {
        const other = await onlyOther(kernel.pools.side, request)
        if (other !== null) throw other
      }
      if (sessionId === null || rights === undefined) return reply.code(204).headers(lastAnswer(request)).send()

      const place = parsePlace(String(request.headers['last-event-id'] ?? after ?? ''))
      const { raw } = reply.hijack()
      // A client that disconnected meanwhile sends no further close event and would stay in the hub for ever.
      if (isGone(raw)) return
      beginEvents(request, reply, kernel.log)
      const client = new Client(sessionId, String(ticket), rights, raw)
      if (cars === '1') client.boxes = []
      raw.on('error', () => {})
      raw.on('close', () => hub.leave(client))
      try {
        await hub.join(client, { place, ago: Number(ago) || 0 })
      } catch (err) {
        // The client would queue events for ever, so it is disconnected: it reconnects from the position that it knows.
        kernel.log.warn({ err, traceId: request.id }, 'a stream did not begin')
        client.end()
      }
    },
  )
}
