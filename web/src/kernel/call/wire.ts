import type { Contract } from '@cheyi/contract/index'
import type { InputOf as ContractInput, OutputOf as ContractOutput } from '@cheyi/contract/kernel/call'
import { BUSY_TEXT, baseCode, CallFailure, FALLBACK_TEXT } from './failure.ts'

declare const types: unique symbol

/**
 * One call of the generated tables, as a text: room, method, path and what it makes stale, which {@link partsOf} takes apart. A
 * text, because the build writes such a constant where it is used: each page carries the calls that it makes and nobody the
 * table (decision 34). Input and answer exist as types only; schemas stay on the server.
 */
export type WireCall<I, O> = string & { readonly [types]: { readonly input: I; readonly output: O } }

/** A call of the contract. */
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
  readonly room: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Keys of cached answers that are old after it: those of a room, or of one call, by room and path. */
  readonly stale: readonly (readonly string[])[]
}

/** `order POST /api/order/v1/pay/cancel overview stock driver,/api/user/v1/driver/box`; `-`: nothing anyone reads is different. */
export function partsOf(call: string): CallParts {
  const [room = '', method, path = '', ...others] = call.split(' ')
  const stale = others[0] === '-' ? [] : [[room], ...others.map((key) => key.split(','))]
  return { room, method: method as CallParts['method'], path, stale }
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
  // Safari 16 and Chrome 103 do not know how many there are (`size`).
  const query = values.toString()
  const url = query === '' ? path : `${path}?${query}`
  if (inAddress) return { url, body: undefined, contentType: undefined }
  if (json) return { url, body: JSON.stringify(input ?? {}), contentType: 'application/json' }
  const form = new URLSearchParams()
  appendAll(form, input)
  return { url, body: form.toString(), contentType: 'application/x-www-form-urlencoded' }
}

/** Lists repeat their name; objects inside travel as JSON text. */
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

/** The server, or a proxy before it, could not be served for now: whether anything has happened is not known. */
const unserved = (status: number): boolean => status >= 502 && status <= 504

/**
 * The data of an answer, or the failure it tells of. `text` is the body as it came. An answer that nobody could serve is
 * `lost`, as if the connection were: under the same idempotency key it is asked for again.
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
  throw new CallFailure('refused', wordsOf(body) || FALLBACK_TEXT, { code, data: body.data, traceId })
}

/** -2 says 参数错误 first, for whoever writes programs; its `字段` is the sentence for people. */
function wordsOf({ data, errorCode, message }: Envelope): string | null {
  const words = Number(errorCode) === baseCode.badInput && (data as { 字段?: unknown } | null)?.字段
  return typeof words === 'string' ? words : message
}
