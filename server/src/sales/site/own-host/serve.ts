import type { BlockList } from 'node:net'
import { plainHost } from '@cheyi/domain/sales/site/own-host'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInNetworks, networksOf } from '../../../kernel/http/address/networks.ts'
import { pathOf } from '../../../kernel/http/address/one-spelling.ts'
import { fromThisMachine, hostNameOf, isForwarded, isLoopback } from '../../../kernel/http/loopback.ts'
import type { Kernel } from '../../../kernel/http/pipeline.ts'
import { installationHost } from './handlers.ts'

/*
 * Requests at a merchant's own domain. They reach the page of this merchant and the files that it is made of; nothing else of the
 * product is served there. The domain is that of the `Host` header: what a proxy says in others counts for nothing.
 */

/** A name of the internet, and no address. */
const NAME = /^(?=.{4,253}$)([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/
/** How long it is remembered that a name is no domain of a merchant, ms: monitors and staff come by such names all the time. */
const NOT_OWN_MS = 10_000
const MOST_NAMES = 500

const hostOf = (request: FastifyRequest): string => plainHost(hostNameOf(request))

interface Shown {
  readonly name: string
  readonly ended: boolean
  readonly isOwn: boolean
}

const pageOfHost = async ({ pools }: Pick<Kernel, 'pools'>, host: string, called: string): Promise<Shown | undefined> =>
  (await pools.side.query<Shown>('select * from site_of_host($1, $2)', [host, called])).rows[0]

/** What a page loads and asks for beside its own addresses: its script, pictures, and the letters that prove a person. */
const beside = /^\/(site\/|media\/|api\/login\/v1\/captcha$|robots\.txt$)/
/** Whoever watches over this process is answered while the database is away. */
const watched = /^\/(healthz|readyz)$/
const ofSite = /^\/s\/([a-z0-9-]{3,30})(\/|$)/

/** Keeps everything but a merchant's page from its own domain. A domain that was given back serves nothing. */
export function serveOwnHosts(
  app: FastifyInstance,
  kernel: Kernel,
  notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  const installation = installationHost(kernel.config)
  const others = new Map<string, number>()
  app.addHook('onRequest', async (request, reply) => {
    const host = hostOf(request)
    if (host === installation || !NAME.test(host) || isLoopback(host)) return
    if ((others.get(host) ?? 0) > kernel.clock.now()) return
    const [path] = pathOf(request.url).split(/[?#]/) as [string]
    const called = ofSite.exec(path)?.[1] ?? ''
    const page = await pageOfHost(kernel, host, called).catch((error: unknown) => {
      if (watched.test(path)) return null
      throw error
    })
    if (page === null) return
    if (page === undefined) {
      // Anybody can send any name.
      if (others.size >= MOST_NAMES) others.clear()
      others.set(host, kernel.clock.now() + NOT_OWN_MS)
      return
    }
    if (page.ended) return notFound(request, reply)
    if (path === '/') return reply.redirect(`/s/${page.name}`, 302)
    if (!page.isOwn && !beside.test(path)) return notFound(request, reply)
  })
}

/**
 * Whether a proxy asks by itself, from this machine or, as in a container beside the server's, from an address of TRUST_PROXY. What it passes
 * on for others has the header of that, and the name of a host of the internet.
 */
const byProxyItself = (request: FastifyRequest, proxies: BlockList): boolean =>
  fromThisMachine(request) ||
  (isInNetworks(proxies, request.socket.remoteAddress ?? '') && !isForwarded(request) && !NAME.test(hostOf(request)))

/**
 * GET /internal/host_certificate?domain=…: whether the proxy may get a certificate for a name (`ask` of Caddy). Without it anybody could
 * make the proxy ask for certificates of any name.
 */
export function serveHostCertificates(app: FastifyInstance, kernel: Kernel): void {
  const installation = installationHost(kernel.config)
  const proxies = networksOf(kernel.config.trustProxy)
  app.get<{ Querystring: { domain?: unknown } }>('/internal/host_certificate', async (request, reply) => {
    if (!byProxyItself(request, proxies)) return reply.callNotFound()
    const { domain } = request.query
    const host = typeof domain === 'string' ? domain.toLowerCase() : ''
    const page = NAME.test(host) && host !== installation ? await pageOfHost(kernel, host, '') : undefined
    return page === undefined || page.ended ? reply.callNotFound() : reply.code(204).send()
  })
}
