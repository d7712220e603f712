import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { verifyWebhook, type WebhookEvent } from '@cheyi/open-client'
import { Webhook } from 'standardwebhooks'
import { randomOf } from './random.ts'

/*
 * A platform's receiver in a process of its own: verifies each message by the library that partners use and by the one of Standard
 * Webhooks, and answers as its mood is. Arguments: seed, port (0: any).
 */

/** What happens to a message after it was verified. */
export type Mood = 'well' | 'moody' | 'refuses'

export interface Order {
  readonly secrets?: readonly string[]
  readonly mood?: Mood
  /** Answered by everything that came so far. */
  readonly tell?: true
}

/** A message of stock and prices has no number. */
export type Message = Omit<WebhookEvent, 'seq' | 'type'> & { readonly type: string; readonly seq?: number }

export interface Told {
  readonly got: readonly Message[]
  /** How often each reaction was shown, and what never may happen. */
  readonly counts: Readonly<Record<string, number>>
}

const [seed, port] = process.argv.slice(2).map(Number)
const random = randomOf(seed!)
const got: Message[] = []
const counts: Record<string, number> = {}
let secrets: readonly string[] = []
let mood: Mood = 'well'
const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)

/** In a hundred messages. */
const reactions = [
  [68, '204'],
  [8, '500'],
  [6, 'closed before it was taken'],
  [6, 'closed after it was taken'],
  [5, '302'],
  [4, '429'],
  [2, '410'],
  [1, 'no answer'],
] as const
type Reaction = (typeof reactions)[number][1]

function react(): Reaction {
  if (mood !== 'moody') return mood === 'well' ? '204' : '500'
  let drawn = random(100)
  for (const [share, reaction] of reactions) {
    if (drawn < share) return reaction
    drawn -= share
  }
  return '204'
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

async function verifyMessage(headers: IncomingMessage['headers'], body: string): Promise<Message | undefined> {
  try {
    const message = await verifyWebhook<Message>(secrets, headers, body)
    secrets.some((secret) => {
      try {
        return new Webhook(secret).verify(body, headers as Record<string, string>)
      } catch {
        return false
      }
    }) || count('verified by one library alone')
    return message
  } catch {
    return undefined
  }
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request)
  if (request.url !== '/notify') {
    count('redirect followed')
    return void response.writeHead(404).end()
  }
  const message = await verifyMessage(request.headers, body)
  if (message === undefined) {
    count('wrong signature')
    return void response.writeHead(401).end()
  }
  const reaction = react()
  count(reaction)
  if (reaction === '204' || reaction === 'closed after it was taken') got.push(message)
  if (reaction === 'no answer') return
  if (reaction.startsWith('closed')) return void request.socket.destroy()
  response.writeHead(Number(reaction), reaction === '302' ? { location: '/elsewhere' } : {}).end()
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.destroy())
})
// Whoever begins TLS here is answered by something else.
const badTls = createRawServer((socket) => {
  count('bad TLS')
  socket.on('error', () => undefined)
  socket.end('this is no TLS\r\n')
})
await Promise.all([
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
  new Promise<void>((resolve) => badTls.listen(0, '127.0.0.1', resolve)),
])
const portOf = (of: typeof server | typeof badTls) => (of.address() as AddressInfo).port
process.on('message', (order: Order) => {
  secrets = order.secrets ?? secrets
  mood = order.mood ?? mood
  process.send!(order.tell ? { got, counts } : {})
})
process.on('disconnect', () => process.exit())
process.send!({ port: portOf(server), tlsPort: portOf(badTls) })
