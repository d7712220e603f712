import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ByteWriter, bcdOf } from '@cheyi/domain/fleet/vehicle-control/jt808/bytes'
import { FrameReader } from '@cheyi/domain/fleet/vehicle-control/jt808/frames'
import { gbkOf } from '@cheyi/domain/fleet/vehicle-control/jt808/gbk'
import { type Message, writeMessage } from '@cheyi/domain/fleet/vehicle-control/jt808/message'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import type { TestApp } from './app.ts'

/** A terminal as a test plays it: it says what it is told to, and keeps all that it hears. */
export interface Terminal {
  readonly phone: string
  readonly heard: Message[]
  readonly socket: Socket
  readonly closed: Promise<void>
  /** Sends a message under the next serial. @returns the serial */
  say(id: number, body?: Uint8Array): number
  write(bytes: Uint8Array): void
  /** The next message that `which` takes, of those that came and will come. */
  next(which: (message: Message) => boolean, ms?: number): Promise<Message>
  /** The platform's result of a message of ours. */
  answer(serial: number, ms?: number): Promise<number>
  end(): void
}

export interface TerminalOptions {
  readonly v2019?: boolean
  /** Of this machine: the network that it comes from. */
  readonly from?: string
  /** It has lost its network: it reads nothing, not even the end of its link. */
  readonly deaf?: boolean
}

export async function terminalAt(
  port: number,
  phone: string,
  { v2019 = false, from = '127.0.0.1', deaf = false }: TerminalOptions = {},
): Promise<Terminal> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: deaf })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const reader = new FrameReader()
  const heard: Message[] = []
  const waiting = new Set<() => void>()
  let serial = 0
  socket.on('data', (chunk) => {
    for (const frame of reader.push(chunk)) if (frame.ok) heard.push(frame.message)
    for (const look of waiting) look()
  })
  const next: Terminal['next'] = (which, ms = 5000) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const at = heard.findIndex(which)
        if (at < 0) return
        clearTimeout(overdue)
        waiting.delete(look)
        resolve(heard.splice(at, 1)[0]!)
      }
      const overdue = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`nothing came within ${ms} ms`))
      }, ms)
      waiting.add(look)
      look()
    })
  return {
    phone,
    heard,
    socket,
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    say(id, body = new Uint8Array()) {
      const used = ++serial & 0xffff
      socket.write(writeMessage({ id, v2019, phone, serial: used, body }))
      return used
    },
    write: (bytes) => void socket.write(bytes),
    next,
    async answer(asked, ms) {
      const { body } = await next(({ id, body }) => id === 0x8001 && wordAt(body, 0) === asked, ms)
      return body[4]!
    },
    end: () => socket.destroy(),
  }
}

const wordAt = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!

export interface Report {
  readonly at: number
  readonly lat?: number
  readonly lng?: number
  /** km/h */
  readonly speed?: number
  /** Bits; 3: ACC on, fixed. */
  readonly status?: number
  readonly alarms?: number
  readonly items?: readonly (readonly [id: number, bytes: readonly number[]])[]
}

/** Body of 0x0200. */
export function reportBody({
  at,
  lat = 31.2304,
  lng = 121.4737,
  speed = 0,
  status = 3,
  alarms = 0,
  items = [],
}: Report): Uint8Array {
  const body = new ByteWriter()
    .dword(alarms)
    .dword(status)
    .dword(Math.round(lat * 1e6))
    .dword(Math.round(lng * 1e6))
    .word(10)
    .word(Math.round(speed * 10))
    .word(90)
    .bytes(bcdOf(at))
  for (const [id, bytes] of items) body.byte(id).byte(bytes.length).bytes(bytes)
  return body.end()
}

/** Body of 0x0704. */
export function batchBody(reports: readonly Report[], backfill: boolean): Uint8Array {
  const body = new ByteWriter().word(reports.length).byte(backfill ? 1 : 0)
  for (const report of reports) {
    const bytes = reportBody(report)
    body.word(bytes.length).bytes(bytes)
  }
  return body.end()
}

/** Body of 0x0100, as 2013 has it. */
export function registrationBody(terminalId: string): Uint8Array {
  const field = (text: string, length: number) => [...gbkOf(text), ...new Array(length).fill(0)].slice(0, length)
  return new ByteWriter()
    .word(31)
    .word(115)
    .bytes(field('TEST', 5))
    .bytes(field('T1', 20))
    .bytes(field(terminalId, 7))
    .byte(1)
    .bytes(gbkOf('沪A00001'))
    .end()
}

/** Registers. @returns the result, and the code where it is told one */
export async function register(
  terminal: Terminal,
  terminalId: string,
  ms?: number,
): Promise<{ result: number; code: string }> {
  const asked = terminal.say(up.register, registrationBody(terminalId))
  const { body } = await terminal.next(({ id, body }) => id === 0x8100 && wordAt(body, 0) === asked, ms)
  return { result: body[2]!, code: String.fromCharCode(...body.subarray(3)) }
}

/** Codes that terminals were told, as they keep them: by number and terminal id. */
const kept = new Map<string, string>()

/** Logs in by the code that it keeps; without one, or with one that is no more, it registers first. @returns the code */
export async function logIn(terminal: Terminal, terminalId: string, ms?: number): Promise<string> {
  const key = `${terminal.phone} ${terminalId}`
  const before = kept.get(key)
  const enters = async (code: string) => terminal.answer(terminal.say(up.authenticate, gbkOf(code)), ms)
  if (before !== undefined && (await enters(before)) === 0) return before
  const { result: registered, code } = await register(terminal, terminalId, ms)
  if (registered !== 0) throw new Error(`0x8100 result ${registered}`)
  kept.set(key, code)
  const result = await enters(code)
  if (result !== 0) throw new Error(`0x8001 result ${result}`)
  return code
}

/** Devices of a merchant, entered before: their phones end in their numbers. */
export async function enterDevices(
  t: TestApp,
  merchantId: string,
  vehicleIds: readonly (string | null)[],
  { phoneFrom = 13_900_000_000 } = {},
): Promise<{ deviceId: string; phone: string; terminalId: string }[]> {
  const devices = []
  for (const [n, vehicleId] of vehicleIds.entries()) {
    const phone = `${phoneFrom + n}`
    const terminalId = `T${n}`.padEnd(7, '0')
    const { rows } = await t.root.query(
      `with d as (insert into device (merchant_id, phone, terminal_id, profile, vehicle_id, bound_at, created_by)
         values ($1, $2, $3, 1, $4, case when $4::bigint is not null then now() end, 0) returning id)
       insert into terminal (phone, merchant_id, device_id) select $2, $1, id from d returning device_id`,
      [merchantId, phone, terminalId, vehicleId],
    )
    devices.push({ deviceId: rows[0].deviceId as string, phone, terminalId })
  }
  return devices
}
