import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { film } from '@cheyi/domain/platform/media/testing'
import { agreementType } from '@cheyi/domain/rental/agreement/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import * as pki from 'pkijs'
import { beforeAll, expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import type { PaperJob } from '../../kernel/ports.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { codeTo } from '../../testing/sms.ts'
import { multipart, photo, sendUpload } from '../../testing/upload.ts'
import { confirmed, handOut, renter, saveRecord, sendConfirm } from '../../testing/world/handover.ts'
import { handOutLong, saveLongPrices } from '../../testing/world/long.ts'
import {
  car,
  clerk,
  finance,
  fleet,
  orderRow,
  other,
  owner,
  sharedMerchant,
  t,
  w,
} from '../../testing/world/merchant.ts'

/* The proof of an order in one file. */

const { dispute, job, agreement, media } = contract

// It is printed in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

sharedMerchant({ cars: 3, poolSize: 8, other: true })

const PHONE = '18621070937'
const sha256 = (of: Buffer) => createHash('sha256').update(of).digest()
const hex = (of: Buffer) => sha256(of).toString('hex')
/** Of the machines that have it: what accepts a signed PDF besides us. */
const hasPoppler = spawnSync('pdfsig', ['-v']).error === undefined

/** A film of the walk around the car, in parts. */
async function filmed(): Promise<{ mediaId: string; bytes: Buffer }> {
  const bytes = Buffer.from(film(20_000, 12).buffer)
  const begun = { uploadKey: 'film-of-pack', name: 'car.mp4', size: bytes.length, biz: 'return' } as const
  const { mediaId } = await t.call(media.presign, begun, owner())
  const post = async (path: string, fields: Record<string, string>, file: Buffer | null) => {
    const { body, type } = multipart(fields, file === null ? null : { name: 'part', bytes: file })
    const headers = { authorization: `Bearer ${w.tokens.owner}`, 'content-type': type }
    return (
      await t.app.inject({ method: 'POST', url: path, headers: { ...owner(), ...headers }, payload: body })
    ).json()
  }
  await post(media.part.path, { mediaId, no: '0', sha256: hex(bytes) }, bytes)
  expect(await post(media.complete.path, { mediaId, sha256: hex(sha256(bytes)) }, null)).toMatchObject({
    success: true,
  })
  return { mediaId, bytes }
}

/** Pictures, each like no other. */
async function taken(): Promise<{ slot: (typeof requiredSlots)[number]; mediaId: string }[]> {
  return Promise.all(
    requiredSlots.map(async (slot, i) => {
      const { data } = await sendUpload(t, { biz: 'return' }, await photo(64 + i, 48), owner())
      return { slot, mediaId: (data as { mediaId: string }).mediaId }
    }),
  )
}

interface Made {
  readonly orderId: string
  readonly file: Buffer
  readonly printed: PaperJob
  readonly video: { mediaId: string; bytes: Buffer }
}
let made: Made

/** A rental that was driven and returned, its return signed on the phone, and its pack. */
beforeAll(async () => {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: at('11-20T10:00'), returnAt: at('11-22T10:00') } })
  t.clock.set(at('11-22T10:00'))
  const video = await filmed()
  const { record } = await saveRecord(t, w, orderId, handoverType.return, {
    mileageKm: 10_100,
    note: '客户另留电话13912345678',
    photos: [...(await taken()), { slot: 'video', mediaId: video.mediaId }],
  })
  const { agreementId } = await t.call(agreement.generateReturn, { orderId, recordId: record.recordId }, owner())
  const { path } = await t.call(agreement.signLink, { agreementId, way: 3 as const }, owner())
  const token = new URL(path, 'http://x').searchParams.get('t')!
  await t.call(agreement.signCode, { t: token }, {})
  const hand = Array.from({ length: 40 }, (_, n) => 100 + n * 7)
  await t.call(agreement.sign, { t: token, smsCode: await codeTo(t, PHONE), agree: true, hand }, {})
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.return, actualAt: at('11-22T10:00') }))
  made = { orderId, video, ...(await pack(orderId)) }
}, 180_000)

/** Asks for the pack of an order and waits for it. */
async function pack(orderId: string): Promise<{ file: Buffer; printed: PaperJob }> {
  const printed: PaperJob[] = []
  const { papers } = t.kernel.outside
  const print = papers.print.bind(papers)
  const spy = vi.spyOn(papers, 'print').mockImplementation((one, whose) => {
    printed.push(one)
    return print(one, whose)
  })
  const { jobId } = await t.call(dispute.make, { orderId }, owner())
  await workOff(t.jobs, bulk)
  spy.mockRestore()
  const done = await t.call(job.detail, { jobId }, owner())
  expect(done).toMatchObject({ state: jobState.done, resultName: expect.stringMatching(/^举证文件JZ.*\.pdf$/) })
  return { file: (await t.app.inject({ url: done.resultUrl! })).rawPayload, printed: printed.at(-1)! }
}

const packsOf = async (orderId: string) =>
  (await t.call(agreement.status, { orderId }, clerk())).filter(({ type }) => type === agreementType.pack)

const said = ({ document }: PaperJob) => [...document.sections, ...(document.annex ?? [])]
const rowsOf = (printed: PaperJob, title: string) => said(printed).find((one) => one.title === title)?.rows ?? []

it('says the order, both handovers, what was billed and moved, and its whole history', async () => {
  const { orderId, printed } = made
  const order = await orderRow(orderId)
  expect(rowsOf(printed, '订单')).toEqual(
    expect.arrayContaining([
      { label: '订单号', text: order.orderNo },
      { label: '状态', text: '已还车' },
    ]),
  )
  expect(rowsOf(printed, '取车交接')).toContainEqual({ label: '里程', text: '10000公里' })
  expect(rowsOf(printed, '还车交接')).toContainEqual({ label: '里程', text: '10100公里' })
  const bill = await t.call(contract.expense.bill, { orderId }, owner())
  expect(printed.document.fees.map(({ total }) => total)).toEqual(bill.groups.map(({ subtotal }) => subtotal))
  expect(rowsOf(printed, '收支流水')).toHaveLength(bill.flows.length)
  const log = await t.call(contract.order.log, { orderId, pageSize: 100 }, owner())
  // Its own making came after what it tells.
  expect(rowsOf(printed, '订单记录').map(({ text }) => text.split('　')[0])).toEqual(
    log.list
      .slice(1)
      .map(({ text }) => text)
      .toReversed(),
  )
  expect(log.list[0]!.text).toBe('生成举证文件')
})

it('masks the numbers of persons, also where somebody typed them', () => {
  const text = JSON.stringify(made.printed.document)
  expect(text).toContain('186****0937')
  expect(text).toContain('客户另留电话139****5678')
  expect(text).not.toContain(PHONE)
  expect(text).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
  expect(text).not.toMatch(/(?<!\d)\d{17}[\dX](?![\dA-Za-z])/)
})

it('names every picture and video by the digest of its own file', async () => {
  const { printed, orderId, video } = made
  const listed = rowsOf(printed, '照片与视频的摘要').map(({ text }) => /SHA-256 ([0-9a-f]{64})/.exec(text)![1])
  const { rows } = await t.root.query<{ ids: string[] }>(
    `select array_agg(p ->> 'mediaId' order by r.type, n) as ids from pickup_return_record r,
       jsonb_array_elements(photos) with ordinality as e (p, n) where order_id = $1`,
    [orderId],
  )
  const ids = rows[0]!.ids
  expect(ids).toHaveLength(11)
  const bytes = await Promise.all(
    ids.map(async (id) => {
      if (id === video.mediaId) return video.bytes
      const file = await t.root.query('select path from media where id = $1', [id])
      return t.kernel.media.read(file.rows[0].path)
    }),
  )
  expect(listed).toEqual(bytes.map(hex))
  // Pictures stand there to be seen, the photographed paper of the pickup among them; a film does not.
  expect(printed.document.photos.map((one) => one.sha256)).toEqual(
    expect.arrayContaining(bytes.filter((one) => one !== video.bytes).map(hex)),
  )
  expect(printed.document.photos).toHaveLength(11)
})

it('is sealed whole by the merchant, and told by its code', async () => {
  const { file, orderId } = made
  const [, , b, c, d] = /\/ByteRange \[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(file.toString('latin1'))!.map(Number)
  expect(c! + d!).toBe(file.length)
  const cms = new Uint8Array(Buffer.from(file.subarray(b! + 1, c! - 1).toString('latin1'), 'hex'))
  const signedData = new pki.SignedData({ schema: pki.ContentInfo.fromBER(cms.buffer).content })
  const data = new Uint8Array(Buffer.concat([file.subarray(0, b), file.subarray(c)]))
  expect(await signedData.verify({ signer: 0, data: data.buffer, checkChain: false })).toBe(true)

  const [paper] = await packsOf(orderId)
  expect(paper).toMatchObject({ status: 2 })
  const row = (await t.root.query('select * from agreement where id = $1', [paper!.agreementId])).rows[0]
  expect(await t.call(agreement.verify, { c: row.verifyCode }, {})).toMatchObject({
    type: agreementType.pack,
    signedSha256: hex(file),
    selfIssued: true,
  })
  expect((await t.app.inject({ url: paper!.pdfUrl! })).rawPayload).toEqual(file)
})

it.runIf(hasPoppler)('is accepted by poppler: signature, texts, and the signed paper inside', async () => {
  const { file, printed, orderId } = made
  const folder = mkdtempSync(join(tmpdir(), 'pack-'))
  try {
    const path = join(folder, 'pack.pdf')
    writeFileSync(path, file)
    const run = (program: string, ...more: string[]) => execFileSync(program, more, { encoding: 'utf8', cwd: folder })
    const sig = run('pdfsig', path)
    expect(sig).toContain('Signature is Valid.')
    expect(sig).toContain('Total document signed')
    const text = run('pdftotext', '-layout', path, '-').replaceAll(/\s/g, '')
    for (const { sha256: digest } of printed.document.photos) expect(text).toContain(digest)
    run('pdfdetach', '-saveall', path)
    const inside = readdirSync(folder).filter((name) => name !== 'pack.pdf')
    expect(inside).toHaveLength(1)
    const signed = await t.root.query(
      'select signed_sha256 from agreement where order_id = $1 and type = $2 and status = 2',
      [orderId, agreementType.return],
    )
    expect(sha256(readFileSync(join(folder, inside[0]!)))).toEqual(signed.rows[0].signedSha256)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('is made anew as often as it is asked for, each in the history, and keeps no return from being undone', async () => {
  const { orderId } = made
  const before = await packsOf(orderId)
  await pack(orderId)
  expect(await packsOf(orderId)).toHaveLength(before.length + 1)
  const detail = await t.call(contract.order.detail, { orderId }, owner())
  expect(detail.undo).not.toBeNull()
})

it('is made of a long rental with its plan', async () => {
  await saveLongPrices(t, w)
  t.clock.set(Date.parse('2027-01-31T10:00:00+08:00'))
  const form = { renterId: await renter(t, w, { licenceExpire: '2035-03-01' }), vehicleId: car(1).id }
  const { printed } = await pack(await handOutLong(t, w, { form }))
  expect(rowsOf(printed, '分期')).toHaveLength(6)
  expect(rowsOf(printed, '还车交接')).toEqual([])
})

it('is for who deals with papers and sees the money, of their own merchant', async () => {
  const { orderId } = made
  for (const who of [finance(), fleet()])
    expect(await t.send(dispute.make, { orderId }, who)).toMatchObject({ errorCode: -3 })
  expect(await t.send(dispute.make, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
})
