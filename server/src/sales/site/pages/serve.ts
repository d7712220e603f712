import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { Refusal } from '@cheyi/domain/refusal'
import { addDays, isLocalDate, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../kernel/process/clock.ts'
import type { Site } from '../door.ts'
import { robotsOf } from '../found/serve.ts'
import type { SiteCalls } from '../serve.ts'

/*
 * The pages of booking sites. Their first HTML is written here, by the same components as in the browser: a slow phone shows it before it
 * has the script, and search works without one.
 */

/** The components of `web/site`, as the build puts them beside the application. */
interface Renderer {
  renderPage(view: object): { readonly html: string; readonly title: string }
}

interface Built extends Renderer {
  /** Addresses of the script and the styles. */
  readonly script: string
  readonly styles: readonly string[]
}

async function readBuilt(webDir: string): Promise<Built | undefined> {
  const manifest = await readFile(join(webDir, 'site', '.vite', 'manifest.json'), 'utf8').catch(() => undefined)
  if (manifest === undefined) return undefined
  const { file, css = [] } = (JSON.parse(manifest) as Record<string, { file: string; css?: string[] }>)['client.tsx']!
  const { renderPage } = (await import(pathToFileURL(join(webDir, '..', 'site', 'dist', 'render.js')).href)) as Renderer
  return { renderPage, script: `/site/${file}`, styles: css.map((name) => `/site/${name}`) }
}

/** The trip in the address of a page. */
interface Trip {
  readonly store: string
  readonly back: string
  readonly day1: string
  readonly time1: string
  readonly day2: string
  readonly time2: string
}

type Home = OutputOf<SitePage['home']>
type Query = Readonly<Record<string, unknown>>

/** A page beside its frame. */
type Content = { readonly kind: string } & Readonly<Record<string, unknown>>
/** Makes a call for the page. */
type Ask = <N extends keyof SitePage>(call: N, given: object) => Promise<OutputOf<SitePage[N]>>

/** Serves the pages, if the application was built. */
export async function registerSitePages(
  app: FastifyInstance,
  { calls, clock, webDir }: { readonly calls: SiteCalls; readonly clock: Clock; readonly webDir: string },
): Promise<void> {
  const built = await readBuilt(webDir)
  if (built === undefined) return

  const page = (path: string, kind: 'look' | 'price', content: (ask: Ask, request: Asked) => Promise<Content>) =>
    app.get<{ Params: Record<string, string> }>(`/s/:site${path}`, async (request, reply) => {
      const site = await calls.enter(request, request.params.site!, kind)
      if (site.name !== request.params.site)
        return reply.redirect(request.url.replace(/^\/s\/[^/?]+/, `/s/${site.name}`), 301)
      calls.visit(site, { request, reply })
      const ask: Ask = async (call, given) => JSON.parse(await calls.make(site, call, given, { request, reply })).data
      return answer({ built, site, ask, content, now: clock.now() }, request, reply)
    })

  page('', 'look', async () => ({ kind: 'home' }))
  page('/search', 'price', async (ask, { trip }) => ({
    kind: 'results',
    results: await ask('search', momentsOf(trip)),
  }))
  page('/model/:modelId', 'price', async (ask, { trip, params }) => {
    const input = { ...momentsOf(trip), modelId: params.modelId! }
    return { kind: 'model', input, offer: await ask('offer', input) }
  })
  page('/mine', 'look', async (ask) => ({ kind: 'rentals', rentals: await signedIn(ask('rentals', {})) }))
  page('/mine/:orderId', 'look', async (ask, { params }) => {
    const rental = await signedIn(ask('rental', { orderId: params.orderId! }))
    return rental === null ? { kind: 'rentals', rentals: null } : { kind: 'rental', rental }
  })
}

/** null for somebody who has not proved their mobile. */
async function signedIn<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal && error.key === 'invalidToken') return null
    throw error
  }
}

interface Asked {
  readonly trip: Trip
  readonly params: Readonly<Record<string, string>>
}

interface Answering {
  readonly built: Built
  readonly site: Site
  readonly ask: Ask
  readonly content: (ask: Ask, request: Asked) => Promise<Content>
  readonly now: number
}

async function answer({ built, site, ask, content, now }: Answering, request: FastifyRequest, reply: FastifyReply) {
  const home = await ask('home', {}).catch((error: unknown) => {
    if (error instanceof Refusal && error.key === 'siteClosed') return null
    throw error
  })
  const trip = tripOf(request.query as Query, home, now)
  const params = request.params as Record<string, string>
  const shown = await content(ask, { trip, params }).catch((error: unknown) => {
    // What is wrong is said on the page, with the form to put it right.
    if (error instanceof Refusal) return { kind: 'problem', message: error.message }
    throw error
  })
  const view = { site: site.name, home: home ?? closedHome(now), trip, ...shown }
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .type('text/html; charset=utf-8')
    .header('x-robots-tag', robotsOf(shown.kind))
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', policyOf(nonce))
    .header('referrer-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
    .send(documentOf(built, view, nonce))
}

/** A page that is closed shows its frame, with the rentals of the customer. */
const closedHome = (now: number): Home => ({
  ...{ name: '网上预订', about: '', phone: '', colour: '#1f2937', payNow: false, payAtStore: true },
  stores: [],
  mobile: null,
  now,
})

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/** The trip of an address; what is missing or wrong is tomorrow at ten, for two days, at the first store. */
function tripOf(query: Query, home: Home | null, now: number): Trip {
  const text = (name: string) => (typeof query[name] === 'string' ? (query[name] as string) : '')
  const date = (name: string, other: string) => (isLocalDate(text(name)) ? text(name) : other)
  const time = (name: string) => (timePattern.test(text(name)) ? text(name) : '10:00')
  const id = (name: string) => (/^\d{1,19}$/.test(text(name)) ? text(name) : '')
  const day1 = date('day1', addDays(localDate(now), 1))
  return {
    store: id('store') || (home?.stores[0]?.storeId ?? '0'),
    back: id('back'),
    day1,
    time1: time('time1'),
    day2: date('day2', addDays(day1, 2)),
    time2: time('time2'),
  }
}

const instantOf = (day: string, time: string): number =>
  startOfDate(day) + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE

const momentsOf = ({ store, back, day1, time1, day2, time2 }: Trip) => ({
  storeId: store,
  ...(back !== '' && { returnStoreId: back }),
  pickupAt: instantOf(day1, time1),
  returnAt: instantOf(day2, time2),
})

/** A page runs its own script, and calls its own server; the only inline style is the merchant's colour. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!)

function documentOf({ renderPage, script, styles }: Built, view: { readonly home: Home }, nonce: string): string {
  const { html, title } = renderPage(view)
  const { about, colour, name } = view.home
  const description = escapeHtml(about === '' ? `${name}在线租车，价格透明，在线预订` : about.slice(0, 150))
  // No text of the data may end the element.
  const data = JSON.stringify(view).replaceAll('<', '\\u003c')
  return [
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><meta name="description" content="${description}">`,
    `<meta property="og:title" content="${escapeHtml(title)}"><meta property="og:description" content="${description}">`,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<style nonce="${nonce}">:root{--brand:${colour}}</style>`,
    `<script type="module" src="${script}"></script></head>`,
    `<body><div id="app">${html}</div><script type="application/json" id="data">${data}</script></body></html>`,
  ].join('')
}
