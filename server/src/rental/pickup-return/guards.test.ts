import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { traces } from '../../testing/jobs.ts'
import {
  bookArranged,
  confirmed,
  handOut,
  payDeposits,
  payRent,
  prepare,
  saveRecord,
  sendConfirm,
  signPaper,
} from '../../testing/world/handover.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/*
 * Every guard of a handover by itself: one thing is wrong, everything else is in order, and nothing is half done.
 */

let t: TestApp
let w: World
let other: World
let orderId: string
/** Of the order, while its renter is taken away. */
let renterId: string
let total: number

beforeAll(async () => {
  t = await testApp()
  other = await makeWorld(t, { name: '别家租车' })
})
afterAll(() => t.close())

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const order = async () => (await t.root.query('select * from "order" where id = $1', [orderId])).rows[0]
const change = (table: string, set: string, where: string, values: unknown[] = [orderId]) =>
  t.root.query(`update ${table} set ${set} where ${where}`, values)

/** One thing that may be wrong. `mend`: what makes it right again. */
interface Wrong {
  readonly name: string
  readonly code: number
  readonly message?: string
  readonly item?: string
  readonly spoil: () => Promise<unknown>
  readonly mend: () => Promise<unknown>
}

async function refusesOne(type: 0 | 1, { code, message, item, spoil, mend }: Wrong, input: object = {}): Promise<void> {
  await spoil()
  const before = await traces(t, orderId)
  const envelope = await sendConfirm(t, w, { orderId, type, ...input })
  expect(envelope).toMatchObject({ success: false, errorCode: code, ...(message === undefined ? {} : { message }) })
  if (item !== undefined) {
    const blocking = (envelope.data as { blocking: { text: string }[] }).blocking
    expect(blocking.map((one) => one.text)).toEqual([item])
  }
  expect(await traces(t, orderId)).toEqual(before)
  await mend()
}

describe('a pickup', () => {
  const type = handoverType.pickup
  beforeEach(async () => {
    w = await makeWorld(t)
    const booked = await bookArranged(t, w, { trip })
    orderId = booked.orderId
    total = booked.total
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    t.clock.set(trip.pickupAt)
    await prepare(t, w, orderId)
  })

  const person = (set: string, back: string, code: number, item: string): Wrong => ({
    name: item,
    code,
    item,
    spoil: () => change('person', set, 'id = (select renter_id from "order" where id = $1)'),
    mend: () => change('person', back, 'id = (select renter_id from "order" where id = $1)'),
  })
  const record = (set: string, back: string, code: number, item: string): Wrong => ({
    name: item,
    code,
    item,
    spoil: () => change('pickup_return_record', set, 'order_id = $1 and type = 0'),
    mend: () => change('pickup_return_record', back, 'order_id = $1 and type = 0'),
  })

  it('is refused for each thing that is wrong, and goes through once nothing is', async () => {
    const { rows } = await t.root.query('select photos from pickup_return_record where order_id = $1', [orderId])
    const photos = JSON.stringify(rows[0].photos).replaceAll("'", "''")
    const without = (slot: string) =>
      `photos = (select jsonb_agg(p) from jsonb_array_elements(photos) p where p ->> 'slot' <> '${slot}')`
    const wrongs: readonly Wrong[] = [
      person('verify_status = 0', 'verify_status = 1', 5006, '证件未核验，不能取车'),
      person('verify_status = 2', 'verify_status = 1', 5006, '证件未核验，不能取车'),
      person('blacklist = true', 'blacklist = false', 1105, '该客户在黑名单中'),
      person("birthday = '2008-11-24'", "birthday = '1990-01-01'", 5001, '承租人未满18周岁'),
      person('birthday = null', "birthday = '1990-01-01'", 5001, '请填写承租人出生日期'),
      person("licence_class = 'C4'", "licence_class = 'C1'", 5001, '驾驶证准驾车型不符'),
      person("licence_first_issue = '2026-05-24'", "licence_first_issue = '2015-03-01'", 5001, '驾驶证领证不足6个月'),
      person('licence_first_issue = null', "licence_first_issue = '2015-03-01'", 5001, '请填写驾驶证初次领证日期'),
      person("identity_expire = '2026-11-24'", 'identity_expire = null', 5001, '证件将在租期内过期'),
      person("licence_expire = '2026-11-24'", "licence_expire = '2031-03-01'", 5001, '证件将在租期内过期'),
      ...(['front', 'rear', 'left', 'right'] as const).map((slot) =>
        record(without(slot), `photos = '${photos}'`, 5003, '请上传车辆前后左右照片'),
      ),
      record(without('dashboard'), `photos = '${photos}'`, 5003, '请上传仪表盘照片'),
      record('mileage_km = null', 'mileage_km = 10000', -2, '请输入里程数'),
      record('fuel_eighths = null', 'fuel_eighths = 8', -2, '请选择油量'),
      record('mileage_km = 9999', 'mileage_km = 10000', 5001, '取车里程不能小于车辆当前里程 10,000 km'),
      {
        name: 'deposit',
        code: 5005,
        item: '押金未收齐',
        spoil: () => change('deposit', 'pay_status = 0', 'order_id = $1 and kind = 2'),
        mend: () => change('deposit', 'pay_status = 2', 'order_id = $1 and kind = 2'),
      },
      {
        name: 'agreement',
        code: 5007,
        item: '合同未签署',
        spoil: () => change('agreement', 'status = 4', 'order_id = $1'),
        mend: () => change('agreement', 'status = 5', 'order_id = $1'),
      },
      {
        name: 'renter',
        code: 5006,
        item: '请登记承租人',
        spoil: async () => {
          renterId = (await t.root.query('select renter_id from "order" where id = $1', [orderId])).rows[0].renterId
          await change('"order"', 'renter_id = null', 'id = $1')
        },
        mend: () => change('"order"', `renter_id = ${renterId}`, 'id = $1'),
      },
      {
        name: 'status',
        code: 2001,
        spoil: () => change('"order"', 'status = 3', 'id = $1'),
        mend: () => change('"order"', 'status = 4', 'id = $1'),
      },
      {
        name: 'the clock',
        code: 5001,
        item: '未到取车时间',
        spoil: async () => t.clock.set(trip.pickupAt - 241 * MINUTE),
        mend: async () => t.clock.set(trip.pickupAt),
      },
    ]
    for (const wrong of wrongs) await refusesOne(type, wrong)
    const later = { actualAt: trip.pickupAt + 30 * MINUTE }
    const nothing = async () => {}
    await refusesOne(
      type,
      { name: 'future', code: 5001, item: '取车时间不能晚于当前时间', spoil: nothing, mend: nothing },
      later,
    )
    // Four hours before is not too early. Whoever tells no time hands over now, by the clock of the server.
    t.clock.set(trip.pickupAt - 240 * MINUTE + 20_000)
    const done = sendConfirm(t, w, { orderId, type, actualAt: undefined })
    expect(await confirmed(done)).toMatchObject({ status: orderStatus.pickedUp })
    expect(await order()).toMatchObject({ actualPickupAt: new Date(trip.pickupAt - 240 * MINUTE) })
  })

  it('names everything that is wrong at once, with the step where it is mended', async () => {
    await change('deposit', 'pay_status = 0', 'order_id = $1')
    await change('person', 'verify_status = 0', 'id = (select renter_id from "order" where id = $1)')
    const envelope = await sendConfirm(t, w, { orderId, type })
    expect(envelope).toMatchObject({
      errorCode: 5001,
      message: '取车条件未满足：证件未核验，不能取车、押金未收齐',
      data: {
        blocking: [
          { step: 2, overridable: false },
          { step: 7, overridable: false },
        ],
      },
    })
    const shown = await t.call(contract.pickupReturn.task, { orderId, type }, { token: w.tokens.clerk })
    expect(shown.blocking.map((block) => block.text)).toEqual(['证件未核验，不能取车', '押金未收齐'])
    expect(shown.steps.filter((step) => step.hint !== null).map((step) => step.step)).toEqual([2, 7])
  })

  it('passes what may be passed over, by whoever may and for a reason', async () => {
    t.clock.set(trip.pickupAt - 300 * MINUTE)
    // Five hours early the third day begins, at the discount of three.
    const taken = { expectAmount: 22000, settle: 2, payWay: 3 } as const
    const input = { orderId, type, overrideReason: '客户提前到店', ...taken }
    expect(await sendConfirm(t, w, input, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
    // A deposit is never passed over.
    await change('deposit', 'pay_status = 0', 'order_id = $1 and kind = 1')
    expect(await sendConfirm(t, w, input)).toMatchObject({ errorCode: 5005 })
    await change('deposit', 'pay_status = 2', 'order_id = $1 and kind = 1')
    await confirmed(sendConfirm(t, w, input))
    const { rows } = await t.root.query(`select detail from order_log where order_id = $1 and action = 'pickUp'`, [
      orderId,
    ])
    expect(rows[0].detail).toMatchObject({ override: '客户提前到店' })
  })

  it('of an order that was not paid needs the money, or an override that leaves the debt visible', async () => {
    w = await makeWorld(t)
    t.clock.set(trip.pickupAt - 24 * 60 * MINUTE)
    const booked = await bookArranged(t, w, { trip })
    orderId = booked.orderId
    await payDeposits(t, w, orderId)
    t.clock.set(trip.pickupAt)
    await prepare(t, w, orderId)
    const input = { orderId, type, expectAmount: booked.total }
    expect(await sendConfirm(t, w, { ...input, expectAmount: 0 })).toMatchObject({
      errorCode: 5010,
      data: { balance: booked.total },
    })
    expect(await sendConfirm(t, w, input)).toMatchObject({ errorCode: 4009, message: '仍有¥535.00未收' })
    expect(await sendConfirm(t, w, { ...input, settle: 1 })).toMatchObject({ errorCode: 4009 })
    expect((await order()).status).toBe(orderStatus.arranged)
    await confirmed(sendConfirm(t, w, { ...input, settle: 2, payWay: 3 }))
    expect(await order()).toMatchObject({ status: orderStatus.pickedUp, owedFen: '0', paidFen: String(booked.total) })
  })

  it('takes its own charges with the confirmation', async () => {
    const items = [{ code: 5 as const, amount: 3000 }]
    await t.call(contract.expense.saveAll, { orderId, type, items }, { token: w.tokens.owner })
    expect(await sendConfirm(t, w, { orderId, type })).toMatchObject({ errorCode: 5010, data: { balance: 3000 } })
    await confirmed(sendConfirm(t, w, { orderId, type, expectAmount: 3000, settle: 2, payWay: 3 }))
    expect(await order()).toMatchObject({ owedFen: '0', paidFen: String(total + 3000) })
  })

  it('finds nothing left of its charges that were paid before it, and no more was taken', async () => {
    const items = [{ code: 5 as const, amount: 3000 }]
    await t.call(contract.expense.saveAll, { orderId, type, items }, { token: w.tokens.owner })
    const rent = { orderId, payKind: payKind.rent, payWay: payWay.cash }
    const tooMuch = await t.send(contract.payment.collect, { ...rent, amount: 3001 }, { token: w.tokens.owner })
    expect(tooMuch).toMatchObject({ errorCode: 4002 })
    await payRent(t, w, orderId, 3000)
    expect(await order()).toMatchObject({ owedFen: '-3000' })
    await confirmed(sendConfirm(t, w, { orderId, type }))
    expect(await order()).toMatchObject({ owedFen: '0', paidFen: String(total + 3000) })
  })

  it('is nobody else’s: other merchants, roles without the key, no token, another version', async () => {
    const foreign = { token: other.tokens.owner }
    expect(await sendConfirm(t, w, { orderId, type }, foreign)).toMatchObject({ errorCode: 2002 })
    expect(await sendConfirm(t, w, { orderId, type }, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    expect(await sendConfirm(t, w, { orderId, type }, { token: '' })).toMatchObject({ errorCode: -9 })
    const { version } = await order()
    expect(await sendConfirm(t, w, { orderId, type, version: version + 1 })).toMatchObject({ errorCode: -5 })
    await confirmed(sendConfirm(t, w, { orderId, type, version }))
    expect(await sendConfirm(t, w, { orderId, type })).toMatchObject({ errorCode: 2001 })
  })

  it('tapped twice is one pickup', async () => {
    const key = `once-${orderId}`
    const answers = await Promise.all([1, 2, 3].map(() => sendConfirm(t, w, { orderId, type }, { key })))
    expect(answers.map((answer) => answer.errorCode)).toEqual([0, 0, 0])
    const { rows } = await t.root.query('select 1 from vehicle_assignment where order_id = $1', [orderId])
    expect(rows).toHaveLength(1)
  })
})

describe('a return', () => {
  const type = handoverType.return
  const record = (set: string, back: string, code: number, item: string): Wrong => ({
    name: item,
    code,
    item,
    spoil: () => change('pickup_return_record', set, 'order_id = $1 and type = 1'),
    mend: () => change('pickup_return_record', back, 'order_id = $1 and type = 1'),
  })

  it('is refused for each thing that is wrong, and goes through once nothing is', async () => {
    w = await makeWorld(t)
    t.clock.set(trip.pickupAt - 24 * 60 * MINUTE)
    orderId = (await handOut(t, w, { trip })).orderId
    t.clock.set(trip.returnAt)
    expect(await sendConfirm(t, w, { orderId, type })).toMatchObject({
      errorCode: -2,
      message: '参数错误：请输入里程数',
    })
    const saved = await saveRecord(t, w, orderId, type, { mileageKm: 10_100 })
    expect(await sendConfirm(t, w, { orderId, type })).toMatchObject({ errorCode: 5007 })
    await signPaper(t, w, orderId, type, saved.record.recordId)

    const { rows } = await t.root.query('select photos from pickup_return_record where id = $1', [
      saved.record.recordId,
    ])
    const photos = JSON.stringify(rows[0].photos)
    const mark = '[{"markId":"a","part":"roof","kind":1,"x":0,"y":0,"isNew":true,"photoIds":[],"reason":""}]'
    const wrongs: readonly Wrong[] = [
      record("photos = '[]'", `photos = '${photos}'`, 5003, '请上传车辆前后左右照片'),
      record('fuel_eighths = null', 'fuel_eighths = 8', -2, '请选择油量'),
      record(
        `damage_marks = '${mark}'`,
        "damage_marks = '[]'",
        -2,
        '新增损伤请收取车损费用、登记车损，或填写不收费的原因',
      ),
    ]
    await refusesOne(type, {
      name: 'kilometres',
      code: 5002,
      message: '还车里程不能小于取车里程',
      spoil: () => change('pickup_return_record', 'mileage_km = 9999', 'order_id = $1 and type = 1'),
      mend: () => change('pickup_return_record', 'mileage_km = 10100', 'order_id = $1 and type = 1'),
    })
    // Both photo sentences are told where all five are missing.
    const [photosMissing, ...single] = wrongs
    await photosMissing!.spoil()
    expect(await sendConfirm(t, w, { orderId, type })).toMatchObject({ errorCode: 5003 })
    await photosMissing!.mend()
    for (const wrong of single) await refusesOne(type, wrong)
    const nothing = async () => {}
    const impossible = (item: string): Wrong => ({ name: item, code: -2, item, spoil: nothing, mend: nothing })
    await refusesOne(type, impossible('还车时间不能早于取车时间'), {
      actualAt: trip.pickupAt - MINUTE,
      backdateReason: '当时未登记',
      expectAmount: await previewed(trip.pickupAt - MINUTE),
    })
    await refusesOne(type, impossible('还车时间不能晚于当前时间'), { actualAt: trip.returnAt + 20 * MINUTE })
    await refusesOne(type, {
      name: 'status',
      code: 2001,
      spoil: () => change('"order"', 'status = 4', 'id = $1'),
      mend: () => change('"order"', 'status = 5', 'id = $1'),
    })
    expect(await sendConfirm(t, w, { orderId, type }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await sendConfirm(t, w, { orderId, type }, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    expect(await confirmed(sendConfirm(t, w, { orderId, type }))).toMatchObject({ status: orderStatus.returned })
  })

  const previewed = async (actualReturnAt: number) =>
    (
      await t.call(
        contract.pickupReturn.settlement,
        { orderId, actualReturnAt, mileageKm: 10_100, fuelEighths: 8 },
        { token: w.tokens.owner },
      )
    ).balance

  it('two at once are one return', async () => {
    w = await makeWorld(t)
    t.clock.set(trip.pickupAt - 24 * 60 * MINUTE)
    orderId = (await handOut(t, w, { trip })).orderId
    t.clock.set(trip.returnAt)
    const { record } = await saveRecord(t, w, orderId, type, { mileageKm: 10_100 })
    await signPaper(t, w, orderId, type, record.recordId)
    const answers = await Promise.all([
      sendConfirm(t, w, { orderId, type }),
      sendConfirm(t, w, { orderId, type }, { token: w.tokens.clerk }),
    ])
    expect(answers.map((answer) => answer.errorCode).toSorted()).toEqual([0, 2001])
    const { rows } = await t.root.query('select journal from ledger_txn where order_id = $1 and journal = 8', [orderId])
    expect(rows).toHaveLength(1)
  })
})
