import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { createServer as createTlsServer } from 'node:tls'
import * as down from '@cheyi/domain/fleet/vehicle-control/jt808/down'
import type { Authentication, Registration } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import type { Logger } from 'pino'
import { addressKey } from '../../../kernel/address-key.ts'
import type { Entry, GatewayDatabase, Session } from './database.ts'
import { Ingest } from './ingest.ts'
import { type Connected, type Counted, Link, type LinkHost } from './link.ts'
import type { Watcher } from './watch.ts'

/** Maximum number of links that have not logged in; beyond it the oldest is closed. */
const MOST_STRANGERS = 2000
/** The same for one network (IPv4 /32, IPv6 /64): many terminals share the address of a carrier. */
const MOST_OF_NETWORK = 500
const BEAT_MS = 5000
const DAYS_MS = 3_600_000
/** Interval of the statistics in the log. */
const FIGURES_MS = 60_000

export interface GatewayOptions {
  readonly database: GatewayDatabase
  readonly log: Logger
  readonly now: () => number
  /** Key for the codes of terminals: the same number always gives the same code, so that a lost answer can be repeated. */
  readonly codeKey: Buffer
  /** Compares stored reports with the rules of alarms. */
  readonly watcher?: Watcher
}

/** The part that carries out commands. */
export interface GatewayListener {
  heard: LinkHost['heard']
  /** A terminal has logged in: it may have pending commands. */
  entered(link: Connected): void
  ended(link: Connected): void
}

/** The terminals of this node: sessions, their reports, and the heartbeat of the node. */
export class Gateway {
  readonly node = `${hostname().slice(0, 40)}-${process.pid}-${randomBytes(4).toString('hex')}`
  readonly ingest: Ingest
  readonly #options: GatewayOptions
  readonly #links = new Set<Connected>()
  readonly #strangers = new Set<Connected>()
  /** Links that have not logged in, by network. */
  readonly #networks = new Map<string, Set<Connected>>()
  readonly #devices = new Map<string, Connected>()
  readonly #servers: Server[] = []
  readonly #timers: NodeJS.Timeout[] = []
  readonly #counts = new Map<Counted, number>()
  #left: Session[] = []
  #beating: Promise<void> | undefined
  #closing = false
  readonly host: LinkHost
  #listener: GatewayListener = { heard() {}, entered() {}, ended() {} }

  constructor(options: GatewayOptions) {
    this.#options = options
    this.ingest = new Ingest(
      options.database,
      options.log,
      options.now,
      (fixes) => options.watcher?.add(fixes),
      (deviceId) => this.#devices.get(deviceId)?.close(),
    )
    this.host = {
      now: options.now,
      placeOf: (phone) => options.database.placeOf(phone),
      register: (link, phone, told, v2019) => this.#register(link, phone, told, v2019),
      enter: (link, phone, told) => this.#enter(link, phone, told),
      store: (fixes, stored) => this.ingest.add(fixes, stored),
      heard: (link, said, positions) => this.#listener.heard(link, said, positions),
      ended: (link) => this.#ended(link),
      stillThere: (link) => this.#stillThere(link),
      count: (what) => this.#count(what),
    }
  }

  /** Number of links and logged-in devices, for the log and for tests. */
  get figures(): { readonly links: number; readonly devices: number } & Readonly<Partial<Record<Counted, number>>> {
    return { ...Object.fromEntries(this.#counts), links: this.#links.size, devices: this.#devices.size }
  }

  /** The link of a device, if it belongs to this session. */
  linkOf(deviceId: string, sessionNo: string): Connected | undefined {
    const link = this.#devices.get(deviceId)
    return link?.entry?.sessionNo === sessionNo && !link.closed ? link : undefined
  }

  /** Passes messages of terminals to the part that carries out commands. */
  listenBy(listener: GatewayListener): void {
    this.#listener = listener
  }

  /** A device that reports to a front-end is there: it takes the session from any other link of the device. */
  adopt(tracker: Connected): void {
    const { deviceId } = tracker.entry!
    const before = this.#devices.get(deviceId)
    this.#links.add(tracker)
    this.#devices.set(deviceId, tracker)
    before?.giveWay()
    this.#listener.entered(tracker)
  }

  /** Begins to listen. @returns the port */
  async listen(port: number, host: string, tls?: { readonly cert: Buffer; readonly key: Buffer }): Promise<number> {
    const take = (socket: Socket) => this.#take(socket)
    const server = tls === undefined ? createServer(take) : createTlsServer({ ...tls, minVersion: 'TLSv1.2' }, take)
    // A failed handshake is a problem of the terminal and is not logged.
    server.on('tlsClientError', () => {})
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
    this.#servers.push(server)
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }

  /** Sends the first heartbeat, and begins to check the links. */
  async start(): Promise<void> {
    const { log } = this.#options
    await this.#makeDays()
    await this.beat()
    const every = (ms: number, work: () => void) => this.#timers.push(setInterval(work, ms))
    every(1000, () => this.tick())
    every(BEAT_MS, () => void this.beat())
    every(DAYS_MS, () => void this.#makeDays())
    every(FIGURES_MS, () =>
      log.info({ ...this.figures, stored: this.ingest.stored, statements: this.ingest.statements }, 'gateway'),
    )
  }

  /** Positions of a day that has no partition are stored all the same, so that a gateway starts without one. */
  async #makeDays(): Promise<void> {
    const { database, now, log } = this.#options
    await database.makeDays(now()).catch((err) => log.warn({ err }, 'days of positions were not made'))
  }

  /** Stops listening, waits until received reports are stored, and ends the sessions. */
  async close(): Promise<void> {
    this.#closing = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const server of this.#servers) server.close()
    await Promise.race([this.ingest.settled(), new Promise((resolve) => setTimeout(resolve, 3000).unref())])
    this.ingest.end()
    for (const link of this.#links) link.close()
    await this.beat()
  }

  tick(): void {
    const now = this.#options.now()
    for (const link of this.#links) link.tick(now)
  }

  /** One at a time: data that the database does not accept now is sent with the next. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined
    })
    return this.#beating
  }

  async #beat(): Promise<void> {
    const { database, log } = this.#options
    const left = this.#left
    this.#left = []
    const heard: (Session & { at: number })[] = []
    const held: Session[] = []
    for (const link of this.#devices.values()) {
      const session = sessionOf(link.entry!)
      held.push(session)
      if (link.heardSinceBeat) heard.push({ ...session, at: link.lastMessageAt })
      link.heardSinceBeat = false
    }
    try {
      if (left.length > 0) await database.leave(left)
      for (const deviceId of await database.beat(this.node, heard, held)) this.#devices.get(deviceId)?.giveWay()
    } catch (err) {
      this.#left = [...left, ...this.#left]
      log.warn({ err }, 'the gateway could not say that it lives')
    }
  }

  #take(socket: Socket): void {
    if (this.#closing) {
      socket.destroy()
      return
    }
    this.#count('links')
    const link = new Link(socket, this.host, addressKey(socket.remoteAddress ?? ''))
    this.#links.add(link)
    this.#strangers.add(link)
    const ofNetwork = (this.#networks.get(link.network) ?? new Set()).add(link)
    this.#networks.set(link.network, ofNetwork)
    for (const [strangers, most] of [
      [ofNetwork, MOST_OF_NETWORK],
      [this.#strangers, MOST_STRANGERS],
    ] as const) {
      if (strangers.size <= most) continue
      this.#count('strangers')
      strangers.values().next().value?.close()
    }
    link.run().catch((err) => {
      this.#options.log.error({ err }, 'a link ended by a fault')
      link.close()
    })
  }

  #ended(link: Connected): void {
    this.#links.delete(link)
    this.#known(link)
    if (link.entry === null) return
    const { cameraMessages: messages, entry } = link
    if (messages > 0)
      this.#options.log.info(
        { deviceId: entry.deviceId, messages },
        'messages of a camera (0x0800, 0x0801) were refused',
      )
    if (this.#devices.get(link.entry.deviceId) === link) this.#devices.delete(link.entry.deviceId)
    this.#left.push(sessionOf(link.entry))
    this.#listener.ended(link)
  }

  /** The link has logged in or ended, and is no longer counted as unknown. */
  #known(link: Connected): void {
    this.#strangers.delete(link)
    const ofNetwork = this.#networks.get(link.network)
    ofNetwork?.delete(link)
    if (ofNetwork?.size === 0) this.#networks.delete(link.network)
  }

  #stillThere({ entry, network }: Link): void {
    const { database, now, log } = this.#options
    database
      .stillThere(entry!.deviceId, network, now())
      .catch((err) =>
        log.error({ err, deviceId: entry!.deviceId }, 'a session on two networks was not kept as an alarm'),
      )
  }

  async #register(
    link: Link,
    phone: string,
    told: Registration,
    v2019: boolean,
  ): Promise<{ result: number; code: string }> {
    const { database, now } = this.#options
    const imei = /^\d{15}$/.test(told.terminalId) ? told.terminalId : ''
    const { result, codeNo } = await database.register(phone, { ...told, imei, v2019 }, link.network, now())
    if (result !== down.registerResult.ok) {
      this.#count('refused')
      return { result, code: '' }
    }
    const code = this.#codeOf(phone, codeNo)
    await database.giveCode(phone, codeNo, hashOf(code))
    return { result, code }
  }

  async #enter(link: Link, phone: string, told: Authentication): Promise<Entry | null> {
    const { database, now } = this.#options
    const entry = await database.enter(this.node, phone, link.network, hashOf(told.code), now())
    if (entry === null) {
      this.#count('refused')
      return null
    }
    // The link may have ended during the query.
    if (link.closed) {
      this.#left.push(sessionOf(entry))
      return null
    }
    link.entry = entry
    this.#known(link)
    const before = this.#devices.get(entry.deviceId)
    this.#devices.set(entry.deviceId, link)
    before?.giveWay()
    this.#listener.entered(link)
    return entry
  }

  #codeOf(phone: string, codeNo: number): string {
    return createHmac('sha256', this.#options.codeKey).update(`${phone} ${codeNo}`).digest('base64url').slice(0, 24)
  }

  #count(what: Counted): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()
const sessionOf = ({ deviceId, sessionNo }: Session): Session => ({ deviceId, sessionNo })
