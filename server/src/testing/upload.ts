import { createHash } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import type { MediaBiz } from '@cheyi/contract/platform/media'
import { LINK_PART_BYTES, partsOf } from '@cheyi/domain/platform/media/path'
import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import sharp from 'sharp'
import type { CallOptions, Envelope, TestApp } from './app.ts'

export interface TestFile {
  readonly name: string
  readonly bytes: Buffer
}

/** By size: those of one size are the same bytes, and a rental sends a dozen. */
const drawn = new Map<string, Promise<Buffer>>()

/** A picture as a phone sends it: `width` × `height`, one colour, plain JPEG. */
export async function photo(width = 64, height = 48, name = 'photo.jpg'): Promise<TestFile> {
  const size = `${width}x${height}`
  const draw = () =>
    sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
      .jpeg()
      .toBuffer()
  const bytes = drawn.get(size) ?? draw()
  drawn.set(size, bytes)
  return { name, bytes: await bytes }
}

/** A multipart body of fields and one file. */
export function multipart(fields: Record<string, string>, file: TestFile | null): { body: Buffer; type: string } {
  const boundary = 'test-boundary-7d1f'
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  if (file !== null) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
    parts.push(Buffer.from(head), file.bytes, Buffer.from('\r\n'))
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { body: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` }
}

let serial = 0

/** Uploads a file and answers the whole envelope, good or bad. */
export async function sendUpload(
  t: TestApp,
  fields: Record<string, string>,
  file: TestFile | null,
  { token, key }: CallOptions = {},
): Promise<Envelope> {
  return send(t, contract.media.upload.path, fields, file, {
    'idempotency-key': key ?? `upload-key-${++serial}`,
    ...(token === undefined ? {} : { token }),
  })
}

/** Has a sign of a car read from a picture that comes with the call, and answers the whole envelope. */
export const sendSign = (
  t: TestApp,
  fields: Record<string, string>,
  file: TestFile | null,
  { token, key = `sign-key-${++serial}` }: CallOptions = {},
): Promise<Envelope> =>
  send(t, contract.inventory.readSign.path, fields, file, {
    'idempotency-key': key,
    ...(token === undefined ? {} : { token }),
  })

/** Sends a file as the phone that has read a code, and answers the whole envelope. */
export const sendScanned = (t: TestApp, scanToken: string, file: TestFile | null): Promise<Envelope> =>
  send(t, contract.media.scanUpload.path, {}, file, { 'x-scan-token': scanToken })

interface LinkAndPass {
  readonly link: string
  readonly pass: string
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** A photo of a customer as its parts, and the digest that completes it. */
export function cutPhoto(bytes: Buffer) {
  const parts = Array.from({ length: partsOf(bytes.length, LINK_PART_BYTES) }, (_, no) =>
    bytes.subarray(no * LINK_PART_BYTES, (no + 1) * LINK_PART_BYTES),
  )
  return { parts, sha256: digest(Buffer.concat(parts.map(digest))).toString('hex') }
}

/** Begins a photo of a car as a customer with a link and its pass, and answers the whole envelope. */
export const beginSelfPhoto = (
  t: TestApp,
  { link, pass }: LinkAndPass,
  { type }: Record<string, string>,
  {
    name,
    size,
    key = `self-photo-${++serial}`,
    isPaper,
  }: { readonly name: string; readonly size: number; readonly key?: string; readonly isPaper?: true },
): Promise<Envelope> =>
  t.send(
    contract.selfService.photoBegin,
    { t: link, type: Number(type) as HandoverType, uploadKey: key, name, size, isPaper },
    { headers: { 'x-link-pass': pass } },
  )

/** Sends one part of it. */
export const sendSelfPart = (
  t: TestApp,
  { link, pass }: LinkAndPass,
  { type, mediaId, no }: { readonly type: string; readonly mediaId: string; readonly no: number },
  bytes: Buffer,
): Promise<Envelope> =>
  send(
    t,
    contract.selfService.photoPart.path,
    { type, mediaId, no: String(no), sha256: digest(bytes).toString('hex') },
    { name: 'part', bytes },
    { 'x-link-token': link, 'x-link-pass': pass },
  )

/** Sends a photo of a car as a customer with a link and its pass, in its parts; answers the envelope of the last call, or of what refused. */
export async function sendSelfPhoto(
  t: TestApp,
  phone: LinkAndPass,
  { type, ...place }: Readonly<Record<string, string | boolean>>,
  { name, bytes }: TestFile,
  isPaper?: true,
): Promise<Envelope> {
  const of = { type: String(type) }
  const begun = await beginSelfPhoto(t, phone, of, { name, size: bytes.length, isPaper })
  if (!begun.success) return begun
  const { mediaId } = begun.data as { mediaId: string }
  const { parts, sha256 } = cutPhoto(bytes)
  for (const [no, part] of parts.entries()) {
    const sent = await sendSelfPart(t, phone, { ...of, mediaId, no }, part)
    if (!sent.success) return sent
  }
  const done = { t: phone.link, type: Number(type), mediaId, sha256, ...place }
  const call = isPaper ? contract.selfService.document : contract.selfService.photo
  return t.send(call as never, done as never, { headers: { 'x-link-pass': phone.pass } })
}

/** Sends a proof that a violation is settled as its customer, and answers the whole envelope. */
export const sendNoticePhoto = (
  t: TestApp,
  { link, pass }: { readonly link: string; readonly pass: string },
  file: TestFile | null,
): Promise<Envelope> =>
  send(t, contract.violation.sendPhoto.path, {}, file, { 'x-link-token': link, 'x-link-pass': pass })

async function send(
  t: TestApp,
  url: string,
  fields: Record<string, string>,
  file: TestFile | null,
  headers: Record<string, string>,
): Promise<Envelope> {
  const { body, type } = multipart(fields, file)
  const response = await t.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type, ...headers },
    payload: body,
  })
  return { ...response.json(), httpStatus: response.statusCode, headers: response.headers }
}

/** A picture that is like no other: a slip proves money once. */
async function slip(): Promise<TestFile> {
  const bits = ++slips
  const raw = Buffer.alloc(64 * 48, 200)
  for (let at = 0; at < raw.length; at++) {
    const block = Math.floor((at % 64) / 8) + Math.floor(at / 64 / 8) * 8
    if (block < 32 && bits & (1 << block)) raw[at] = 20
  }
  const bytes = await sharp(raw, { raw: { width: 64, height: 48, channels: 1 } })
    .jpeg()
    .toBuffer()
  return { name: 'slip.jpg', bytes }
}
let slips = 0

/** Uploads pictures of one kind of business, vouchers each another one. @returns their media ids */
export async function uploadPhotos(t: TestApp, biz: MediaBiz, count: number, token: string): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const file = biz === 'voucher' ? await slip() : await photo()
    const { success, data, message } = await sendUpload(t, { biz }, file, { token })
    if (!success) throw new Error(`upload: ${message}`)
    ids.push((data as { mediaId: string }).mediaId)
  }
  return ids
}
