import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { MINUTE } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { photo, sendScanned, type TestFile } from '../../testing/upload.ts'
import { book } from '../../testing/world/booking.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder } from '../../testing/world/orders.ts'

const { media } = contract

sharedMerchant()
let orderId: string
let clerk: { token: string }
beforeAll(async () => {
  clerk = { token: w.tokens.clerk }
  orderId = await insertOrder(t, w, { status: orderStatus.arranged })
})

let serial = 0
/** Another picture each time: the same one would be the same file. */
const another = (): Promise<TestFile> => photo(40 + ++serial, 30)
const code = (of = orderId, by = clerk) => t.call(media.scanCreate, { orderId: of, purpose: 'voucher' }, by)
const list = (scanToken: string, by = clerk) => t.call(media.scanList, { scanToken }, by)
const page = (scanToken: string) => t.send(media.scanPage, { scanToken })
const EXPIRED = { errorCode: 5301, message: '链接已失效' }

describe('a file from another phone', () => {
  it('is one of whoever showed the code: named by a record as if they had uploaded it, once', async () => {
    const { scanToken, url } = await code()
    expect(url).toContain(`/order/scan-upload?scanToken=${scanToken}`)
    const file = await another()
    expect(await sendScanned(t, scanToken, file)).toMatchObject({ success: true, data: { count: 1 } })
    // Sent again, since the answer was lost.
    expect(await sendScanned(t, scanToken, file)).toMatchObject({ success: true, data: { count: 1 } })
    const { files } = await list(scanToken)
    expect(files).toMatchObject([{ kind: 'image', w: 40 + serial }])
    expect((await t.app.inject({ url: files[0]!.url })).statusCode).toBe(200)

    const remark = { orderId, content: '不是备注的文件', photoIds: [files[0]!.mediaId] }
    const told = '参数错误：文件是作为“收付款凭证”上传的，请作为“备注图片”（biz=remark）上传'
    expect(await t.send(contract.order.saveRemark, remark, clerk)).toMatchObject({ errorCode: -2, message: told })
    const paid = { orderId, reasonCode: 3, amount: 100, payMode: 2, payWay: 4, voucherIds: [files[0]!.mediaId] }
    const supplement = (by: { token: string }) => t.send(contract.supplement.save, paid, by)
    expect(await supplement({ token: w.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await supplement(clerk)).toMatchObject({ success: true })
    // What a record names is not taken back.
    const mediaId = files[0]!.mediaId
    expect(await t.send(media.scanRemove, { scanToken, mediaId }, clerk)).toMatchObject({ errorCode: -4 })
  })

  it('tells the counter at once, and nobody else', async () => {
    const { scanToken } = await code()
    await sendScanned(t, scanToken, await another())
    const [file] = (await list(scanToken)).files
    const { rows } = await t.root.query(
      `select data, account_ids, keys from event where type = 'media.ready' and ref = $1`,
      [file!.mediaId],
    )
    expect(rows).toMatchObject([{ data: { biz: 'voucher', bizId: orderId }, keys: null }])
    expect(rows[0].accountIds).toHaveLength(1)
  })

  it('is taken back before anything names it', async () => {
    const { scanToken } = await code()
    await sendScanned(t, scanToken, await another())
    const [file] = (await list(scanToken)).files
    const gone = { scanToken, mediaId: file!.mediaId }
    await t.call(media.scanRemove, gone, clerk)
    await t.call(media.scanRemove, gone, clerk)
    expect((await list(scanToken)).files).toEqual([])
    await t.kernel.afterwards.idle()
    expect((await t.app.inject({ url: file!.url })).statusCode).toBe(404)
  })
})

describe('the page of the other phone', () => {
  it('says to whom it sends and for what, and no more', async () => {
    const { scanToken, expireAt } = await code()
    const { data } = await page(scanToken)
    const { rows } = await t.root.query('select order_no from "order" where id = $1', [orderId])
    expect(data).toEqual({
      merchantName: '测试租车',
      orderTail: rows[0].orderNo.slice(-4),
      purpose: 'voucher',
      expireAt,
      count: 0,
      most: 20,
    })
  })

  it('opens nothing else: it is no session, and the code of one place is none of another', async () => {
    const { scanToken } = await code()
    expect(await t.send(contract.order.detail, { orderId }, { token: scanToken })).toMatchObject({ errorCode: -9 })
    expect(await t.send(media.scanList, { scanToken })).toMatchObject({ errorCode: -9 })
    expect(await t.send(contract.agreement.signPage, { t: scanToken })).toMatchObject(EXPIRED)
    expect(await t.send(contract.payment.payPage, { t: scanToken })).toMatchObject(EXPIRED)
    // Neither are the files of a colleague's code shown to another.
    const owner = { token: w.tokens.owner }
    expect(await t.send(media.scanList, { scanToken }, owner)).toMatchObject({ errorCode: 1008 })
    expect(await t.send(media.scanClose, { scanToken }, owner)).toMatchObject({ errorCode: 1008 })
  })
})

describe('a code is over', () => {
  const refused = async (scanToken: string) => {
    expect(await page(scanToken)).toMatchObject(EXPIRED)
    expect(await sendScanned(t, scanToken, await another())).toMatchObject(EXPIRED)
  }

  it('after 15 minutes', async () => {
    const { scanToken } = await code()
    t.clock.advance(15 * MINUTE)
    await refused(scanToken)
    // What came stays for whoever showed it.
    expect((await list(scanToken)).files).toEqual([])
  })

  it('when it was closed, and when the same person shows another', async () => {
    const closed = await code()
    await t.call(media.scanClose, { scanToken: closed.scanToken }, clerk)
    await refused(closed.scanToken)
    const before = await code()
    await code()
    await refused(before.scanToken)
  })

  it('when the order was cancelled since; one made afterwards is for the vouchers of its refund', async () => {
    const { orderId: id } = await book(t, w)
    const { scanToken } = await code(id)
    t.clock.advance(MINUTE)
    const cancel = { orderId: id, reason: 1, responsibility: 2, note: '客户改期', expectPenalty: 0 } as const
    await t.call(contract.order.cancel, cancel, { token: w.tokens.owner })
    await refused(scanToken)
    const after = await code(id)
    expect(await sendScanned(t, after.scanToken, await another())).toMatchObject({ success: true })
  })

  it('and never was one: nothing, noise, a session, a code of nobody', async () => {
    for (const wrong of ['x'.repeat(32), w.tokens.owner]) await refused(wrong)
    for (const wrong of ['', 'y'.repeat(5000)])
      expect(await sendScanned(t, wrong, await another())).toMatchObject(EXPIRED)
  })
})

describe('whoever holds a code', () => {
  it('sends pictures and papers, and nothing that runs or fills a disk', async () => {
    const { scanToken } = await code()
    const send = (name: string, bytes: Buffer) => sendScanned(t, scanToken, { name, bytes })
    expect(await send('a.svg', Buffer.from('<svg onload="x"/>'))).toMatchObject({ errorCode: 11003 })
    expect(await send('a.html', Buffer.from('<script>'))).toMatchObject({ errorCode: 11003 })
    expect(await send('a.jpg', Buffer.from('<script>'))).toMatchObject({ errorCode: 11003 })
    expect(await send('a.csv', Buffer.from('车牌\n'))).toMatchObject({ errorCode: 11003 })
    expect(await send('a.jpg', Buffer.alloc(21 * 1024 * 1024))).toMatchObject({ errorCode: 11001 })
    expect(await sendScanned(t, scanToken, null)).toMatchObject({ errorCode: -2 })
    expect((await list(scanToken)).files).toEqual([])
  })

  it('sends twenty, also side by side', async () => {
    const { scanToken } = await code()
    const files = await Promise.all(Array.from({ length: 24 }, another))
    const answers = await Promise.all(files.map((file) => sendScanned(t, scanToken, file)))
    expect(answers.filter(({ success }) => success)).toHaveLength(20)
    expect(answers.filter(({ errorCode }) => errorCode === 11002)).toHaveLength(4)
    expect((await list(scanToken)).files).toHaveLength(20)
  }, 60_000)

  it('tries so often and no more: what is refused counts, before a byte of it is read', async () => {
    const { scanToken } = await code()
    for (let n = 0; n < 60; n++)
      expect(await sendScanned(t, scanToken, { name: 'a.exe', bytes: Buffer.from('MZ') })).toMatchObject({
        errorCode: 11003,
      })
    expect(await sendScanned(t, scanToken, await another())).toMatchObject({ errorCode: -7, httpStatus: 429 })
  })
})

it('is shown by who may upload vouchers, for an order they see', async () => {
  const input = { orderId, purpose: 'voucher' as const }
  expect(await t.send(media.scanCreate, input, { token: w.tokens.channel })).toMatchObject({ errorCode: -3 })
  expect(await t.send(media.scanCreate, { ...input, orderId: '999999' }, clerk)).toMatchObject({ errorCode: 2002 })
  expect(await t.send(media.scanCreate, { ...input, purpose: 'person' }, clerk)).toMatchObject({ errorCode: -2 })
})
