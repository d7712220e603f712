import type { Call } from '@cheyi/contract/kernel/call'
import { type CallOptions, requestOf } from '../../src/testing/app.ts'

/** What came back from the server, whatever it is. */
export interface Answer {
  readonly status: number
  readonly success: boolean
  readonly code: number | undefined
  readonly message: string
  readonly data: unknown
  readonly text: string
  readonly headers: Headers
}

/** Speaks to a server over the network, as anybody can who knows its address. */
export class Stranger {
  readonly url: string
  readonly #with: CallOptions

  constructor(url: string, options: CallOptions = {}) {
    this.url = url
    this.#with = options
  }

  as(options: CallOptions): Stranger {
    return new Stranger(this.url, { ...this.#with, ...options })
  }

  /** `input` is not type-checked: bad input is the point. */
  call(call: Call, input: unknown): Promise<Answer> {
    const { method, url, headers, payload } = requestOf(call, input, this.#with)
    if (payload === undefined) return this.ask(url, { method, headers })
    return this.ask(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    })
  }

  async ask(path: string, request: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(`${this.url}${path}`, { redirect: 'manual', ...request })
    const text = await answer.text()
    const envelope = parseObject(text)
    return {
      status: answer.status,
      success: envelope.success === true,
      code: typeof envelope.errorCode === 'number' ? envelope.errorCode : undefined,
      message: String(envelope.message ?? ''),
      data: envelope.data,
      text,
      headers: answer.headers,
    }
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
