import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import { HOUR } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { retireKeys } from '../../command/renew-keys.ts'
import { newClient } from '../../kernel/db/pools.ts'
import { asSystem } from '../../kernel/make-context.ts'
import { deleteOrphans } from '../../platform/media/actions.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { misSigned, type S3Bucket, s3Bucket } from '../../testing/s3.ts'
import { multipart, photo, uploadPhotos } from '../../testing/upload.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { bucketFiles } from './bucket.ts'
import { diskFiles } from './disk.ts'
import { moveFiles } from './move.ts'
import { openFiles } from './open.ts'

let bucket: S3Bucket
let t: TestApp
let w: World

beforeAll(async () => {
  bucket = s3Bucket()
  const { url, region, accessKeyId, secretAccessKey } = await bucket.account()
  t = await testApp({
    env: { S3_URL: url, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
  })
  w = await makeWorld(t)
})
afterAll(async () => {
  await t.close()
  await bucket.close()
})
beforeEach(() => {
  bucket.mood = 'well'
})

it('is held to the example that AWS publishes for signatures', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const authorization =
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
  const headers = {
    ...{ host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9', authorization },
    ...{ 'x-amz-content-sha256': empty, 'x-amz-date': '20130524T000000Z' },
  }
  const request = { method: 'GET', url: '/test.txt', headers }
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  const now = Date.UTC(2013, 4, 24)
  expect(misSigned(request, secret, now)).toBeNull()
  expect(misSigned({ ...request, url: '/test.tx' }, secret, now)).toBe('SignatureDoesNotMatch')
  expect(misSigned(request, `${secret}x`, now)).toBe('SignatureDoesNotMatch')
  expect(misSigned(request, secret, now + HOUR)).toBe('RequestTimeTooSkewed')
})

const upload = async (key: string) => {
  const { body, type } = multipart({ biz: 'pickup' }, await photo(120, 90))
  const headers = { token: w.tokens.clerk, 'idempotency-key': key, 'content-type': type }
  const answer = await t.app.inject({ method: 'POST', url: contract.media.upload.path, headers, payload: body })
  return { status: answer.statusCode, envelope: answer.json() }
}
const pathsOf = async (ids: readonly string[]): Promise<string[]> =>
  (await t.root.query('select path from media where id = any($1)', [ids])).rows.map(({ path }) => path)

describe('files in a bucket', () => {
  it('are uploaded, shown behind links, and deleted by the jobs, sealed all the while', async () => {
    const { envelope } = await upload('bucket-1')
    const { path, url, thumbUrl, mediaId } = envelope.data
    expect([...bucket.objects.keys()].filter((name) => name.startsWith(path))).toHaveLength(2)
    const shown = await t.app.inject({ url })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await t.app.inject({ url: thumbUrl })).statusCode).toBe(200)
    expect(bucket.objects.get(path)!.includes(shown.rawPayload.subarray(0, 16))).toBe(false)
    t.clock.advance(49 * HOUR)
    const { kernel } = t
    const vault = await kernel.vaults.merchant(w.merchantId)
    const of = { name: 'orphans', merchantId: w.merchantId, vault }
    expect(await asSystem(kernel, of, deleteOrphans)).toBe(1)
    await kernel.afterwards.idle()
    expect([...bucket.objects.keys()].filter((name) => name.startsWith(path))).toEqual([])
    expect((await t.root.query('select state from media where id = $1', [mediaId])).rows).toEqual([{ state: 4 }])
    expect((await t.app.inject({ url })).statusCode).toBe(403)
  })

  it.each(['broken', 'cut'] as const)(
    'that is %s answers 503, and the same upload is kept once it is well',
    async (mood) => {
      const { envelope: kept } = await upload(`before-${mood}`)
      bucket.mood = mood
      const key = `during-${mood}`
      const refused = await upload(key)
      expect([refused.status, refused.envelope]).toMatchObject([503, { errorCode: -1 }])
      expect((await t.app.inject({ url: kept.data.url })).statusCode).toBe(503)
      bucket.mood = 'well'
      const again = await upload(key)
      expect(again).toMatchObject({ status: 200, envelope: { success: true } })
      expect((await t.app.inject({ url: kept.data.url })).statusCode).toBe(200)
      const { rows } = await t.root.query('select count(*)::int as n from media where path = $1', [
        again.envelope.data.path,
      ])
      expect(rows).toEqual([{ n: 1 }])
    },
  )

  it('that have no row are deleted at night, page by page of the bucket', async () => {
    const [kept] = await pathsOf(await uploadPhotos(t, 'pickup', 1, w.tokens.clerk))
    const stray = `${w.merchantId}/pickup/202601/stray.jpg`
    bucket.objects.set(stray, Buffer.from('bytes'))
    await runMerchants(t, 'strays')
    expect([bucket.objects.has(kept!), bucket.objects.has(stray)]).toEqual([true, false])
  })

  it('are sealed anew where keys are renewed, page by page of the bucket', async () => {
    const [path] = await pathsOf(await uploadPhotos(t, 'pickup', 1, w.tokens.clerk))
    const bytes = await t.kernel.media.read(path!)
    // As an older version wrote it.
    bucket.objects.set(path!, bytes)
    const client = newClient({ connectionString: t.database.migratorUrl })
    await client.connect()
    const quiet = { info() {}, warn() {} }
    const { config, vaults } = t.kernel
    expect(await retireKeys({ client, place: config, vaults, files: openFiles(config), log: quiet })).toMatchObject({
      files: 1,
    })
    await client.end()
    expect(bucket.objects.get(path!)).not.toEqual(bytes)
    expect(await t.kernel.media.read(path!)).toEqual(bytes)
  })
})

describe('a bucket', () => {
  it('is tried before a server listens: its address, its keys, and that it answers', async () => {
    const account = await bucket.account()
    await bucketFiles(account).check()
    expect(bucket.objects.has('cheyi-check')).toBe(false)
    const wrong = { ...account, secretAccessKey: 'other' }
    await expect(bucketFiles(wrong).check()).rejects.toThrow('S3_ 开头的各环境变量')
    await expect(bucketFiles({ ...account, url: account.url.replace('/shop', '/nobody') }).check()).rejects.toThrow(
      '对象存储',
    )
    bucket.mood = 'hang'
    await expect(bucketFiles(account, 200).check()).rejects.toThrow(/不可用.*(aborted|timeout)/)
    await expect(bucketFiles({ ...account, url: 'http://127.0.0.1:1/shop' }, 200).check()).rejects.toThrow('不可用')
  })
})

describe('moving from the disk', () => {
  it('takes what was there along beside a server that works, and goes on where it stopped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cheyi-disk-'))
    const disk = diskFiles(folder)
    const account = await bucket.account()
    const to = bucketFiles(account)
    const names = Array.from({ length: 5 }, (_, n) => `${w.merchantId}/pickup/202611/move-${n}.jpg`)
    const bytes = randomBytes(5000)
    for (const name of names) await disk.write(name, bytes)
    const both = openFiles({ mediaDir: folder, bucket: account })
    // Read before it moved, and deleted before it moved.
    expect(await both.read(names[0]!)).toEqual(bytes)
    await both.remove(names[4]!)
    // The bucket fails after two of them.
    const left = async () => {
      const names: string[] = []
      for await (const name of disk.names()) names.push(name)
      return names
    }
    let written = 0
    const failing = {
      ...to,
      write: (name: string, of: Buffer) => (++written > 2 ? Promise.reject(new Error('full')) : to.write(name, of)),
    }
    await expect(moveFiles(disk, failing, () => {})).rejects.toThrow('full')
    expect(await left()).toHaveLength(2)
    const [doomed] = await left()
    // Deleted by a server between reading it and writing it.
    const racing = {
      ...to,
      async write(name: string, of: Buffer) {
        if (name === doomed) await both.remove(name)
        await to.write(name, of)
      },
    }
    await moveFiles(disk, racing, () => {})
    expect(await left()).toEqual([])
    const held = names.slice(0, 4).filter((name) => bucket.objects.has(name))
    expect(held).toHaveLength(3)
    for (const name of held) expect(await both.read(name)).toEqual(bytes)
    expect(await moveFiles(disk, to, () => {})).toBe(0)
    await rm(folder, { recursive: true })
  })
})
