import { awaitsPhone, qrStateAt } from '@cheyi/domain/platform/session/qr'
import type { FastifyInstance } from 'fastify'
import { asGate } from '../../../kernel/enter.ts'
import { beginEvents } from '../../../kernel/http/event-stream.ts'
import { isGone, lastAnswer } from '../../../kernel/http/http2.ts'
import type { Kernel } from '../../../kernel/http/pipeline.ts'
import { hashToken } from '../../../kernel/identity.ts'
import { bySecret } from './store.ts'
import { openWaiters } from './waiting.ts'

/**
 * GET /api/login/v1/qr/events: the states of one QR code as server-sent events, authorized by the secret of the page
 * that shows it. The stream ends with the code. The token is not sent here but fetched by `qr/status`. Where no place
 * to wait is free, the page must poll.
 */
export function serveQrEvents(app: FastifyInstance, kernel: Kernel): void {
  const waiters = openWaiters(kernel)
  app.get<{ Querystring: { qrId?: string } }>('/api/login/v1/qr/events', async (request, reply) => {
    // Read now, because a request whose client disconnected has no address any more.
    const { ip } = request
    const secret = request.headers['x-qr-secret']
    const qrHash = hashToken(String(request.query.qrId ?? ''))
    const secretHash = hashToken(String(secret ?? ''))
    const seen = await asGate(kernel, ({ db }) => bySecret(db, qrHash, secretHash))
    const place = seen === undefined ? null : waiters.enter(qrHash, ip)
    if (place === null) return reply.code(204).headers(lastAnswer(request)).send()

    const { raw } = reply.hijack()
    const gone = new AbortController()
    raw.on('error', () => {})
    raw.on('close', () => gone.abort())
    // A client that disconnected during the lookup sends no further event, so this is checked here.
    if (isGone(raw)) gone.abort()
    beginEvents(request, reply, kernel.log)
    try {
      const stop = AbortSignal.any([gone.signal, kernel.closing])
      let sent: number | undefined
      for (let qr: typeof seen = seen; qr !== undefined && !stop.aborted; qr = await place.next(stop)) {
        const state = qrStateAt(qr, kernel.clock.now())
        raw.write(state === sent ? ':\n\n' : `event: state\ndata: {"state":${state}}\n\n`)
        sent = state
        if (!awaitsPhone(state)) break
      }
    } catch (error) {
      kernel.log.error({ err: error, traceId: request.id }, 'qr events')
    } finally {
      place.leave()
      raw.end()
    }
  })
}
