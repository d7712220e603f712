import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { formatDateTime, MINUTE } from '@cheyi/domain/time'
import type { AskedPlate, ViolationAnswer } from '../../kernel/ports.ts'
import type { ViolationAccount } from '../../kernel/process/config.ts'
import { vendorFetch } from '../vendor-fetch.ts'

/*
 * Our own small protocol for providers of traffic violations; the protocol of an aggregator would be another file
 * beside this one.
 *
 * POST `<url>/v1/violations/query` with JSON `{"plates": [{plate, plateKind, vinTail, engineTail, since}]}`: at most
 * fifty, `since` a minute of Beijing (`2026-07-01 00:00`), the kinds of plates as in `plateKinds` of the domain, of
 * frame and engine number the last six. Headers: `x-app-id`, `x-timestamp` (epoch ms), `x-nonce`, `x-signature`: hex
 * HMAC-SHA256 with the secret over timestamp, nonce and body, with a line feed between them.
 *
 * The answer: status 200 and `{"code": 0, "plates": [{"plate": …, "violations": [{plate, occurAt, place, act, actCode,
 * points, fine, docNo, authority, officialState}]}]}`; `fine` in fen, `officialState` 0 open, 1 handled, 2 handled and
 * paid. An empty list means that none is known; a plate that is missing, or has an `error` instead, was not answered.
 * Any other `code` refuses the request. The answer is signed in the same way, with its own `x-timestamp` and the nonce
 * of the request, so that no other answer can replace it.
 */

const TIMEOUT = 20_000
/** An answer with a larger clock difference is rejected: it may be a replay. */
const CLOCK = 10 * MINUTE
const MOST_BYTES = 2 * 1024 * 1024

/** The `code` of a successful answer. */
const TOLD = 0

export const QUERY_PATH = '/v1/violations/query'

export interface Signed {
  readonly timestamp: string
  readonly nonce: string
  readonly body: string
}

/** The signature of a request, and of its answer. */
export const signOf = (secret: string, { timestamp, nonce, body }: Signed): string =>
  createHmac('sha256', secret).update(`${timestamp}\n${nonce}\n${body}`).digest('hex')

export const isSigned = (secret: string, signed: Signed, signature: string | null | undefined): boolean => {
  const [own, theirs] = [Buffer.from(signOf(secret, signed)), Buffer.from(signature ?? '')]
  return own.length === theirs.length && timingSafeEqual(own, theirs)
}

export const isNear = (timestamp: string | null | undefined, now: number): boolean =>
  /^\d{13}$/.test(timestamp ?? '') && Math.abs(Number(timestamp) - now) <= CLOCK

interface Wire {
  readonly now: () => number
  /** Base URL of the provider. */
  readonly url: () => string | Promise<string>
  /** Time limit of an answer, ms. */
  readonly timeout?: number
}

/** Queries the violations of plates. It never throws, and neither plates nor the key are logged. */
export const httpViolations =
  ({ appId, secret }: Pick<ViolationAccount, 'appId' | 'secret'>, { now, url, timeout = TIMEOUT }: Wire) =>
  async (plates: readonly AskedPlate[]): Promise<ViolationAnswer> => {
    const body = JSON.stringify({ plates: plates.map((one) => ({ ...one, since: formatDateTime(one.since) })) })
    const nonce = randomUUID()
    const timestamp = String(now())
    try {
      const response = await vendorFetch(`${await url()}${QUERY_PATH}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'x-app-id': appId,
          'x-timestamp': timestamp,
          'x-nonce': nonce,
          'x-signature': signOf(secret, { timestamp, nonce, body }),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
      if (!response.ok) {
        await response.body?.cancel()
        return { kind: response.status < 500 ? 'refused' : 'silent', why: `http${response.status}` }
      }
      const text = await textOf(response)
      if (text === null) return silent('tooLarge')
      const said = { timestamp: response.headers.get('x-timestamp') ?? '', nonce, body: text }
      if (!isSigned(secret, said, response.headers.get('x-signature'))) return silent('signature')
      if (!isNear(said.timestamp, now())) return silent('clock')
      return meaningOf(JSON.parse(text))
    } catch (error) {
      return silent((error as Error).name)
    }
  }

const silent = (why: string): ViolationAnswer => ({ kind: 'silent', why })

function meaningOf(said: unknown): ViolationAnswer {
  const { code, plates } = (said ?? {}) as { code?: unknown; plates?: unknown }
  if (code !== TOLD) return { kind: 'refused', why: /^\w{1,20}$/.test(String(code)) ? String(code) : 'unknown' }
  return Array.isArray(plates) ? { kind: 'told', entries: plates } : silent('unknown')
}

/** The body up to the maximum size; null if it is larger. */
async function textOf(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    // Leaving the loop closes the connection.
    if (bytes > MOST_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
