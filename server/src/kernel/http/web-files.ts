import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Constant, constantFor, constantOf } from '../constant.ts'

export interface WebFilesOptions {
  /** Folder of the built web application (`web/dist`). */
  readonly webDir: string
  /** URL of map tiles: their host is the only other one that a page may load from. */
  readonly tilesUrl?: string
  /** Origins that may embed a page in a frame, besides its own. */
  readonly frameAncestors?: readonly string[]
}

/** A chunk of Vite's manifest (`.vite/manifest.json`). */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** Path of a screen, with `:name` for a parameter → key of its chunk in Vite's manifest; written by the build as `.vite/screens.json`. */
type ScreenChunks = Readonly<Record<string, string>>

/**
 * Serves the built web application: files with a hash in their name are cached forever, others revalidated, compressed
 * by the build; any other GET of a page returns `index.html`, since the browser's router handles the path. Paths of
 * calls or files are left to the not-found handler.
 */
export async function registerWebFiles(app: FastifyInstance, options: WebFilesOptions): Promise<void> {
  const template = await readFile(join(options.webDir, 'index.html'), 'utf8').catch(() => undefined)
  if (template === undefined) return
  const { pageOf, isScreen } = await readPages(options.webDir, template)
  const policy = contentSecurityPolicy(options, template)
  // A page that was opened before a release reloads when it sees a newer build, and a device that keeps the page compares
  // it by the same header, without asking for it. The policy belongs to it, because it may change without a build.
  const entry = /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(template)?.[1]
  const build = entry && `${entry} ${createHash('sha256').update(policy).digest('hex').slice(0, 12)}`
  if (build !== undefined)
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith('/api/')) reply.header('x-build', build)
    })
  await app.register(fastifyStatic, {
    root: options.webDir,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/index.html'],
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    logLevel: 'warn',
    setHeaders: (reply, path) => {
      reply.header('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (/[\\/]sw\.js(\.\w+)?$/.test(path)) reply.header('content-security-policy', workerPolicy)
    },
  })
  app.get('/*', { logLevel: 'warn' }, (request, reply) => {
    const path = `/${(request.params as { '*': string })['*']}`
    if (!isPage(request, path, isScreen)) return reply.callNotFound()
    const { page, link } = pageOf(path)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=()')
      .header('link', link)
      .headers(build === undefined ? {} : { 'x-build': build })
      .send(constantFor(page, request, reply))
  })
}

/** Where developers of platforms read the document of the open API. */
const OPEN_DOCS = '/open/v1/docs'

/**
 * Styles that the reference writes into its page, beside those of its files: it begins each sheet empty and fills it by
 * script, and has one of its scroll bars.
 */
const docsStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
]

/** The page of that document: of its own files alone, in no frame, and with no inline script. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  ["style-src 'self'", ...docsStyles].join(' '),
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the page of the open API's document; its files are among those of the application. */
export async function registerOpenDocs(app: FastifyInstance, webDir: string): Promise<void> {
  const text = await readFile(join(webDir, OPEN_DOCS, 'index.html'), 'utf8').catch(() => undefined)
  if (text === undefined) return
  const page = constantOf(text)
  app.get(OPEN_DOCS, (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', docsPolicy)
      .send(constantFor(page, request, reply)),
  )
}

/** Headers of everything that is no page: opened directly it runs no script, loads nothing and is shown in no frame. */
export const closedHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** The policy of a service worker, which only fetches files of the build. */
const workerPolicy = "default-src 'none'; connect-src 'self'"

/** Headers for every answer, calls and files; a page sets its own policy later. For an `onRequest` hook. */
export function secureHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(closedHeaders)
  // A browser ignores it over plain http; behind a proxy the protocol is the one that the proxy reports.
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Paths for machines: an unknown one must be not found, because a page would look like a success. */
const ofMachines = /^\/(api|open|callback|internal|media)(\/|$)|\/\./i
/** Paths of both calls and screens. */
const ofBoth = /^\/order\//i

function isPage(request: FastifyRequest, path: string, isScreen: (path: string) => boolean): boolean {
  const asked = request.headers.accept ?? '*/*'
  if (ofMachines.test(path) || (ofBoth.test(path) && !isScreen(path))) return false
  return !/\.\w+$/.test(path) && /text\/html|\*\/\*/.test(asked)
}

/**
 * Allows only scripts, styles and calls of the own origin, except maps, and of inline scripts only those of the build;
 * pictures also from memory, for previews before upload.
 */
const contentSecurityPolicy = ({ tilesUrl, frameAncestors = [] }: WebFilesOptions, page: string): string => {
  const written = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  )
  const tiles = tilesUrl === undefined ? '' : ` ${new URL(tilesUrl).origin}`
  return [
    "default-src 'self'",
    ["script-src 'self'", ...written].join(' '),
    `connect-src 'self'${tiles}`,
    `img-src 'self' data: blob:${tiles}`,
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...frameAncestors].join(' '),
  ].join('; ')
}

/** Each page names the scripts of its route, so that the browser loads them beside the entry, not after it. */
async function readPages(webDir: string, template: string) {
  const manifest = await readJson<Record<string, Chunk>>(join(webDir, '.vite', 'manifest.json'))
  const screens = await readJson<ScreenChunks>(join(webDir, '.vite', 'screens.json'))
  const pages = Object.entries(screens).map(([path, chunk]) => ({
    address: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    ...withLinks(template.replace('</head>', `${preloads(manifest, chunk, template)}</head>`)),
  }))
  const other = withLinks(template)
  const screenAt = (path: string) => pages.find(({ address }) => address.test(path))
  return {
    pageOf: (path: string): LinkedPage => screenAt(path) ?? other,
    isScreen: (path: string) => screenAt(path) !== undefined,
  }
}

interface LinkedPage {
  readonly page: Constant
  /** Its scripts and styles as a `Link` header: a proxy may send them to the browser by 103 before it has the page. */
  readonly link: string
}

function withLinks(html: string): LinkedPage {
  const named = html.matchAll(
    /<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*? (?:src|href)="([^"]+)"/g,
  )
  const links = Array.from(named, ([, file]) => {
    const kind = file!.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'
    return `<${file}>; ${kind}; crossorigin`
  })
  return { page: constantOf(html), link: links.join(', ') }
}

/** Link elements for a chunk and all its imports, without those in the template. */
function preloads(manifest: Record<string, Chunk>, key: string, template: string): string {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(key)
  const missing = (file: string) => !template.includes(file)
  // The router finds the chunk of its first screen by this attribute (decision 34).
  const screen = ` data-screen="${key.replace(/^src\/|\/screen\.tsx$/g, '')}"`
  const script = (file: string) =>
    `<link rel="modulepreload" crossorigin href="/${file}"${file === manifest[key]?.file ? screen : ''}>`
  return [
    ...[...scripts].filter(missing).map(script),
    ...[...styles].filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join('')
}

async function readJson<T extends object>(file: string): Promise<T> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return JSON.parse(text) as T
}
