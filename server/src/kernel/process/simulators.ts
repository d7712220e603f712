import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { fromThisMachine } from '../http/loopback.ts'
import type { Config } from './config.ts'

/** Routes that show data of simulators, such as codes that were sent, and their pages. */
const theirs = /^\/(api\/simulation\/|(outbox|simulated-pay|simulated-wechat|native-shell)(\/|$))/

/** Hides simulators and their pages from clients that `config.simulators` does not allow. */
export function hideSimulators(app: FastifyInstance, { simulators }: Pick<Config, 'simulators'>): void {
  if (simulators === 'open') return
  const hide: onRequestHookHandler = (request, reply, done) => {
    if (!theirs.test(routeOf(request)) || (simulators === 'loopback' && fromThisMachine(request))) done()
    else reply.callNotFound()
  }
  // Only for routes that can lead there: Fastify builds `routeOptions` at each access.
  app.addHook('onRoute', (route) => {
    if (theirs.test(route.url) || route.url === '/*') route.onRequest = [hide, ...[route.onRequest ?? []].flat()]
  })
}

/** The matched route of a request. One address has many spellings (`/%61pi/…`, `http://host/api/…`) that match the same route. */
function routeOf({ routeOptions, params }: FastifyRequest): string {
  const { url = '' } = routeOptions
  return url === '/*' ? `/${(params as { '*': string })['*']}` : url
}
