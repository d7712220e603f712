import { createHash, randomBytes } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { PART_BYTES } from '@cheyi/domain/platform/media/path'
import { film as filmOf } from '@cheyi/domain/platform/media/testing'
import { HOUR } from '@cheyi/domain/time'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../kernel/make-context.ts'
import type { Envelope } from '../../testing/app.ts'
import { multipart, photo, type TestFile } from '../../testing/upload.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { deleteUnfinished } from './actions.ts'

const { media } = contract

sharedMerchant()
let clerk: { token: string }
beforeAll(async () => {
  clerk = { token: w.tokens.clerk }
})

const film = (size: number, seconds?: number) => Buffer.from(filmOf(size, seconds).buffer)

let serial = 0
const key = () => `part-test-${++serial}`
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const cut = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, no) =>
    bytes.subarray(no * PART_BYTES, (no + 1) * PART_BYTES),
  )
const digestOf = (bytes: Buffer) => hash(Buffer.concat(cut(bytes).map(hash))).toString('hex')

interface Begun {
  readonly mediaId: string
  readonly parts: readonly number[]
}
const presign = (file: TestFile, uploadKey: string, by = clerk, biz = 'pickup') =>
  t.send(media.presign, { uploadKey, name: file.name, size: file.bytes.length, biz }, by)
const begin = async (file: TestFile, uploadKey = key()) => (await presign(file, uploadKey)).data as Begun

async function post(
  path: string,
  fields: Record<string, string>,
  file: TestFile | null,
  by = clerk,
): Promise<Envelope> {
  const { body, type } = multipart(fields, file)
  const answer = await t.app.inject({
    method: 'POST',
    url: path,
    headers: { ...by, 'content-type': type },
    payload: body,
  })
  return answer.json()
}
function sendPart(mediaId: string, bytes: Buffer, no: number, by = clerk, sent = cut(bytes)[no]!) {
  const fields = { mediaId, no: String(no), sha256: hash(cut(bytes)[no]!).toString('hex') }
  return post(media.part.path, fields, { name: 'part', bytes: sent }, by)
}
const complete = (mediaId: string, bytes: Buffer, poster: TestFile | null = null, by = clerk) =>
  post(media.complete.path, { mediaId, sha256: digestOf(bytes) }, poster, by)

interface Whole {
  readonly mediaId: string
  readonly kind: string
  readonly url: string
  readonly thumbUrl: string | null
}
async function sendAll(file: TestFile, poster: TestFile | null = null): Promise<Envelope> {
  const { mediaId, parts } = await begin(file)
  for (const no of parts) expect(await sendPart(mediaId, file.bytes, no)).toMatchObject({ success: true })
  return complete(mediaId, file.bytes, poster)
}

describe('a file in parts', () => {
  it('goes on with what is missing after the page was closed, and is as one that came whole', async () => {
    const noise = { width: 2000, height: 1500, channels: 3 as const }
    const bytes = await sharp(randomBytes(noise.width * noise.height * 3), { raw: noise })
      .png()
      .toBuffer()
    const file = { name: 'a.png', bytes }
    expect(bytes.length).toBeGreaterThan(2 * PART_BYTES)
    const uploadKey = key()
    const { mediaId, parts } = await begin(file, uploadKey)
    expect(parts).toEqual([0, 1, 2])
    expect(await sendPart(mediaId, bytes, 1)).toMatchObject({ success: true })
    // Sent again, since the answer was lost.
    expect(await sendPart(mediaId, bytes, 1)).toMatchObject({ success: true })
    expect(await begin(file, uploadKey)).toMatchObject({ mediaId, parts: [0, 2] })
    expect(await complete(mediaId, bytes)).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('尚未传完'),
    })
    for (const no of [0, 2]) await sendPart(mediaId, bytes, no)
    const both = await Promise.all([complete(mediaId, bytes), complete(mediaId, bytes)])
    for (const one of both)
      expect(one).toMatchObject({ success: true, data: { mediaId, kind: 'image', w: 2000, h: 1500 } })
    const { url, thumbUrl } = both[0]!.data as Whole
    const shown = await t.app.inject({ url })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await t.app.inject({ url: thumbUrl! })).statusCode).toBe(200)
    expect(await begin(file, uploadKey)).toMatchObject({ mediaId, parts: [] })
  })

  it('is what was sent: a changed part, another file under its name, a wrong sum are refused', async () => {
    const file = { name: 'a.mp4', bytes: film(9_000_000) }
    const uploadKey = key()
    const { mediaId } = await begin(file, uploadKey)
    expect(await sendPart(mediaId, file.bytes, 0, clerk, randomBytes(PART_BYTES))).toMatchObject({ errorCode: -2 })
    expect(await sendPart(mediaId, file.bytes, 0, clerk, file.bytes.subarray(0, 100))).toMatchObject({ errorCode: -2 })
    await sendPart(mediaId, file.bytes, 0)
    expect(await sendPart(mediaId, randomBytes(9_000_000), 0)).toMatchObject({ errorCode: -6 })
    expect(await presign({ ...file, bytes: film(9_000_001) }, uploadKey)).toMatchObject({ errorCode: -6 })
    for (const no of [1, 2]) await sendPart(mediaId, file.bytes, no)
    expect(await complete(mediaId, film(9_000_001))).toMatchObject({ errorCode: -2 })
    expect(await complete(mediaId, file.bytes)).toMatchObject({ success: true })
  })

  it("is its sender's alone, and counts among what they have on their way", async () => {
    const file = { name: 'a.mp4', bytes: film(9_000_000) }
    const { mediaId } = await begin(file)
    const owner = { token: w.tokens.owner }
    expect(await sendPart(mediaId, file.bytes, 0, owner)).toMatchObject({ errorCode: -4 })
    expect(await complete(mediaId, file.bytes, null, owner)).toMatchObject({ errorCode: -4 })
    // The same name is another file of somebody else.
    const uploadKey = key()
    const [mine, theirs] = [await begin(file, uploadKey), (await presign(file, uploadKey, owner)).data as Begun]
    expect(theirs.mediaId).not.toBe(mine.mediaId)
    const answers: Envelope[] = []
    for (let n = 0; n < 40; n++) answers.push(await presign(file, key(), owner))
    const message = '文件数量超出上限：最多同时上传40个，请等前面的传完再试'
    expect(answers.filter(({ errorCode }) => errorCode === 11002)).toMatchObject([{ message }])
  })

  it('that nobody completes goes after two days, with every part', async () => {
    const file = { name: 'a.mp4', bytes: film(9_000_000) }
    const { mediaId } = await begin(file)
    await sendPart(mediaId, file.bytes, 0)
    const { rows } = await t.root.query('select path from media where id = $1', [mediaId])
    t.clock.advance(49 * HOUR)
    const { kernel } = t
    const vault = await kernel.vaults.merchant(w.merchantId)
    await asSystem(kernel, { name: 'orphans', merchantId: w.merchantId, vault }, deleteUnfinished)
    await kernel.afterwards.idle()
    await expect(kernel.media.readPart(rows[0].path, 0)).rejects.toThrow('ENOENT')
    expect(await sendPart(mediaId, file.bytes, 1)).toMatchObject({ errorCode: -4 })
  })
})

describe('a video', () => {
  it('is played from any place, and shows its poster', async () => {
    const bytes = film(9_000_000)
    const { data } = await sendAll({ name: '环车.MOV', bytes }, await photo(400, 300))
    const { url, thumbUrl, kind } = data as Whole
    expect(kind).toBe('video')
    expect((await t.app.inject({ url: thumbUrl! })).headers['content-type']).toBe('image/webp')
    const get = (range?: string) => t.app.inject({ url, headers: range === undefined ? {} : { range } })
    const whole = await get()
    expect([whole.statusCode, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([
      200,
      'video/mp4',
      'bytes',
    ])
    expect(whole.rawPayload.equals(bytes)).toBe(true)
    const across = await get(`bytes=${PART_BYTES - 10}-${PART_BYTES + 9}`)
    expect([across.statusCode, across.headers['content-range']]).toEqual([
      206,
      `bytes ${PART_BYTES - 10}-${PART_BYTES + 9}/9000000`,
    ])
    expect(across.rawPayload.equals(bytes.subarray(PART_BYTES - 10, PART_BYTES + 10))).toBe(true)
    expect((await get('bytes=-5')).rawPayload.equals(bytes.subarray(-5))).toBe(true)
    expect((await get('bytes=8999999-')).rawPayload.equals(bytes.subarray(-1))).toBe(true)
    for (const wrong of ['bytes=9000000-', 'bytes=5-1']) expect((await get(wrong)).statusCode).toBe(416)
    // Files of the disk lie sealed, part by part: none opens in another's place.
    const { rows } = await t.root.query('select path, duration_s from media where id = $1', [(data as Whole).mediaId])
    expect(rows[0].durationS).toBe(60)
    await expect(t.kernel.media.readPart(rows[0].path, 3)).rejects.toThrow('ENOENT')
  })

  it('is one by its bytes, five minutes at most, and stands where one belongs', async () => {
    const refused = { errorCode: 11003 }
    expect(await sendAll({ name: 'a.mp4', bytes: randomBytes(9_000_000) })).toMatchObject(refused)
    expect(await sendAll({ name: 'a.mp4', bytes: film(9_000_000, 301) })).toMatchObject(refused)
    expect(await sendAll({ name: 'a.mp4', bytes: film(9_000_000).subarray(0, 8_500_000) })).toMatchObject(refused)
    expect(await presign({ name: 'a.mp4', bytes: film(9_000_000) }, key(), clerk, 'person')).toMatchObject(refused)
    const send = (name: string, size: number) =>
      t.send(media.presign, { uploadKey: key(), name, size, biz: 'pickup' }, clerk)
    expect(await send('a.mp4', 300 * 1024 * 1024 + 1)).toMatchObject({ errorCode: -2 })
    expect(await send('a.jpg', 21 * 1024 * 1024)).toMatchObject({ errorCode: 11001 })
    expect(await send('a.csv', 9_000_000)).toMatchObject(refused)
  })
})
