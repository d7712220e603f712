import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fromThisMachine } from '../http/loopback.ts'
import type { Config } from './config.ts'

/** What simulators hold, codes that were sent among it, and the pages that show it. */
const theirs = /^\/(api\/simulation\/|(outbox|simulated-pay|simulated-wechat|test)(\/|$))/

/** Simulators and their pages are not there, except for whom `config.simulators` names. */
export function hideSimulators(app: FastifyInstance, { simulators }: Pick<Config, 'simulators'>): void {
  if (simulators === 'open') return
  app.addHook('onRequest', (request, reply, done) => {
    if (!theirs.test(routed(request)) || (simulators === 'loopback' && fromThisMachine(request))) done()
    else reply.callNotFound()
  })
}

/** Where a request was led: an address has many spellings (`/%61pi/…`, `http://host/api/…`), which all lead to one place. */
function routed({ routeOptions, params }: FastifyRequest): string {
  const { url = '' } = routeOptions
  return url === '/*' ? `/${(params as { '*': string })['*']}` : url
}
