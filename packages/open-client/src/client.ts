import { type Calls, routes } from './calls.gen.ts'
import { canonicalQuery, sign, stringToSign } from './sign.ts'

export type CallName = keyof Calls
export type InputOf<N extends CallName> = Calls[N]['input']
export type OutputOf<N extends CallName> = Calls[N]['output']

export interface ClientOptions {
  /** Where the server is: https://rent.example */
  readonly address: string
  /** 密钥编号. */
  readonly appKey: string
  readonly secret: string
  /** How often a request is sent at most. */
  readonly attempts?: number
  readonly fetch?: typeof fetch
  readonly now?: () => number
  readonly pause?: (ms: number) => Promise<void>
}

/** A refusal of the server: sending the same again changes nothing, except where `status` is 429 or 5xx. */
export class OpenRefusal extends Error {
  readonly status: number
  readonly code: number
  readonly data: Readonly<Record<string, unknown>>
  constructor(status: number, { errorCode, message, data }: Envelope) {
    super(`${errorCode} ${message}`)
    this.status = status
    this.code = errorCode
    this.data = (data ?? {}) as Readonly<Record<string, unknown>>
  }
}

interface Envelope {
  readonly success: boolean
  readonly data: unknown
  readonly errorCode: number
  readonly message: string
}

/** Wrong time stamp: the answer has the server's time. */
const CLOCK_WRONG = 9102
const mayRepeat = (status: number): boolean => status === 429 || status >= 500

/**
 * Calls the open API. A request whose answer is lost is sent again with the same content, under a new nonce: the server
 * recognises it by the number of the order or of the renewal, so that nothing happens twice.
 */
export class OpenClient {
  readonly #options: Required<ClientOptions>
  /** Server's clock less the own one, ms. */
  #offset = 0

  constructor(options: ClientOptions) {
    this.#options = {
      attempts: 5,
      fetch: (...of) => fetch(...of),
      now: () => Date.now(),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      ...options,
    }
  }

  /** @throws OpenRefusal, or the error of the last attempt where no answer came */
  async call<N extends CallName>(
    name: N,
    ...[input = {}]: Record<never, never> extends InputOf<N> ? [input?: InputOf<N>] : [input: InputOf<N>]
  ): Promise<OutputOf<N>> {
    const request = requestOf(name, input as Readonly<Record<string, unknown>>)
    const { attempts, now, pause } = this.#options
    let corrected = false
    for (let attempt = 1; ; attempt++) {
      try {
        const { status, retryAfter, date, ...answer } = await this.#send(request)
        if (answer.success) return answer.data as OutputOf<N>
        const refusal = new OpenRefusal(status, answer)
        if (refusal.code === CLOCK_WRONG && !corrected) {
          corrected = true
          this.#offset = (Number(refusal.data.serverTime) || date) - now()
          continue
        }
        if (!mayRepeat(status) || attempt >= attempts) throw refusal
        await pause(retryAfter * 1000 || backOff(attempt))
      } catch (error) {
        if (error instanceof OpenRefusal || attempt >= attempts) throw error
        await pause(backOff(attempt))
      }
    }
  }

  async #send(request: Request) {
    const { address, fetch: get, now } = this.#options
    const { url, lines: _, ...init } = await signedRequest(request, this.#options, now() + this.#offset)
    const answer = await get(`${address}${url}`, init)
    return {
      ...((await answer.json()) as Envelope),
      status: answer.status,
      retryAfter: Number(answer.headers.get('retry-after')),
      date: Date.parse(answer.headers.get('date') ?? ''),
    }
  }
}

const backOff = (attempt: number): number => 500 * 2 ** attempt

/** A request as it is sent, under a new nonce. `lines`: what was signed. */
export async function signedRequest(
  { method, path, query, body }: Request,
  { appKey, secret }: Pick<ClientOptions, 'appKey' | 'secret'>,
  now: number,
) {
  const timestamp = Math.round(now)
  const nonce = crypto.randomUUID()
  const lines = await stringToSign({ method, path, query, body, timestamp, nonce })
  const asked = canonicalQuery(query)
  const headers: Record<string, string> = {
    'x-channel-key': appKey,
    'x-timestamp': String(timestamp),
    'x-nonce': nonce,
    'x-signature': await sign(secret, lines),
    ...(body !== '' && { 'content-type': 'application/json' }),
  }
  return { url: `${path}${asked && `?${asked}`}`, lines, method, headers, ...(body !== '' && { body }) }
}

export interface Request {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: string
}

/** Where the fields of a call go: into its path, its query, or its body. */
export function requestOf(name: CallName, input: Readonly<Record<string, unknown>>): Request {
  const [method, template] = routes[name]
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest.get(field))
    rest.delete(field)
    return encodeURIComponent(value)
  })
  const isRead = method === 'GET'
  const query = isRead ? Object.fromEntries([...rest].map(([field, value]) => [field, String(value)])) : {}
  return { method, path, query, body: isRead ? '' : JSON.stringify(Object.fromEntries(rest)) }
}
