/*
 * The service worker (decision 77): it caches the files of the application on this device, so that a page that was
 * closed opens again without a network. It caches files of the build only, and no response of a call, picture or
 * document. Built by web/src/build/worker.ts, which inserts the values in capitals.
 */

/** Id of the build and name of its cache. */
declare const BUILD: string
/** Addresses of its files. */
declare const FILES: readonly string[]
/** Paths of the screens of the application, `/` among them, as a pattern: it is all that the cached page shows. */
declare const SCREENS: string
/** Addresses of the polyfills that this engine needs. */
declare const POLYFILLS: readonly string[]

/** TypeScript has the types of a service worker or of a page, but not both in one program. */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface ToldEvent extends LastingEvent {
  readonly data: unknown
}
interface AskedEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'message', listener: (event: ToldEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: AskedEvent) => void): void
}
const worker = self as unknown as Worker

const screens = new RegExp(SCREENS)

/** Any page would do, because the router reads the address. */
const SHELL = '/'
/**
 * Marker in the cache of a build after the server has deployed another one: pages are loaded from the network until
 * the new build is cached.
 */
const OUTDATED = '/outdated'
/** Number of parallel downloads, small because the open page has more important requests. */
const LANES = 4
/** Timeout in ms, after which a network without a response counts as offline if the page is cached. */
const PATIENCE = 6_000

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('message', (event) => event.waitUntil(compare(event.data).catch(() => undefined)))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (FILES.includes(pathname) && request.mode !== 'navigate') event.respondWith(soon(fetch(request), pathname))
  // The server alone answers for everything else at this address, such as the booking pages of merchants.
  else if (request.mode === 'navigate' && screens.test(pathname)) event.respondWith(page(request))
})

/** Caches the build completely or not at all; files that the previous build contains as well are copied from its cache. */
async function install(): Promise<void> {
  const cache = await caches.open(BUILD)
  const left = [...FILES, ...POLYFILLS]
  async function lane(): Promise<void> {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      const lasting = file.startsWith('/assets/')
      const known = lasting && (await caches.match(file))
      if (known) await cache.put(file, known)
      else await cache.add(new Request(file, { cache: lasting ? 'default' : 'reload' }))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  // During a deployment, the page may come from another build than this worker.
  if (!isOurs(await (await cache.match(SHELL))!.text())) throw new Error('the page is of another build')
  await worker.skipWaiting()
}

/** Pages of the previous build may still be open and load further files: its cache is kept. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== BUILD)
  for (const name of others.slice(0, -1)) await caches.delete(name)
  // The workers of earlier builds had the page asked for on each visit.
  await worker.registration.navigationPreload.disable()
}

/** A file name contains a hash of the content, so a cached file never expires. */
const asset = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request)

/** Answers of a proxy whose server is away, as while it restarts. */
const AWAY: readonly number[] = [502, 503, 504]

/** Loads from the network; uses the cache if there is no network, or no server behind it. */
async function soon(answer: Promise<Response>, file: string): Promise<Response> {
  const slow = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE))
  try {
    const given = await Promise.race([answer, slow])
    if (AWAY.includes(given.status)) throw new Error(given.statusText)
    return given
  } catch {
    return (await (await caches.open(BUILD)).match(file)) ?? answer
  }
}

/**
 * Answers with the cached page, without a request. Answers from the network if the last comparison found another build,
 * and for a reload by the user or by a page that was notified of a newer build.
 */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(BUILD)
  const kept = await cache.match(SHELL)
  const isAnew = ['no-cache', 'reload'].includes(request.cache) || (await cache.match(OUTDATED)) !== undefined
  return kept === undefined || isAnew ? soon(fetch(request), SHELL) : kept
}

/**
 * Checks whether the cached page is still that of the server.
 * @param build `x-build` of the answer to a call, which the page tells
 */
async function compare(build: unknown): Promise<void> {
  const cache = await caches.open(BUILD)
  if ((await cache.match(SHELL))?.headers.get('x-build') === build) return void (await cache.delete(OUTDATED))
  const told = await fetch(new Request(SHELL, { cache: 'reload' }))
  if (!told.ok) return
  if (isOurs(await told.clone().text())) {
    await cache.delete(OUTDATED)
    // Only its policy is another, which the server sets, not the build.
    await cache.put(SHELL, told)
  } else {
    await cache.put(OUTDATED, new Response())
    await worker.registration.update()
  }
}

/** Whether a page refers only to files of this build. */
const isOurs = (html: string): boolean =>
  Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, file]) => file!).every((file) =>
    FILES.includes(file),
  )
