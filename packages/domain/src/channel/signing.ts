/*
 * How a platform signs what it sends to the open door, and how we sign what goes out to it: six lines under
 * HMAC-SHA-256. What is hashed is the caller's; here is what is written down.
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

/** What is signed: six lines. @throws URIError for a query with a broken `%` */
export const stringToSign = ({ method, path, query, bodyHash, timestamp, nonce }: Signed): string =>
  [method, path, canonicalQuery(query), bodyHash, timestamp, nonce].join('\n')

/**
 * A query in the one way that both sides write it: each piece decoded once (`+` stays a plus), encoded by RFC 3986, sorted as
 * bytes by key and then by value. Empty pieces are dropped; a key without `=` has an empty value.
 * @throws URIError for a broken `%`
 */
export function canonicalQuery(query: string): string {
  const pairs = queryPairs(query).map(([key, value]) => [encode(key), encode(value)] as const)
  // What is encoded is plain ASCII, so signs compare as bytes do.
  return pairs
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
}

/** What a query says, each piece decoded once. @throws URIError for a broken `%` */
export const queryPairs = (query: string): (readonly [name: string, value: string])[] =>
  query
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => {
      const at = piece.indexOf('=')
      const [name, value] = at === -1 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)]
      return [decodeURIComponent(name), decodeURIComponent(value)] as const
    })

/** RFC 3986: unreserved signs stay, everything else is `%XX` in upper case. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** What may be told apart from one request to the next. */
export const noncePattern = /^[A-Za-z0-9._-]{6,64}$/
/** A time in ms, as sent. */
export const timestampPattern = /^[1-9]\d{12}$/
/** How far the clocks of both may be apart, ms. */
export const CLOCK_SKEW = 300_000
/** How long a nonce is remembered, ms: longer than any timestamp is taken. */
export const NONCE_LIFE = 2 * CLOCK_SKEW
