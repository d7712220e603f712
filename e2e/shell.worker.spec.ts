import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { site } from '@cheyi/contract/sales/site'
import { expect, test, withToken } from './setup/test.ts'

/* The application on the device (decision 77): what it is opened from, and how it becomes another build. */

test.use({ serviceWorkers: 'allow' })

/** Stands between browser and server: keeps pages back, and serves them as the next build, whose files have other names. */
async function startFront(target: string) {
  const front = { holds: false, isAway: false, isNext: false, hasNextWorker: false, asked: [] as string[] }
  const held: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const path = request.url!
    front.asked.push(path)
    const isPage = request.headers.accept?.includes('text/html') === true
    if (isPage && front.holds) await new Promise<void>((resolve) => held.push(resolve))
    if (isPage && front.isAway) return response.writeHead(502, { 'content-type': 'text/html' }).end('Bad Gateway')
    const inner = ask(new URL(path.replace('/assets/next-', '/assets/index-'), target), {
      method: request.method,
      headers: { ...request.headers, 'accept-encoding': 'identity', 'if-none-match': '' },
    })
    request.pipe(inner)
    const [answer] = await once(inner, 'response')
    const headers = { ...answer.headers }
    if (front.isNext) headers['x-build'] &&= `next-${headers['x-build']}`
    const rewrites = front.isNext && (path === '/sw.js' ? front.hasNextWorker : path === '/' || isPage)
    if (!rewrites) {
      response.writeHead(answer.statusCode, headers)
      return answer.pipe(response)
    }
    const next = (await text(answer)).replaceAll(/index-([\w-]+\.js)/g, 'next-$1').replace('"build-', '"build-next-')
    const { 'content-length': _length, etag: _etag, ...others } = headers
    response.writeHead(answer.statusCode, others).end(next)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(front, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release() {
      front.holds = false
      for (const release of held.splice(0)) release()
    },
    close() {
      this.release()
      server.closeAllConnections()
      server.close()
    },
  })
}

test('a second visit asks the network for nothing but data', async ({ page, as, baseURL }) => {
  test.setTimeout(120_000)
  const front = await startFront(baseURL!)
  try {
    const api = await as('owner')
    await page.goto(withToken(`${front.url}/`, api.token))
    await expect(page.getByRole('heading', { name: '今日待办' })).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
    })
    const notByWorker: string[] = []
    page.on('response', (answer) => {
      if (!answer.fromServiceWorker()) notByWorker.push(new URL(answer.url()).pathname)
    })
    front.asked.length = 0
    for (const path of ['/order', '/', '/order']) {
      await page.goto(`${front.url}${path}`)
      await expect(page.locator(path === '/' ? '.home-todo' : '.card-link').first()).toBeVisible()
    }
    // The browser looks for a newer worker by itself, beside the page.
    expect(front.asked.filter((asked) => !asked.startsWith('/api/') && asked !== '/sw.js')).toEqual([])
    expect(notByWorker.filter((path) => !path.startsWith('/api/'))).toEqual([])

    // A reload asks the server; while it restarts behind its proxy, the application opens from the device.
    front.isAway = true
    await page.reload()
    await expect(page.locator('.card-link').first()).toBeVisible()
    front.isAway = false

    // What else the address serves comes from the server, although a member of staff opens it.
    const { name } = await api.ask(site.detail, {})
    for (const path of ['', '/mine', '/embed']) {
      await page.goto(`${front.url}/s/${name}${path}`)
      await expect(page.locator('#app')).toBeVisible()
    }
    await page.goto(`${front.url}/open/v1/docs`)
    await expect(page).toHaveTitle(/开放接口/)
  } finally {
    front.close()
  }
})

test('a second visit is painted before the network answers, and a new build is there with the next', async ({
  page,
  as,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const front = await startFront(baseURL!)
  const home = page.getByRole('heading', { name: '今日待办' })
  const isNext = () =>
    page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')!.src.includes('/next-'))
  try {
    await page.goto(withToken(`${front.url}/`, (await as()).token))
    await expect(home).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
    })
    front.holds = true
    // Without an answer the kept page is shown after six seconds in any case.
    const options = { waitUntil: 'commit', timeout: 5_000 } as const
    for (const path of ['/order', '/']) await page.goto(`${front.url}${path}`, options)
    await expect(home).toBeVisible()

    // The server has a new build, whose worker cannot be had yet: from the next visit on pages come from the network.
    front.release()
    front.isNext = true
    await page.goto(`${front.url}/`)
    await expect(home).toBeVisible()
    const isKnown = () => page.evaluate(async () => (await caches.match('/outdated')) !== undefined)
    await expect.poll(isKnown).toBe(true)
    await page.goto(`${front.url}/`)
    await expect(home).toBeVisible()
    expect(await isNext()).toBe(true)

    // Its worker comes, and then its pages are on the device.
    front.hasNextWorker = true
    // On a busy machine the browser gives up starting the new worker, so that the update is retried.
    const update = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    await expect(update).toPass()
    const builds = () => page.evaluate(async () => (await caches.keys()).some((name) => name.startsWith('build-next-')))
    await expect.poll(builds).toBe(true)
    const kept = () =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((one) => one.startsWith('build-next-'))!
        return (await (await (await caches.open(name)).match('/'))?.text())?.includes('/assets/next-') ?? false
      })
    await expect.poll(kept, { timeout: 60_000 }).toBe(true)
    const isActive = () =>
      page.evaluate(async () => {
        const { active, installing, waiting } = await navigator.serviceWorker.ready
        return active?.state === 'activated' && installing === null && waiting === null
      })
    await expect.poll(isActive, { timeout: 60_000 }).toBe(true)
    front.holds = true
    await page.goto(`${front.url}/`)
    await expect(home).toBeVisible()
    expect(await isNext()).toBe(true)
  } finally {
    front.close()
  }
})
