import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type LocalServer, localServer } from '../../local-server.ts'
import { isSignedBy, SKEW_MS } from '../signature.ts'

const CODE_LIFE = 60_000

export interface WukongSimulator extends LocalServer {
  /** A code as the partner's app would pass it to our page. */
  issue(partnerUserId: string): string
}

/** The partner's side of the exchange according to its documents: signature, clock, nonce, and codes that can be used once. */
export function wukongSimulator(account: { appId: string; secret: string; now: () => number }): WukongSimulator {
  const codes = new Map<string, { userId: string; until: number }>()
  const nonces = new Set<string>()

  async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
    if (request.method !== 'POST' || request.url !== '/oauth/token') return [404, { error: 'not_found' }]
    const header = (name: string) => String(request.headers[name] ?? '')
    const body = await text(request)
    const [timestamp, nonce] = [header('x-timestamp'), header('x-nonce')]
    const signed = { path: '/oauth/token', timestamp, nonce, body }
    if (header('x-app-id') !== account.appId || !isSignedBy(account.secret, signed, header('x-signature')))
      return [401, { error: 'bad_signature' }]
    if (Math.abs(account.now() - Number(timestamp)) > SKEW_MS) return [401, { error: 'clock_skew' }]
    if (nonces.has(nonce)) return [401, { error: 'nonce_used' }]
    nonces.add(nonce)
    const { code } = JSON.parse(body) as { code: string }
    const known = codes.get(code)
    codes.delete(code)
    return known === undefined || known.until <= account.now()
      ? [400, { error: 'invalid_code' }]
      : [200, { userId: known.userId }]
  }
  const server = localServer((request, response) => {
    answer(request)
      .catch((): [number, object] => [400, { error: 'bad_request' }])
      .then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
  })
  return {
    ...server,
    issue(userId) {
      const code = `wk_${randomBytes(12).toString('base64url')}`
      codes.set(code, { userId, until: account.now() + CODE_LIFE })
      return code
    },
  }
}
