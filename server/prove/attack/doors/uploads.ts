import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { contract } from '@cheyi/contract/index'
import { multipart, photo } from '../../../src/testing/upload.ts'
import type { Ground } from '../ground.ts'
import { Stranger } from '../stranger.ts'
import type { Door } from './door.ts'

const SCRIPT = '<script>alert(document.domain)</script>'

/** Files that are more than they claim: refused, or kept so that nobody's browser runs anything of them. */
export async function uploads({ url, attacker }: Ground, door: Door): Promise<void> {
  const owner = new Stranger(url, { token: attacker.w.tokens.owner })
  const picture = (await photo()).bytes
  const files: readonly (readonly [name: string, bytes: Buffer])[] = [
    ['a.svg', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`)],
    ['svg.jpg', Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
    ['a.html', Buffer.from(`<!doctype html>${SCRIPT}`)],
    ['html.png', Buffer.from(`<!doctype html>${SCRIPT}`)],
    ['a.heic', box('ftypheic', Buffer.from('mif1heic'))],
    ['a.avif', box('ftypavif', Buffer.from('mif1avif'))],
    ['a.tiff', Buffer.from('49492a0008000000', 'hex')],
    ['entity.svg', Buffer.from(`<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>`)],
    ['pixels.png', hugePicture(60_000, 60_000)],
    ['long.png', hugePicture(200_000, 1)],
    ['polyglot.jpg', Buffer.concat([picture, Buffer.from(SCRIPT)])],
    ['zip.jpg', Buffer.concat([picture, zipOf('x.html', Buffer.from(SCRIPT))])],
    ['gif.gif', Buffer.from(`GIF89a/*${SCRIPT}*/=1;`)],
    ['cut.jpg', picture.subarray(0, picture.length / 2)],
    [
      'script.pdf',
      Buffer.from(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF${SCRIPT}`),
    ],
    ['empty.jpg', Buffer.alloc(0)],
    ['../../../etc/passwd', picture],
    ['a\u0000.jpg', picture],
    ['mark.php', Buffer.from('<?php system($_GET[0]);')],
    ['bomb.xlsx', bomb()],
  ]
  door.row.calls = files.length
  for (const [name, bytes] of files)
    for (const biz of ['pickup', 'voucher', 'agreement', 'import']) {
      const { body, type } = multipart({ biz }, { name: name.replaceAll('\u0000', '%00'), bytes })
      const answer = await owner.ask(contract.media.upload.path, {
        method: 'POST',
        headers: {
          token: attacker.w.tokens.owner,
          'content-type': type,
          'idempotency-key': `upload-${biz}-${files.findIndex(([one]) => one === name)}`,
        },
        body: new Uint8Array(body),
      })
      const kept = answer.success ? await harmless(owner, answer.data as { url: string }) : true
      door.judge(`upload of ${name} as ${biz}: ${kept}`, answer, kept === true)
    }
}

/** What is wrong with how a kept file is shown; true: nothing runs. */
async function harmless(owner: Stranger, { url }: { readonly url: string }): Promise<true | string> {
  const { text, headers, status } = await owner.ask(new URL(url, owner.url).href.slice(owner.url.length))
  const type = headers.get('content-type') ?? ''
  if (status !== 200) return `shown with ${status}`
  if (headers.get('x-content-type-options') !== 'nosniff') return 'may be sniffed'
  if (!headers.get('content-security-policy')?.includes('sandbox')) return 'shown without a sandbox'
  if (/^image\/(jpeg|png|webp|gif)$/.test(type))
    return text.includes('<script') ? 'a picture that was not encoded anew' : true
  return headers.get('content-disposition')?.startsWith('attachment') ? true : `shown as ${type}`
}

function box(name: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + body.length)
  return Buffer.concat([size, Buffer.from(name), body, Buffer.alloc(512)])
}

/** A PNG that says it is so large, of which there is one line. */
function hugePicture(width: number, height: number): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), body])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const line = deflateSync(Buffer.alloc(width + 1))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', line), chunk('IEND', Buffer.alloc(0))])
}

/** A zip of one file that says its real size. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content, { level: 9 })
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, Buffer.from(name), packed])
  const entry = Buffer.concat([Buffer.from('504b01021400', 'hex'), fields, Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(entry.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, entry, Buffer.from('504b0506', 'hex'), end])
}

/** Of 200 kB, 200 MB when unpacked. */
const bomb = (): Buffer => zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(200_000_000, '<row/>'))
