import { contract } from '@cheyi/contract/index'
import { orderItemType, orderKind, orderStatus as s } from '@cheyi/domain/booking/order/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { asMerchant } from '../../../kernel/enter.ts'
import { createAccount, createUser } from '../../../platform/merchant/provision.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, giveBack, pickUp } from '../../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { insertOrder } from '../../../testing/world/orders.ts'

sharedMerchant({ other: true })
let now: number
let orderId: string
let clerkOfPudong: string
beforeAll(async () => {
  now = t.clock.now()
  orderId = await insertOrder(t, w, {
    status: s.arranged,
    vehicleId: w.vehicles.lavida[0]!.id,
    plate: w.vehicles.lavida[0]!.plate,
    pickupAt: now + HOUR,
    pickupType: 2,
    pickupAddress: '申长路688号',
    pickupDistanceM: 5200,
    totalFen: 69000,
    owedFen: 69000,
  })
  await asMerchant(t.kernel, w.merchantId, async ({ db }) => {
    await db
      .insertInto('orderItem')
      .values([
        ...[20000, 20000, 26000].map((price, seq) => ({
          orderId,
          seq,
          itemType: orderItemType.rental,
          code: 'rent',
          name: '租金',
          qty: 1,
          unit: 'day',
          unitPriceFen: price,
          amountFen: price,
          formula: `平日价¥${price / 100}.00`,
        })),
        {
          orderId,
          seq: 3,
          itemType: orderItemType.extraService,
          code: 'childSeat',
          name: '儿童座椅',
          qty: 1,
          unit: 'order',
          unitPriceFen: 3000,
          amountFen: 3000,
          formula: '¥30.00',
        },
        {
          orderId,
          seq: 4,
          itemType: orderItemType.extraService,
          code: 'childSeat',
          name: '儿童座椅',
          qty: 1,
          unit: 'order',
          unitPriceFen: 3000,
          amountFen: 3000,
          formula: '¥30.00',
          status: 'void',
        },
      ])
      .execute()
    await db
      .insertInto('deposit')
      .values([
        { orderId, kind: 2, amountFen: 200000 },
        {
          orderId,
          kind: 1,
          amountFen: 300000,
          payStatus: 2,
          holdStatus: 1,
          heldFen: 300000,
          payWay: 3,
          mode: 1,
        },
      ])
      .execute()
    await db
      .insertInto('orderLog')
      .values([
        {
          orderId,
          action: 'submit',
          toStatus: 3,
          at: now - 2 * DAY,
          detail: { total: 69000 },
          actorName: '陈思远',
        },
        {
          orderId,
          action: 'arrange',
          fromStatus: 3,
          toStatus: 4,
          at: now - HOUR,
          detail: { plate: '沪A10001' },
          actorName: '陈思远',
        },
      ])
      .execute()
  })
  const mobile = '13700000001'
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const [role] = (await t.root.query(`select id from role where merchant_id = $1 and name = '店长'`, [w.merchantId]))
    .rows
  await createAccount(t.commands, w.merchantId, {
    userId,
    mobile,
    parentId: null,
    name: '浦东店长',
    roleIds: [role.id],
    storeScope: 1,
    storeIds: [w.stores.pudong],
  })
  clerkOfPudong = await t.login(mobile)
})

const read = (id = orderId, token = w.tokens.owner) => t.call(contract.order.detail, { orderId: id }, { token })

describe('detail', () => {
  it('shows everything of the order', async () => {
    const order = await read()
    expect(order).toMatchObject({
      orderId,
      status: s.arranged,
      nextStep: '距取车还有1小时',
      pendingRefunds: null,
      refundDue: 0,
      vehicle: { plate: w.vehicles.lavida[0]!.plate, modelName: '大众朗逸', fuelPct: 100, batteryPct: null },
      pickupPlace: { storeName: '虹桥机场店', address: '申长路688号', distanceM: 5200 },
      returnPlace: { address: '虹桥路2550号', lng: 121.3363 },
      progress: { submittedAt: now - 2 * DAY, confirmedAt: now - 2 * DAY, arrangedAt: now - HOUR, pickedUpAt: null },
      fees: {
        lines: [
          { name: '租金', formula: '¥200.00 × 2天', amount: 40000 },
          { name: '租金', formula: '平日价¥260.00', amount: 26000 },
          { name: '儿童座椅', formula: '¥30.00', amount: 3000 },
        ],
        total: 69000,
        owed: 69000,
        byPlatform: false,
        commission: 0,
      },
      renter: null,
      cancel: null,
      counts: { remark: 0 },
    })
    expect(order.deposits).toMatchObject([
      { kind: 1, held: 300000, available: 300000, payStatus: 2 },
      { kind: 2, held: 0, available: 0, payStatus: 0, dueReleaseAt: null },
    ])
    expect(order.actions.map((a) => `${a.primary ? '*' : ''}${a.label}`)).toEqual([
      '*取车',
      '收款',
      '改派',
      '改单',
      '补款',
      '报销退款',
      '取消',
    ])
    expect(order.actions.find((a) => a.code === 'cancel')).toMatchObject({
      screen: 'cancel',
      danger: true,
      enabled: true,
    })
  })
  it('offers what the role may do', async () => {
    expect((await read(orderId, w.tokens.service)).actions.map((a) => a.code)).toEqual(['arrange', 'mend', 'cancel'])
  })
  it('costs a fixed number of statements', async () => {
    await read()
    const small = await insertOrder(t, w, { status: s.confirmed })
    await read(small)
    expect(t.calls.slice(-2).map((call) => call.queries)).toEqual([8, 8])
  })
  it('does not exist for others', async () => {
    const long = await insertOrder(t, w, { status: s.confirmed, orderKind: orderKind.long })
    for (const [id, token] of [
      [orderId, other.tokens.owner],
      [orderId, clerkOfPudong],
      [long, w.tokens.fleet],
      ['999999999', w.tokens.owner],
    ] as const)
      expect(await t.send(contract.order.detail, { orderId: id }, { token })).toMatchObject({ errorCode: 2002 })
    expect((await read(long)).orderKind).toBe(orderKind.long)
  })
  it('knows the car of an order that has moved to another store since', async () => {
    const car = w.vehicles.lavida[1]!
    const oneWay = await insertOrder(t, w, {
      status: s.returned,
      storeId: w.stores.pudong,
      returnStoreId: w.stores.hongqiao,
      vehicleId: car.id,
      plate: car.plate,
    })
    expect((await read(oneWay, clerkOfPudong)).vehicle).toMatchObject({ plate: car.plate })
    // Nothing of the wider sight is left for what follows.
    expect(await t.send(contract.order.detail, { orderId }, { token: clerkOfPudong })).toMatchObject({
      errorCode: 2002,
    })
  })
})

describe('remarks', () => {
  it('are added once, pinned first, and come with the order', async () => {
    const token = w.tokens.clerk
    const say = (content: string, topFlag = false, key?: string) =>
      t.call(contract.order.saveRemark, { orderId, content, topFlag }, { token, key })
    const first = await say('客户航班延误', true, 'remark-key-1')
    expect(await say('客户航班延误', true, 'remark-key-1')).toEqual(first)
    for (const content of ['二', '三', '四']) await say(content)
    const page = await t.call(contract.order.remarks, { orderId, pageSize: 3 }, { token })
    expect(page).toMatchObject({ total: 4, totalCapped: false })
    expect(page.list.map((r) => r.content)).toEqual(['客户航班延误', '四', '三'])
    expect(page.list[0]).toMatchObject({ topFlag: true, authorName: '测试clerk', photos: [], at: now })
    const rest = await t.call(contract.order.remarks, { orderId, pageSize: 3, cursor: page.nextCursor! }, { token })
    expect(rest).toMatchObject({ list: [{ content: '二' }], nextCursor: null, total: null })
    expect(await read()).toMatchObject({
      counts: { remark: 4 },
      remarks: [{ content: '客户航班延误' }, { content: '四' }, { content: '三' }],
    })
  })
  it('refuse foreign orders and photos', async () => {
    const refused = (orderIdOf: string, token: string, photoIds: string[] = []) =>
      t.send(contract.order.saveRemark, { orderId: orderIdOf, content: '无', photoIds }, { token })
    expect(await refused(orderId, other.tokens.owner)).toMatchObject({ errorCode: 2002 })
    expect(await refused(orderId, w.tokens.clerk, ['12345'])).toMatchObject({ errorCode: -4 })
    expect(await t.send(contract.order.remarks, { orderId }, { token: clerkOfPudong })).toMatchObject({
      errorCode: 2002,
    })
  })
})

describe('log', () => {
  it('tells what happened, newest first', async () => {
    const page = await t.call(contract.order.log, { orderId, pageSize: 1 }, { token: w.tokens.clerk })
    expect(page).toMatchObject({ total: 2, list: [{ text: '排车 · 沪A·10001', from: 3, to: 4, actorName: '陈思远' }] })
    const next = await t.call(
      contract.order.log,
      { orderId, pageSize: 1, cursor: page.nextCursor! },
      { token: w.tokens.clerk },
    )
    expect(next.list).toMatchObject([{ text: '提交订单 · 总额 ¥690.00', from: null, to: 3 }])
    expect(await t.send(contract.order.log, { orderId, cursor: 'x' }, { token: w.tokens.clerk })).toMatchObject({
      errorCode: -2,
    })
  })
})

describe('contact', () => {
  it('gives the whole number and leaves a trace', async () => {
    const { phone } = await t.call(contract.order.contact, { orderId }, { token: w.tokens.clerk })
    expect(phone).toMatch(/^138\d{8}$/)
    const { rows } = await t.root.query(`select name, target_id from audit where action = 'order.contact'`)
    expect(rows).toEqual([{ name: '测试clerk', targetId: orderId }])
    expect(await t.send(contract.order.contact, { orderId }, { token: other.tokens.owner })).toMatchObject({
      errorCode: 2002,
    })
  })
})

describe('bill', () => {
  it('adds up to what is receivable', async () => {
    const shown = await t.call(contract.expense.bill, { orderId }, { token: w.tokens.finance })
    expect(shown.groups.map((g) => [g.group, g.subtotal])).toEqual([
      ['rent', 66000],
      ['extraService', 3000],
    ])
    expect(shown).toMatchObject({ receivable: 69000, received: 0, owed: 69000, flows: [] })
    expect(shown.deposits).toMatchObject([
      { name: '租车押金', state: '已收取', held: 300000 },
      { name: '违章押金', state: '未收取', held: 0 },
    ])
  })
  it('shows what a cancelled order took back', async () => {
    const cancelled = await insertOrder(t, w, {
      status: s.cancelled,
      prevStatus: 3,
      penaltyFen: 13680,
      paidFen: 86900,
      refundedFen: 73220,
    })
    await asMerchant(t.kernel, w.merchantId, async ({ db }) => {
      await db
        .insertInto('orderItem')
        .values({
          orderId: cancelled,
          itemType: orderItemType.rental,
          code: 'rent',
          name: '租金',
          qty: 1,
          unit: 'day',
          unitPriceFen: 86900,
          amountFen: 86900,
        })
        .execute()
      await db
        .insertInto('payment')
        .values([
          {
            orderId: cancelled,
            refType: 'order',
            payKind: 1,
            payMode: 2,
            payWay: 3,
            amountFen: 86900,
            direction: 'in',
            status: 2,
            outTradeNo: 'a',
            paidAt: now - DAY,
            voucherIds: ['1'],
          },
          {
            orderId: cancelled,
            refType: 'order',
            payKind: 1,
            payMode: 4,
            payWay: 3,
            amountFen: 73220,
            direction: 'out',
            status: 2,
            outTradeNo: 'b',
            paidAt: now,
          },
        ])
        .execute()
    })
    const shown = await t.call(contract.expense.bill, { orderId: cancelled }, { token: w.tokens.finance })
    expect(shown.groups.map((g) => [g.name, g.subtotal])).toEqual([
      ['租金', 86900],
      ['优惠减免', -86900],
      ['违约金', 13680],
    ])
    expect(shown.receivable).toBe(13680)
    expect(shown.flows.map((f) => [f.name, f.direction, f.amount, f.voucherIds.length])).toEqual([
      ['租金退款', 'out', 73220, 0],
      ['租金', 'in', 86900, 1],
    ])
  })
})

describe('services', () => {
  it('are unused before the pickup', async () => {
    expect(await t.call(contract.order.services, { orderId }, { token: w.tokens.clerk })).toMatchObject([
      { code: 'childSeat', amount: 3000, used: 0, refundable: 3000 },
    ])
  })

  it('are used by the day, as an early return would find them', async () => {
    const trip = { pickupAt: now + DAY, returnAt: now + 8 * DAY, services: [{ code: 'premium', qty: 1 }] }
    const booked = await book(t, w, { trip })
    const shown = async () =>
      (await t.call(contract.order.services, { orderId: booked.orderId }, { token: w.tokens.clerk })).map((service) => [
        service.code,
        service.amount,
        service.used,
        service.refundable,
      ])
    expect(await shown()).toEqual([
      ['base', 35000, 0, 35000],
      ['handling', 3500, 0, 3500],
      ['premium', 24500, 0, 24500],
    ])
    await pickUp(t, w, booked.orderId)
    t.clock.set(now + 3 * DAY)
    // Seven days reach the cap of the cover, so it is used up at once.
    expect(await shown()).toEqual([
      ['base', 35000, 10000, 25000],
      ['handling', 3500, 3500, 0],
      ['premium', 24500, 24500, 0],
    ])
    await giveBack(t, w, booked.orderId)
    expect((await shown()).map(([, amount, used, refundable]) => [amount === used, refundable])).toEqual([
      [true, 0],
      [true, 0],
      [true, 0],
    ])
    t.clock.set(now)
  })
})

describe('an order through its life', () => {
  it('shows a bill and a detail that agree at every stage', async () => {
    const booked = await book(t, w)
    const agree = async () => {
      const [shown, order] = [
        await t.call(contract.expense.bill, { orderId: booked.orderId }, { token: w.tokens.owner }),
        await read(booked.orderId),
      ]
      expect(order.fees.total).toBe(shown.receivable)
      expect(order.fees.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(shown.receivable)
      expect(shown.receivable - shown.received + shown.refunded).toBe(shown.owed)
      return { shown, order }
    }
    const fresh = await agree()
    expect(fresh.shown.receivable).toBe(booked.total)
    // A car is kept for it, but none was decided on.
    expect([fresh.order.vehicle, fresh.order.actions[0]?.code]).toEqual([null, 'arrange'])

    await asMerchant(t.kernel, w.merchantId, ({ db }) =>
      db
        .insertInto('expenseItem')
        .values({
          orderId: booked.orderId,
          type: 0,
          code: 8,
          name: '停车费',
          unitPriceFen: 2000,
          amountFen: 2000,
          remark: '机场',
        })
        .execute(),
    )
    expect((await agree()).shown.receivable).toBe(booked.total)
    await t.call(
      contract.deposit.pay,
      { orderId: booked.orderId, kind: 3, mode: 1, payWay: 3, amount: 500000 },
      { token: w.tokens.owner },
    )
    await pickUp(t, w, booked.orderId)
    const out = await agree()
    expect(out.shown.receivable).toBe(booked.total + 2000)
    expect(out.shown.groups.find(({ group }) => group === 'handover')).toMatchObject({
      lines: [{ name: '停车费', note: '机场' }],
    })
    await giveBack(t, w, booked.orderId)
    expect((await agree()).order.nextStep).toBe(`待收 ¥${((booked.total + 2000) / 100).toFixed(2)}`)

    // What is taken out of the deposit pays charges; it takes none of them back.
    await t.call(
      contract.deposit.deduct,
      {
        orderId: booked.orderId,
        kind: 1,
        lines: [{ code: 'order', amount: 5000 }],
        mode: 6,
        reason: '抵扣租金',
        photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens.owner),
      },
      { token: w.tokens.owner },
    )
    const deducted = await agree()
    expect(deducted.shown).toMatchObject({ received: 5000, owed: booked.total - 3000 })
    expect(deducted.order.fees.paid).toBe(5000)
    expect(deducted.shown.receivable).toBe(booked.total + 2000)
  })

  it('keeps a penalty on the bill of a cancelled one', async () => {
    const { orderId: id, total } = await book(t, w, { trip: { pickupAt: now + 3 * HOUR, returnAt: now + 2 * DAY } })
    const { penalty } = await t.call(contract.order.cancelRule, { orderId: id }, { token: w.tokens.owner })
    await t.call(
      contract.order.cancel,
      { orderId: id, reason: 1, responsibility: 1, expectPenalty: penalty },
      { token: w.tokens.owner },
    )
    const shown = await t.call(contract.expense.bill, { orderId: id }, { token: w.tokens.owner })
    expect(shown).toMatchObject({ receivable: penalty, owed: penalty, received: 0 })
    expect(shown.groups.find(({ group }) => group === 'reduction')).toMatchObject({
      lines: [{ name: '取消订单冲销', amount: -total }],
    })
    const order = await read(id)
    expect(order.cancel).toMatchObject({ penalty, by: 'customer', reason: 1 })
    expect(order.fees).toMatchObject({ total: penalty, owed: penalty })
    expect(order.nextStep).toContain('违约金待收')
  })

  it('hides a draft that was dropped', async () => {
    const draft = await book(t, w, { form: { submit: false } })
    const listed = async (status: number) =>
      (await t.call(contract.order.list, { status: [status as 0] }, { token: w.tokens.owner })).list.map(
        (card) => card.orderId,
      )
    expect(await listed(s.notSubmitted)).toEqual([draft.orderId])
    await t.call(
      contract.order.cancel,
      { orderId: draft.orderId, reason: 9, responsibility: 1, expectPenalty: 0 },
      { token: w.tokens.owner },
    )
    expect(await listed(s.notSubmitted)).toEqual([])
    expect(await listed(s.cancelled)).not.toContain(draft.orderId)
  })
})
