import { type Frame, type FrameFault, LONGEST_FRAME, readMessage } from './message.ts'

const DELIMITER = 0x7e
const ESCAPE = 0x7d
/** Every byte of a frame may be escaped, except its delimiters. */
const LONGEST_ESCAPED = 2 * LONGEST_FRAME + 2

/**
 * Splits the bytes of one connection into frames, however they are chunked. It buffers at most one frame and never
 * throws. Bytes before the first 7E are skipped; after an invalid frame, the next 7E begins another one.
 */
export class FrameReader {
  #buffer = new Uint8Array(128)
  #length = 0
  /** Bytes of this frame as received. */
  #raw = 0
  #inside = false
  #escaped = false
  #fault: FrameFault | null = null
  #sinceMessage = 0

  /** Bytes since the last complete message: if only these grow, the connection does not speak JT/T 808. */
  get sinceMessage(): number {
    return this.#sinceMessage
  }

  /** Size of its buffer, bytes. */
  get held(): number {
    return this.#buffer.length
  }

  /** The frames that end in this chunk; consume them all before the next chunk. */
  *push(chunk: Uint8Array): Generator<Frame> {
    for (const byte of chunk) {
      this.#sinceMessage++
      if (byte === DELIMITER) {
        const frame = this.#end()
        if (frame === undefined) continue
        if (frame.ok) this.#sinceMessage = 0
        yield frame
      } else if (this.#inside) this.#add(byte)
    }
  }

  #end(): Frame | undefined {
    const isEmpty = this.#raw === 0 && this.#fault === null
    const fault = this.#escaped ? 'escape' : this.#fault
    const bytes = this.#buffer.slice(0, this.#length)
    const wasInside = this.#inside
    this.#length = 0
    this.#raw = 0
    this.#escaped = false
    this.#fault = null
    this.#inside = true
    if (!wasInside || isEmpty) return undefined
    return fault === null ? readMessage(bytes) : { ok: false, why: fault }
  }

  #add(byte: number): void {
    this.#raw++
    if (this.#fault !== null) return
    if (this.#raw > LONGEST_ESCAPED) this.#fault = 'long'
    else if (this.#escaped) {
      this.#escaped = false
      if (byte === 0x01) this.#keep(ESCAPE)
      else if (byte === 0x02) this.#keep(DELIMITER)
      else this.#fault = 'escape'
    } else if (byte === ESCAPE) this.#escaped = true
    else this.#keep(byte)
  }

  #keep(byte: number): void {
    if (this.#length === LONGEST_FRAME) {
      this.#fault = 'long'
      return
    }
    if (this.#length === this.#buffer.length) {
      const larger = new Uint8Array(Math.min(2 * this.#buffer.length, LONGEST_FRAME))
      larger.set(this.#buffer)
      this.#buffer = larger
    }
    this.#buffer[this.#length++] = byte
  }
}
