import type { FastifyInstance } from 'fastify'
import type { Clock, SettableClock } from '../process/clock.ts'

/** Offset of a request's time, ms. */
const HEADER = 'x-later'

/**
 * Only where the clock can be set, which no deployment allows: a request may have a later time, so that flows with a
 * delay need not wait, and neither timers nor other requests are affected. It starts after the body was read, because
 * reading from a socket loses the request's async context.
 */
export function useLaterClock(app: FastifyInstance, clock: Clock | SettableClock): void {
  if (!('later' in clock)) return
  app.addHook('preHandler', (request, _reply, done) => clock.later(Number(request.headers[HEADER]) || 0, done))
}
