import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { fromThisMachine } from '../http/loopback.ts'
import type { Config } from './config.ts'

/** What simulators hold, codes that were sent among it, and the pages that show it. */
const theirs = /^\/(api\/simulation\/|(outbox|simulated-pay|simulated-wechat|native-shell)(\/|$))/

/** Simulators and their pages are not there, except for whom `config.simulators` names. */
export function hideSimulators(app: FastifyInstance, { simulators }: Pick<Config, 'simulators'>): void {
  if (simulators === 'open') return
  const hide: onRequestHookHandler = (request, reply, done) => {
    if (!theirs.test(routed(request)) || (simulators === 'loopback' && fromThisMachine(request))) done()
    else reply.callNotFound()
  }
  // Of the routes that may lead there alone: Fastify puts `routeOptions` together at each look.
  app.addHook('onRoute', (route) => {
    if (theirs.test(route.url) || route.url === '/*') route.onRequest = [hide, ...[route.onRequest ?? []].flat()]
  })
}

/** Where a request was led: an address has many spellings (`/%61pi/…`, `http://host/api/…`), which all lead to one place. */
function routed({ routeOptions, params }: FastifyRequest): string {
  const { url = '' } = routeOptions
  return url === '/*' ? `/${(params as { '*': string })['*']}` : url
}
