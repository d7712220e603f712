/** The home position of a simulated car, and its identity. */
export interface SimulatedCar {
  readonly phone: string
  readonly terminalId: string
  readonly lat: number
  readonly lng: number
  /** At its last handover. */
  readonly odometerKm: number
  /** Litres. */
  readonly tankL: number
  /** Percent at its last handover; null: it has no battery to charge. */
  readonly batteryPct: number | null
  /** A customer has it, so it drives; other cars stand at their store. */
  readonly drives: boolean
}

export interface Place {
  readonly lat: number
  readonly lng: number
  /** km/h */
  readonly speed: number
  readonly course: number
  readonly acc: boolean
}

/** A drive and the stop after it. */
const ROUND_MS = 24 * 60_000
const DRIVE_MS = 18 * 60_000
const METRE = 1 / 111_195

/** A fixed pseudo-random number from 0 to 1 for a car and purpose. */
function chance(seed: string): number {
  let hash = 2_166_136_261
  for (const sign of seed) hash = Math.imul(hash ^ sign.codePointAt(0)!, 16_777_619)
  hash ^= hash >>> 15
  return ((Math.imul(hash, 2_246_822_519) >>> 0) % 10_000) / 10_000
}

/**
 * The position of a car at an instant: on a loop of some kilometres around its store with stops, or in the yard. It
 * only depends on the car and the time, so that a reconnected terminal continues at the right position.
 */
export function placeOf(car: SimulatedCar, now: number): Place {
  const east = METRE / Math.cos((car.lat * Math.PI) / 180)
  if (!car.drives) {
    const [x, y] = [60 * (chance(`${car.phone} x`) - 0.5), 60 * (chance(`${car.phone} y`) - 0.5)]
    return {
      lat: car.lat + y * METRE,
      lng: car.lng + x * east,
      speed: 0,
      course: Math.floor(360 * chance(car.phone)),
      acc: false,
    }
  }
  const phase = (now + Math.floor(ROUND_MS * chance(`${car.phone} t`))) % ROUND_MS
  const round = Math.floor((now + Math.floor(ROUND_MS * chance(`${car.phone} t`))) / ROUND_MS)
  const moving = phase < DRIVE_MS
  const radius = 800 + 1600 * chance(`${car.phone} r`)
  const turn = chance(`${car.phone} d`) < 0.5 ? 1 : -1
  // Each round covers two thirds of the loop, so that the stops differ.
  const angle = (rounds: number) => turn * 2 * Math.PI * (rounds * 0.66 + chance(`${car.phone} a`))
  const at = (done: number) => {
    const a = angle(round + done)
    return {
      x: radius * (1 + 0.35 * Math.sin(3 * a)) * Math.cos(a),
      y: radius * (1 + 0.35 * Math.sin(3 * a)) * Math.sin(a),
    }
  }
  const done = Math.min(phase / DRIVE_MS, 1)
  const here = at(done)
  const second = at(done + 1000 / DRIVE_MS)
  const step = Math.hypot(second.x - here.x, second.y - here.y)
  const course = (Math.atan2(second.x - here.x, second.y - here.y) * 180) / Math.PI
  return {
    lat: car.lat + here.y * METRE,
    lng: car.lng + here.x * east,
    speed: moving ? Math.min(Math.max(step * 3.6, 12), 90) : 0,
    course: Math.round((course + 360) % 360),
    acc: moving,
  }
}
