import type { FastifyInstance } from 'fastify'
import { fromThisMachine } from '../http/loopback.ts'
import type { Config } from './config.ts'

/** What simulators hold, codes that were sent among it, and the pages that show it. */
const theirs = /^\/(api\/simulation|test)\//

/** Simulators and their pages are not there, except for whom `config.simulators` names. */
export function hideSimulators(app: FastifyInstance, { simulators }: Pick<Config, 'simulators'>): void {
  if (simulators === 'open') return
  app.addHook('onRequest', async (request, reply) => {
    if (!theirs.test(request.url) || (simulators === 'loopback' && fromThisMachine(request))) return
    reply.callNotFound()
    return reply
  })
}
