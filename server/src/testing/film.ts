/** A film as a phone keeps it, as far as its boxes tell: `ftyp`, one of `size` bytes of nothing, and `moov` behind, which says how long it runs. */
export function film(size: number, seconds = 60): Buffer {
  const box = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length + 8)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, body])
  }
  const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1'))
  const mvhd = Buffer.alloc(100)
  mvhd.writeUInt32BE(1000, 12)
  mvhd.writeUInt32BE(seconds * 1000, 16)
  const moov = box('moov', box('mvhd', mvhd))
  return Buffer.concat([ftyp, box('mdat', Buffer.alloc(size - ftyp.length - moov.length - 8, 7)), moov])
}
