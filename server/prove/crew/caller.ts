import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { Call, InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import type { Journal } from './journal.ts'

/** The server understood and said no: repeating it would change nothing. */
export class Refused extends Error {}

interface Request {
  readonly method?: string
  readonly query?: string
  readonly body?: BodyInit
  readonly headers?: Record<string, string>
}

const PAUSE_MS = 500
/** Longer than the server's own limit for a call. */
const ANSWER_MS = 35_000

/**
 * Calls as a page does: under one key until there is an answer, of another server when one does not answer or says «later».
 */
export class Caller {
  readonly #servers: () => readonly string[]
  readonly #journal: Journal
  readonly #stop: AbortSignal
  readonly #token: string
  readonly #provider: () => string
  #turn: number

  constructor(
    servers: () => readonly string[],
    journal: Journal,
    stop: AbortSignal,
    token = '',
    turn = 0,
    provider = () => servers()[0]!,
  ) {
    this.#servers = servers
    this.#journal = journal
    this.#stop = stop
    this.#token = token
    this.#turn = turn
    this.#provider = provider
  }

  /** As somebody who has signed in. */
  as(token: string, turn: number): Caller {
    return new Caller(this.#servers, this.#journal, this.#stop, token, turn, this.#provider)
  }

  /** The same at one server alone, which plays the payment provider. */
  atFirst(): Caller {
    return new Caller(() => [this.#provider()], this.#journal, this.#stop, this.#token)
  }

  get token(): string {
    return this.#token
  }

  ask<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    if (call.method === 'GET') {
      const query = new URLSearchParams(Object.entries(input as object).map(([name, value]) => [name, String(value)]))
      return this.#send(call.path, () => ({ query: `?${query}`, method: 'GET' }), input)
    }
    const body = JSON.stringify(input)
    return this.#send(call.path, () => ({ body, headers: { 'content-type': 'application/json' } }), input)
  }

  upload(
    path: string,
    fields: Readonly<Record<string, string>>,
    file: Blob,
    name = 'photo.jpg',
  ): Promise<{ mediaId: string }> {
    return this.#send(path, () => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      body.set('file', file, name)
      return { body }
    })
  }

  /** @throws Refused; an AbortError when the load has ended without an answer */
  async #send<T>(path: string, request: () => Request, input?: unknown): Promise<T> {
    const key = randomUUID()
    for (;;) {
      this.#stop.throwIfAborted()
      const servers = this.#servers()
      const { query = '', headers, ...rest } = request()
      const began = performance.now()
      this.#journal.sends(path, input)
      const answer = await fetch(`${servers[this.#turn % servers.length]}${path}${query}`, {
        method: 'POST',
        ...rest,
        headers: { ...headers, token: this.#token, 'idempotency-key': key },
        signal: AbortSignal.timeout(ANSWER_MS),
      }).catch(() => undefined)
      const envelope = await answer?.json().catch(() => undefined)
      this.#journal.took(path, performance.now() - began)
      if (envelope?.success) return envelope.data
      if (answer && envelope && answer.status < 500)
        throw new Refused(`${path}: ${envelope.errorCode} ${envelope.message}`)
      this.#journal.trouble(answer ? `${answer.status}` : 'none')
      this.#turn++
      await after(PAUSE_MS)
    }
  }
}
