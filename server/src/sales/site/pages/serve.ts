import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { isLanguage, type Language, languages } from '@cheyi/domain/language'
import { Refusal } from '@cheyi/domain/refusal'
import { addDays, isLocalDate, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../kernel/process/clock.ts'
import type { Config } from '../../../kernel/process/config.ts'
import { publicUrl } from '../../../kernel/process/public-url.ts'
import type { Site } from '../door.ts'
import { businessOf } from '../found/business.ts'
import { robotsOf } from '../found/serve.ts'
import type { SiteCalls } from '../serve.ts'
import { languageCookie, languageOf } from './language.ts'

/*
 * The pages of booking sites. Their first HTML is written here, by the same components as in the browser: a slow phone shows it before it
 * has the script, and search works without one.
 */

/** The components of `web/site`, as the build puts them beside the application. */
interface Renderer {
  renderPage(view: object): { readonly html: string; readonly title: string; readonly description: string }
  /** What a customer looks for among the models, by the address. */
  filterOf(query: (name: string) => string): object
}

interface Built extends Renderer {
  /** The address of the script. */
  readonly script: string
  /** They stand in each page, 1 kB compressed: a slow phone shows the page a round trip earlier. */
  readonly styles: string
  /** The scripts with the words of each language; Chinese needs none. */
  readonly words: Partial<Readonly<Record<Language, string>>>
}

/** The modules of the words, as the build names them. */
const columns = {
  'zh-Hant': '../src/words/traditional/column.gen.ts',
  en: '../src/words/english/column.ts',
} as const satisfies Partial<Record<Language, string>>

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
}

async function readBuilt(webDir: string): Promise<Built | undefined> {
  const manifest = await readFile(join(webDir, 'site', '.vite', 'manifest.json'), 'utf8').catch(() => undefined)
  if (manifest === undefined) return undefined
  const chunks = JSON.parse(manifest) as Readonly<Record<string, Chunk>>
  const { file, css = [] } = chunks['client.tsx']!
  const addressOf = (name: string) => `/site/${name}`
  const sheets = await Promise.all(css.map((name) => readFile(join(webDir, 'site', name), 'utf8')))
  const styles = sheets.join('')
  const words = Object.entries(columns).map(([language, key]) => [language, addressOf(chunks[key]!.file)])
  const program = pathToFileURL(join(webDir, '..', 'site', 'dist', 'render.js')).href
  const { renderPage, filterOf } = (await import(program)) as Renderer
  return { renderPage, filterOf, script: addressOf(file), styles, words: Object.fromEntries(words) }
}

/** The trip in the address of a page. */
interface Trip {
  readonly store: string
  readonly back: string
  readonly day1: string
  readonly time1: string
  readonly day2: string
  readonly time2: string
  readonly addr: string
  readonly lng: string
  readonly lat: string
  readonly collect: string
  /** The company that rents; '' for the customer. */
  readonly company: string
}

type Home = OutputOf<SitePage['home']>
type Query = Readonly<Record<string, unknown>>

/** A page beside its frame. */
type Content = { readonly kind: string } & Readonly<Record<string, unknown>>
/** Makes a call for the page. */
type Ask = <N extends keyof SitePage>(call: N, given: object) => Promise<OutputOf<SitePage[N]>>

interface Serving {
  readonly calls: SiteCalls
  readonly clock: Clock
  readonly webDir: string
  readonly config: Pick<Config, 'publicUrl' | 'port'>
}

/** Serves the pages, if the application was built. */
export async function registerSitePages(
  app: FastifyInstance,
  { calls, clock, webDir, config }: Serving,
): Promise<void> {
  const built = await readBuilt(webDir)
  if (built === undefined) return
  const installation = publicUrl(config, '/').slice(0, -1)
  const originOf = ({ host }: Site) => (host === null ? installation : `https://${host}`)

  const page = (path: string, kind: 'look' | 'price', content: (ask: Ask, request: Asked) => Promise<Content>) =>
    app.get<{ Params: Record<string, string> }>(`/s/:site${path}`, async (request, reply) => {
      const site = await calls.enter(request, request.params.site!, kind)
      if (site.name !== request.params.site)
        return reply.redirect(request.url.replace(/^\/s\/[^/?]+/, `/s/${site.name}`), 301)
      const away = asksWho.includes(path) ? await calls.leadToWechat(site, { request, reply }) : null
      if (away !== null) return reply.header('cache-control', 'no-store').redirect(away)
      calls.visit(site, { request, reply })
      const ask: Ask = async (call, given) => JSON.parse(await calls.make(site, call, given, { request, reply })).data
      return answer({ built, site, ask, content, now: clock.now(), origin: originOf(site) }, request, reply)
    })

  page('', 'look', async () => ({ kind: 'home' }))
  // Chat programs keep the address of the picture of a shared page, and the signed link of the logo expires.
  app.get<{ Params: { site: string } }>('/s/:site/logo', async (request, reply) => {
    const site = await calls.enter(request, request.params.site, 'look')
    const { logo } = JSON.parse(await calls.make(site, 'home', {}, { request, reply })).data as Home
    if (logo === null) throw new Refusal('notFound')
    return reply.header('cache-control', 'public, max-age=600').redirect(logo, 302)
  })
  page('/embed', 'look', async () => ({ kind: EMBED }))
  page('/search', 'price', async (ask, { trip, query }) => ({
    kind: 'results',
    results: await ask('search', momentsOf(trip)),
    filter: built.filterOf((name) => textOf(query, name)),
  }))
  page('/model/:modelId', 'price', async (ask, { trip, params }) => {
    const input = { ...momentsOf(trip), modelId: params.modelId! }
    return { kind: 'model', input, offer: await ask('offer', input) }
  })
  page('/mine', 'look', async (ask) => ({ kind: 'rentals', rentals: await nullIfSignedOut(ask('rentals', {})) }))
  page('/mine/:orderId', 'look', async (ask, { params }) => {
    const rental = await nullIfSignedOut(ask('rental', { orderId: params.orderId! }))
    return rental === null ? { kind: 'rentals', rentals: null } : { kind: 'rental', rental }
  })
}

/** Pages on which a customer proves their mobile, or is recognised inside WeChat. */
const asksWho: readonly string[] = ['/model/:modelId', '/mine', '/mine/:orderId']

/** null for somebody who has not proved their mobile. */
async function nullIfSignedOut<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal && error.key === 'invalidToken') return null
    throw error
  }
}

interface Asked {
  readonly trip: Trip
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
}

interface Answering {
  readonly built: Built
  readonly site: Site
  readonly ask: Ask
  readonly content: (ask: Ask, request: Asked) => Promise<Content>
  readonly now: number
  readonly origin: string
}

async function answer(
  { built, site, ask, content, now, origin }: Answering,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const home = await ask('home', {}).catch((error: unknown) => {
    if (error instanceof Refusal && error.key === 'siteClosed') return null
    throw error
  })
  const query = request.query as Query
  const trip = tripOf(query, home, now)
  const params = request.params as Record<string, string>
  const shown = await content(ask, { trip, query, params }).catch((error: unknown) => {
    // What is wrong is said on the page, with the form to put it right.
    if (error instanceof Refusal)
      return { kind: 'problem', code: error.code, message: error.message, detail: error.detail }
    throw error
  })
  const language = chosenLanguage(request, reply, site)
  const view = { site: site.name, language, here: hereOf(request), home: home ?? closedHome(now), trip, ...shown }
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .type('text/html; charset=utf-8')
    .header('x-robots-tag', robotsOf(shown.kind))
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', policyOf(nonce, shown.kind))
    .header('referrer-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
    .header('content-language', language)
    .header('vary', 'accept-language, cookie')
    .send(documentOf(built, view, { nonce, origin }))
}

/** A page that is closed shows its frame, with the rentals of the customer. */
const closedHome = (now: number): Home => ({
  ...{
    name: '',
    logo: null,
    about: '',
    phone: '',
    colour: '#1f2937',
    payNow: false,
    payAtStore: true,
    selfService: false,
  },
  stores: [],
  mobile: null,
  companies: [],
  wechat: false,
  now,
})

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/** A value of an address; '' where it is missing or given twice. */
function textOf(query: Query, name: string): string {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}

/** The trip of an address; what is missing or wrong is tomorrow at ten, for two days, at the first store. */
function tripOf(query: Query, home: Home | null, now: number): Trip {
  const text = (name: string) => textOf(query, name)
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
    company: id('company'),
    ...deliveryOf(query),
  }
}

const positionPattern = /^-?\d{1,3}(\.\d{1,10})?$/

/** The address of a delivery counts only with its position. */
function deliveryOf(query: Query): Pick<Trip, 'addr' | 'lng' | 'lat' | 'collect'> {
  const [addr, lng, lat] = ['addr', 'lng', 'lat'].map((name) => textOf(query, name).trim()) as [string, string, string]
  const isPlace = addr !== '' && positionPattern.test(lng) && positionPattern.test(lat)
  if (!isPlace) return { addr: '', lng: '', lat: '', collect: '' }
  return { addr, lng, lat, collect: textOf(query, 'collect') === '1' ? '1' : '' }
}

const instantOf = (day: string, time: string): number =>
  startOfDate(day) + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE

const momentsOf = ({ store, back, day1, time1, day2, time2, addr, lng, lat, collect, company }: Trip) => ({
  storeId: store,
  ...(back !== '' && { returnStoreId: back }),
  pickupAt: instantOf(day1, time1),
  returnAt: instantOf(day2, time2),
  ...(company !== '' && { companyId: company }),
  ...(addr !== '' && { delivery: { address: addr, lng: Number(lng), lat: Number(lat), collect: collect === '1' } }),
})

/** The search for a frame in any website: it shows nothing of a customer, and what it finds opens in the whole window. */
const EMBED = 'embed'

/** A page runs its own script, and calls its own server; its styles stand in it, with the merchant's colour. */
const policyOf = (nonce: string, kind: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${kind === EMBED ? '*' : "'self'"}`,
  ].join('; ')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!)

/** The language of a page; `?lang=` chooses it, and the browser keeps the choice. */
function chosenLanguage(request: FastifyRequest, reply: FastifyReply, { name }: Site): Language {
  const { lang } = request.query as Query
  if (!isLanguage(lang)) return languageOf(request.headers)
  reply.header('set-cookie', languageCookie(lang, name, request.protocol === 'https'))
  return lang
}

/** The address of the page itself, without its language. */
function hereOf(request: FastifyRequest): string {
  const { pathname, searchParams } = new URL(request.url, 'http://page')
  searchParams.delete('lang')
  const query = searchParams.toString()
  return `${pathname}${query === '' ? '' : `?${query}`}`
}

/** Languages as pages that are shared name them. */
const ogLocales: Readonly<Record<Language, string>> = { 'zh-CN': 'zh_CN', 'zh-Hant': 'zh_HK', en: 'en_GB' }

/** The same page in each language, for search engines; without one the page follows the browser. */
function alternatesOf(here: string, origin: string): string[] {
  const inLanguage = (tag: Language) => `${here}${here.includes('?') ? '&' : '?'}lang=${tag}`
  const link = (tag: string, path: string) =>
    `<link rel="alternate" hreflang="${tag}" href="${escapeHtml(`${origin}${path}`)}">`
  return [...languages.map(({ tag }) => link(tag, inLanguage(tag))), link('x-default', here)]
}

interface Shown {
  readonly home: Home
  readonly language: Language
  readonly here: string
  readonly kind: string
  readonly site: string
  readonly offer?: { readonly image: string | null }
}

/** Pages of the customer alone. */
const ownPages: readonly string[] = ['rentals', 'rental']

function documentOf({ renderPage, script, styles, words }: Built, view: Shown, { nonce, origin }: Sent): string {
  const { html, title, description } = renderPage(view)
  const { language, here, kind, home } = view
  const column = words[language]
  // No text of the data may end the element.
  const data = JSON.stringify(view).replaceAll('<', '\\u003c')
  const about = escapeHtml(description)
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><meta name="description" content="${about}">`,
    `<meta property="og:title" content="${escapeHtml(title)}"><meta property="og:description" content="${about}">`,
    `<meta property="og:locale" content="${ogLocales[language]}"><meta property="og:type" content="website">`,
    ...(kind === 'home' ? businessTags(home, `${origin}${here}`) : []),
    ...pictureTags(view, origin),
    ...(ownPages.includes(kind) ? [] : alternatesOf(here, origin)),
    `<style nonce="${nonce}">${styles}</style>`,
    `<style nonce="${nonce}">:root{--brand:${home.colour}}</style>`,
    ...(column === undefined ? [] : [`<link rel="modulepreload" href="${column}">`]),
    `<script type="module" src="${script}"></script></head>`,
    `<body><div id="app">${html}</div><script type="application/json" id="data">${data}</script></body></html>`,
  ].join('')
}

/** The page for search engines and share cards: its address without a language or a place, and the merchant with its stores. */
function businessTags(home: Home, url: string): string[] {
  const page = url.replace(/\?.*/, '')
  const business = JSON.stringify(businessOf(home, page)).replaceAll('<', '\\u003c')
  return [
    `<link rel="canonical" href="${escapeHtml(page)}"><meta property="og:url" content="${escapeHtml(page)}">`,
    `<script type="application/ld+json">${business}</script>`,
  ]
}

/** The picture of a shared page: the car, else the merchant's logo. */
function pictureTags({ kind, home, site, offer }: Shown, origin: string): string[] {
  const path = kind === 'model' && offer?.image ? offer.image : home.logo === null ? null : `/s/${site}/logo`
  return path === null ? [] : [`<meta property="og:image" content="${escapeHtml(new URL(path, origin).href)}">`]
}

interface Sent {
  readonly nonce: string
  /** The address of the server, as others reach it. */
  readonly origin: string
}
