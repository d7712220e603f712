import { type Frame, type FrameFault, LONGEST_FRAME, readMessage } from './message.ts'

const DELIMITER = 0x7e
const ESCAPE = 0x7d
/** Every byte of a frame could be escaped, but its delimiters. */
const LONGEST_ESCAPED = 2 * LONGEST_FRAME + 2

/**
 * Cuts the bytes of one link into frames, however they are chunked. It holds one frame at the most and never throws. Bytes
 * before the first 7E are skipped; after a frame that is none, the next 7E begins anew.
 */
export class FrameReader {
  #buffer = new Uint8Array(128)
  #length = 0
  /** Bytes of this frame as they came. */
  #raw = 0
  #inside = false
  #escaped = false
  #fault: FrameFault | null = null
  #sinceMessage = 0

  /** Bytes that came since the last whole message: a link on which only these grow speaks another language. */
  get sinceMessage(): number {
    return this.#sinceMessage
  }

  /** Bytes of memory that it holds. */
  get held(): number {
    return this.#buffer.length
  }

  /** The frames that end in this chunk; read it to its end before the next. */
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
