/* Numbers, dates and texts in JT/T 808 (JT/T 808-2019 §4.2, table 1): big-endian, BCD, GBK. */

/** Reads a body from its beginning. Missing bytes are reported by `isShort` instead of an exception, because terminals send anything. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0
  #short = false

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** More was read than the body has. */
  get isShort(): boolean {
    return this.#short
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  byte(): number {
    return this.#number(1)
  }

  word(): number {
    return this.#number(2)
  }

  dword(): number {
    return this.#number(4)
  }

  /** The next bytes, as a view; fewer where the body ends earlier. */
  take(length: number): Uint8Array {
    if (length > this.left) this.#short = true
    const from = this.#at
    this.#at = Math.min(from + length, this.#bytes.length)
    return this.#bytes.subarray(from, this.#at)
  }

  rest(): Uint8Array {
    return this.take(this.left)
  }

  #number(length: number): number {
    let value = 0
    const bytes = this.take(length)
    if (bytes.length < length) return 0
    for (const byte of bytes) value = value * 256 + byte
    return value
  }
}

/** Builds a body from its beginning. */
export class ByteWriter {
  readonly #bytes: number[] = []

  byte(value: number): this {
    this.#bytes.push(value & 0xff)
    return this
  }

  word(value: number): this {
    return this.byte(value >>> 8).byte(value)
  }

  dword(value: number): this {
    return this.word(value >>> 16).word(value)
  }

  bytes(values: Iterable<number>): this {
    for (const value of values) this.#bytes.push(value)
    return this
  }

  end(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** From an even number of hexadecimal digits. */
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length >> 1 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))

const GMT8_MS = 8 * 3_600_000

/** Epoch ms of BCD[6] `YYMMDDhhmmss` in GMT+8; null where it is invalid (31 February, a 60th second, `1f`). */
export function timeOf(bcd: Uint8Array): number | null {
  const digits = toHex(bcd)
  if (!/^\d{12}$/.test(digits)) return null
  const part = (at: number) => Number(digits.slice(at, at + 2))
  const [year, month, day, hour, minute, second] = [2000 + part(0), part(2), part(4), part(6), part(8), part(10)]
  if (hour > 23 || minute > 59 || second > 59) return null
  const at = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(at)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? at - GMT8_MS : null
}

/** BCD[6] of an instant in the zone `offsetMs` ahead of UTC: GMT+8 unless the standard says otherwise. */
export function bcdOf(at: number, offsetMs = GMT8_MS): Uint8Array {
  return fromHex(new Date(at + offsetMs).toISOString().replace(/\D/g, '').slice(2, 14))
}
