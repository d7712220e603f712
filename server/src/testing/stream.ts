import type { AddressInfo } from 'node:net'
import { contract } from '@cheyi/contract/index'
import type { FastifyInstance } from 'fastify'
import type { TestApp } from './app.ts'

export interface Told {
  readonly event: string
  readonly id: string | undefined
  readonly data: Record<string, unknown>
}

/** A client of the live events, as a browser tab is one. */
export interface Tab {
  readonly status: number
  /** What it was told so far but beats. */
  readonly told: readonly Told[]
  /** Bytes of the stream so far. */
  readonly bytes: number
  /** The place to come back to. */
  readonly place: string | undefined
  /** Resolves with the first thing told, from now or before, that fits. */
  until(fits: (told: Told) => boolean): Promise<Told>
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  close(): void
}

export const ticketOf = async (t: TestApp, token: string): Promise<string> =>
  (await t.call(contract.stream.ticket, {}, { token })).ticket

/** Lets an app be reached over a socket: a stream needs one. */
export async function listening(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

interface TabOptions {
  readonly app?: FastifyInstance
  /** Of a server process, instead of an app. */
  readonly url?: string
  readonly after?: string
  readonly ago?: number
  readonly ticket?: string
  /** A map of cars is open in it. */
  readonly cars?: boolean
}

/** Opens a stream, and waits for its first beat: from here on it is told of everything. */
export async function openTab(
  t: TestApp,
  token: string,
  { app = t.app, url, after, ago, ticket, cars }: TabOptions = {},
): Promise<Tab> {
  const query = new URLSearchParams({ ticket: ticket ?? (await ticketOf(t, token)) })
  if (after !== undefined) query.set('after', after)
  if (ago !== undefined) query.set('ago', String(ago))
  if (cars) query.set('cars', '1')
  const stop = new AbortController()
  const response = await fetch(`${url ?? (await listening(app))}/api/stream/v1/events?${query}`, {
    signal: stop.signal,
  })
  const told: Told[] = []
  let place: string | undefined
  let bytes = 0
  let waiting: (() => void)[] = []
  const wake = () => {
    for (const one of waiting) one()
    waiting = []
  }
  let begun = () => {}
  const first = new Promise<void>((resolve) => {
    begun = resolve
  })
  const ended = (async () => {
    if (response.status !== 200) return
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) {
      bytes += chunk.length
      text += decoder.decode(chunk, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = Object.fromEntries(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => line.split(/: (.*)/s)),
        )
        text = text.slice(end + 2)
        place = lines.id ?? place
        if (lines.event === 'beat') begun()
        else told.push({ event: lines.event!, id: lines.id, data: JSON.parse(lines.data!) })
      }
      wake()
    }
  })().catch(() => undefined)
  void ended.then(() => {
    begun()
    wake()
  })
  await first
  return {
    status: response.status,
    told,
    get bytes() {
      return bytes
    },
    get place() {
      return place
    },
    async until(fits) {
      for (;;) {
        const found = told.find(fits)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    ended,
    close: () => stop.abort(),
  }
}
