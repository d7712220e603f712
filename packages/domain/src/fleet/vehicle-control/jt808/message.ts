import { ByteReader, ByteWriter, fromHex, toHex } from './bytes.ts'

/* The content between two 7E: header, body, check sum (JT/T 808-2019 §4.4, 2013 §4.4; header of 2011 like 2013). */

export interface Message {
  readonly id: number
  /** Bit 14 of the attributes: header of 2019, with a version byte and a phone of 10 bytes. */
  readonly v2019: boolean
  /** The terminal's phone in the header, as lower-case hex without leading zeros; `0` for all zeros. */
  readonly phone: string
  readonly serial: number
  /** Bits 10 to 12 of the attributes: encryption of the body, which is not supported. */
  readonly encrypted: boolean
  /** Part `index` (from 1) of `total`. */
  readonly split: { readonly total: number; readonly index: number } | null
  readonly body: Uint8Array
}

/** Why the bytes between two 7E are no message. */
export type FrameFault = 'escape' | 'long' | 'short' | 'checksum' | 'length'

export type Frame = { readonly ok: true; readonly message: Message } | { readonly ok: false; readonly why: FrameFault }

export const LONGEST_BODY = 1023
/** Header of 2019 with its part, the longest body, check sum. */
export const LONGEST_FRAME = 21 + LONGEST_BODY + 1

const V2019 = 1 << 14
const SPLIT = 1 << 13
const ENCRYPTION = 0b111 << 10

/** Reads a frame after unescaping. The message's body is a view of `bytes`. */
export function readMessage(bytes: Uint8Array): Frame {
  if (bytes.length < 13) return { ok: false, why: 'short' }
  if (checksum(bytes.subarray(0, -1)) !== bytes.at(-1)) return { ok: false, why: 'checksum' }
  const reader = new ByteReader(bytes.subarray(0, -1))
  const id = reader.word()
  const attributes = reader.word()
  const v2019 = (attributes & V2019) !== 0
  if (v2019) reader.byte()
  const phone = phoneOf(reader.take(v2019 ? 10 : 6))
  const serial = reader.word()
  const split = attributes & SPLIT ? { total: reader.word(), index: reader.word() } : null
  const body = reader.rest()
  if (reader.isShort || body.length !== (attributes & LONGEST_BODY)) return { ok: false, why: 'length' }
  return {
    ok: true,
    message: { id, v2019, phone, serial, encrypted: (attributes & ENCRYPTION) !== 0, split, body },
  }
}

/** Frames of 2013 and 2019 have the same result, also when the phone is not decimal. */
const phoneOf = (field: Uint8Array): string => toHex(field).replace(/^0+(?=.)/, '')

export interface Outgoing {
  readonly id: number
  readonly v2019: boolean
  readonly phone: string
  /** Of the first part; the others follow it (2019 §4.4.3). */
  readonly serial: number
  readonly body: Uint8Array
}

/** A message as bytes for sending: one frame, or as many as its body needs. */
export function writeMessage({ id, v2019, phone, serial, body }: Outgoing): Uint8Array {
  const total = Math.max(1, Math.ceil(body.length / LONGEST_BODY))
  const wire = new ByteWriter()
  for (let index = 1; index <= total; index++) {
    const part = body.subarray((index - 1) * LONGEST_BODY, index * LONGEST_BODY)
    const frame = new ByteWriter().word(id).word(part.length | (v2019 ? V2019 : 0) | (total > 1 ? SPLIT : 0))
    if (v2019) frame.byte(1)
    frame.bytes(fromHex(phone.padStart(v2019 ? 20 : 12, '0'))).word(serial + index - 1)
    if (total > 1) frame.word(total).word(index)
    wire.bytes(frameBytes(frame.bytes(part).end()))
  }
  return wire.end()
}

/** Number of serials that `writeMessage` uses. */
export const serialsOf = (body: Uint8Array): number => Math.max(1, Math.ceil(body.length / LONGEST_BODY))

/** Adds check sum, escapes and delimiters. */
export function frameBytes(content: Uint8Array): Uint8Array {
  const out = [0x7e]
  for (const byte of [...content, checksum(content)]) {
    if (byte === 0x7e) out.push(0x7d, 0x02)
    else if (byte === 0x7d) out.push(0x7d, 0x01)
    else out.push(byte)
  }
  out.push(0x7e)
  return Uint8Array.from(out)
}

function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum ^= byte
  return sum
}
