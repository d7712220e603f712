import { expect, it } from 'vitest'
import { fromHex, toHex } from './bytes.ts'
import { FrameReader } from './frames.ts'
import { type Frame, frameBytes, readMessage } from './message.ts'
import packets from './packets.json' with { type: 'json' }
import type { Position } from './position.ts'
import { readUp } from './up.ts'

/* Packets of real terminals, with the fields by the standard's fixed layout (packets.json names the sources). */

interface Expected {
  readonly [field: string]: unknown
  readonly positions?: readonly Expected[]
  readonly extras?: Readonly<Record<string, unknown>>
}

const cases = packets.cases.filter(({ form }) => form === 'binary') as unknown as {
  readonly n: number
  readonly use: string
  readonly dialect: string
  readonly wire_hex: string
  readonly message_id: string
  readonly header: {
    readonly terminal_id_bcd: string
    readonly serial: number
    readonly version_2019: boolean
    readonly encrypted: boolean
  }
  readonly expected?: Expected
}[]

/** Sizes of chunks for the same bytes: whole, single, in pairs, others. */
const chunkings = [Number.POSITIVE_INFINITY, 1, 2, 7, 100]

function framesOf(bytes: Uint8Array, size: number): Frame[] {
  const reader = new FrameReader()
  const frames: Frame[] = []
  for (let at = 0; at < bytes.length; at += size) frames.push(...reader.push(bytes.subarray(at, at + size)))
  return frames
}

const only = (wire: string): Frame => {
  const frames = framesOf(fromHex(wire), Number.POSITIVE_INFINITY)
  expect(frames).toHaveLength(1)
  return frames[0]!
}

it('has 42 packets to read and two to refuse', () => {
  expect(cases.filter(({ use }) => use === 'positive')).toHaveLength(42)
  expect(cases.filter(({ use }) => use === 'negative')).toHaveLength(2)
})

it.each(cases.filter(({ use }) => use === 'positive'))('reads packet $n ($message_id)', (packet) => {
  const frame = only(packet.wire_hex)
  if (!frame.ok) throw new Error(frame.why)
  const { message } = frame
  expect(message).toMatchObject({
    id: Number(packet.message_id),
    serial: packet.header.serial,
    v2019: packet.header.version_2019,
    phone: packet.header.terminal_id_bcd.replace(/^0+(?=.)/, ''),
    encrypted: false,
  })
  const said = readUp(message)
  const expected = packet.expected!
  switch (said.kind) {
    case 'position':
      return samePosition(said.position, expected)
    case 'positions':
      expect(said).toMatchObject({ backfill: expected.stored_data, broken: 0 })
      expect(said.positions).toHaveLength(expected.positions!.length)
      for (const [at, position] of said.positions.entries()) samePosition(position, expected.positions![at]!)
      return
    case 'register':
      return expect(said).toMatchObject({
        province: expected.province,
        city: expected.city,
        maker: expected.maker,
        model: expected.model,
        terminalId: expected.terminal,
        plateColor: expected.plate_colour,
        plate: expected.plate,
        layout: expected.layout,
      })
    case 'authenticate':
      return expect(said.code).toBe(expected.auth_text)
    default:
      return expect(said.kind).toBe('heartbeat')
  }
})

function samePosition(position: Position, expected: Expected): void {
  const status = expected.status as Record<string, boolean>
  const time = expected.time as { utc: string }
  expect(position).toMatchObject({
    alarms: Number.parseInt(expected.alarm_raw as string, 16),
    at: Date.parse(time.utc),
    course: expected.course_deg,
    altitude: expected.altitude_m,
    whole: expected.extras_well_formed,
    status: {
      acc: status.acc_on,
      fixed: status.fixed,
      oilCut: status.oil_cut,
      powerCut: status.circuit_cut,
      locked: status.doors_locked,
    },
  })
  expect(position.lat).toBeCloseTo(expected.lat as number, 6)
  expect(position.lng).toBeCloseTo(expected.lon as number, 6)
  expect(position.speed / 10).toBeCloseTo(expected.speed_kmh as number, 5)
  const extras = (expected.extras ?? {}) as Record<string, number | undefined>
  if (extras.mileage_km !== undefined) expect(position.items.odometerM).toBe(Math.round(extras.mileage_km * 1000))
  if (extras.fuel_l !== undefined) expect(position.items.fuel).toBe(extras.fuel_l * 10)
  expect(position.items.signal).toBe(extras.signal)
  expect(position.items.satellites).toBe(extras.satellites)
  if (extras.recorder_speed_kmh !== undefined) expect(position.items.pulseSpeed).toBe(extras.recorder_speed_kmh * 10)
}

it.each(cases.filter(({ use }) => use === 'negative'))('refuses packet $n', ({ wire_hex }) => {
  expect(only(wire_hex)).toEqual({ ok: false, why: 'checksum' })
})

it.each(cases.filter(({ use }) => use.startsWith('acknowledge')))(
  'takes packet $n of a maker for what it is',
  (packet) => {
    const frame = only(packet.wire_hex)
    // Padlocks have a serial of one byte, so that their length never matches the header.
    if (isPadlock(packet)) return expect(frame).toEqual({ ok: false, why: 'length' })
    if (!frame.ok) throw new Error(frame.why)
    expect(frame.message.id).toBe(Number(packet.message_id))
    expect(frame.message.encrypted).toBe(packet.header.encrypted)
    expect(['passed', 'attributes', 'unknown']).toContain(readUp(frame.message).kind)
  },
)

const isPadlock = ({ dialect }: (typeof cases)[number]) => dialect.startsWith('padlock')

it('reads the same from any chunks, and several frames from one', () => {
  const wire = fromHex(cases.map(({ wire_hex }) => wire_hex).join(''))
  const [first, ...others] = chunkings.map((size) => framesOf(wire, size))
  expect(first).toHaveLength(cases.length)
  for (const other of others) expect(other).toEqual(first)
})

it('reads the same with one delimiter between two frames', () => {
  const wire = fromHex(cases.map(({ wire_hex }) => wire_hex.slice(0, -2)).join(''))
  expect(framesOf(Uint8Array.of(...wire, 0x7e), 3).filter(({ ok }) => ok)).toHaveLength(
    cases.filter((packet) => packet.use !== 'negative' && !isPadlock(packet)).length,
  )
})

it.each(packets.framing)('unescapes as $why', ({ wire_hex, unescaped_hex }) => {
  const [frame, ...more] = framesOf(fromHex(wire_hex), 1)
  expect(more).toEqual([])
  // The example of the standard is shorter than a header; a frame without delimiters is skipped.
  if (wire_hex.includes('7e')) {
    expect(frame).toEqual(readMessage(fromHex(unescaped_hex.slice(2, -2))))
    expect(frame).toEqual({ ok: false, why: 'short' })
    expect(toHex(frameBytes(fromHex(unescaped_hex.slice(2, -2))))).toContain('307d02087d0155')
  } else expect(frame).toBeUndefined()
})

it('encodes messages to terminals as other implementations do', () => {
  for (const { unescaped_hex } of packets.downlink)
    expect(toHex(frameBytes(fromHex(unescaped_hex.slice(2, -4))))).toBe(unescaped_hex)
})
