import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readForwarded } from '@cheyi/domain/fleet/vehicle-control/traccar/forwarded'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import type { Logger } from 'pino'
import { addressKey } from '../../../../kernel/address-key.ts'
import type { GatewayDatabase } from '../database.ts'
import type { Gateway } from '../gateway.ts'
import type { CommandApi } from './api.ts'
import { Tracker } from './tracker.ts'

/*
 * The door for a Traccar that forwards what devices of other protocols report. A message is acknowledged after its commit; a refusal has a
 * name. Whoever does not know the secret is not heard, and is counted by network, as strangers of the gateway are.
 */

export const doorLimits = {
  bodyBytes: 64 * 1024,
  /** Wrong secrets of one network in an hour; from then on it is refused before its body is read. */
  wrongSecrets: 100,
  links: 512,
  requestMs: 15_000,
  /** How long an unknown device is not looked up again. */
  unknownMs: MINUTE,
  unknowns: 10_000,
} as const

interface DoorOptions {
  readonly gateway: Gateway
  readonly database: Pick<GatewayDatabase, 'enterTracker' | 'placeOf'>
  readonly secret: string
  readonly api: CommandApi | null
  readonly now: () => number
  readonly log: Logger
}

type Found = Tracker | 'unknown' | 'moved'
type Answer = readonly [status: number, name: string]

export class TraccarDoor {
  readonly #options: DoorOptions
  readonly #secret: Buffer
  readonly #trackers = new Map<string, Promise<Found>>()
  readonly #unknown = new Map<string, number>()
  readonly #wrong = new Map<string, { n: number; readonly since: number }>()
  readonly #server: Server

  constructor(options: DoorOptions) {
    this.#options = options
    this.#secret = hashOf(options.secret)
    this.#server = createServer(
      { requestTimeout: doorLimits.requestMs, headersTimeout: doorLimits.requestMs },
      (asked, answer) => {
        this.#serve(asked)
          .catch((err): Answer => {
            options.log.error({ err }, 'a forwarded message failed')
            return [503, 'unavailable']
          })
          .then((said) => write(answer, said))
      },
    )
    this.#server.maxConnections = doorLimits.links
  }

  /** @returns the port */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, resolve)
    })
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeIdleConnections()
    await closed
  }

  async #serve(asked: IncomingMessage): Promise<Answer> {
    if (asked.method !== 'POST' || asked.url !== '/traccar') return [404, 'notFound']
    const network = addressKey(asked.socket.remoteAddress ?? '')
    if (this.#isBanned(network)) return [429, 'tooManyWrongSecrets']
    const given = /^Bearer (.{1,200})$/.exec(asked.headers.authorization ?? '')?.[1] ?? ''
    if (!timingSafeEqual(hashOf(given), this.#secret)) {
      this.#countWrong(network)
      return [401, 'wrongSecret']
    }
    const text = await textOf(asked)
    if (text === null) return [413, 'tooLong']
    return this.#take(text)
  }

  async #take(text: string): Promise<Answer> {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return [400, 'malformed']
    }
    const told = readForwarded(body)
    if (told.kind === 'refused') return [400, told.why]
    if (told.kind === 'nothing') return [200, 'ignored']
    if (told.kind === 'offline') {
      const known = await this.#trackers.get(told.phone)
      if (known instanceof Tracker) known.close()
      return [200, 'ok']
    }
    const tracker = await this.#trackerOf(told.phone, told.traccarId)
    // The front-end sends again what is not acknowledged: what it can never send rightly is, by its name.
    if (tracker === 'unknown') return [202, 'deviceUnknown']
    if (tracker === 'moved') return [503, 'merchantMoved']
    tracker.traccarId = told.traccarId
    if (told.kind !== 'position') return [200, 'ok']
    const reported = await tracker.report(told.position, told.archived)
    return [reported === 'stored' ? 200 : reported === 'unavailable' ? 503 : 202, reported]
  }

  /** Messages of one device that come at once wait for one look-up. */
  async #trackerOf(phone: string, traccarId: number): Promise<Found> {
    for (let running = this.#trackers.get(phone); running !== undefined; running = this.#trackers.get(phone)) {
      const found = await running
      if (found instanceof Tracker && !found.closed) return found
      if (this.#trackers.get(phone) === running) this.#trackers.delete(phone)
    }
    const { now } = this.#options
    const unknownSince = this.#unknown.get(phone)
    if (unknownSince !== undefined && now() - unknownSince < doorLimits.unknownMs) return 'unknown'
    const looking = this.#look(phone, traccarId)
    this.#trackers.set(phone, looking)
    try {
      const found = await looking
      if (found === 'unknown') {
        if (this.#unknown.size >= doorLimits.unknowns) this.#unknown.clear()
        this.#unknown.set(phone, now())
      }
      return found
    } catch (err) {
      if (this.#trackers.get(phone) === looking) this.#trackers.delete(phone)
      throw err
    }
  }

  async #look(phone: string, traccarId: number): Promise<Found> {
    const { gateway, database, api, now } = this.#options
    if ((await database.placeOf(phone)) !== null) return 'moved'
    const entry = await database.enterTracker(gateway.node, phone, now())
    if (entry === null) return 'unknown'
    const tracker = new Tracker(entry, traccarId, gateway.host, api)
    gateway.adopt(tracker)
    return tracker
  }

  #isBanned(network: string): boolean {
    const wrong = this.#wrong.get(network)
    if (wrong === undefined) return false
    if (this.#options.now() - wrong.since < HOUR) return wrong.n >= doorLimits.wrongSecrets
    this.#wrong.delete(network)
    return false
  }

  #countWrong(network: string): void {
    const wrong = this.#wrong.get(network) ?? { n: 0, since: this.#options.now() }
    if (this.#wrong.size >= doorLimits.unknowns) this.#wrong.clear()
    this.#wrong.set(network, { ...wrong, n: wrong.n + 1 })
  }
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** null: longer than allowed. */
async function textOf(asked: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of asked as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > doorLimits.bodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function write(answer: ServerResponse, [status, name]: Answer): void {
  const isOver = status === 413 || status === 401 || status === 429
  answer.writeHead(status, { 'content-type': 'application/json', ...(isOver && { connection: 'close' }) })
  answer.end(JSON.stringify(status === 200 ? { result: name } : { refused: name }))
}
