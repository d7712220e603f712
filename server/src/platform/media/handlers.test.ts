import fs from 'node:fs'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { pino } from 'pino'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { multipart, photo, sendUpload, type TestFile, uploadPhotos } from '../../testing/upload.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder } from '../../testing/world/orders.ts'

interface Uploaded {
  mediaId: string
  kind: string
  url: string
  thumbUrl: string | null
  w: number | null
  h: number | null
  takenAt: number | null
  path: string
  size: number
}

const lines: string[] = []
sharedMerchant({ log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }) })

const send = (fields: Record<string, string>, file: TestFile | null, options: { token?: string; key?: string } = {}) =>
  sendUpload(t, fields, file, { token: w.tokens.clerk, ...options })

async function upload(file: TestFile, fields: Record<string, string> = {}): Promise<Uploaded> {
  const envelope = await send({ biz: 'pickup', ...fields }, file)
  expect(envelope).toMatchObject({ success: true })
  return envelope.data as Uploaded
}

const get = (url: string) => t.app.inject({ method: 'GET', url })
const stored = async (url: string) => (await get(url)).rawPayload

/** A picture whose upper left quarter is red, as the sensor holds it, with place, maker and rotation in its EXIF. */
async function phonePhoto(orientation: number): Promise<TestFile> {
  const red = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'blue' } })
    .composite([{ input: red, top: 0, left: 0 }])
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Make: 'SecretPhoneMaker', Artist: '张三' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 12/1 30/1' },
    })
    .withMetadata({ orientation })
    .toBuffer()
  return { name: 'IMG_0001.jpg', bytes }
}

describe('upload', () => {
  it('keeps a picture under the path rule, with its thumbnail, and answers links that open', async () => {
    const file = await photo(1600, 1200)
    const answer = await upload(file, { takenAt: '2026-11-20 09:30', bizId: '77' })
    expect(answer).toMatchObject({
      kind: 'image',
      w: 1600,
      h: 1200,
      takenAt: Date.parse('2026-11-20T09:30:00+08:00'),
    })
    expect(answer.path).toMatch(new RegExp(`^${w.merchantId}/pickup/202611/${t.clock.now()}[A-Za-z0-9]{8}\\.jpg$`))

    const full = await get(answer.url)
    expect(full.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
    })
    expect(full.rawPayload.length).toBe(answer.size)
    const thumb = await get(answer.thumbUrl!)
    expect(thumb.headers['content-type']).toBe('image/webp')
    expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 })

    const { rows } = await t.root.query('select * from media where id = $1', [answer.mediaId])
    expect(rows[0]).toMatchObject({
      biz: 'pickup',
      mime: 'image/jpeg',
      width: 1600,
      thumb: true,
      linkedAt: null,
      state: 2,
    })
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(full.rawPayload))
    expect(rows[0].sha256).toEqual(Buffer.from(digest))
  })

  it('drops place and maker, and turns the picture upright', async () => {
    const file = await phonePhoto(6)
    expect(file.bytes.includes('SecretPhoneMaker')).toBe(true)
    const answer = await upload(file)
    expect(answer).toMatchObject({ w: 60, h: 80 })
    for (const url of [answer.url, answer.thumbUrl!]) {
      const bytes = await stored(url)
      expect(bytes.includes('SecretPhoneMaker')).toBe(false)
      expect(bytes.includes('Exif')).toBe(false)
      const { exif, xmp, orientation } = await sharp(bytes).metadata()
      expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined])
    }
    // Turned by 90°, the red quarter is at the upper right.
    const { data, info } = await sharp(await stored(answer.url))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
    expect(pixel(55, 5)[0]).toBeGreaterThan(200)
    expect(pixel(5, 5)[0]).toBeLessThan(60)
    expect(pixel(5, 5)[2]).toBeGreaterThan(200)
  })

  it('leaves nothing hidden behind the picture', async () => {
    const { name, bytes } = await photo()
    const answer = await upload({ name, bytes: Buffer.concat([bytes, Buffer.from('<script>hidden()</script>')]) })
    expect((await stored(answer.url)).includes('hidden')).toBe(false)
  })

  it('serves the real type of a picture that keeps another name', async () => {
    const { bytes } = await photo()
    const png = await upload({ name: 'scan.PNG', bytes })
    expect(png.path).toMatch(/\.png$/)
    expect((await get(png.url)).headers['content-type']).toBe('image/jpeg')
    expect(png.thumbUrl).not.toBeNull()
    const heic = await upload({ name: 'IMG_7.HEIC', bytes })
    expect(heic.thumbUrl).toBeNull()
    const nameless = await upload({ name: 'blob', bytes })
    expect(nameless.path).toMatch(/\.jpg$/)
  })

  it('keeps PNG, WebP and animated GIF what they are', async () => {
    const base = sharp({ create: { width: 20, height: 10, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
    const png = await upload({ name: 'a.png', bytes: await base.clone().png().toBuffer() })
    expect(await sharp(await stored(png.url)).metadata()).toMatchObject({ format: 'png', hasAlpha: true })
    const webp = await upload({ name: 'a.webp', bytes: await base.clone().webp().toBuffer() })
    expect(await sharp(await stored(webp.url)).metadata()).toMatchObject({ format: 'webp' })
    expect(webp.thumbUrl).toBeNull()

    const frames = Buffer.alloc(20 * 20 * 3, 0).fill(200, 0, 20 * 10 * 3)
    const gif = await sharp(frames, { raw: { width: 20, height: 20, channels: 3, pageHeight: 10 } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const animated = await upload({ name: 'a.gif', bytes: gif })
    expect(animated).toMatchObject({ w: 20, h: 10 })
    expect(await sharp(await stored(animated.url), { animated: true }).metadata()).toMatchObject({ pages: 2 })
  })

  it('takes a PDF as it is, and nothing that only says so', async () => {
    const bytes = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
    const pdf = await upload({ name: '收据.pdf', bytes }, { biz: 'voucher' })
    expect(pdf).toMatchObject({ kind: 'pdf', thumbUrl: null, w: null })
    expect(await stored(pdf.url)).toEqual(bytes)
    // It may hold scripts: a browser saves it, and opened by itself it may do nothing.
    expect((await get(pdf.url)).headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(await send({ biz: 'voucher' }, { name: 'a.pdf', bytes: (await photo()).bytes })).toMatchObject({
      errorCode: 11003,
    })
    const large = Buffer.concat([bytes, Buffer.alloc(11 * 1024 * 1024)])
    expect(await send({ biz: 'voucher' }, { name: 'a.pdf', bytes: large })).toMatchObject({
      errorCode: 11001,
      message: '单个文件不能超过10MB',
    })
  })

  const exe = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'), Buffer.alloc(512)])
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  it.each([
    ['a program named as a picture', 'cat.jpg', exe],
    ['a drawing that may carry scripts', 'a.svg', svg],
    ['the same under a picture name', 'a.png', svg],
    ['a page', 'a.html', Buffer.from('<!doctype html><p>hi</p>')],
    ['nothing at all', 'a.jpg', Buffer.alloc(0)],
    ['a video', 'clip.mp4', Buffer.from('\0\0\0\x18ftypmp42', 'latin1')],
  ])('refuses %s', async (_, name, bytes) => {
    const envelope = await send({ biz: 'pickup' }, { name, bytes })
    expect(envelope).toMatchObject({ success: false, errorCode: 11003, httpStatus: 200 })
    expect(envelope.message).toMatch(/^不支持的文件类型：/)
  })

  it('says that videos cannot be sent yet', async () => {
    const envelope = await send({ biz: 'pickup' }, { name: 'CLIP.MOV', bytes: Buffer.alloc(300_000) })
    expect(envelope.message).toBe('不支持的文件类型：暂不支持上传视频')
  })

  it('refuses a picture that is cut short', async () => {
    const { bytes } = await photo(800, 600)
    for (const length of [20, 200, bytes.length >> 1]) {
      const envelope = await send({ biz: 'pickup' }, { name: 'a.jpg', bytes: bytes.subarray(0, length) })
      expect(envelope).toMatchObject({ errorCode: 11003, message: '不支持的文件类型：图片已损坏，无法读取' })
    }
  })

  it('refuses a picture wider than 12,000 pixels', async () => {
    const envelope = await send({ biz: 'pickup' }, await photo(12_001, 2))
    expect(envelope).toMatchObject({ errorCode: 11003 })
    expect(envelope.message).toContain('12000像素')
  })

  it.each([
    [10, 101],
    [2300, 2],
  ])('refuses a moving picture of too much: %d pixels of a side, %d frames', async (side, frames) => {
    const one = side * side * 3
    const raw = Buffer.concat(Array.from({ length: frames }, (_, n) => Buffer.alloc(one, (n % 2) * 255)))
    const moving = sharp(raw, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    const bytes = await moving.gif({ delay: Array(frames).fill(50), keepDuplicateFrames: true, effort: 1 }).toBuffer()
    expect(await send({ biz: 'pickup' }, { name: 'a.gif', bytes })).toMatchObject({
      errorCode: 11003,
      message: '不支持的文件类型：动图不能超过100帧或共1000万像素，请改传静态图片',
    })
  })

  it('says of a HEIC picture what to do instead', async () => {
    const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(300)])
    expect(await send({ biz: 'pickup' }, { name: 'IMG_1.HEIC', bytes })).toMatchObject({
      errorCode: 11003,
      message: '不支持的文件类型：HEIC照片无法读取，请在相机设置中改用JPG，或截图后上传',
    })
  })

  it('refuses a file above 20 MB', async () => {
    const { bytes } = await photo()
    const large = Buffer.concat([bytes, Buffer.alloc(21 * 1024 * 1024)])
    const envelope = await send({ biz: 'pickup' }, { name: 'a.jpg', bytes: large })
    expect(envelope).toMatchObject({ errorCode: 11001, message: '单个文件不能超过20MB' })
  })

  it('names what is missing', async () => {
    expect(await send({ biz: 'pickup' }, null)).toMatchObject({ errorCode: -2, data: { field: 'file' } })
    expect(await send({ biz: 'nonsense' }, await photo())).toMatchObject({ errorCode: -2, data: { field: 'biz' } })
    expect(await send({ biz: 'pickup' }, await photo(), { key: 'short' })).toMatchObject({ errorCode: -2 })
    expect(await send({ biz: 'pickup' }, await photo(), { token: 'nobody' })).toMatchObject({ errorCode: -9 })
  })

  it.each([
    ['no boundary', 'multipart/form-data'],
    ['a boundary longer than any', `multipart/form-data; boundary=${'b'.repeat(3000)}`],
  ])('refuses a body with %s', async (_, type) => {
    const response = await t.app.inject({
      method: 'POST',
      url: contract.media.upload.path,
      headers: { 'content-type': type, token: w.tokens.clerk },
      payload: Buffer.from('--b\r\n\r\nabc'),
    })
    expect([response.statusCode, response.json().errorCode]).toEqual([200, -2])
  })

  it('answers a body that breaks off without a stack', async () => {
    // A disk that is slow to open a file: the body ends before its file is there.
    const open = fs.open.bind(fs)
    const slowly = vi.spyOn(fs, 'open').mockImplementation((...args: unknown[]) => {
      setTimeout(() => Reflect.apply(open, fs, args), 50)
    })
    const response = await t.app.inject({
      method: 'POST',
      url: contract.media.upload.path,
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'idempotency-key': 'broken-off',
        token: w.tokens.clerk,
      },
      payload: Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc'),
    })
    expect(response.json()).toMatchObject({ errorCode: -2, message: '参数错误：上传内容不完整，请重试' })
    expect(slowly).toHaveBeenCalledOnce()
    slowly.mockRestore()
  })

  const arrivals = () => readdir(join(t.kernel.config.dataDir, 'arrivals'))

  it('leaves nothing of refused files behind', async () => {
    expect(await arrivals()).toEqual([])
  })

  it('leaves nothing of a phone that went away', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = t.app.server.address() as AddressInfo
    const { body, type } = multipart({ biz: 'pickup' }, await photo(1200, 900))
    const phone = connect(port, '127.0.0.1')
    phone.write(
      [
        `POST ${contract.media.upload.path} HTTP/1.1`,
        'host: test',
        `token: ${w.tokens.clerk}`,
        'idempotency-key: went-away',
        `content-type: ${type}`,
        `content-length: ${body.length}`,
        '\r\n',
      ].join('\r\n'),
    )
    phone.write(body.subarray(0, body.length >> 1))
    await inTheEnd(async () => expect(await arrivals()).toHaveLength(1))
    // A command that runs beside the server takes nothing from it.
    const { config, clock, log } = t.kernel
    const beside = await buildApp({ config, addresses: t.database.addresses, clock, log, poolSize: 1 })
    await beside.close()
    expect(await arrivals()).toHaveLength(1)
    phone.destroy()
    await inTheEnd(async () => expect(await arrivals()).toEqual([]))
  })
})

describe('a repeated upload', () => {
  it('is the same file, with links that are good again', async () => {
    const file = await photo(200, 100)
    const first = (await send({ biz: 'pickup' }, file, { key: 'same-photo' })).data as Uploaded
    const before = t.clock.now()
    t.clock.set(before + 3_600_000)
    const again = await send({ biz: 'pickup' }, file, { key: 'same-photo' })
    const second = again.data as Uploaded
    expect(again.headers['x-idempotent-replay']).toBe('1')
    expect(second.mediaId).toBe(first.mediaId)
    expect(second.path).toBe(first.path)
    expect((await get(first.url)).statusCode).toBe(403)
    expect((await get(second.url)).statusCode).toBe(200)
    expect((await get(second.thumbUrl!)).statusCode).toBe(200)
    t.clock.set(before + 3_600_000 + 16 * 60_000)
    expect((await get(second.url)).statusCode).toBe(403)
    t.clock.set(before)
    const { rows } = await t.root.query('select count(*)::int as n from media where path = $1', [first.path])
    expect(rows[0].n).toBe(1)
  })

  it('with another file is refused', async () => {
    await send({ biz: 'pickup' }, await photo(30, 30), { key: 'reused-key' })
    expect(await send({ biz: 'pickup' }, await photo(31, 30), { key: 'reused-key' })).toMatchObject({ errorCode: -6 })
    expect(await send({ biz: 'return' }, await photo(30, 30), { key: 'reused-key' })).toMatchObject({ errorCode: -6 })
  })

  it('sent twice at once makes one file', async () => {
    const file = await photo(300, 200)
    const both = await Promise.all([1, 2].map(() => send({ biz: 'pickup' }, file, { key: 'double-tap' })))
    const ids = both.map((envelope) => (envelope.data as Uploaded).mediaId)
    expect(ids[0]).toBe(ids[1])
  })
})

it('does not let a document be read by attaching it to a remark', async () => {
  const orderId = await insertOrder(t, w, { status: orderStatus.confirmed })
  const [picture] = await uploadPhotos(t, 'remark', 1, w.tokens.clerk)
  const [document] = await uploadPhotos(t, 'person', 1, w.tokens.clerk)
  const remark = (photoIds: string[]) =>
    t.send(contract.order.saveRemark, { orderId, content: '看证件', photoIds }, { token: w.tokens.clerk })
  expect(await remark([document!])).toMatchObject({ errorCode: -4 })
  expect(await remark([picture!, document!])).toMatchObject({ errorCode: -4 })
  expect(await remark([picture!])).toMatchObject({ success: true })
  // It is that remark's now.
  expect(await remark([picture!])).toMatchObject({ errorCode: -4 })
})

describe('a link', () => {
  it('ends after 15 minutes, that of a document after 5', async () => {
    const plain = await upload(await photo())
    const document = await upload(await photo(), { biz: 'person' })
    const now = t.clock.now()
    t.clock.set(now + 6 * 60_000 + 1)
    expect((await get(plain.url)).statusCode).toBe(200)
    const ended = await get(document.url)
    expect(ended.statusCode).toBe(403)
    expect(ended.json()).toMatchObject({ success: false, errorCode: 11004, message: '链接已过期' })
    t.clock.set(now + 16 * 60_000 + 1)
    expect((await get(plain.url)).json()).toMatchObject({ errorCode: 11004 })
    t.clock.set(now)
  })

  it('leaves no copy of a person’s papers and of contracts in the browser', async () => {
    const kept = async (biz: string) => (await get((await upload(await photo(), { biz })).url)).headers['cache-control']
    for (const biz of ['person', 'agreement', 'signature']) expect(await kept(biz), biz).toBe('no-store')
    expect(await kept('vehicle')).toMatch(/^private, max-age=\d+$/)
    // An export names all customers of a list.
    const link = { variant: 'full', viewer: '1', now: t.clock.now(), seconds: 300 } as const
    for (const [name, bytes] of [
      ['orders.xlsx', Buffer.from('PK\u0003\u0004')],
      ['orders.csv', Buffer.from('订单号,姓名\n')],
      ['proof.pdf', Buffer.from('%PDF-1.7\n')],
    ] as const) {
      const path = `${w.merchantId}/job/202611/${name}`
      await t.kernel.media.put(path, bytes, null)
      const answer = await get(t.kernel.media.link(path, link))
      expect(answer, name).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } })
    }
  })

  it('opens nothing else than it was made for', async () => {
    const one = await upload(await photo())
    const two = await upload(await photo())
    const swapped = one.url.replace(one.path, two.path)
    const later = one.url.replace(/e=\d+/, 'e=9999999999')
    const full = one.thumbUrl!.replace('v=thumb', 'v=full')
    const unsigned = `/media/${one.path}`
    for (const url of [swapped, later, full, unsigned, '/media/../secrets', `${one.url}x`]) {
      expect([403, 404]).toContain((await get(url)).statusCode)
    }
  })

  it('that was forged, or is over, stands in the log under no address', async () => {
    const { url, path } = await upload(await photo())
    lines.length = 0
    const told = () =>
      lines.splice(0).map((line) => {
        const { security, what, from, ...rest } = JSON.parse(line) as Record<string, unknown>
        expect(from).toMatch(/^[0-9a-f]{16}$/)
        expect(JSON.stringify(rest)).not.toMatch(/127\.0\.0\.1|\/media\//)
        return `${security}:${what}`
      })
    await get(url)
    expect(told()).toEqual([])
    for (const forged of [url.replace(/e=\d+/, 'e=9999999999'), `${url}x`, `/media/${path}`]) await get(forged)
    expect(told()).toEqual(Array(3).fill('link:media.forged'))
    const now = t.clock.now()
    t.clock.set(now + 16 * 60_000 + 1)
    await get(url)
    t.clock.set(now)
    expect(told()).toEqual(['link:media.expired'])
  })
})

describe('a picture of papers', () => {
  const BLUE = [0x33, 0x66, 0xaa]
  /** Pixels that are no longer the one colour of the picture that was uploaded. */
  async function written(bytes: Buffer): Promise<{ share: number; width: number; height: number }> {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    let other = 0
    for (let at = 0; at < data.length; at += 3)
      if (BLUE.some((value, channel) => Math.abs(data[at + channel]! - value) > 24)) other++
    return { share: other / (info.width * info.height), width: info.width, height: info.height }
  }
  const seenBy = async (path: string, who: string, variant: 'full' | 'thumb' = 'full') => {
    const { rows } = await t.root.query('select id from account where merchant_id = $1 and name = $2', [
      w.merchantId,
      who,
    ])
    return get(t.kernel.media.link(path, { variant, viewer: rows[0].id, now: t.clock.now(), seconds: 300 }))
  }

  it('says in itself who looks and when, small or large, and lies unmarked where it is kept', async () => {
    const named = (from: string, to: string) =>
      t.root.query('update account set name = $3 where merchant_id = $1 and name = $2', [w.merchantId, from, to])
    await named('测试service', '赵钱孙')
    await named('测试channel', '周吴郑')
    const { path, url, thumbUrl } = await upload(await photo(3000, 2000), { biz: 'person' })
    const full = await get(url)
    expect(full.headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-disposition': 'inline' })
    const marked = await written(full.rawPayload)
    expect(marked).toMatchObject({ width: 2560, height: 1707 })
    expect(marked.share).toBeGreaterThan(0.03)
    expect((await written((await get(thumbUrl!)).rawPayload)).share).toBeGreaterThan(0.03)

    // Two whose names have no sign in common, and as many: the words are theirs and no boxes.
    for (const variant of ['full', 'thumb'] as const) {
      const [one, two, again] = [
        (await seenBy(path, '赵钱孙', variant)).rawPayload,
        (await seenBy(path, '周吴郑', variant)).rawPayload,
        (await seenBy(path, '赵钱孙', variant)).rawPayload,
      ]
      expect(one.equals(two)).toBe(false)
      expect(one.equals(again)).toBe(true)
    }
    t.clock.set(t.clock.now() + 60_000)
    expect((await seenBy(path, '测试clerk')).rawPayload.equals(full.rawPayload)).toBe(false)

    // What is read by a machine, and copied for the person, is the picture itself.
    expect(await written(await t.kernel.media.read(path))).toEqual({ share: 0, width: 3000, height: 2000 })
    expect((await written(await stored((await upload(await photo(300, 200))).url))).share).toBe(0)
  })

  it('of any type and shape is marked; one that cannot be is not shown', async () => {
    for (const [name, picture] of [
      ['long.png', sharp({ create: { width: 900, height: 14, channels: 4, background: '#3366aaff' } }).png()],
      ['dot.webp', sharp({ create: { width: 3, height: 3, channels: 3, background: '#3366aa' } }).webp()],
      ['card.gif', sharp({ create: { width: 400, height: 300, channels: 3, background: '#3366aa' } }).gif()],
    ] as const) {
      const { url } = await upload({ name, bytes: await picture.toBuffer() }, { biz: 'person' })
      expect(await get(url), name).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/jpeg' } })
    }
    const path = `${w.merchantId}/person/202611/1795334400000brokenOne.jpg`
    await t.kernel.media.put(path, (await photo(300, 200)).bytes.subarray(0, 400), null)
    const broken = await seenBy(path, '测试clerk')
    expect(broken.statusCode).toBe(503)
    expect(broken.headers['content-type']).toContain('json')
  })
})
