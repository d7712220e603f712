import type { Call } from '@cheyi/contract/kernel/call'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** A text goes as it is, with a `content-type` among the headers; anything else as JSON. */
  readonly body: unknown
}

/** Beginning of a good answer. */
export const RIGHT = '{"success":true'

/** A call as it goes over the wire. */
export const requestOf = (call: Call, token: string, body: unknown, key?: string): Request => ({
  method: call.method,
  path: call.path,
  headers: { token, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  body,
})
