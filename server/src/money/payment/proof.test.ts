import { contract } from '@cheyi/contract/index'
import { payKind, payMode, payWay, supplementReason } from '@cheyi/domain/money/payment/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../testing/app.ts'
import { photo, sendUpload, uploadPhotos } from '../../testing/upload.ts'
import { book, booksAgree, pickUp } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

let t: TestApp
let w: World
let other: World

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  t.clock.set(TEST_NOW)
  w = await makeWorld(t, { cars: 60 })
  other = await makeWorld(t, { name: '别家租车', cars: 10 })
})
afterAll(() => t.close())

const BANK = payWay.bank
type Shop = Pick<World, 'tokens'>
const collect = (orderId: string, more: object, at: Shop = w) =>
  t.send(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: 1_000, payWay: BANK, ...more },
    { token: at.tokens.clerk },
  )
/** The same picture, sent anew: another file of the same bytes. */
async function again(of: Shop, who: 'clerk' | 'owner' = 'clerk', width = 80): Promise<string> {
  const { data } = await sendUpload(t, { biz: 'voucher' }, await photo(width, 48), { token: of.tokens[who] })
  return (data as { mediaId: string }).mediaId
}
const paid = async (orderId: string) =>
  (await t.root.query(`select paid_fen::int as fen from "order" where id = $1`, [orderId])).rows[0].fen
const inBalance = () => booksAgree(t)

describe('what proves money', () => {
  it('proves one receipt: the same picture on a second is refused and the first one named', async () => {
    const [first, second] = [await book(t, w), await book(t, w)]
    const { orderNo } = (await t.root.query(`select order_no as "orderNo" from "order" where id = $1`, [first.orderId]))
      .rows[0]
    expect(await collect(first.orderId, { voucherIds: [await again(w)] })).toMatchObject({ success: true })
    const refused = await collect(second.orderId, { voucherIds: [await again(w)] })
    expect(refused).toMatchObject({ errorCode: -2, data: { field: 'voucherIds' } })
    expect(refused.message).toContain(`登记在订单${orderNo}`)
    expect(refused.message).toContain('由测试clerk')
    // The order that has it may not have it twice either.
    expect(await collect(first.orderId, { voucherIds: [await again(w)] })).toMatchObject({ errorCode: -2 })
    expect(await paid(second.orderId)).toBe(0)
    // Another picture goes, and another merchant has never seen the first.
    expect(await collect(second.orderId, { voucherIds: [await again(w, 'clerk', 96)] })).toMatchObject({
      success: true,
    })
    const theirs = await book(t, other)
    expect(await collect(theirs.orderId, { voucherIds: [await again(other)] }, other)).toMatchObject({ success: true })
    await inBalance()
  })

  it('is one number, however it is typed, on whatever it is typed', async () => {
    const { orderId } = await book(t, w)
    expect(await collect(orderId, { slipNo: 'BK-2026 0001' })).toMatchObject({ success: true })
    expect(await collect(orderId, { slipNo: 'bk20260001', payWay: payWay.cash })).toMatchObject({
      errorCode: -2,
      data: { field: 'slipNo' },
    })
    const { rows } = await t.root.query('select provider_no from payment where order_id = $1', [orderId])
    expect(rows).toEqual([{ providerNo: 'BK-2026 0001' }])
    for (const slipNo of ['---', '1', '流水1234', 'x'.repeat(65)])
      expect(await collect(orderId, { slipNo }), slipNo).toMatchObject({ errorCode: -2 })
  })

  it('is looked for across supplements, cash handed in, refunds and other features', async () => {
    const { orderId, total } = await book(t, w)
    const used = { width: 112, no: 'ACROSS0001' }
    await collect(orderId, { amount: total, voucherIds: [await again(w, 'clerk', used.width)], slipNo: used.no })
    await pickUp(t, w, orderId)
    const token = w.tokens.owner
    const pictures = async () => [await again(w, 'owner', used.width)]
    const supplement = { orderId, reasonCode: supplementReason.cleaning, amount: 500, payMode: payMode.offlineIn }
    const raise = (more: object) =>
      t.send(contract.supplement.save, { ...supplement, payWay: BANK, ...more }, { token })
    expect(await raise({ voucherIds: await pictures() })).toMatchObject({
      errorCode: -2,
      data: { field: 'voucherIds' },
    })
    expect(await raise({ slipNo: used.no })).toMatchObject({ errorCode: -2, data: { field: 'slipNo' } })
    const storeId = w.stores.hongqiao
    await t.call(contract.cashShift.open, { storeId, opening: 10_000, reason: '备用金' }, { token })
    const handIn = (more: object) => t.send(contract.cashShift.handIn, { storeId, amount: 100, ...more }, { token })
    expect(await handIn({ voucherIds: await pictures() })).toMatchObject({ errorCode: -2 })
    const slip = await uploadPhotos(t, 'voucher', 1, token)
    expect(await handIn({ voucherIds: slip, slipNo: 'HAND0001' })).toMatchObject({ success: true })
    const told = await collect((await book(t, w)).orderId, { slipNo: 'hand0001' })
    expect(told.message).toContain('登记在交存银行')
    await inBalance()
  })

  it('proves one of two that are recorded at once', async () => {
    const orders = [await book(t, w), await book(t, w)]
    const pictures = [await again(w, 'clerk', 128), await again(w, 'clerk', 128)]
    const answers = await Promise.all(
      orders.map(({ orderId }, i) => collect(orderId, { voucherIds: [pictures[i]!], slipNo: 'RACE0001' })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)).toMatchObject({ errorCode: -2 })
    expect((await paid(orders[0]!.orderId)) + (await paid(orders[1]!.orderId))).toBe(1_000)
    await inBalance()
  })

  it('is free again where the receipt was refused for something else', async () => {
    const { orderId } = await book(t, w)
    expect(await collect(orderId, { amount: 99_999_999, slipNo: 'FREE0001' })).toMatchObject({ errorCode: 4002 })
    expect(await collect(orderId, { slipNo: 'FREE0001' })).toMatchObject({ success: true })
  })

  it('is repeated without harm by a phone that got no answer', async () => {
    const { orderId } = await book(t, w)
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.clerk)
    const input = { orderId, payKind: payKind.rent, amount: 700, payWay: BANK, voucherIds, slipNo: 'TWICE001' }
    const send = () => t.send(contract.payment.collect, input, { token: w.tokens.clerk, key: 'one-tap-of-a-phone' })
    expect((await send()).data).toEqual((await send()).data)
    expect(await paid(orderId)).toBe(700)
  })
})
