import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { messagesWhere } from '../../../testing/sms.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, booksAgree } from '../../../testing/world/bookings.ts'
import {
  bookArranged,
  payDeposits,
  payRent,
  prepare,
  renter,
  sendConfirm,
  signPaper,
} from '../../../testing/world/handover.ts'
import { clerk, orderRow, other, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

ownMerchant({ other: true })

/*
 * Whoever books may put right within the hour what they booked, as far as no money has left; later and for others it takes
 * the key. A clerk may modify and not cancel.
 */

afterEach(() => booksAgree(t))

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const booked = (token = w.tokens.clerk) => book(t, w, { trip, token })
const cancel = (orderId: string, options = clerk()) =>
  t.send(contract.order.cancel, { orderId, reason: 1, responsibility: 1, expectPenalty: 100_000 }, options)
const offers = async (orderId: string, options = clerk()) =>
  (await t.call(contract.order.detail, { orderId }, options)).actions.map(({ code }) => code)

describe('a cancel without the key for it', () => {
  it('is open for an hour to whoever booked', async () => {
    const { orderId } = await booked()
    t.clock.advance(HOUR - 1)
    expect(await offers(orderId)).toContain('cancel')
    expect(await cancel(orderId)).toMatchObject({ success: true })
    const late = await booked()
    t.clock.advance(HOUR)
    expect(await offers(late.orderId)).not.toContain('cancel')
    expect(await cancel(late.orderId)).toMatchObject({
      errorCode: -3,
      message: '无操作权限：下单已超过1小时，请有权限的同事办理',
    })
    expect(await cancel(late.orderId, owner())).toMatchObject({ success: true })
  })

  it('is nobody else’s', async () => {
    const { orderId } = await booked(w.tokens.owner)
    expect(await offers(orderId)).not.toContain('cancel')
    expect(await cancel(orderId)).toMatchObject({
      errorCode: -3,
      message: '无操作权限：只有下单人或有权限的同事可以修改',
    })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed })
  })

  it('is told by who booked and when, not by who kept the draft', async () => {
    const draft = async () => {
      const quote = await t.call(
        contract.quote.quote,
        { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...trip },
        clerk(),
      )
      const form = { quoteId: quote.quoteId, contactName: '周明轩', contactPhone: '13900008899' }
      const { orderId } = await t.call(contract.order.create, { submit: false, ...form }, clerk())
      return { orderId, submit: true, expectTotal: quote.total, ...form }
    }
    const others = await draft()
    await t.call(contract.order.create, others, owner())
    expect(await offers(others.orderId)).not.toContain('cancel')
    expect(await cancel(others.orderId)).toMatchObject({ errorCode: -3 })
    const own = await draft()
    t.clock.advance(2 * HOUR)
    await t.call(contract.order.create, own, clerk())
    expect(await offers(own.orderId)).toContain('cancel')
    expect(await cancel(own.orderId)).toMatchObject({ success: true })
  })

  it('takes the key once money has left', async () => {
    const { orderId, total } = await booked()
    await payRent(t, w, orderId, total)
    const { id } = await t.call(
      contract.reimbursement.save,
      { orderId, kind: 3, reasonCode: 9, items: [{ name: '补偿', amount: 100 }], payMode: 3 },
      owner(),
    )
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    await t.call(contract.reimbursement.pay, { id, payWay: payWay.cash, voucherIds }, owner())
    expect(await cancel(orderId)).toMatchObject({
      errorCode: -3,
      message: '无操作权限：已有款项退出，请有权限的同事办理',
    })
  })

  it('and its order end once, whoever is first', async () => {
    const { orderId } = await booked()
    const answers = await Promise.all([cancel(orderId), cancel(orderId), cancel(orderId, owner())])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect((await orderRow(orderId)).status).toBe(orderStatus.cancelled)
  })
})

describe('another customer', () => {
  const change = (orderId: string, more: object = {}, options = clerk()) =>
    t.send(
      contract.order.changeCustomer,
      { orderId, contactName: '陈一鸣', contactPhone: '18621070938', ...more },
      options,
    )

  it('leaves the order alone where only somebody who may not drive is taken off it, and the contract is made again', async () => {
    const codriver = await renter(t, w, { name: '陈小明' })
    const { orderId, total } = await bookArranged(t, w, { trip, form: { codriverIds: [codriver] } })
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    t.clock.set(trip.pickupAt)
    const { recordId } = await prepare(t, w, orderId)
    await t.root.query('update person set blacklist = true where id = $1', [codriver])
    expect(await sendConfirm(t, w, { orderId, type: handoverType.pickup })).toMatchObject({ errorCode: 1105 })
    const before = await orderRow(orderId)
    const { phone } = await t.call(contract.order.contact, { orderId }, owner())
    const same = { contactName: before.contactName, contactPhone: phone }
    expect(await change(orderId, same, owner())).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({ renterId: before.renterId, codriverIds: [] })
    expect(await sendConfirm(t, w, { orderId, type: handoverType.pickup })).toMatchObject({ errorCode: 5007 })
    await signPaper(t, w, orderId, handoverType.pickup, recordId)
    expect(await sendConfirm(t, w, { orderId, type: handoverType.pickup })).toMatchObject({ success: true })
  })

  it('takes the place of the one before, with a line in the history', async () => {
    const { orderId } = await booked()
    const before = await orderRow(orderId)
    expect(await change(orderId)).toMatchObject({ success: true, data: { version: before.version + 1 } })
    const after = await orderRow(orderId)
    expect(after).toMatchObject({ contactName: '陈一鸣', contactPhoneMask: '186****0938', contactPhoneTail4: '0938' })
    expect(after.renterId).not.toBe(before.renterId)
    const { phone } = await t.call(contract.order.contact, { orderId }, owner())
    expect(phone).toBe('18621070938')
    const { list } = await t.call(contract.order.log, { orderId }, owner())
    expect(list.map((row) => row.text)).toContain(`修改订单 · 总额 ¥535.00 · 客户 ${before.contactName} → 陈一鸣`)
    // The same person again is the same file.
    const next = await booked()
    await change(next.orderId)
    expect((await orderRow(next.orderId)).renterId).toBe(after.renterId)
  })

  it('is told what is booked, the one before that it is not theirs; who else drives goes or stays as it is said', async () => {
    const driver = await renter(t, w, { name: '陈一鸣' })
    const delivered = { pickupType: 2 as const, pickupAddress: '世纪大道1号', pickupLng: 121.34, pickupLat: 31.2 }
    const make = async (contactPhone: string) => {
      const { orderId } = await book(t, w, {
        trip: { ...trip, ...delivered },
        token: w.tokens.clerk,
        form: { codriverIds: [driver], contactPhone },
      })
      const { rows } = await t.root.query(`select id from account where merchant_id = $1 and name = '测试clerk'`, [
        w.merchantId,
      ])
      await t.call(contract.driver.arrange, { orderId, type: 0, accountId: rows[0].id }, owner())
      return orderId
    }
    const drivers = async (orderId: string) =>
      (await t.call(contract.order.detail, { orderId }, owner())).drivers.map(({ driverName }) => driverName)
    const one = await make('13900001111')
    expect(await change(one, { contactName: '李静怡' })).toMatchObject({ success: true })
    expect((await orderRow(one)).codriverIds).toEqual([])
    expect(await drivers(one)).toEqual([])
    const told = await messagesWhere(t, `order_id = $1 and kind = 'modified'`, [one])
    expect(told.map(({ body, mobileMask }) => [mobileMask, body])).toEqual([
      ['186****0938', expect.stringMatching(/^李静怡您好，大众朗逸已为您预订：11月23日10:00在.+取车/)],
      ['139****1111', expect.stringMatching(/^周明轩您好，您的订单\w+已改由他人使用，您无需再到店取车。/)],
    ])
    const two = await make('13900002222')
    expect(await change(two, { keepCodrivers: true, keepDrivers: true, contactName: '李静怡' })).toMatchObject({
      success: true,
    })
    expect((await orderRow(two)).codriverIds).toEqual([driver])
    expect(await drivers(two)).toEqual(['测试clerk'])
    // Another time of the end that they drive to: not as it was agreed with them.
    const quote = await t.call(
      contract.quote.quote,
      { orderId: two, storeId: w.stores.hongqiao, modelId: w.models.lavida, ...trip, returnAt: at('11-26T10:00') },
      owner(),
    )
    await t.call(contract.order.updateStatus, { orderId: two, action: 'modify', quoteId: quote.quoteId }, owner())
    expect(await drivers(two)).toEqual(['测试clerk'])
    const earlier = await t.call(
      contract.quote.quote,
      { orderId: two, storeId: w.stores.hongqiao, modelId: w.models.lavida, ...trip, pickupAt: at('11-23T09:00') },
      owner(),
    )
    await t.call(contract.order.updateStatus, { orderId: two, action: 'modify', quoteId: earlier.quoteId }, owner())
    expect(await drivers(two)).toEqual([])
    // Whoever was to drive hears why they need not.
    const calledOff = await t.root.query(
      `select body from notification where merchant_id = $1 and title like '送车任务取消%' order by id`,
      [w.merchantId],
    )
    expect(calledOff.rows.map(({ body }) => body.split('，')[1])).toEqual(['客户已变更', '订单已修改'])
    expect(await orderRow(two)).toMatchObject({ pickupAddress: '世纪大道1号', pickupType: 2 })
  })

  it('is told what is missing', async () => {
    const { orderId } = await booked()
    for (const [more, field, message] of [
      [{ contactName: ' ' }, 'contactName', '参数错误：请填写客户姓名'],
      [{ contactPhone: '123' }, 'contactPhone', '参数错误：请输入正确的手机号'],
    ] as const)
      expect(await change(orderId, more)).toMatchObject({ errorCode: -2, message, data: { field } })
  })

  it('is refused once there is a paper, of a stranger’s order, without the key, and of a stale page', async () => {
    const { orderId } = await book(t, w, { trip, form: { renterId: await renter(t, w) } })
    const { version } = await orderRow(orderId)
    expect(await change(orderId, {}, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    expect(await change(orderId, {}, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await change(orderId, { version: version + 1 })).toMatchObject({ errorCode: -5 })
    const [car] = w.vehicles.lavida
    await t.call(contract.arrange.plan, { orderId, vehicleId: car!.id }, owner())
    await prepare(t, w, orderId)
    expect(await change(orderId)).toMatchObject({
      errorCode: -2,
      message: '参数错误：合同已生成，不能再修改客户，请取消后重新下单',
    })
    await cancel(orderId, owner())
    expect(await change(orderId)).toMatchObject({ errorCode: 2001 })
  })
})
