import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import { HOUR } from '@cheyi/domain/time'
import { describe, expect, it, vi } from 'vitest'
import type { Envelope } from '../../testing/app.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { photo, sendUpload, uploadPhotos } from '../../testing/upload.ts'
import { clerk, manager, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

const { media } = contract
const MB = 1024 * 1024
const GB = 1024 * MB

ownMerchant({ other: true, poolSize: 8, env: { MERCHANT_QUOTA_GB: '1' } })

/** What is counted of a merchant, and what there is. */
async function counted(merchantId = w.merchantId): Promise<{ bytes: number; there: number }> {
  const { rows } = await t.root.query(
    `select coalesce((select bytes from media_space where merchant_id = $1), 0)::int as bytes,
       coalesce((select sum(size_bytes) from media where merchant_id = $1 and state in (0, 2)), 0)::int as there`,
    [merchantId],
  )
  return rows[0]
}
async function exactly(): Promise<number> {
  const { bytes, there } = await counted()
  expect(bytes).toBe(there)
  return bytes
}

let serial = 0
const beginFilm = (size: number, by = clerk()) =>
  t.send(media.presign, { uploadKey: `space-test-${++serial}`, name: 'a.mp4', size, biz: 'pickup' }, by)
const send = async (by = clerk()) => sendUpload(t, { biz: 'pickup' }, await photo(), by)

/** A film that a record names, so that the account may go on. */
async function named(size: number, by = clerk()): Promise<void> {
  const { mediaId } = (await beginFilm(size, by)).data as { mediaId: string }
  await t.root.query('update media set linked_at = created_at where id = $1', [mediaId])
}
const codes = (answers: readonly Envelope[]) => answers.map(({ errorCode }) => errorCode)

describe('what a merchant’s files take', () => {
  it('is counted as they come, side by side, and go, to the byte', async () => {
    const files = await Promise.all(Array.from({ length: 6 }, (_, n) => send([clerk(), manager()][n % 2])))
    expect(codes(files)).toEqual(Array(6).fill(0))
    const sent = await exactly()
    expect(sent).toBe(files.reduce((sum, { data }) => sum + (data as { size: number }).size, 0))
    await beginFilm(5 * MB)
    expect(await exactly()).toBe(sent + 5 * MB)
    t.clock.advance(49 * HOUR)
    await runMerchants(t, 'orphans')
    expect(await exactly()).toBe(0)
    // Nobody else's.
    expect(await counted(other.merchantId)).toEqual({ bytes: 0, there: 0 })
  })

  it('is shown beside what they may take', async () => {
    await beginFilm(300 * MB)
    const { space } = await t.call(contract.merchant.detail, {}, owner())
    expect(space).toEqual({ usedBytes: 300 * MB, quotaBytes: GB })
  })
})

describe('a merchant whose space is used up', () => {
  it('sends what there is room for and not a file more, also side by side; papers are printed all the same', async () => {
    const { size } = (await send()).data as { size: number }
    for (let n = 0; n < 3; n++) await named(300 * MB)
    // Room for three pictures more.
    await named(GB - 900 * MB - 4 * size)
    const folder = join(t.kernel.config.mediaDir, w.merchantId, 'pickup', '202611')
    const before = (await readdir(folder)).length
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => send([clerk(), manager()][n % 2])))
    expect(codes(answers).toSorted((a, b) => a - b)).toEqual([0, 0, 0, ...Array(5).fill(11005)])
    expect(answers.find(({ success }) => !success)).toMatchObject({
      httpStatus: 200,
      message: '存储空间已用完（共1GB），请联系平台扩容',
    })
    expect(await exactly()).toBe(GB)
    // Each picture with its thumbnail, and nothing of the others.
    expect((await readdir(folder)).length - before).toBe(6)
    expect(await beginFilm(1)).toMatchObject({ errorCode: 11005 })
    expect(await send({ token: other.tokens.owner })).toMatchObject({ success: true })
    const clauses = [
      { title: '租期', text: '{{承租方}}租用{{车牌号}}，自{{取车时间}}至{{约定还车时间}}', strong: true },
    ]
    const template = { type: 1, title: '租车合同', clauses, consent: '我同意' } as const
    expect(await t.send(contract.agreement.previewTemplate, template, owner())).toMatchObject({ success: true })
  })
})

describe('an account', () => {
  it('has so much that no record names, and no more; what a record names and what is deleted counts no longer', async () => {
    // The quota of the merchant, which is as much here, stays out of sight.
    for (let n = 0; n < 3; n++) expect(await beginFilm(300 * MB)).toMatchObject({ success: true })
    await t.root.query('update media_space set bytes = 0')
    const refused = {
      errorCode: 11006,
      message: '已上传而未保存到单据的文件超过1GB，请先保存单据，未保存的文件48小时后自动清除',
    }
    expect(await beginFilm(300 * MB)).toMatchObject(refused)
    expect(await beginFilm(300 * MB, manager())).toMatchObject({ success: true })
    await t.root.query('update media set linked_at = created_at where merchant_id = $1', [w.merchantId])
    expect(await beginFilm(300 * MB)).toMatchObject({ success: true })
  })

  it('has its small files counted as what they take of a disk', async () => {
    for (let n = 0; n < 3; n++) await beginFilm(300 * MB)
    await t.root.query('update media_space set bytes = 0')
    const [mediaId] = await uploadPhotos(t, 'pickup', 1, clerk().token)
    const few = (GB - 900 * MB) / (16 * 1024) - 1
    await t.root.query(
      `insert into media (merchant_id, biz, kind, path, mime, size_bytes, sha256, uploader_id, created_at)
       select merchant_id, biz, kind, 'p' || n, mime, 1, sha256, uploader_id, created_at
         from media, generate_series(1, $2) n where id = $1`,
      [mediaId, few],
    )
    expect(await send()).toMatchObject({ errorCode: 11006 })
    expect(await send(manager())).toMatchObject({ success: true })
    // They go, however many they are.
    t.clock.advance(49 * HOUR)
    for (let n = 0; n < 2; n++) await runMerchants(t, 'orphans')
    expect(await send()).toMatchObject({ success: true })
    // 8,000 rows are written and deleted, more than one run of the job takes.
  }, 90_000)
})

describe('a disk that is almost full', () => {
  it('has uploads wait, read to their end and kept nowhere; everything else goes on', async () => {
    vi.spyOn(t.kernel.disk, 'hasRoom').mockResolvedValue(false)
    expect(await send()).toMatchObject({
      errorCode: -7,
      httpStatus: 429,
      message: '服务器存储空间不足，暂不能上传文件，请稍后再试',
    })
    const arrivals = join(t.kernel.config.dataDir, 'arrivals')
    expect(existsSync(arrivals) ? await readdir(arrivals) : []).toEqual([])
    expect(await t.send(contract.merchant.detail, {}, owner())).toMatchObject({ success: true })
    vi.restoreAllMocks()
    expect(await send()).toMatchObject({ success: true })
  })
})
