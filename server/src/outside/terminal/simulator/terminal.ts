import { connect, type Socket } from 'node:net'
import { ByteReader, ByteWriter, bcdOf } from '@cheyi/domain/fleet/vehicle-control/jt808/bytes'
import { FrameReader } from '@cheyi/domain/fleet/vehicle-control/jt808/frames'
import { gbkOf } from '@cheyi/domain/fleet/vehicle-control/jt808/gbk'
import { type Message, writeMessage } from '@cheyi/domain/fleet/vehicle-control/jt808/message'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { type Place, placeOf, type SimulatedCar } from './drive.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
const DRIVING_S = 10
const STANDING_S = 60
const HEARTBEAT_MS = 60_000
/** Past positions of a driving car are reported at the start as if there had been no network: range and interval. */
const PAST_MS = 3 * 3_600_000
const PAST_STEP_MS = 30_000
/** Number of reports per message. */
const PAST_PART = 12
/** Items of its own for charge, in tenths of a percent, and range, in km; a percent lasts for 4 km. */
export const CHARGE_ITEMS = { charge: 0xe5, range: 0xe6 } as const
const KM_OF_PCT = 4
/** Status bits: ACC, position fixed, oil cut, doors locked. */
const BIT = { acc: 1, fixed: 2, oilCut: 1 << 10, locked: 1 << 12 } as const

/** One terminal of JT/T 808-2013 over TCP: it registers, logs in, reports the position of its car, and executes commands. */
export class SimulatedTerminal {
  readonly #car: () => SimulatedCar
  readonly #port: () => number | undefined
  readonly #now: () => number
  #socket: Socket | undefined
  #timers: NodeJS.Timeout[] = []
  #pause = FIRST_PAUSE_MS
  #serial = 0
  /** Stored as in a real terminal, because the server sends it only once. */
  #code: Uint8Array | undefined
  #isIn = false
  #reportedAt = 0
  #tracked = { everyS: 0, until: 0 }
  #ended = false
  /** State of its relay and locks. */
  oilCut = false
  locked = true
  odometerM: number
  /** Received commands, by message id. */
  readonly told: number[] = []

  constructor(car: () => SimulatedCar, port: () => number | undefined, now: () => number) {
    this.#car = car
    this.#port = port
    this.#now = now
    this.odometerM = car().odometerKm * 1000
  }

  start(): void {
    const port = this.#port()
    if (this.#ended) return
    if (port === undefined) {
      this.#later()
      return
    }
    const socket = connect(port, '127.0.0.1')
    this.#socket = socket
    const frames = new FrameReader()
    socket.on('error', () => {})
    socket.on('connect', () => {
      if (this.#code === undefined) this.#send(up.register, registration(this.#car().terminalId))
      else this.#send(up.authenticate, this.#code)
    })
    socket.on('data', (chunk) => {
      for (const frame of frames.push(chunk)) if (frame.ok) this.#hear(frame.message)
    })
    socket.on('close', () => this.#later())
    socket.unref()
  }

  end(): void {
    this.#ended = true
    this.#rest()
    this.#socket?.destroy()
  }

  #later(): void {
    this.#rest()
    if (this.#ended) return
    this.#timers.push(setTimeout(() => this.start(), this.#pause).unref())
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE_MS)
  }

  #rest(): void {
    this.#isIn = false
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }

  #send(id: number, body: Uint8Array = new Uint8Array()): number {
    const serial = this.#serial++ & 0xffff
    this.#socket?.write(writeMessage({ id, v2019: false, phone: this.#car().phone, serial, body }))
    return serial
  }

  #hear({ id, serial, body }: Message): void {
    const reader = new ByteReader(body)
    if (id === 0x8100) {
      reader.word()
      // Unknown to the server: it tries again later, as real ones do.
      if (reader.byte() !== 0) this.#socket?.destroy()
      else {
        this.#code = reader.rest()
        this.#send(up.authenticate, this.#code)
      }
    } else if (id === 0x8001) {
      reader.word()
      const answered = reader.word()
      if (answered !== up.authenticate) return
      if (reader.byte() === 0) this.#begin()
      else {
        this.#code = undefined
        this.#socket?.destroy()
      }
    } else {
      this.told.push(id)
      this.#obey(id, serial, reader)
    }
  }

  #begin(): void {
    this.#isIn = true
    this.#pause = FIRST_PAUSE_MS
    this.#report()
    this.#tellPast()
    this.#timers.push(
      setInterval(() => this.#look(), 1000).unref(),
      setInterval(() => this.#send(up.heartbeat), HEARTBEAT_MS).unref(),
    )
  }

  #look(): void {
    const now = this.#now()
    const { acc } = placeOf(this.#car(), now)
    const everyS = now < this.#tracked.until ? this.#tracked.everyS : acc && !this.oilCut ? DRIVING_S : STANDING_S
    if (now - this.#reportedAt >= everyS * 1000) this.#report()
  }

  #report(): void {
    if (this.#isIn) this.#send(up.position, this.#position())
  }

  /** The times are on a fixed grid: a reconnected terminal repeats the same reports, and each is stored once. */
  #tellPast(): void {
    const car = this.#car()
    if (!car.drives) return
    const now = Math.floor(this.#now() / PAST_STEP_MS) * PAST_STEP_MS
    const moments = Array.from({ length: PAST_MS / PAST_STEP_MS }, (_, n) => now - PAST_MS + n * PAST_STEP_MS)
    for (let first = 0; first < moments.length; first += PAST_PART) {
      const part = moments.slice(first, first + PAST_PART).map((at) => this.#body(placeOf(car, at), at))
      const body = new ByteWriter().word(part.length).byte(1)
      for (const one of part) body.word(one.length).bytes(one)
      this.#send(up.positions, body.end())
    }
  }

  #position(): Uint8Array {
    const now = this.#now()
    const place = placeOf(this.#car(), now)
    const since = Math.min(now - this.#reportedAt, 60_000)
    if (this.#reportedAt > 0) this.odometerM += Math.round((place.speed / 3.6) * (since / 1000))
    this.#reportedAt = now
    const { odometerKm, tankL, batteryPct } = this.#car()
    // A handover may have recorded a higher value of the dashboard.
    this.odometerM = Math.max(this.odometerM, odometerKm * 1000)
    const left = Math.max((batteryPct ?? 0) - Math.floor((this.odometerM / 1000 - odometerKm) / KM_OF_PCT), 0)
    const charge =
      batteryPct === null
        ? []
        : new ByteWriter()
            .byte(CHARGE_ITEMS.charge)
            .byte(2)
            .word(left * 10)
            .byte(CHARGE_ITEMS.range)
            .byte(2)
            .word(left * KM_OF_PCT)
            .end()
    const items = new ByteWriter()
      .byte(0x01)
      .byte(4)
      .dword(Math.floor(this.odometerM / 100))
      .byte(0x02)
      .byte(2)
      .word(Math.round(tankL * 10))
      .end()
    return new ByteWriter().bytes(this.#body(place, now)).bytes(items).bytes(Uint8Array.from(charge)).end()
  }

  #body({ lat, lng, speed, course, acc }: Place, at: number): Uint8Array {
    const status = BIT.fixed | (acc ? BIT.acc : 0) | (this.oilCut ? BIT.oilCut : 0) | (this.locked ? BIT.locked : 0)
    return new ByteWriter()
      .dword(0)
      .dword(status)
      .dword(Math.round(lat * 1e6))
      .dword(Math.round(lng * 1e6))
      .word(8)
      .word(Math.round(speed * 10))
      .word(course)
      .bytes(bcdOf(at))
      .byte(0x03)
      .byte(2)
      .word(Math.round(speed * 10))
      .byte(0x30)
      .byte(1)
      .byte(24)
      .byte(0x31)
      .byte(1)
      .byte(11)
      .end()
  }

  #obey(id: number, serial: number, reader: ByteReader): void {
    switch (id) {
      case 0x8500:
        this.locked = (reader.byte() & 1) === 1
        this.#answerPlaced(up.controlAnswer, serial)
        break
      case 0x8201:
        this.#answerPlaced(up.positionAnswer, serial)
        break
      case 0x8202:
        this.#tracked = { everyS: reader.word(), until: this.#now() + reader.dword() * 1000 }
        this.#answer(serial, id)
        break
      case 0x8105:
        this.#control(reader.byte())
        this.#answer(serial, id)
        this.#report()
        break
      case 0x8103:
      case 0x8300:
        this.#answer(serial, id)
        break
      default:
        this.#answer(serial, id, 3)
        break
    }
  }

  #control(word: number): void {
    if (word === 0x64 || word === 0xf0) this.oilCut = true
    if (word === 0x65 || word === 0xf1) this.oilCut = false
    // A reset: it disconnects for a moment.
    if (word === 4) this.#timers.push(setTimeout(() => this.#socket?.destroy(), 500).unref())
  }

  #answer(serial: number, id: number, result = 0): void {
    this.#send(up.answer, new ByteWriter().word(serial).word(id).byte(result).end())
  }

  #answerPlaced(id: number, serial: number): void {
    this.#send(id, new ByteWriter().word(serial).bytes(this.#position()).end())
  }
}

function registration(terminalId: string): Uint8Array {
  const field = (text: string, length: number) => [...gbkOf(text), ...new Array(length).fill(0)].slice(0, length)
  return new ByteWriter()
    .word(31)
    .word(115)
    .bytes(field('CHEYI', 5))
    .bytes(field('SIM-1', 20))
    .bytes(field(terminalId, 7))
    .byte(1)
    .end()
}
