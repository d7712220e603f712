/*
 * The service worker (decision 77): what the application is made of stays on this device, so that a page that was killed opens
 * again without a network. It keeps files of the build alone: no answer of a call, no picture and no paper ever comes into it.
 * Built by web/src/build/worker.ts, which writes the values in capitals.
 */

/** Names the build: another build is another cache. */
declare const BUILD: string
/** Addresses of its files. */
declare const FILES: readonly string[]
/** Those that this engine needs besides. */
declare const POLYFILLS: readonly string[]

/** TypeScript knows a service worker's names or a page's, not both in one program. */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface AskedEvent extends LastingEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: AskedEvent) => void): void
}
const worker = self as unknown as Worker

/** Any page does: the router reads the address. */
const SHELL = '/'
/** At once: the page that is open meanwhile asks for more important things. */
const LANES = 4
/** ms after which a network that says nothing counts as none, for who has the page already. */
const PATIENCE = 6_000

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (FILES.includes(pathname) && request.mode !== 'navigate') event.respondWith(fresh(event, pathname))
  else if (request.mode === 'navigate' && !/^\/(api|media|open)\/|\.\w+$/.test(pathname))
    event.respondWith(fresh(event, SHELL))
})

/** Fetches the build, whole or not at all; what the build before it has as well is not fetched again. */
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
  // While servers are replaced, the page may come from another build than this worker.
  const page = await (await cache.match(SHELL))!.text()
  const missing = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].filter(([, file]) => !FILES.includes(file!))
  if (missing.length > 0) throw new Error('the page is of another build')
  await worker.skipWaiting()
}

/** Pages of the build before this one are still open: what they have not loaded yet stays with them. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== BUILD)
  for (const name of others.slice(0, -1)) await caches.delete(name)
  await worker.registration.navigationPreload.enable()
}

/** A name with a hash is one content for ever. */
const asset = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request)

/** From the network, so that a new build is seen at once; from this device when there is none. */
async function fresh({ request, preloadResponse }: AskedEvent, file: string): Promise<Response> {
  const answer = preloadResponse.then((early) => early ?? fetch(request))
  const slow = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE))
  try {
    return await Promise.race([answer, slow])
  } catch {
    return (await (await caches.open(BUILD)).match(file)) ?? answer
  }
}
