import type { FastifyInstance } from 'fastify'
import type { Site } from '../door.ts'
import type { SiteCalls } from '../serve.ts'

/*
 * How search engines find booking pages: what they may read, and the page of a merchant. Only the home page is
 * listed: what a model costs depends on a trip, and is asked for by people.
 */

/** Whether search engines may list a page. 我的租车 and what belongs to a trip are for one person and one moment. */
export const robotsOf = (kind: string): string => (kind === 'home' ? 'index, follow' : 'noindex, nofollow')

interface Found {
  readonly calls: SiteCalls
  /** The address of a path for others: `PUBLIC_URL`. */
  readonly addressOf: (path: `/${string}`) => string
}

/** Serves robots.txt of the installation, where only booking pages are for search engines, and the sitemap of each page. */
export function registerFound(app: FastifyInstance, { calls, addressOf }: Found): void {
  app.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          'Allow: /s/',
          'Allow: /site/',
          'Disallow: /s/*/mine',
          'Disallow: /s/*/search',
          'Disallow: /s/*/api/',
          'Disallow: /',
          '',
        ].join('\n'),
      ),
  )
  app.get<{ Params: { site: string } }>('/s/:site/sitemap.xml', async (request, reply) => {
    const site: Site = await calls.enter(request, request.params.site, 'look')
    // Names have letters, digits and hyphens only; the origin is configured.
    const path = `/s/${site.name}` as const
    const url = site.host === null ? addressOf(path) : `https://${site.host}${path}`
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}</loc></url></urlset>`,
      )
  })
}
