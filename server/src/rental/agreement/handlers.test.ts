import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { agreementType } from '@cheyi/domain/rental/agreement/codes'
import { beforeAll, describe, expect, it } from 'vitest'
import { inContext } from '../../testing/context.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder, type OrderColumns } from '../../testing/world/orders.ts'
import { agreementOf, voidAgreement } from './actions.ts'

const { agreement } = contract
const pickup = 0
const back = 1

sharedMerchant({ other: true })
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

const arranged = (columns: Partial<OrderColumns> = {}) =>
  insertOrder(t, w, {
    status: orderStatus.arranged,
    renterId,
    vehicleId: w.vehicles.lavida[0]!.id,
    plate: w.vehicles.lavida[0]!.plate,
    ...columns,
  })

async function record(orderId: string, type: number, readings: { mileage?: number; fuel?: number } = {}) {
  const { rows } = await t.root.query<{ id: string }>(
    `insert into pickup_return_record (merchant_id, order_id, type, vehicle_id, mileage_km, fuel_eighths, operator_id)
     values ($1, $2, $3, $4, $5, $6, 0) returning id`,
    [w.merchantId, orderId, type, w.vehicles.lavida[0]!.id, readings.mileage ?? null, readings.fuel ?? null],
  )
  return rows[0]!.id
}

const photos = (count = 1, token = w.tokens.clerk) => uploadPhotos(t, 'agreement', count, token)
const generate = (input: object, token = w.tokens.clerk, key?: string) =>
  t.send(agreement.generatePickup, input, { token, key })
const status = (orderId: string, token = w.tokens.clerk) => t.call(agreement.status, { orderId }, { token })

describe('a photographed paper', () => {
  it('counts at once, page by page, with what it was about kept beside', async () => {
    const orderId = await arranged()
    const recordId = await record(orderId, pickup)
    const photoIds = await photos(3)
    t.calls.length = 0
    const answer = await generate({ orderId, recordId, photoIds })
    expect(answer).toMatchObject({ success: true, data: { status: 5, pdfUrl: null } })
    expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(20)

    t.calls.length = 0
    const [paper] = await status(orderId)
    expect(t.calls.at(-1)!.queries).toBe(3)
    expect(paper).toMatchObject({ type: agreementType.pickup, status: 5, signedAt: t.clock.now(), pdfUrl: null })
    expect(paper!.photos.map((photo) => photo.mediaId)).toEqual(photoIds)
    expect((await t.app.inject({ url: paper!.photos[0]!.url })).statusCode).toBe(200)

    // It names the customer in full, which is not for everybody who sees the order.
    for (const token of [w.tokens.finance, w.tokens.channel])
      expect(await status(orderId, token)).toMatchObject([{ status: 5, photos: [], pdfUrl: null }])

    const { rows } = await t.root.query('select fields from agreement where order_id = $1', [orderId])
    const kept = JSON.stringify(rows[0].fields)
    expect(kept).toContain('周明轩')
    expect(kept).not.toContain('11010519491231002X')
    expect(kept).not.toContain('13812345678')
    const log = await t.root.query('select action, detail from order_log where order_id = $1', [orderId])
    expect(log.rows).toEqual([{ action: 'agreement', detail: { type: 1, form: 'paper', pages: 3 } }])
  })

  it('is final', async () => {
    const orderId = await arranged()
    const recordId = await record(orderId, pickup)
    expect(await generate({ orderId, recordId, photoIds: await photos() })).toMatchObject({ success: true })
    expect(await generate({ orderId, recordId, photoIds: await photos() })).toMatchObject({
      errorCode: 5403,
      message: '合同已签署，不能重新生成',
    })
    expect(await status(orderId)).toHaveLength(1)
  })

  it('voids the one that waits for its signature', async () => {
    const orderId = await arranged()
    const recordId = await record(orderId, pickup)
    await t.root.query(
      'insert into agreement (merchant_id, order_id, type, status, created_by) values ($1, $2, 1, 1, 0)',
      [w.merchantId, orderId],
    )
    expect(await generate({ orderId, recordId, photoIds: await photos() })).toMatchObject({ success: true })
    expect((await status(orderId)).map((paper) => paper.status)).toEqual([5, 4])
  })

  it('is made once, however often it is sent', async () => {
    const orderId = await arranged()
    const input = { orderId, recordId: await record(orderId, pickup), photoIds: await photos() }
    const first = await generate(input, w.tokens.clerk, 'paper-once')
    expect(await generate(input, w.tokens.clerk, 'paper-once')).toMatchObject({ data: first.data as object })
    const both = await Promise.all([
      generate(input, w.tokens.clerk, 'paper-other'),
      generate({ ...input, photoIds: await photos() }, w.tokens.clerk, 'paper-another'),
    ])
    expect(both.map((envelope) => envelope.errorCode)).toEqual([5403, 5403])
  })

  it('of a return belongs to the record of the return', async () => {
    const orderId = await arranged({ status: orderStatus.pickedUp })
    const pickupRecord = await record(orderId, pickup)
    const returnRecord = await record(orderId, back)
    const send = async (recordId: string) =>
      t.send(agreement.generateReturn, { orderId, recordId, photoIds: await photos() }, { token: w.tokens.clerk })
    expect(await send(pickupRecord)).toMatchObject({ errorCode: -4 })
    expect(await send(returnRecord)).toMatchObject({ success: true })
    expect((await status(orderId)).map((paper) => paper.type)).toEqual([agreementType.return])
  })
})

describe('a paper is refused', () => {
  it('without photos, where the merchant has its papers signed by hand', async () => {
    const clauses = [
      { title: '租期', text: '{{承租方}}租用{{车牌号}}，自{{取车时间}}至{{约定还车时间}}', strong: false },
    ]
    const template = { type: 1 as const, version: 0, enabled: false, title: '租车合同', clauses, consent: '同意' }
    await t.call(agreement.saveTemplate, template, { token: other.tokens.owner })
    const orderId = await insertOrder(t, other, { status: orderStatus.arranged })
    const { rows } = await t.root.query<{ id: string }>(
      `insert into pickup_return_record (merchant_id, order_id, type, vehicle_id, operator_id) values ($1, $2, 0, $3, 0) returning id`,
      [other.merchantId, orderId, other.vehicles.lavida[0]!.id],
    )
    const recordId = rows[0]!.id
    for (const photoIds of [undefined, []])
      expect(await generate({ orderId, recordId, photoIds }, other.tokens.owner)).toMatchObject({
        errorCode: 5401,
        message: '未配置合同模板',
      })
    expect(await status(orderId, other.tokens.owner)).toEqual([])
  })

  it('while it is not known who rents which car', async () => {
    const orderId = await arranged({ renterId: null, vehicleId: null })
    const envelope = await generate({ orderId, recordId: await record(orderId, pickup), photoIds: await photos() })
    expect(envelope).toMatchObject({ errorCode: 5402, message: '合同信息不完整：承租人、车辆' })
    expect(envelope.data).toMatchObject({ missing: ['承租人', '车辆'] })
  })

  it('for photos that are not the caller’s, or of another business', async () => {
    const orderId = await arranged()
    const recordId = await record(orderId, pickup)
    const [document] = await uploadPhotos(t, 'person', 1, w.tokens.clerk)
    for (const photoIds of [
      [document],
      await photos(1, w.tokens.manager),
      await photos(1, other.tokens.owner),
      ['999999999'],
    ])
      expect(await generate({ orderId, recordId, photoIds })).toMatchObject({ errorCode: -4 })
    expect(await status(orderId)).toEqual([])
  })

  it('for orders of others, records of other orders, and orders that are over', async () => {
    const orderId = await arranged()
    const recordId = await record(orderId, pickup)
    const photoIds = await photos()
    expect(await generate({ orderId, recordId, photoIds }, other.tokens.owner)).toMatchObject({ errorCode: 2002 })
    expect(await generate({ orderId, recordId, photoIds }, w.tokens.finance)).toMatchObject({ errorCode: -3 })
    const elsewhere = await arranged()
    expect(await generate({ orderId: elsewhere, recordId, photoIds })).toMatchObject({ errorCode: -4 })
    const gone = await arranged({ status: orderStatus.cancelled })
    expect(await generate({ orderId: gone, recordId: await record(gone, pickup), photoIds })).toMatchObject({
      errorCode: 2001,
    })
    expect(await t.send(agreement.status, { orderId }, { token: other.tokens.owner })).toMatchObject({
      errorCode: 2002,
    })
  })
})

it('offers what can really be made', async () => {
  const orderId = await arranged()
  expect(await t.call(agreement.kinds, { orderId }, { token: w.tokens.clerk })).toEqual({
    forms: ['electronic', 'paper'],
    templates: [
      { type: 1, name: '机动车租赁合同', version: 0 },
      { type: 2, name: '还车确认单', version: 0 },
      { type: 3, name: '续租补充协议', version: 0 },
      { type: 4, name: '机动车长期租赁合同', version: 0 },
      { type: 5, name: '换车补充协议', version: 0 },
      { type: 7, name: '提前终止协议', version: 0 },
    ],
  })
  expect(await t.send(agreement.kinds, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
})

it('tells what a paper says and what it lacks, numbers masked', async () => {
  const orderId = await arranged({ totalFen: 40000 })
  for (const [seq, date] of ['2026-11-21', '2026-11-22'].entries())
    await t.root.query(
      `insert into order_item (merchant_id, order_id, seq, item_type, code, name, qty, unit, unit_price_fen, amount_fen, formula, price_date, created_by)
       values ($1, $2, $3, 0, 'rent', '租车费', 1, 'day', 20000, 20000, '¥200.00 × 1天', $4, 0)`,
      [w.merchantId, orderId, seq, date],
    )
  const ask = (type: 0 | 1) => t.call(agreement.facts, { orderId, type }, { token: w.tokens.clerk })
  t.calls.length = 0
  const empty = await ask(pickup)
  expect(t.calls.at(-1)!.queries).toBe(8)
  expect(empty.missing).toEqual(['取车记录'])
  expect(JSON.stringify(empty)).not.toContain('11010519491231002X')
  const row = (title: string, label: string) =>
    empty.sections.find((section) => section.title === title)?.rows.find((one) => one.label === label)?.text
  expect(row('出租方', '名称')).toBe('测试租车')
  expect(row('承租方', '身份证')).toBe('110105********002X')
  expect(row('承租方', '电话')).toBe('138****5678')
  expect(row('车辆', '车牌号')).toBe(displayPlate(w.vehicles.lavida[0]!.plate))
  expect(row('车辆', '车架号后六位')).toMatch(/^\d{6}$/)
  expect(row('费用', '租车费')).toBe('¥400.00（¥200.00 × 2天）')
  expect(row('费用', '合计')).toBe('¥400.00')
  expect(row('约定', '里程')).toBe('每日300公里，超出部分每公里1元')

  await record(orderId, pickup, { mileage: 10_000, fuel: 8 })
  expect((await ask(pickup)).missing).toEqual([])
  expect((await ask(back)).missing).toEqual(['还车记录'])
  expect(await t.send(agreement.facts, { orderId, type: 0 }, { token: other.tokens.owner })).toMatchObject({
    errorCode: 2002,
  })
})

it('gives other features the paper that stands, and voids it when its handover is undone', async () => {
  const orderId = await arranged()
  const recordId = await record(orderId, pickup)
  const standing = async () =>
    (await inContext(t, w, 'manager', (ctx) => agreementOf(ctx, orderId, agreementType.pickup))).value
  expect(await standing()).toBeNull()
  const { data } = await generate({ orderId, recordId, photoIds: await photos() })
  expect(await standing()).toEqual({ agreementId: (data as { agreementId: string }).agreementId, status: 5 })
  await inContext(t, w, 'manager', (ctx) => voidAgreement(ctx, orderId, agreementType.pickup, '撤销取车'))
  await inContext(t, w, 'manager', (ctx) => voidAgreement(ctx, orderId, agreementType.pickup, '撤销取车'))
  expect(await standing()).toBeNull()
  const [paper] = await status(orderId)
  expect(paper).toMatchObject({ status: 4 })
  expect(paper!.photos).toHaveLength(1)
  expect(await generate({ orderId, recordId, photoIds: await photos() })).toMatchObject({ success: true })
})
