import { connect, type Socket } from 'node:net'
import { deviceClock } from '@cheyi/domain/fleet/vehicle-control/codes'
import type { CommandType } from '@cheyi/domain/fleet/vehicle-control/command'
import * as down from '@cheyi/domain/fleet/vehicle-control/jt808/down'
import { type Course, courseFrom, judge, noCourse } from '@cheyi/domain/fleet/vehicle-control/jt808/fix'
import { FrameReader } from '@cheyi/domain/fleet/vehicle-control/jt808/frames'
import { type Message, serialsOf, writeMessage } from '@cheyi/domain/fleet/vehicle-control/jt808/message'
import { PartJoiner } from '@cheyi/domain/fleet/vehicle-control/jt808/parts'
import type { Position } from '@cheyi/domain/fleet/vehicle-control/jt808/position'
import { type CommandWords, messageOf, type Profile } from '@cheyi/domain/fleet/vehicle-control/jt808/profile'
import {
  type Authentication,
  type Registration,
  readUp,
  type UpBody,
  up,
} from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { HOUR } from '@cheyi/domain/time'
import type { Entry, GatewayDatabase, Session, SessionFix } from './database.ts'

/** Limits of one link. */
export const limits = {
  /** Until it has registered or logged in; after a registration again, until it has logged in. */
  loginMs: 30_000,
  idleMs: 5 * 60_000,
  /** Bytes received without a valid message. */
  noiseBytes: 64 * 1024,
  faults: 20,
  faultsWithinMs: 60_000,
  messagesPerS: 100,
  /** Before the login, for each: wrong codes, refused or repeated registrations, and messages of any other kind. */
  wrongTries: 3,
} as const

/** How long a replaced link waits for its terminal to answer the end of the connection. */
const GIVES_WAY_MS = 10_000

/** Maximum number of bytes that a terminal has not read; beyond it the link is closed. */
const MOST_UNREAD = 64 * 1024

/** Writes a composed command, with its serial. False: the device is not there any more. */
export type Written = (serial: number) => boolean

/** A logged-in device of this node: a terminal's own link, or one that reports to a front-end. */
export interface Connected {
  readonly entry: (Session & Pick<Entry, 'merchantId'>) | null
  readonly closed: boolean
  readonly network: string
  readonly lastMessageAt: number
  heardSinceBeat: boolean
  readonly cameraMessages: number
  /** null: the device cannot carry it out. */
  compose(type: CommandType, params: CommandWords, profile: Profile): Written | null
  askPosition(): void
  tick(now: number): void
  close(): void
  giveWay(): void
}

/** What a link needs from its node. */
export interface LinkHost {
  now(): number
  /** See {@link GatewayDatabase.placeOf}. */
  placeOf(phone: string): Promise<string | null>
  register(link: Link, phone: string, told: Registration, v2019: boolean): Promise<{ result: number; code: string }>
  /** Null: the login is refused. */
  enter(link: Link, phone: string, told: Authentication): Promise<Entry | null>
  /** Resolves once they are queued; `stored` follows the commit. */
  store(fixes: readonly SessionFix[], stored: () => void): Promise<void>
  /** Other messages of a logged-in terminal: answers to commands, and its reports on arrival. */
  heard(link: Connected, said: UpBody, positions: readonly Position[]): void
  ended(link: Connected): void
  /** The terminal of a replaced link was still there to answer the end of the connection. */
  stillThere(link: Link): void
  readonly count: (what: Counted) => void
}

export type Counted = 'links' | 'messages' | 'faults' | 'unknown' | 'refused' | 'closed' | 'strangers'

/** One connection of a terminal, from its first byte to its last. */
export class Link implements Connected {
  readonly #socket: Socket
  readonly #host: LinkHost
  readonly #frames = new FrameReader()
  readonly #parts = new PartJoiner()
  #course: Course = noCourse
  #serial = 0
  #since: number
  #lastMessageAt: number
  #faults: number[] = []
  #registered = false
  #gaveWay = false
  /** Bytes before the first message, and the gateway of another cluster that serves the terminal (`host:port`). */
  #received: Buffer[] = []
  #elsewhere: string | null = null
  readonly #tries = { code: 0, registration: 0, other: 0 }
  #second = { at: 0, messages: 0 }
  /** The device, after the login. */
  entry: Entry | null = null
  phone: string | null = null
  v2019 = false
  /** Whether it received something since the last heartbeat. */
  heardSinceBeat = false
  closed = false
  /** Number of messages about pictures of the terminal's camera; the gateway refuses each of them. */
  cameraMessages = 0
  /** Network of its address: IPv4 /32, IPv6 /64. */
  readonly network: string

  constructor(socket: Socket, host: LinkHost, network: string) {
    this.#socket = socket
    this.#host = host
    this.network = network
    this.#since = this.#lastMessageAt = host.now()
    socket.setNoDelay(true)
    socket.on('error', () => this.close())
    socket.on('close', () => this.close())
  }

  get lastMessageAt(): number {
    return this.#lastMessageAt
  }

  /** Reads until the end. One message is processed at a time: when the queue of the node is full, TCP makes the terminal wait. */
  async run(): Promise<void> {
    try {
      for await (const chunk of this.#socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (this.#gaveWay) continue
        if (this.phone === null) this.#received.push(chunk)
        for (const frame of this.#frames.push(chunk)) {
          if (this.closed) break
          if (!frame.ok) this.#fault()
          else await this.#take(frame.message)
          if (this.#elsewhere !== null) return this.#passOn(this.#elsewhere)
        }
        if (this.closed && !this.#gaveWay) return
        if (this.#frames.sinceMessage > limits.noiseBytes) return this.close()
      }
      // The terminal answered the end of the connection. One that had lost its network before it connected again would
      // not have received it.
      if (this.#gaveWay) this.#host.stillThere(this)
    } catch (error) {
      // Destroying the socket during a read ends up here.
      if (!this.#socket.destroyed) throw error
    } finally {
      this.close()
    }
  }

  /** The terminal goes on with the gateway of another cluster, through this one; its limits are those of that gateway. */
  #passOn(place: string): void {
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(place) ?? []
    const other = connect(Number(port), host.replace(/^\[|\]$/g, ''))
    const socket = this.#socket
    other.on('error', () => socket.destroy())
    other.on('close', () => socket.destroy())
    socket.on('close', () => other.destroy())
    for (const chunk of this.#received) other.write(chunk)
    socket.pipe(other).pipe(socket)
    this.#end()
  }

  /** Once a second: closes links that do not log in, or are silent. */
  tick(now: number): void {
    this.#parts.forget(now)
    const overdue = this.entry === null ? now - this.#since > limits.loginMs : now - this.#lastMessageAt > limits.idleMs
    if (overdue) this.close()
  }

  close(): void {
    if (this.closed) return
    this.#socket.destroy()
    this.#end()
  }

  /** Another link has taken the session: this one ends, and its terminal sees the end of the connection. */
  giveWay(): void {
    if (this.closed) return
    this.#gaveWay = true
    this.#end()
    this.#socket.end()
    setTimeout(() => this.#socket.destroy(), GIVES_WAY_MS).unref()
  }

  #end(): void {
    this.closed = true
    this.#host.count('closed')
    this.#host.ended(this)
  }

  /** A serial of the platform, which the answer of the terminal refers to. */
  nextSerial(parts = 1): number {
    const serial = this.#serial
    this.#serial = (this.#serial + parts) & 0xffff
    return serial
  }

  compose(type: CommandType, params: CommandWords, profile: Profile): Written | null {
    const message = messageOf(type, params, { profile, v2019: this.v2019 }, this.#host.now())
    return message && ((serial) => this.send(message, serial))
  }

  askPosition(): void {
    this.send(down.askPosition())
  }

  /** Writes at once, in this turn of the event loop. False: the link is closed, or its terminal does not read. */
  send(message: down.Down, serial = this.nextSerial(serialsOf(message.body))): boolean {
    if (this.closed || this.#socket.destroyed) return false
    if (this.#socket.writableLength > MOST_UNREAD) {
      this.close()
      return false
    }
    this.#socket.write(writeMessage({ ...message, v2019: this.v2019, phone: this.phone ?? '0', serial }))
    return true
  }

  #fault(): void {
    this.#host.count('faults')
    const now = this.#host.now()
    this.#faults = [...this.#faults.filter((at) => now - at < limits.faultsWithinMs), now]
    if (this.#faults.length >= limits.faults) this.close()
  }

  async #take(message: Message): Promise<void> {
    this.#host.count('messages')
    await this.#keepPace()
    // A different phone number after the login is a different terminal.
    if (this.entry !== null && message.phone !== this.phone) return this.close()
    if (this.phone === null) {
      const place = await this.#host.placeOf(message.phone)
      if (place === '') return this.close()
      this.#elsewhere = place
      if (place !== null) return
      this.#received = []
    }
    this.phone = message.phone
    this.v2019 = message.v2019
    this.#lastMessageAt = this.#host.now()
    this.heardSinceBeat = true
    if (this.entry === null) return this.#greet(message)
    if (isOfCamera(message)) this.cameraMessages++
    if (message.encrypted || isOfCamera(message)) return this.#answer(message, down.platformResult.unsupported)
    const joined = this.#parts.join(message, this.#lastMessageAt)
    if (joined.kind === 'refused') return this.#answer(message, down.platformResult.wrong)
    if (joined.kind === 'waits') {
      if (joined.missing.length > 0) this.send(down.askParts(joined.serial, joined.missing, this.v2019))
      return this.#answer(message, down.platformResult.ok)
    }
    await this.#react(joined.message)
  }

  /** Messages beyond the limit per second wait for the next second. */
  async #keepPace(): Promise<void> {
    const second = Math.floor(performance.now() / 1000)
    if (this.#second.at !== second) this.#second = { at: second, messages: 0 }
    if (++this.#second.messages <= limits.messagesPerS) return
    await new Promise((resolve) => setTimeout(resolve, 1000 - (performance.now() % 1000)))
  }

  /** Before the login a terminal may only register and log in, each in one frame; nothing else is buffered, joined or looked up. */
  async #greet(message: Message): Promise<void> {
    if (message.split === null && !message.encrypted) {
      const said = readUp(message)
      if (said.kind === 'register') return this.#register(message, said)
      if (said.kind === 'authenticate') return this.#authenticate(message, said)
      this.#answer(message, down.platformResult.failed)
    }
    this.#tried('other')
  }

  #tried(what: 'code' | 'registration' | 'other'): void {
    if (++this.#tries[what] >= limits.wrongTries) this.close()
  }

  async #react(message: Message): Promise<void> {
    const said = readUp(message)
    switch (said.kind) {
      // A terminal that has logged in already has its code.
      case 'register':
        this.send(down.registerAnswer(message.serial, down.registerResult.terminalTaken))
        return
      case 'authenticate':
        return this.#answer(message, down.platformResult.ok)
      case 'malformed':
        this.#host.count('refused')
        return this.#answer(message, down.platformResult.wrong)
      case 'position':
        return this.#report(message, said, [said.position], false)
      case 'positions':
        return this.#report(message, said, said.positions, said.backfill)
      case 'positionAnswer':
      case 'controlAnswer':
        this.#host.heard(this, said, [said.position])
        return this.#report(message, null, [said.position], false)
      case 'answer':
        // An answer is not acknowledged.
        return this.#host.heard(this, said, [])
      case 'askTime':
        this.send(down.serverTime(this.#host.now()))
        return
      case 'logout':
        this.#answer(message, down.platformResult.ok)
        return this.close()
      case 'unknown':
        this.#host.count('unknown')
        return this.#answer(message, down.platformResult.unsupported)
      default:
        this.#host.heard(this, said, [])
        return this.#answer(message, down.platformResult.ok)
    }
  }

  async #register(message: Message, told: Registration): Promise<void> {
    const { result, code } = await this.#host.register(this, message.phone, told, message.v2019)
    this.send(down.registerAnswer(message.serial, result, code))
    if (result !== down.registerResult.ok || this.#registered) return this.#tried('registration')
    // The time limit for the login starts again, once.
    this.#registered = true
    this.#since = this.#host.now()
  }

  async #authenticate(message: Message, told: Authentication): Promise<void> {
    const entry = await this.#host.enter(this, message.phone, told)
    if (this.closed) return
    if (entry === null) {
      this.#answer(message, down.platformResult.failed)
      return this.#tried('code')
    }
    this.#course = courseFrom(entry)
    this.#answer(message, down.platformResult.ok)
  }

  /** Acknowledged after they are stored; an invalid report is acknowledged at once, and is not stored. */
  async #report(
    message: Message,
    said: UpBody | null,
    positions: readonly Position[],
    backfill: boolean,
  ): Promise<void> {
    const { deviceId, sessionNo, clock, charge } = this.entry!
    const now = this.#host.now()
    const fixes: SessionFix[] = []
    let wrong = 0
    for (const position of positions) {
      const judged = judge(inBeijingTime(position, clock), this.#course, { now, backfill, charge })
      if (judged.kind === 'wrong') wrong++
      if (judged.kind !== 'fix') continue
      this.#course = judged.course
      fixes.push({ deviceId, sessionNo, ...judged.fix })
    }
    if (wrong > 0) this.#host.count('refused')
    if (said !== null && !backfill) this.#host.heard(this, said, positions)
    if (fixes.length === 0) return this.#answer(message, wrong > 0 ? down.platformResult.wrong : down.platformResult.ok)
    await this.#host.store(fixes, () => this.#answer(message, down.platformResult.ok))
  }

  #answer(message: Message, result: number): void {
    this.send(down.platformAnswer(message.serial, message.id, result))
  }
}

/** Pictures are not stored: a terminal that reads so keeps its own, and their parts are not joined. */
const isOfCamera = ({ id }: Message): boolean => id === up.mediaEvent || id === up.media

/** Times are read as Beijing time; for a terminal that sends UTC eight hours are added. */
const inBeijingTime = (position: Position, clock: Entry['clock']): Position =>
  clock === deviceClock.utc && position.at !== null ? { ...position, at: position.at + 8 * HOUR } : position
