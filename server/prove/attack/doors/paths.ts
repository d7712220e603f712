import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Ground } from '../ground.ts'
import type { Door } from './door.ts'

const secret = ['internal/metrics', 'api/order/v1/list', 'outbox', 'test', 'open/v1/orders', 'media/x', 'callback/x']

const spellings: readonly ((path: string) => string)[] = [
  (path) => `//${path}`,
  (path) => `/./${path}`,
  (path) => `/x/../${path}`,
  (path) => `/${path.replace('/', '//')}`,
  (path) => `/${path.replace('/', '/./')}`,
  (path) => `/${path.replace('/', '%2f')}`,
  (path) => `/%2f${path}`,
  (path) => `/%2e/${path}`,
  (path) => `/..%2f${path}`,
  (path) => `/\\${path}`,
  (path) => `/%5c${path}`,
  (path) => `/%${path.charCodeAt(0).toString(16)}${path.slice(1)}`,
  (path) => `/${path.slice(0, -1)}%${path.charCodeAt(path.length - 1).toString(16)}`,
  (path) => `/${path}%00`,
  (path) => `/${path};a=b/..`,
  (path) => `http://elsewhere.example//${path}`,
]

/** Paths that a rule in a proxy would not recognise: each is not found, and none shows a page. */
export async function paths({ url }: Ground, door: Door): Promise<void> {
  door.row.calls = secret.length
  for (const path of secret)
    for (const spelt of spellings) {
      const target = spelt(path)
      if (target === `/${path}`) continue
      const { status, body } = await requestPath(url, target)
      if (status >= 500) door.row.failed++
      door.held(`GET ${target}: ${status} ${body.slice(0, 60)}`, status === 404 || status === 400)
    }
}

/** As it is: `fetch` would write it anew. */
async function requestPath(url: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { accept: 'text/html' } }, async (answer) =>
      resolve({ status: answer.statusCode!, body: await text(answer) }),
    )
    sent.on('error', reject).end()
  })
}
