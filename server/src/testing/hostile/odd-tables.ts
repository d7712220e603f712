import { crc32, deflateRawSync } from 'node:zlib'

/* Tables as no decent program writes them, made by hand: to see what a reader does with them. */

/** GBK as spreadsheets write it: the decoder turned round. */
export function gbk(text: string): Buffer {
  const codes = new Map<string, number[]>()
  const decoder = new TextDecoder('gb18030')
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const sign = decoder.decode(Uint8Array.of(high, low))
      if ([...sign].length === 1 && sign !== '\ufffd') codes.set(sign, [high, low])
    }
  return Buffer.from([...text].flatMap((sign) => codes.get(sign) ?? [sign.charCodeAt(0)]))
}

/** The sheet of a workbook out of its rows as XML. */
export const sheetOf = (rows: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  )

/** What a workbook holds beside its sheet. */
export const skeleton = {
  '[Content_Types].xml': Buffer.from(
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  ),
  '_rels/.rels': Buffer.from('<Relationships/>'),
  'xl/workbook.xml': Buffer.from('<workbook><sheets><sheet name="Sheet1" r:id="rId1"/></sheets></workbook>'),
  'xl/_rels/workbook.xml.rels': Buffer.from(
    '<Relationships><Relationship Id="rId1" Type="/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
}

/** A zip archive by hand; `size` is what it says its last entry unpacks to. */
export function zip(entries: Readonly<Record<string, Buffer>>, lie?: { size: number }): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  const names = Object.keys(entries)
  for (const [i, name] of names.entries()) {
    const content = entries[name]!
    const packed = deflateRawSync(content)
    const size = lie !== undefined && i === names.length - 1 ? lie.size : content.length
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(size, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(names.length, 4)
  end.writeUInt16LE(names.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}
