import { randomBytes } from 'node:crypto'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'

/* Between the servers and the vendors' simulators: what a vendor is asked goes through here, and may go wrong on the way. */

/** How a vendor behaves: as it should; never answering; ending the connection after it was asked; 200 with nonsense; asked twice; slow. */
export const moods = ['well', 'hangs', 'closes', 'garbage', 'twice', 'late'] as const
export type Mood = (typeof moods)[number]

/** By what they are asked, the first that fits. */
const paths = {
  push: /^\/v3\/push$/,
  map: /^\/v3\/distance/,
  violation: /^\/v1\/violations\//,
  wechat: /^\/(cgi-bin|sns)\//,
  wukong: /^\/oauth\/token/,
  pay: /^\/(gateway\.do|v3\/|bill)/,
  licence: /^\/\w+$/,
  tencent: /^\/$/,
} as const
export type Vendor = keyof typeof paths

/** Shorter than the shortest limit of a vendor that people wait for but the map's. */
const LATE_MS = 4000

export class Line {
  readonly moods = new Map<Vendor, Mood>()
  /** How often each vendor was asked while it did not behave. */
  readonly asked = new Map<Vendor, number>()
  /** Another place for a vendor than where a server believes it to be. */
  readonly elsewhere = new Map<Vendor, () => Promise<string>>()
  readonly #server = createServer((request, response) => {
    this.#pass(request, response).catch(() => response.destroy())
  })

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const vendor = (Object.keys(paths) as Vendor[]).find((name) => paths[name].test(path))
    const mood = (vendor && this.moods.get(vendor)) ?? 'well'
    if (vendor && mood !== 'well') this.asked.set(vendor, (this.asked.get(vendor) ?? 0) + 1)
    const body = await buffer(request)
    if (mood === 'hangs') return
    const to = new URL(path, (await this.elsewhere.get(vendor!)?.()) ?? String(request.headers['x-line-to']))
    if (mood === 'twice') await forwardRequest(to, request, body)
    const { status, headers, body: said } = await forwardRequest(to, request, body)
    if (mood === 'closes') return void response.destroy()
    if (mood === 'late') await after(LATE_MS)
    if (mood === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end(randomBytes(500))
    response.writeHead(status, headers).end(said)
  }
}

function forwardRequest(to: URL, { method, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const { 'x-line-to': _, 'transfer-encoding': __, ...rest } = headers
    const sent = ask(
      to,
      { method, headers: { ...rest, host: to.host, 'content-length': body.length }, agent: false },
      async (answer) => resolve({ status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) }),
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
