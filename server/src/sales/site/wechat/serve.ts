import { randomBytes } from 'node:crypto'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { Refusal } from '@cheyi/domain/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kernel } from '../../../kernel/http/pipeline.ts'
import { outage } from '../../../kernel/outage.ts'
import { publicUrl } from '../../../kernel/process/public-url.ts'
import type { Site } from '../door.ts'
import type { SiteCalls } from '../serve.ts'
import type { Visit } from '../visit.ts'
import { isInWechat, travellerOf } from './user.ts'

/* The way of a browser to WeChat, which says who opened the page, and back. */

/** A longer address, as of a trip with a long delivery address, might not come back whole. */
const LONGEST_WAY = 1000

/**
 * The page of WeChat for a visitor who opens a page inside it and is not signed in; null for everybody else. Somebody who came back is not
 * asked again for an hour. WeChat sends browsers back to the registered address of the installation alone, never to a merchant's domain.
 */
export async function placeInWechat(
  { outside, vaults, config, clock }: Kernel,
  { merchantId, name }: Site,
  { token, wechat }: Visit,
  request: FastifyRequest,
): Promise<string | null> {
  const pages = outside.follow?.pages
  if (pages === undefined || token !== null || wechat.user !== null || !isInWechat(request)) return null
  if (config.publicUrl !== undefined && new URL(config.publicUrl).host !== request.host) return null
  const to = request.url
  if (to.length > LONGEST_WAY) return null
  const secret = randomBytes(18).toString('base64url')
  wechat.keepAway(secret)
  const back = publicUrl(config, `/s/${name}/wechat?${new URLSearchParams({ to })}`)
  const state = outage(travellerOf(await vaults.merchant(merchantId), secret, to), clock.now())
  return pages.authorizeUrl({ redirectUrl: withoutPublicUrl(config, request, back), state })
}

/** Where the installation has no public address, the browser comes back by the address that it uses. */
const withoutPublicUrl = ({ publicUrl: set }: Kernel['config'], request: FastifyRequest, address: string): string =>
  set === undefined ? address.replace(/^https?:\/\/[^/]+/, `${request.protocol}://${request.host}`) : address

const textOf = (query: unknown, name: string): string | undefined => {
  const value = (query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** GET /s/<name>/wechat: where WeChat sends a browser back to. Whoever did not leave from here is led to the home page. */
export function serveWechatReturn(app: FastifyInstance, calls: SiteCalls): void {
  app.get<{ Params: { site: string } }>('/s/:site/wechat', async (request, reply) => {
    const site = await calls.enter(request, request.params.site, 'write')
    const [to, state, code] = ['to', 'state', 'code'].map((name) => textOf(request.query, name))
    try {
      const text = await calls.make(site, 'wechatBack', { to, state, code }, { request, reply })
      const { path } = JSON.parse(text).data as OutputOf<SitePage['wechatBack']>
      return reply.header('cache-control', 'no-store').redirect(path)
    } catch (error) {
      if (error instanceof Refusal) return reply.header('cache-control', 'no-store').redirect(`/s/${site.name}`)
      throw error
    }
  })
}
