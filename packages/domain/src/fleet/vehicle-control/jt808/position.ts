import { ByteReader, timeOf } from './bytes.ts'

/* Body of 0x0200 (2019 §8.12, tables 23 to 31; 2013 §8.18): 28 bytes, then items of id, length, value. */

/** One report of a terminal, before any plausibility check. */
export interface Position {
  /** Bits by their number in `alarmTypes`. */
  readonly alarms: number
  /** null where the terminal sends an invalid time. */
  readonly at: number | null
  /** Degrees of WGS-84, south and west negative. */
  readonly lat: number
  readonly lng: number
  readonly altitude: number
  /** Tenths of km/h. */
  readonly speed: number
  readonly course: number
  readonly status: Status
  /** All status bits (2019 table 24), as a number. */
  readonly statusBits: number
  readonly items: Items
  /** Every item ends within the body. */
  readonly whole: boolean
}

/** Status bits (2019 table 24). */
export interface Status {
  readonly acc: boolean
  readonly fixed: boolean
  readonly oilCut: boolean
  readonly powerCut: boolean
  readonly locked: boolean
  /** Door 1 is open. */
  readonly doorOpen: boolean
}

/** Additional items that are known (2019 table 27). */
export interface Items {
  readonly odometerM?: number
  /** 0.1 litres. */
  readonly fuel?: number
  /** 0.1 km/h, of the tachograph, by wheel pulses. */
  readonly pulseSpeed?: number
  readonly signal?: number
  readonly satellites?: number
  readonly io?: number
  readonly analog?: number
  readonly vehicleSignals?: number
  /** Of the car's battery, mV; an item that most makers add. */
  readonly batteryMv?: number
  /** Other items of up to four bytes, by the two hex digits of their id, and attributes that a Traccar forwards, by their name. */
  readonly others?: Readonly<Record<string, number>>
}

const FIXED_LENGTH = 28

/** null where the body is too short for a report. */
export function readPosition(body: Uint8Array): Position | null {
  if (body.length < FIXED_LENGTH) return null
  const reader = new ByteReader(body)
  const alarms = reader.dword()
  const bits = reader.dword()
  const bit = (at: number) => ((bits >>> at) & 1) === 1
  const lat = reader.dword() / 1e6
  const lng = reader.dword() / 1e6
  const altitude = reader.word()
  const speed = reader.word()
  const course = reader.word()
  const at = timeOf(reader.take(6))
  return {
    alarms,
    at,
    lat: bit(2) && lat !== 0 ? -lat : lat,
    lng: bit(3) && lng !== 0 ? -lng : lng,
    // Below sea level it is sent as a negative word, which the standard does not define.
    altitude: altitude >= 0x8000 ? altitude - 0x10000 : altitude,
    speed,
    course,
    status: { acc: bit(0), fixed: bit(1), oilCut: bit(10), powerCut: bit(11), locked: bit(12), doorOpen: bit(13) },
    statusBits: bits,
    ...readItems(reader),
  }
}

type Known = Exclude<keyof Items, 'others'>
type Meaning = readonly [name: Known, length: number, value?: (raw: number) => number]

const known: Readonly<Record<number, Meaning>> = {
  1: ['odometerM', 4, (tenths) => tenths * 100],
  2: ['fuel', 2],
  3: ['pulseSpeed', 2],
  37: ['vehicleSignals', 4],
  42: ['io', 2],
  43: ['analog', 4],
  48: ['signal', 1],
  49: ['satellites', 1],
  97: ['batteryMv', 2, (hundredths) => hundredths * 10],
}

/** Whether the standard, or nearly every maker, has another meaning for an additional item; its id as two hex digits. */
export const isStandardItem = (id: string): boolean => {
  const number = Number.parseInt(id, 16)
  return known[number] !== undefined || (number >= 0x01 && number <= 0x31)
}

/** Longer items are lists, which no profile reads. */
const LONGEST_NUMBER = 4
const numberOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0)

function readItems(reader: ByteReader): { items: Items; whole: boolean } {
  const items: { -readonly [name in Known]?: number } = {}
  const others: Record<string, number> = {}
  while (reader.left >= 2) {
    const id = reader.byte()
    const value = reader.take(reader.byte())
    if (reader.isShort) break
    const meaning = known[id]
    if (meaning !== undefined && meaning[1] === value.length) {
      const raw = numberOf(value)
      items[meaning[0]] = meaning[2]?.(raw) ?? raw
    } else if (value.length > 0 && value.length <= LONGEST_NUMBER) {
      others[id.toString(16).padStart(2, '0')] = numberOf(value)
    }
  }
  const whole = !reader.isShort && reader.left === 0
  return { items: Object.keys(others).length === 0 ? items : { ...items, others }, whole }
}
