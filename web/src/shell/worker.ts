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
/** Lies beside the files of a build once the server has another: pages come from the network until the other is here. */
const OUTDATED = '/outdated'
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
  else if (FILES.includes(pathname) && request.mode !== 'navigate') event.respondWith(soon(asked(event), pathname))
  else if (request.mode === 'navigate' && !/^\/(api|media|open|callback|internal)\/|\.\w+$/.test(pathname))
    event.respondWith(page(event))
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
  if (!isOurs(await (await cache.match(SHELL))!.text())) throw new Error('the page is of another build')
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

const asked = async ({ request, preloadResponse }: AskedEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

/** From the network; from this device when there is none. */
async function soon(answer: Promise<Response>, file: string): Promise<Response> {
  const slow = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE))
  try {
    return await Promise.race([answer, slow])
  } catch {
    return (await (await caches.open(BUILD)).match(file)) ?? answer
  }
}

/**
 * The page as it lies on this device, without waiting for the network, whose answer is compared with it meanwhile. From the network where
 * that answer was of another build the last time, and for whoever loads a page anew: a person, or a page that heard of a newer build.
 */
async function page(event: AskedEvent): Promise<Response> {
  const answer = asked(event)
  event.waitUntil(compare(answer).catch(() => undefined))
  const cache = await caches.open(BUILD)
  const kept = await cache.match(SHELL)
  const isAnew = ['no-cache', 'reload'].includes(event.request.cache) || (await cache.match(OUTDATED)) !== undefined
  return kept === undefined || isAnew ? soon(answer, SHELL) : kept
}

/** Sees from the page of the network whether the one on this device is still that of the server. */
async function compare(answer: Promise<Response>): Promise<void> {
  const told = (await answer).clone()
  if (!told.ok) return
  const cache = await caches.open(BUILD)
  if (!isOurs(await told.text())) {
    await cache.put(OUTDATED, new Response())
    await worker.registration.update()
    return
  }
  await cache.delete(OUTDATED)
  const policy = (response: Response | undefined) => response?.headers.get('content-security-policy')
  // Set by the server, not by the build.
  if (policy(await cache.match(SHELL)) !== policy(told)) await cache.add(new Request(SHELL, { cache: 'reload' }))
}

/** Whether a page names files of this build alone. */
const isOurs = (html: string): boolean =>
  Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, file]) => file!).every((file) =>
    FILES.includes(file),
  )
