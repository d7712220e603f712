/*
 * How a platform signs its requests to the open API, and how our webhooks to it are signed: six lines under
 * HMAC-SHA-256. The caller computes the hash; this file builds its input.
 */

export interface Signed {
  /** Upper case. */
  readonly method: string
  /** As sent, not decoded. */
  readonly path: string
  /** As sent, without the question mark; '' for none. */
  readonly query: string
  /** Lower hex SHA-256 of the raw body; of the empty text when there is none. */
  readonly bodyHash: string
  /** ms, as sent. */
  readonly timestamp: string
  readonly nonce: string
}

/** The text that is signed: six lines. @throws URIError for a query with a broken `%` */
export const stringToSign = ({ method, path, query, bodyHash, timestamp, nonce }: Signed): string =>
  [method, path, canonicalQuery(query), bodyHash, timestamp, nonce].join('\n')

/**
 * The canonical form of a query: each part decoded once (`+` stays a plus), encoded by RFC 3986, sorted as bytes by
 * key and then by value. Empty parts are dropped; a key without `=` has an empty value.
 * @throws URIError for a broken `%`
 */
export function canonicalQuery(query: string): string {
  const pairs = queryPairs(query).map(([key, value]) => [encode(key), encode(value)] as const)
  // The encoded text is ASCII, so comparing characters is comparing bytes.
  return pairs
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
}

/** Keys and values of a query, each decoded once. @throws URIError for a broken `%` */
export const queryPairs = (query: string): (readonly [name: string, value: string])[] =>
  query
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => {
      const at = piece.indexOf('=')
      const [name, value] = at === -1 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)]
      return [decodeURIComponent(name), decodeURIComponent(value)] as const
    })

/** RFC 3986: unreserved characters stay, every other is `%XX` in upper case. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A nonce identifies a request, so that a replay is refused. */
export const noncePattern = /^[A-Za-z0-9._-]{6,64}$/
/** A time in ms, as sent. */
export const timestampPattern = /^[1-9]\d{12}$/
/** Largest difference of the two clocks, ms. */
export const CLOCK_SKEW = 300_000
/** How long a nonce is stored, ms: longer than any timestamp is accepted, so that no request can be replayed. */
export const NONCE_LIFE = 2 * CLOCK_SKEW
