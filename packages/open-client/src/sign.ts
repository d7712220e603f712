import type { Calls } from './calls.gen.ts'

/*
 * The signature of a request, and of a webhook, by WebCrypto alone: it runs in Node 20 and in browsers. Written from the
 * published document, not from the server's code, so that the server's tests also prove the document.
 */

/** A message about an order. */
export type WebhookEvent = Calls['events']['output']['events'][number]

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

const keyOf = (secret: Uint8Array<ArrayBuffer>, use: 'sign' | 'verify'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [use])

export interface ToSign {
  readonly method: string
  readonly path: string
  /** Fields of the query, not encoded. */
  readonly query?: Readonly<Record<string, string>>
  /** The bytes of the body as text; '' for none. */
  readonly body?: string
  /** Milliseconds. */
  readonly timestamp: number
  readonly nonce: string
}

/** RFC 3986: everything but letters, digits, `-`, `.`, `_` and `~` is encoded. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The query as it is sent and signed: encoded, then sorted. */
export const canonicalQuery = (query: Readonly<Record<string, string>> = {}): string =>
  Object.entries(query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** The six lines that are signed. */
export async function stringToSign({ method, path, query, body = '', timestamp, nonce }: ToSign): Promise<string> {
  const hash = hexOf(await crypto.subtle.digest('SHA-256', bytesOf(body)))
  return [method, path, canonicalQuery(query), hash, timestamp, nonce].join('\n')
}

/** X-Signature: HMAC-SHA-256 of the six lines, hexadecimal. @param secret with its prefix */
export async function sign(secret: string, lines: string): Promise<string> {
  return hexOf(await crypto.subtle.sign('HMAC', await keyOf(bytesOf(secret), 'sign'), bytesOf(lines)))
}

/** Largest difference between the time of a message and the own clock, seconds. */
const TOLERANCE = 300

/**
 * Verifies a webhook and returns its event.
 * @param secrets of the address, `whsec_…`; while one is replaced, the old and the new one
 * @param body the bytes as they came, before any parsing
 * @throws Error if the message is not ours, was changed, or is too old
 */
export async function verifyWebhook<T = WebhookEvent>(
  secrets: string | readonly string[],
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
  now: number = Date.now(),
): Promise<T> {
  const header = (name: string) => String(headers[name] ?? '')
  const [id, time] = [header('webhook-id'), header('webhook-timestamp')]
  if (!(Math.abs(now / 1000 - Number(time)) <= TOLERANCE)) throw new Error('webhook-timestamp is out of range')
  const content = bytesOf(`${id}.${time}.${body}`)
  const signatures = header('webhook-signature')
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [one.slice('v1,'.length)] : []))
  for (const secret of [secrets].flat()) {
    const key = await keyOf(fromBase64(secret.replace(/^whsec_/, '')), 'verify')
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, fromBase64(signature), content)) return JSON.parse(body) as T
  }
  throw new Error('webhook-signature is wrong')
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
