import { createHash } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { film } from '@cheyi/domain/platform/media/testing'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { asMerchant } from '../../kernel/enter.ts'
import { repairPendingWork } from '../../platform/pending-work/actions.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { multipart } from '../../testing/upload.ts'
import {
  bookArranged,
  confirmed,
  payDeposits,
  payRent,
  pictures,
  saveRecord,
  sendConfirm,
  signPaper,
} from '../../testing/world/handover.ts'
import { clerk, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* A video that the native shell (version 8 or later) still uploads may stand on a handover already. */

ownMerchant()

const { media, pickupReturn } = contract
const bytes = Buffer.from(film(20_000, 12).buffer)
const hash = (of: Buffer) => createHash('sha256').update(of).digest()

let serial = 0
const queued = async (by = owner()) => {
  const uploadKey = `queued-video-${++serial}`
  const begun = { uploadKey, name: 'car.mp4', size: bytes.length, biz: 'pickup' } as const
  return (await t.call(media.presign, begun, by)).mediaId
}

async function post(path: string, fields: Record<string, string>, file: Buffer | null) {
  const { body, type } = multipart(fields, file === null ? null : { name: 'part', bytes: file })
  const headers = { ...owner(), 'content-type': type }
  const answer = (await t.app.inject({ method: 'POST', url: path, headers, payload: body })).json()
  expect(answer).toMatchObject({ success: true })
}
async function arrive(mediaId: string) {
  await post(media.part.path, { mediaId, no: '0', sha256: hash(bytes).toString('hex') }, bytes)
  await post(media.complete.path, { mediaId, sha256: hash(hash(bytes)).toString('hex') }, null)
}

/** A car is handed over while its video is still in the phone. */
async function handedOver() {
  const { orderId, total } = await bookArranged(t, w)
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  t.clock.set((await t.call(contract.order.detail, { orderId }, owner())).pickupAt)
  const mediaId = await queued()
  const photos = [...(await pictures(t, w, handoverType.pickup)), { slot: 'video' as const, mediaId }]
  const { record } = await saveRecord(t, w, orderId, handoverType.pickup, { photos })
  await signPaper(t, w, orderId, handoverType.pickup, record.recordId)
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  return { orderId, mediaId, recordId: record.recordId }
}
const recordOf = async (orderId: string) => (await t.call(pickupReturn.records, { orderId }, owner())).records.at(-1)!
const filmOf = async (orderId: string) => (await recordOf(orderId)).photos.find(({ slot }) => slot === 'video')
const waiting = async () =>
  (await t.call(contract.todo.counts, {}, owner())).find(
    ({ code, link }) => code === 'video' && link.startsWith('/order?'),
  )?.count

it('is on the record at once, and can be looked at when it has come', async () => {
  const { orderId, mediaId } = await handedOver()
  expect(await filmOf(orderId)).toMatchObject({ coming: true, media: { mediaId, kind: 'video', url: '' } })
  await arrive(mediaId)
  const there = (await filmOf(orderId))!
  expect(there).toMatchObject({ coming: false, media: { mediaId } })
  expect((await t.app.inject({ url: there.media.url })).statusCode).toBe(200)
  t.clock.set(t.clock.now() + 25 * HOUR)
  expect(await waiting()).toBe(0)
})

it('is a to-do after a day without it, until it comes or another stands in its place', async () => {
  const first = await handedOver()
  t.clock.set(t.clock.now() + DAY - HOUR)
  expect(await waiting()).toBe(0)
  t.clock.set(t.clock.now() + 2 * HOUR)
  expect(await waiting()).toBe(1)
  // The hour in which unfinished files go leaves what a record waits for.
  t.clock.set(t.clock.now() + 2 * DAY)
  await runMerchants(t, 'orphans')
  await arrive(first.mediaId)
  expect(await waiting()).toBe(0)
  expect(await filmOf(first.orderId)).toMatchObject({ coming: false })
})

it('is replaced by a video that is added to the record', async () => {
  const { orderId, recordId } = await handedOver()
  t.clock.set(t.clock.now() + 25 * HOUR)
  expect(await waiting()).toBe(1)
  const other = await queued()
  await arrive(other)
  await t.call(pickupReturn.reissue, { recordId, mediaIds: [other], reason: '手机丢失，改用店里手机拍摄' }, owner())
  expect(await waiting()).toBe(0)
  expect((await recordOf(orderId)).photos.filter(({ media: one }) => one.kind === 'video')).toMatchObject([
    { coming: true },
    { coming: false, reissued: true },
  ])
  expect(await asMerchant(t.kernel, w.merchantId, repairPendingWork)).toEqual([])
})

it('nobody names the video of somebody else, or a picture that has not come', async () => {
  const { orderId } = await bookArranged(t, w)
  const theirs = await queued(clerk())
  const picture = await t.call(
    media.presign,
    { uploadKey: `queued-video-${++serial}`, name: 'car.jpg', size: 9_000_000, biz: 'pickup' },
    owner(),
  )
  const photos = await pictures(t, w, handoverType.pickup)
  for (const mediaId of [theirs, picture.mediaId])
    expect(
      await t.send(pickupReturn.pickUp, { orderId, photos: [...photos, { slot: 'video', mediaId }] }, owner()),
    ).toMatchObject({ errorCode: -4 })
})
