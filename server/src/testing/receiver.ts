import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, vi } from 'vitest'

/**
 * What the receiver does with a message after it verified it: answers a status, closes without having taken it (`drop`) or after it
 * took it (`unanswered`), or answers late.
 */
export type Reaction = number | 'drop' | 'unanswered' | { readonly status: number; readonly after: number }

export interface Received {
  readonly id: string
  readonly type: string
  readonly seq: number
  readonly timestamp: string
  readonly data: Record<string, unknown> & { readonly channelOrderNo: string }
}

export interface Receiver {
  readonly url: string
  /** Every accepted message, in the order of its arrival, repeated ones too. */
  readonly got: Received[]
  /** Messages that came, accepted or not. */
  readonly attempts: string[]
  react: (message: Received) => Reaction
  close(): Promise<void>
}

/** A platform's receiver of messages: verifies each by the library that partners use, and reacts as the test says. */
export async function openReceiver(secrets: () => readonly string[]): Promise<Receiver> {
  const got: Received[] = []
  const attempts: string[] = []
  const receiver = { react: (_: Received): Reaction => 204 }
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const headers = request.headers as Record<string, string>
    const message = secrets()
      .map((secret) => verified(secret, body, headers))
      .find((one) => one !== undefined)
    if (message === undefined) return void response.writeHead(401).end()
    attempts.push(headers['webhook-id']!)
    const reaction = receiver.react({ ...message, id: headers['webhook-id']! })
    if (reaction === 'unanswered') got.push({ ...message, id: headers['webhook-id']! })
    if (reaction === 'drop' || reaction === 'unanswered') return void request.socket.destroy()
    const { status, after } = typeof reaction === 'number' ? { status: reaction, after: 0 } : reaction
    if (status < 300) got.push({ ...message, id: headers['webhook-id']! })
    if (after > 0) await later(after)
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('好')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`,
    got,
    attempts,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function verified(secret: string, body: string, headers: Record<string, string>): Received | undefined {
  try {
    return new Webhook(secret).verify(body, headers) as Received
  } catch {
    return undefined
  }
}

/**
 * Opens a receiver for each test of a file. The clock of the process is that of the test, because the library compares the time
 * of a message with it.
 * @returns the secrets that the receiver accepts, none at the beginning of each test
 */
export function ownReceiver(now: () => number, use: (receiver: Receiver) => void): string[] {
  const secrets: string[] = []
  let receiver: Receiver
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: now() })
    secrets.length = 0
    receiver = await openReceiver(() => secrets)
    use(receiver)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await receiver.close()
  })
  return secrets
}
