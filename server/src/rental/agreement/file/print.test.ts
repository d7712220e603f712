import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { canonicalText } from '@cheyi/domain/rental/agreement/document'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { runDue } from '../../../testing/jobs.ts'
import { photo, sendUpload, uploadPhotos } from '../../../testing/upload.ts'
import { sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { insertOrder } from '../../../testing/world/orders.ts'

const { agreement } = contract

sharedMerchant()
let renterId: string
beforeAll(async () => {
  const saved = await t.call(
    contract.driver.savePerson,
    {
      name: '周明轩',
      phone: '13812345678',
      identityType: 1,
      identityNo: '11010519491231002X',
      licenceNo: '11010519491231002X',
      licenceClass: 'C1',
    },
    { token: w.tokens.clerk },
  )
  renterId = saved.personId
})

/** An order that is ready for its contract: two photos and a mark on the car. */
async function ready() {
  const car = w.vehicles.lavida[0]!
  const orderId = await insertOrder(t, w, {
    status: orderStatus.arranged,
    renterId,
    vehicleId: car.id,
    plate: car.plate,
  })
  const photoIds = await uploadPhotos(t, 'pickup', 2, w.tokens.clerk)
  const photos = photoIds.map((mediaId, n) => ({
    slot: n === 0 ? 'front' : 'rear',
    mediaId,
    reissued: false,
    at: t.clock.now(),
  }))
  const mark = { markId: 'm', part: 'leftFrontDoor', kind: 1, x: 0.4, y: 0.8, isNew: true, photoIds: [], reason: '' }
  const { rows } = await t.root.query<{ id: string }>(
    `insert into pickup_return_record
       (merchant_id, order_id, type, vehicle_id, mileage_km, fuel_eighths, photos, damage_marks, operator_id)
     values ($1, $2, 0, $3, 10000, 8, $4, $5, 0) returning id`,
    [w.merchantId, orderId, car.id, JSON.stringify(photos), JSON.stringify([mark])],
  )
  return { orderId, recordId: rows[0]!.id, photoIds }
}
const generate = (input: object, key?: string) =>
  t.send(agreement.generatePickup, input, { token: w.tokens.clerk, key })
/** How much shows of each picture of a file that has a mask: in its corner and in its middle, 0 to 255. */
function transparencies(pdf: Buffer): { corner: number; middle: number }[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/SMask (\d+) 0 R/g)].map(([, id]) => {
    const head = text.indexOf(`\n${id} 0 obj`)
    const from = text.indexOf('stream\n', head) + 7
    const mask = inflateSync(pdf.subarray(from, text.indexOf('\nendstream', from)))
    return { corner: mask[0]!, middle: mask[(mask.length + Math.sqrt(mask.length)) >> 1]! }
  })
}
/** Where the file of the order's document is, once it was printed. */
async function fileOf(orderId: string): Promise<string> {
  await runDue(t, 'agreementPrint')
  const [paper] = await t.call(agreement.status, { orderId }, { token: w.tokens.clerk })
  return paper!.pdfUrl!
}
const read = async (agreementId: string) =>
  (await t.root.query('select * from agreement where id = $1', [agreementId])).rows[0]

describe('a printed paper', () => {
  it('waits for its signature: a file whose digest is kept, and whose content is what was stored', async () => {
    const order = await ready()
    const { photoIds, ...input } = order
    const answer = await generate(input)
    expect(answer).toMatchObject({ success: true, data: { status: 1 } })
    const { agreementId } = answer.data as { agreementId: string }

    const file = await t.app.inject({ url: await fileOf(order.orderId) })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.headers['content-disposition']).toBe('inline')
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const row = await read(agreementId)
    expect(row.pdfSha256).toEqual(createHash('sha256').update(file.rawPayload).digest())

    const { document } = row.fields
    expect(row.contentSha256).toEqual(createHash('sha256').update(canonicalText(document)).digest())
    expect(document).toMatchObject({ title: '机动车租赁合同', renter: '周明轩', lessor: '测试租车' })
    expect(document.photos.map((photo: { mediaId: string }) => photo.mediaId)).toEqual(photoIds)
    expect(document.marks).toMatchObject([{ text: '左前门 划痕（新增）', isNew: true }])
    expect(document.clauses[0].text).toContain('出租给承租方周明轩使用')
    expect(JSON.stringify(document)).not.toMatch(/\{\{|11010519491231002X|13812345678/)

    // Whoever sees orders knows of it; the file is for who deals with papers.
    const status = (token: string) => t.call(agreement.status, { orderId: order.orderId }, { token })
    expect(await status(w.tokens.clerk)).toMatchObject([{ status: 1, agreementNo: row.agreementNo }])
    expect(await status(w.tokens.finance)).toMatchObject([{ status: 1, pdfUrl: null }])
  })

  it('is made once for one key, and anew for another: the one before is void, both files stay', async () => {
    const { photoIds, ...input } = await ready()
    const first = await generate(input, 'paper-key-1')
    expect((await generate(input, 'paper-key-1')).data).toMatchObject({
      agreementId: (first.data as { agreementId: string }).agreementId,
    })
    await runDue(t, 'agreementPrint')
    const second = await generate(input, 'paper-key-2')
    await runDue(t, 'agreementPrint')
    const papers = await t.call(agreement.status, { orderId: input.orderId }, { token: w.tokens.clerk })
    expect(papers.map(({ status }) => status)).toEqual([1, 4])
    expect(papers[0]!.agreementId).toBe((second.data as { agreementId: string }).agreementId)
    for (const { pdfUrl } of papers) expect((await t.app.inject({ url: pdfUrl! })).statusCode).toBe(200)
  })

  it('shows the seal of the company where its picture was uploaded, the white of it transparent, until it is retired', async () => {
    const owner = { token: w.tokens.owner }
    const sealed = async () => {
      const { photoIds, ...input } = await ready()
      await generate(input)
      return transparencies((await t.app.inject({ url: await fileOf(input.orderId) })).rawPayload)
    }
    expect(await sealed()).toEqual([])
    const scan = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'white' } })
      .composite([
        { input: Buffer.from('<svg width="400" height="400"><circle cx="200" cy="200" r="100" fill="#d22"/></svg>') },
      ])
      .jpeg()
      .toBuffer()
    const file = { name: 'seal.jpg', bytes: scan }
    const { mediaId } = (await sendUpload(t, { biz: 'merchant' }, file, owner)).data as { mediaId: string }
    const { stampId } = await t.call(agreement.saveStamp, { mediaId }, owner)
    expect(await t.call(agreement.stamp, {}, owner)).toMatchObject({ stamp: { stampId, picture: { mediaId } } })
    expect(await sealed()).toEqual([{ corner: 0, middle: 255 }])

    const small = await sendUpload(t, { biz: 'merchant' }, await photo(199, 400, 'small.png'), owner)
    expect(
      await t.send(agreement.saveStamp, { mediaId: (small.data as { mediaId: string }).mediaId }, owner),
    ).toMatchObject({
      errorCode: -2,
      message: '参数错误：印章图样宽高均不能小于200像素',
    })
    await t.call(agreement.retireStamp, { stampId }, owner)
    expect(await sealed()).toEqual([])
  })

  it('is refused for what it lacks, by name', async () => {
    const { photoIds, ...input } = await ready()
    await t.root.query('update pickup_return_record set mileage_km = null where id = $1', [input.recordId])
    expect(await generate(input)).toMatchObject({ errorCode: 5402, message: '合同信息不完整：取车里程' })
  })

  it('cannot be changed by anybody who writes to the table', async () => {
    const { photoIds, ...input } = await ready()
    const { agreementId } = (await generate(input)).data as { agreementId: string }
    await runDue(t, 'agreementPrint')
    const refused = async (change: string, words: string) =>
      expect(t.root.query(`update agreement set ${change} where id = $1`, [agreementId])).rejects.toThrow(words)
    for (const change of [`fields = '{}'`, `content_sha256 = ''`, `verify_code = 'x'`])
      await refused(change, 'what was made is not changed')
    await refused(`pdf_path = 'x'`, 'what was printed is not changed')
  })
})
