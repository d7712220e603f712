import { HOUR } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import type { Context } from '../../kernel/context.ts'
import { inContext } from '../../testing/context.ts'
import { photo, sendUpload, uploadPhotos } from '../../testing/upload.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import type { World } from '../../testing/world/world.ts'
import { deleteOrphans, inOrder, linkMedia, mediaViews, unlinkMedia } from './actions.ts'

sharedMerchant({ other: true })

type Who = keyof World['tokens']

const as = <T>(who: Who, work: (ctx: Context) => Promise<T>, world = w) => inContext(t, world, who, work)

const link = (who: Who, ids: string[], to: Parameters<typeof linkMedia>[2], world = w) =>
  as(who, (ctx) => linkMedia(ctx, ids, to), world)
const notFound = expect.objectContaining({ key: 'notFound' })

it('binds the uploader’s own files to one record, in one query', async () => {
  const ids = await uploadPhotos(t, 'pickup', 2, w.tokens.clerk)
  expect((await link('clerk', ids, { biz: 'pickup', bizId: '501', orderId: '9' })).queries).toBe(1)
  const { rows } = await t.root.query('select biz_id, order_id, linked_at from media where id = any ($1)', [ids])
  expect(rows.map((row) => [row.bizId, row.orderId, row.linkedAt !== null])).toEqual([
    ['501', '9', true],
    ['501', '9', true],
  ])
  // The record is saved again, by a colleague.
  await link('manager', ids, { biz: 'pickup', bizId: '501', orderId: '9' })
  // Another record may not take them, not even by the uploader.
  await expect(link('clerk', ids, { biz: 'pickup', bizId: '502' })).rejects.toEqual(notFound)
})

it('lets nobody name files of others, of another business or of another merchant', async () => {
  const [mine] = await uploadPhotos(t, 'remark', 1, w.tokens.clerk)
  await expect(link('manager', [mine!], { biz: 'remark', bizId: '1' })).rejects.toEqual(notFound)
  await expect(link('owner', [mine!], { biz: 'remark', bizId: '1' }, other)).rejects.toEqual(notFound)
  const [document] = await uploadPhotos(t, 'person', 1, w.tokens.clerk)
  await expect(link('clerk', [document!], { biz: 'remark', bizId: '1' })).rejects.toEqual(notFound)
  // One bad file refuses them all.
  await expect(link('clerk', [mine!, document!], { biz: 'remark', bizId: '1' })).rejects.toEqual(notFound)
  await expect(link('clerk', ['999999999'], { biz: 'remark', bizId: '1' })).rejects.toEqual(notFound)
  await link('clerk', [mine!, mine!], { biz: 'remark', bizId: '1' })
})

it('gives one of two records that want the same file at once', async () => {
  const ids = await uploadPhotos(t, 'expense', 1, w.tokens.clerk)
  const tries = ['601', '602', '603', '604'].map((bizId) => link('clerk', ids, { biz: 'expense', bizId }))
  const done = await Promise.allSettled(tries)
  expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect(done.filter((one) => one.status === 'rejected').map((one) => one.reason.key)).toEqual(
    Array(3).fill('notFound'),
  )
})

it('shows files in the order asked for, in one query, and documents only as documents', async () => {
  const [a, b] = await uploadPhotos(t, 'pickup', 2, w.tokens.clerk)
  const [document] = await uploadPhotos(t, 'person', 1, w.tokens.clerk)
  const asked = [b!, document!, a!, '999999999', b!]
  const { value, queries } = await as('fleet', (ctx) => mediaViews(ctx, asked))
  expect(queries).toBe(1)
  expect(inOrder(value, asked).map((view) => view.mediaId)).toEqual([b, a, b])
  expect(value.get(a!)).toMatchObject({ kind: 'image', w: 64, h: 48, takenAt: null })
  expect((await t.app.inject({ url: value.get(a!)!.thumbUrl! })).statusCode).toBe(200)

  const documents = await as('clerk', (ctx) => mediaViews(ctx, asked, { document: true }))
  expect([...documents.value.keys()]).toEqual([document])
  await expect(as('fleet', (ctx) => mediaViews(ctx, asked, { document: true }))).rejects.toEqual(
    expect.objectContaining({ key: 'forbidden' }),
  )
  expect((await as('owner', (ctx) => mediaViews(ctx, asked), other)).value.size).toBe(0)
  expect((await as('clerk', (ctx) => mediaViews(ctx, []))).queries).toBe(0)
})

it('deletes what nothing named within 48 hours, bytes included', async () => {
  const now = t.clock.now()
  const upload = async () =>
    (await sendUpload(t, { biz: 'return' }, await photo(), { token: w.tokens.clerk })).data as {
      mediaId: string
      url: string
      thumbUrl: string
    }
  const kept = await upload()
  const dropped = await upload()
  const lost = await upload()
  await link('clerk', [kept.mediaId, dropped.mediaId], { biz: 'return', bizId: '701' })
  await as('clerk', (ctx) => unlinkMedia(ctx, [dropped.mediaId, kept.mediaId], { biz: 'return', bizId: '702' }))
  await as('clerk', (ctx) => unlinkMedia(ctx, [dropped.mediaId], { biz: 'return', bizId: '701' }))

  t.clock.set(now + 47 * HOUR)
  expect((await as('owner', deleteOrphans)).value).toBe(0)
  const status = async (url: string) => (await t.app.inject({ url: await fresh(url) })).statusCode
  const fresh = async (url: string) => {
    const path = /^\/media\/([^?]+)/.exec(url)![1]!
    const variant = url.includes('v=thumb') ? 'thumb' : 'full'
    return t.kernel.media.link(path, { variant, viewer: '1', now: t.clock.now(), seconds: 900 })
  }
  expect(await status(lost.url)).toBe(200)

  t.clock.set(now + 49 * HOUR)
  expect((await as('owner', deleteOrphans, other)).value).toBe(0)
  expect((await as('owner', deleteOrphans)).value).toBeGreaterThanOrEqual(2)
  expect(await status(kept.url)).toBe(200)
  for (const url of [lost.url, lost.thumbUrl, dropped.url]) expect(await status(url)).toBe(404)
  expect((await as('owner', deleteOrphans)).value).toBe(0)
  await expect(link('clerk', [lost.mediaId], { biz: 'return', bizId: '701' })).rejects.toEqual(notFound)
  t.clock.set(now)
})
