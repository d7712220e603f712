import { contract } from '@cheyi/contract/index'
import { orderStatus as s } from '@cheyi/domain/booking/order/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keywordLookup } from '../../booking/order/search.ts'
import { asMerchant } from '../../kernel/enter.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { book } from '../../testing/world/bookings.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

let t: TestApp
let w: World
let other: World
let booked: Awaited<ReturnType<typeof book>>

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  other = await makeWorld(t, { name: '别家租车' })
  booked = await book(t, w, { form: { contactName: '欧阳若曦', contactPhone: '18621074321' } })
  await book(t, other, { form: { contactName: '欧阳若曦', contactPhone: '18621074321' } })
})
afterAll(() => t.close())

const find = (keyword: string, token = w.tokens.owner) => t.call(contract.overview.search, { keyword }, { token })
const idsOf = async (keyword: string, token?: string) =>
  (await find(keyword, token)).orders.map(({ orderId }) => orderId)

describe('a few signs', () => {
  it.each([
    ['the last four digits of a phone', '4321'],
    ['a whole phone', '18621074321'],
    ['the beginning of a name', '欧阳'],
  ])('find an order by %s, one’s own merchant’s only', async (_, keyword) => {
    expect(await idsOf(keyword)).toEqual([booked.orderId])
  })
  it('find somebody with a dot in the name, whichever dot is typed, and an order of a privacy number by its last digits', async () => {
    const name = '阿依古丽·买买提'
    const { orderId } = await book(t, w, { form: { contactName: name, contactPhone: '17000000001转12' } })
    for (const keyword of [
      name,
      '阿依古丽买买提',
      '阿依古丽•买',
      '阿依古丽. 买买提',
      '0112',
      '01,12',
      '17000000001-12',
    ])
      expect([keyword, await idsOf(keyword)]).toEqual([keyword, [orderId]])
    for (const keyword of ['阿依古丽・买', '0112']) {
      const { people, orders } = await find(keyword)
      expect(people).toMatchObject([{ name, phone: '170****01,12' }])
      expect(orders).toMatchObject([{ phone: '170****01,12' }])
    }
  })
  it('find an order by its number or the beginning of it', async () => {
    const { orderNo } = await t.call(contract.order.detail, { orderId: booked.orderId }, { token: w.tokens.owner })
    expect(await idsOf(orderNo)).toEqual([booked.orderId])
    expect(await idsOf(orderNo.slice(0, 7))).toContain(booked.orderId)
  })
  it('find vehicles by a part of the plate, disposed ones left out', async () => {
    const [car] = w.vehicles.gl8
    const part = car!.plate.slice(-4)
    const { vehicles } = await find(part)
    expect(vehicles).toMatchObject([{ vehicleId: car!.id, plate: car!.plate, modelName: '别克GL8', rented: false }])
    // A customer has it: nothing that stands in service at its store.
    await t.root.query(
      `insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id, on_rent)
       select merchant_id, current_store_id, model_id, id, app_now(), app_now() + interval '1 day', 1, 1, true from vehicle where id = $1`,
      [car!.id],
    )
    expect((await find(part)).vehicles).toMatchObject([{ rented: true }])
    await t.root.query('delete from occupancy where vehicle_id = $1', [car!.id])
    await t.root.query('update vehicle set lifecycle = 3 where id = $1', [car!.id])
    expect((await find(part)).vehicles).toEqual([])
    await t.root.query('update vehicle set lifecycle = 1 where id = $1', [car!.id])
  })
  it('find customers, their phone masked', async () => {
    const { people } = await find('欧阳若曦')
    for (const { name, phone } of people) expect([name, phone]).toEqual(['欧阳若曦', '186****4321'])
  })
  it('ask for everything in one flight of at most three statements', async () => {
    await find('4321')
    expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(3)
  })
  it('show what is due today before what is booked for later', async () => {
    const due = (days: number) => t.clock.now() + days * 86_400_000
    const soon = await insertOrder(t, w, { status: s.arranged, contactName: '诸葛明', pickupAt: due(0.2) })
    const later = await insertOrder(t, w, { status: s.confirmed, contactName: '诸葛明', pickupAt: due(17) })
    const late = await insertOrder(t, w, {
      status: s.pickedUp,
      contactName: '诸葛明',
      pickupAt: due(-3),
      returnAt: due(-0.1),
    })
    expect(await idsOf('诸葛')).toEqual([late, soon, later])
  })
  it('show what goes on before what is over', async () => {
    const old = await insertOrder(t, w, { status: s.returned, contactName: '司徒静' })
    const live = await insertOrder(t, w, { status: s.arranged, contactName: '司徒静' })
    await insertOrder(t, w, { status: s.cancelled, prevStatus: s.notSubmitted, contactName: '司徒静' })
    const newer = await insertOrder(t, w, { status: s.returned, contactName: '司徒静' })
    expect(await idsOf('司徒')).toEqual([live, newer, old])
  })
})

it('a part of a plate finds the newest orders, of fewer cars than orders are wanted and of more', async () => {
  const cars = Object.values(w.vehicles).flat()
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  const ids: string[] = []
  for (const car of [...cars, ...cars])
    ids.unshift(await insertOrder(t, w, { status: s.returned, vehicleId: car.id, plate: car.plate }))
  for (const most of [cars.length - 1, cars.length + 1]) {
    const { text, values } = keywordLookup('沪A', vault, { most })!
    const found = await asMerchant(t.kernel, w.merchantId, ({ query }) => query<{ id: string }>(text, values))
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids.slice(0, most)))
  }
})

describe('what somebody may not open', () => {
  it('is not found: kinds of orders, vehicles and customers without their key', async () => {
    const { vehicles, people, orders } = await find('欧阳', w.tokens.channel)
    expect({ vehicles, people }).toEqual({ vehicles: [], people: [] })
    expect(orders).toHaveLength(1)
  })
  it('is not found: orders of other stores', async () => {
    await t.root.query(
      `update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1 and name = '测试clerk'`,
      [w.merchantId, w.stores.hangzhou],
    )
    expect(await idsOf('4321', w.tokens.clerk)).toEqual([])
  })
})
