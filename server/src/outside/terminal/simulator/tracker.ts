import { placeOf, type SimulatedCar } from './drive.ts'

const REPORT_MS = 20_000
const KNOTS_OF_KMH = 1 / 1.852

/** Where positions are forwarded to. */
export interface Door {
  readonly port: number
  readonly secret: string
}

/** A tracker of the protocol GT06 behind a front-end: what a Traccar would forward of it. It hears no command. */
export class SimulatedTracker {
  readonly #car: () => SimulatedCar
  readonly #door: () => Door | undefined
  readonly #now: () => number
  #timer: NodeJS.Timeout | undefined

  constructor(car: () => SimulatedCar, door: () => Door | undefined, now: () => number) {
    this.#car = car
    this.#door = door
    this.#now = now
  }

  start(): void {
    const report = () => void this.#report().catch(() => {})
    this.#timer = setInterval(report, REPORT_MS).unref()
    report()
  }

  end(): void {
    clearInterval(this.#timer)
  }

  /** A message that is lost is followed by the next. */
  async #report(): Promise<void> {
    const door = this.#door()
    if (door === undefined) return
    const car = this.#car()
    const now = this.#now()
    const { lat, lng, speed, course, acc } = placeOf(car, now)
    const fixTime = new Date(now).toISOString()
    const attributes = { ignition: acc, motion: speed > 0, sat: 11, rssi: 4, power: acc ? 13.8 : 12.6 }
    const position = { protocol: 'gt06', fixTime, valid: true, latitude: lat, longitude: lng, course, attributes }
    const answer = await fetch(`http://127.0.0.1:${door.port}/traccar`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${door.secret}` },
      body: JSON.stringify({
        position: { ...position, speed: speed * KNOTS_OF_KMH },
        device: { id: Number(car.phone.slice(-6)), uniqueId: car.phone },
      }),
      signal: AbortSignal.timeout(REPORT_MS),
    })
    await answer.body?.cancel()
  }
}
