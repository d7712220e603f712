import { alarmType } from '../codes.ts'
import { devicePhone } from '../device.ts'
import type { Items, Position, Status } from '../jt808/position.ts'

/*
 * What a Traccar forwards: positions and events as JSON. Names of fields and units are those of its documentation: speed in knots, lengths
 * in metres, `power` the car's supply in volts.
 */

/** Why a message is not taken; the front-end gets the name. */
export type ForwardRefusal = 'malformed' | 'deviceMissing' | 'positionMissing' | 'timeMissing'

export type Forwarded =
  | { readonly kind: 'refused'; readonly why: ForwardRefusal }
  | ({ readonly kind: 'position'; readonly position: Position; readonly archived: boolean } & Sender)
  /** The device connected to the Traccar server, or lost its connection. */
  | ({ readonly kind: 'online' | 'offline' } & Sender)
  /** An event that says nothing that its position does not say. */
  | ({ readonly kind: 'nothing' } & Sender)

interface Sender {
  /** As the device is entered here. */
  readonly phone: string
  /** Traccar's own number of it, by which it takes commands. */
  readonly traccarId: number
}

/** This status bit, which the standard reserves, says that a device tells nothing of doors, locks and the engine's supply. */
export const SILENT_OF_DOORS = 1 << 30

const bits: Readonly<Record<string, number>> = {
  sos: alarmType.sos,
  overspeed: alarmType.overspeed,
  fatigueDriving: alarmType.fatigue,
  hardAcceleration: alarmType.dangerousDriving,
  hardBraking: alarmType.dangerousDriving,
  hardCornering: alarmType.dangerousDriving,
  gpsAntennaCut: alarmType.antennaOpen,
  lowPower: alarmType.lowVoltage,
  powerCut: alarmType.powerOff,
  movement: alarmType.violationMove,
  tow: alarmType.violationMove,
  accident: alarmType.collision,
  door: alarmType.violationDoor,
}

type Json = Readonly<Record<string, unknown>>
const recordOf = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)
/** A number within bounds; anything else is no reading. */
const readingOf = (value: unknown, least: number, most: number): number | undefined => {
  const number = numberOf(value)
  return number !== null && number >= least && number <= most ? number : undefined
}
const timeOf = (value: unknown): number | null => {
  if (typeof value === 'number') return numberOf(value)
  const at = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

const KMH10_OF_KNOT = 18.52

/** One message; `body` is its JSON. */
export function readForwarded(body: unknown): Forwarded {
  const all = recordOf(body)
  if (all === null) return { kind: 'refused', why: 'malformed' }
  const device = recordOf(all.device)
  const phone = typeof device?.uniqueId === 'string' ? devicePhone(device.uniqueId) : null
  const traccarId = numberOf(device?.id)
  if (phone === null || traccarId === null) return { kind: 'refused', why: 'deviceMissing' }
  const sender = { phone, traccarId }
  const event = recordOf(all.event)
  if (event?.type === 'deviceOnline') return { kind: 'online', ...sender }
  if (event?.type === 'deviceOffline') return { kind: 'offline', ...sender }
  const told = recordOf(all.position)
  if (told === null)
    return event === null ? { kind: 'refused', why: 'positionMissing' } : { kind: 'nothing', ...sender }
  if (event !== null && event.type !== 'alarm') return { kind: 'nothing', ...sender }
  return positionOf(told, recordOf(event?.attributes)?.alarm, sender)
}

function positionOf(told: Json, alarmOfEvent: unknown, sender: Sender): Forwarded {
  const at = timeOf(told.fixTime) ?? timeOf(told.deviceTime)
  const lat = numberOf(told.latitude)
  const lng = numberOf(told.longitude)
  if (at === null) return { kind: 'refused', why: 'timeMissing' }
  if (lat === null || lng === null) return { kind: 'refused', why: 'positionMissing' }
  const attributes = recordOf(told.attributes) ?? {}
  const speed = Math.round((readingOf(told.speed, 0, 500) ?? 0) * KMH10_OF_KNOT)
  const status = statusOf(told, attributes)
  const position: Position = {
    alarms: alarmsOf(attributes.alarm) | alarmsOf(alarmOfEvent),
    at,
    lat,
    lng,
    altitude: Math.round(readingOf(told.altitude, -1000, 9000) ?? 0),
    speed,
    course: Math.round(readingOf(told.course, 0, 360) ?? 0),
    status,
    statusBits: bitsOf(status, attributes),
    items: itemsOf(attributes),
    whole: true,
  }
  return { kind: 'position', position, archived: attributes.archive === true, ...sender }
}

/** Several names are separated by commas. */
const alarmsOf = (names: unknown): number =>
  typeof names === 'string'
    ? names.split(',').reduce((all, name) => {
        const bit = bits[name.trim()]
        return bit === undefined ? all : all | (1 << bit)
      }, 0) >>> 0
    : 0

/** A device that tells nothing of the ignition is taken for switched on, so that a drive is no tow. */
const statusOf = (told: Json, { ignition, blocked, lock, door }: Json): Status => ({
  acc: ignition !== false,
  fixed: told.valid !== false && told.outdated !== true,
  oilCut: blocked === true,
  powerCut: false,
  locked: lock === true,
  doorOpen: door === true,
})

const bitsOf = ({ acc, fixed, oilCut, locked, doorOpen }: Status, { lock, door, blocked }: Json): number => {
  const isSilent = ![lock, door, blocked].some((one) => typeof one === 'boolean')
  return (
    (acc ? 1 : 0) |
    (fixed ? 2 : 0) |
    (oilCut ? 1 << 10 : 0) |
    (locked ? 1 << 12 : 0) |
    (doorOpen ? 1 << 13 : 0) |
    (isSilent ? SILENT_OF_DOORS : 0)
  )
}

/** Readings without a plausible value are left out: Traccar passes on what a device sends, in units that vary. */
function itemsOf(attributes: Json): Items {
  const odometerM = readingOf(attributes.odometer, 0, 4e9) ?? readingOf(attributes.obdOdometer, 0, 4e9)
  const litres = readingOf(attributes.fuel, 0, 1000)
  const volts = readingOf(attributes.power, 6, 60)
  const satellites = readingOf(attributes.sat, 0, 255)
  const signal = readingOf(attributes.rssi, 0, 255)
  const others = numbersOf(attributes)
  return {
    ...(odometerM !== undefined && { odometerM: Math.round(odometerM) }),
    ...(litres !== undefined && { fuel: Math.round(litres * 10) }),
    ...(volts !== undefined && { batteryMv: Math.round(volts * 1000) }),
    ...(satellites !== undefined && { satellites: Math.round(satellites) }),
    ...(signal !== undefined && { signal: Math.round(signal) }),
    ...(others !== null && { others }),
  }
}

/** Attributes with a number, for the charge profile of the device; null: there are none. */
function numbersOf(attributes: Json): Record<string, number> | null {
  const numbers = Object.entries(attributes).flatMap(([name, value]) => {
    const number = numberOf(value)
    return number === null ? [] : [[name, number] as const]
  })
  return numbers.length === 0 ? null : Object.fromEntries(numbers)
}
