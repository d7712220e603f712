import type { Contract } from '@cheyi/contract/index'
import type { InputOf as ContractInput, OutputOf as ContractOutput } from '@cheyi/contract/kernel/call'
import { refusalText } from '../../words/words.ts'
import { BUSY_TEXT, baseCode, CallFailure, FALLBACK_TEXT } from './failure.ts'

declare const types: unique symbol

/**
 * One call of the generated tables, as a string: feature, method, path and what it makes stale, which {@link partsOf}
 * parses. A string, because the build inlines such a constant: each page contains only the calls that it makes, and no
 * page contains the whole table (decision 34). Input and answer exist as types only; schemas stay on the server.
 */
export type WireCall<I, O> = string & { readonly [types]: { readonly input: I; readonly output: O } }

export type CallOf<R extends keyof Contract, C extends keyof Contract[R]> = WireCall<
  ContractInput<Contract[R][C]>,
  ContractOutput<Contract[R][C]>
>

/** A call whose input and answer do not matter here. */
export type AnyCall = WireCall<unknown, unknown>

/** What is sent to a call: `InputOf<typeof calls.order.list>`. */
export type InputOf<C extends AnyCall> = C[typeof types]['input']

/** What a call answers: `OutputOf<typeof calls.order.list>`. */
export type OutputOf<C extends AnyCall> = C[typeof types]['output']

export interface CallParts {
  readonly feature: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Keys of cached answers that are stale after the call: of a feature, or of one call by feature and path. */
  readonly stale: readonly (readonly string[])[]
}

/** `order POST /api/order/v1/pay/cancel overview stock driver,/api/user/v1/driver/box`; `-`: no read becomes stale. */
export function partsOf(call: string): CallParts {
  const [feature = '', method, path = '', ...others] = call.split(' ')
  const stale = others[0] === '-' ? [] : [[feature], ...others.map((key) => key.split(','))]
  return { feature, method: method as CallParts['method'], path, stale }
}

export interface Encoding {
  /** false sends a form instead of JSON. */
  readonly json?: boolean
  /** Sends the payload in the address instead of a body. */
  readonly asQuery?: boolean
  /** Further query values beside the body. */
  readonly params?: Readonly<Record<string, unknown>>
}

/** Address and body of a call. Undefined values are left out everywhere. */
export function encode(
  { method, path }: Pick<CallParts, 'method' | 'path'>,
  input: unknown,
  { json = true, asQuery = false, params }: Encoding = {},
): { url: string; body: string | undefined; contentType: string | undefined } {
  const inAddress = method === 'GET' || asQuery
  const values = new URLSearchParams()
  appendAll(values, params)
  if (inAddress) appendAll(values, input)
  // Safari 16 and Chrome 103 do not know `URLSearchParams.size`.
  const query = values.toString()
  const url = query === '' ? path : `${path}?${query}`
  if (inAddress) return { url, body: undefined, contentType: undefined }
  if (json) return { url, body: JSON.stringify(input ?? {}), contentType: 'application/json' }
  const form = new URLSearchParams()
  appendAll(form, input)
  return { url, body: form.toString(), contentType: 'application/x-www-form-urlencoded' }
}

/** Lists repeat their name; nested objects are sent as JSON text. */
function appendAll(target: URLSearchParams, values: unknown): void {
  if (values === null || typeof values !== 'object') return
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null) continue
      target.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
    }
  }
}

interface Envelope {
  readonly success: boolean
  readonly data: unknown
  readonly errorCode: number | string | null
  readonly message: string | null
}

const isEnvelope = (value: unknown): value is Envelope =>
  value !== null && typeof value === 'object' && typeof (value as Envelope).success === 'boolean'

/** The server, or a proxy before it, was unavailable: it is unknown whether the call had an effect. */
const unserved = (status: number): boolean => status >= 502 && status <= 504

/**
 * The data of an answer, or throws the failure that it contains. `text` is the raw body. A 502–504 answer is `lost`,
 * like a broken connection: the call is retried under the same idempotency key.
 */
export function unwrap(text: string, traceId: string | null, status = 200): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  if (unserved(status)) throw new CallFailure('lost', (isEnvelope(body) && body.message) || BUSY_TEXT, { traceId })
  if (!isEnvelope(body)) throw new CallFailure('broken', FALLBACK_TEXT, { traceId })
  if (body.success) return body.data
  const code = Number(body.errorCode ?? 0)
  if (code === baseCode.internal) throw new CallFailure('broken', FALLBACK_TEXT, { code, traceId })
  throw new CallFailure('refused', refusalText(code, body.message || FALLBACK_TEXT, body.data), {
    code,
    data: body.data,
    traceId,
  })
}
