import { setTimeout as sleep } from 'node:timers/promises'
import { awaitsPhone, qrStateAt } from '@cheyi/domain/session/qr'
import type { FastifyInstance } from 'fastify'
import { asGate } from '../../kernel/enter.ts'
import { logAccess } from '../../kernel/http/access-log.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { closedHeaders } from '../../kernel/http/web-files.ts'
import { hashToken } from '../../kernel/identity.ts'
import { bySecret } from './store.ts'

const LOOK_MS = 1000
/** Pages that show a code at once; the others ask by themselves. */
const MOST = 500

/**
 * GET /api/login/v1/qr/events: the states of one QR code as server-sent events, under the secret of the page that shows
 * it. It ends with the code; the token is not sent here but fetched by `qr/status`.
 */
export function serveQrEvents(app: FastifyInstance, kernel: Kernel): void {
  let open = 0
  app.get<{ Querystring: { qrId?: string } }>('/api/login/v1/qr/events', async (request, reply) => {
    const secret = request.headers['x-qr-secret']
    const qrHash = hashToken(String(request.query.qrId ?? ''))
    const secretHash = hashToken(String(secret ?? ''))
    const look = async () => {
      const qr = await asGate(kernel, ({ db }) => bySecret(db, qrHash, secretHash))
      return qr && qrStateAt(qr, kernel.clock.now())
    }
    const first = open < MOST ? await look() : undefined
    if (first === undefined) return reply.code(204).header('connection', 'close').send()

    const { raw } = reply.hijack()
    const gone = new AbortController()
    raw.on('error', () => {})
    raw.on('close', () => gone.abort())
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ...closedHeaders,
      'x-trace-id': request.id,
      connection: 'close',
    })
    logAccess(kernel.log, request, 200)
    open++
    try {
      const stop = AbortSignal.any([gone.signal, kernel.closing])
      let sent: number | undefined
      for (let state: number | undefined = first; state !== undefined && !stop.aborted; state = await look()) {
        raw.write(state === sent ? ':\n\n' : `event: state\ndata: {"state":${state}}\n\n`)
        sent = state
        if (!awaitsPhone(state)) break
        await sleep(LOOK_MS, undefined, { signal: stop }).catch(() => {})
      }
    } catch (error) {
      kernel.log.error({ err: error, traceId: request.id }, 'qr events')
    } finally {
      open--
      raw.end()
    }
  })
}
