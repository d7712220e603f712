import type { FastifyInstance } from 'fastify'
import type { Clock, SettableClock } from '../process/clock.ts'

/** So many milliseconds later a request is to be served. */
const HEADER = 'x-later'

/**
 * Where the clock can be set, which no deployment allows, a request may come from a later time: flows that begin when a
 * time is over wait for nothing, and neither timers nor anybody else's requests are moved. It begins once the body is
 * read, since what is read of a socket knows of no request.
 */
export function serveLater(app: FastifyInstance, clock: Clock | SettableClock): void {
  if (!('later' in clock)) return
  app.addHook('preHandler', (request, _reply, done) => clock.later(Number(request.headers[HEADER]) || 0, done))
}
