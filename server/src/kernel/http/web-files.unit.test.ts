import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerHealth } from './health.ts'
import { registerOpenDocs, registerWebFiles, secureHeaders } from './web-files.ts'

const files: Record<string, string> = {
  'index.html':
    '<!doctype html><head><script>first()</script><script type="module" src="/assets/main-1.js"></script></head>',
  'sw.js': 'worker',
  'open/v1/docs/index.html': '<script type="module" src="/open/v1/docs/assets/page-4.js"></script>',
  'open/v1/docs/assets/page-4.js': 'page',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/main-1.js': 'main',
  'assets/main-1.js.gz': 'main zipped',
  'assets/list-2.js': 'list',
  'assets/shared-3.js': 'shared',
  '.vite/manifest.json': JSON.stringify({
    'src/main.tsx': { file: 'assets/main-1.js' },
    '_shared.js': { file: 'assets/shared-3.js', imports: ['src/main.tsx'] },
    'src/order/list/screen.tsx': { file: 'assets/list-2.js', css: ['assets/list-2.css'], imports: ['_shared.js'] },
  }),
  '.vite/screens.json': JSON.stringify({
    '/order': 'src/order/list/screen.tsx',
    '/account/:id': 'src/order/list/screen.tsx',
    '/order/detail': 'src/order/list/screen.tsx',
  }),
}

let webDir: string
let app: FastifyInstance
let pingDatabase: () => Promise<unknown> = async () => {}

beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'cheyi-web-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(webDir, name)), { recursive: true })
    await writeFile(join(webDir, name), content)
  }
  app = fastify()
  app.addHook('onRequest', async (request, reply) => secureHeaders(request, reply))
  registerHealth(app, { pingDatabase: () => pingDatabase(), hasRoom: async () => true, webDir, isClosing: () => false })
  await registerWebFiles(app, { webDir })
  await registerOpenDocs(app, webDir)
})

afterAll(async () => {
  await app.close()
  await rm(webDir, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('pages', () => {
  test.each(['/', '/inventory?model=9', '/no/such/page'])('%s returns the application', async (url) => {
    const answer = await get(url, { accept: 'text/html,*/*;q=0.8' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(files['index.html'])
    expect(answer.headers['cache-control']).toBe('private, no-cache')
  })

  test('name their scripts and styles to a proxy in front', async () => {
    expect((await get('/order', { accept: 'text/html' })).headers.link).toBe(
      [
        '</assets/main-1.js>; rel=modulepreload; crossorigin',
        '</assets/list-2.js>; rel=modulepreload; crossorigin',
        '</assets/shared-3.js>; rel=modulepreload; crossorigin',
        '</assets/list-2.css>; rel=preload; as=style; crossorigin',
      ].join(', '),
    )
  })

  test('are compressed once, and not sent again to clients that have them', async () => {
    const page = await get('/order', { accept: 'text/html', 'accept-encoding': 'gzip' })
    expect(page.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(page.rawPayload).toString()).toBe((await get('/order')).body)
    const again = await get('/order', { accept: 'text/html', 'if-none-match': String(page.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get('/')).headers.etag).not.toBe(page.headers.etag)
  })

  test.each(['/order', '/order?status=3', '/order/detail?orderId=9', '/account/7'])(
    '%s names the scripts of its own screen',
    async (url) => {
      const { body } = await get(url)
      expect(body.match(/<link[^>]*>/g)).toEqual([
        '<link rel="modulepreload" crossorigin href="/assets/list-2.js" data-screen="order/list">',
        '<link rel="modulepreload" crossorigin href="/assets/shared-3.js">',
        '<link rel="stylesheet" crossorigin href="/assets/list-2.css">',
      ])
    },
  )

  test('allow no inline script except that of the build, and no foreign frame', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    // SHA-256 of `first()`.
    expect(policy).toContain("script-src 'self' 'sha256-fDYmfWjvur9AxjhDbjHe6RvExc05MbXhhrbgz2vvy/A=';")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('http')
  })

  test('of the open document runs its own files alone, in no frame', async () => {
    const { statusCode, body, headers } = await get('/open/v1/docs')
    expect([statusCode, body]).toEqual([200, files['open/v1/docs/index.html']])
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'( 'sha256-[^']+')+; /)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('http')
    expect(await get('/open/v1/docs/assets/page-4.js')).toMatchObject({ statusCode: 200, body: 'page' })
    expect((await get('/open/v1/docs/other')).statusCode).toBe(404)
  })

  test('may be embedded by the app that the installation names', async () => {
    const app = fastify()
    await registerWebFiles(app, { webDir, frameAncestors: ['https://shell.example', 'https://other.example:8443'] })
    const answer = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    await app.close()
    expect(String(answer.headers['content-security-policy'])).toContain(
      "frame-ancestors 'self' https://shell.example https://other.example:8443",
    )
  })

  test("may only load from the installation's map host besides their own", async () => {
    const app = fastify()
    await registerWebFiles(app, { webDir, tilesUrl: 'https://tiles.example/{z}/{x}/{y}.png' })
    const answer = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    await app.close()
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' https://tiles.example;")
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example;")
  })

  test('are named in each answer of a call, so that an older page detects a new build', async () => {
    const told = (await get('/api/order/v1/unknown')).headers['x-build']
    expect(told).toMatch(/^main-1\.js [0-9a-f]{12}$/)
    // The page that a device keeps is compared by it.
    expect((await get('/')).headers['x-build']).toBe(told)
  })

  test.each([
    '/api',
    '/api/order/v1/unknown',
    '/assets/old-9.js',
    '/.vite/manifest.json',
    '/index.html',
    '/open',
    '/open/v1/nope',
    '/open/v1/ping/',
    '/%6fpen/v1/events',
    '/callback/v1/nope',
    '/internal/nope',
    '/media/nope',
    '/.git/config',
    '/order/.git/config',
    '/order/deposit/payDeposit/v1',
    '/order/nope',
  ])('%s is not found, by GET and HEAD', async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url, headers: { accept: 'text/html' } })
      expect([method, answer.statusCode]).toEqual([method, 404])
    }
  })
})

describe('files', () => {
  test('with a hash in the name are cached forever, compressed where accepted', async () => {
    const plain = await get('/assets/main-1.js')
    expect(plain.body).toBe('main')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const zipped = await get('/assets/main-1.js', { 'accept-encoding': 'gzip' })
    expect(zipped.body).toBe('main zipped')
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(zipped.headers['content-type']).toContain('javascript')
  })

  test('without a hash are revalidated', async () => {
    const icon = await get('/icon.svg')
    expect(icon.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' })
    const again = await get('/icon.svg', { 'if-none-match': String(icon.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  test('the service worker is revalidated, and may only fetch its cached files', async () => {
    const { headers } = await get('/sw.js')
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    expect(headers['content-type']).toContain('javascript')
  })

  test('have strict headers, including HSTS over https', async () => {
    const { headers } = await get('/icon.svg')
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    expect(headers['strict-transport-security']).toBeUndefined()
  })
})

describe('health', () => {
  test('alive', async () => {
    expect((await get('/healthz')).json()).toEqual({ ok: true, uploads: true })
  })

  test('ready while the database answers', async () => {
    expect((await get('/readyz')).json()).toEqual({
      ok: true,
      database: true,
      migrated: true,
      web: true,
      closing: false,
    })
    pingDatabase = () => Promise.reject(new Error('gone'))
    const answer = await get('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ ok: false, database: false })
  })
})
