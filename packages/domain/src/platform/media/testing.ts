/** Bytes of an MP4 video for tests: `ftyp`, a box of `size` empty bytes, and `moov` with the duration in seconds. */
export function film(size: number, seconds = 60): Uint8Array<ArrayBuffer> {
  const ftyp = box('ftyp', letters('isom\0\0\x02\0isommp41'))
  const moov = box(
    'moov',
    box('mvhd', joinBytes(new Uint8Array(12), number(1000), number(seconds * 1000), new Uint8Array(80))),
  )
  return joinBytes(ftyp, box('mdat', new Uint8Array(size - ftyp.length - moov.length - 8).fill(7)), moov)
}

const box = (type: string, body: Uint8Array) => joinBytes(number(body.length + 8), letters(type), body)

const letters = (text: string) => new TextEncoder().encode(text)

function number(value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4))
  bytes.setUint32(0, value)
  return new Uint8Array(bytes.buffer)
}

function joinBytes(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
