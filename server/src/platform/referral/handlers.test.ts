import { contract } from '@cheyi/contract/index'
import { cancelReason, orderStatus, responsibility } from '@cheyi/domain/booking/order/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asMerchant } from '../../kernel/enter.ts'
import { TEST_NOW, type TestApp, testApp } from '../../testing/app.ts'
import { book } from '../../testing/world/bookings.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { repairPendingWork } from '../pending-work/actions.ts'

const { people, ask, close } = contract.referral

let t: TestApp
let w: World
let orderId: string
const by = (role: keyof World['tokens']) => ({ token: w.tokens[role] })

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

beforeEach(async () => {
  t.clock.set(TEST_NOW)
  w = await makeWorld(t)
  orderId = (await book(t, w, { form: { contactName: '蒋雨桐' } })).orderId
  // What the booking itself notified of is not asked about here.
  await t.root.query('delete from notification where merchant_id = $1', [w.merchantId])
})

const wish = () => ({ act: 'order.cancel', subject: 'order' as const, subjectId: orderId })
const todos = async (role: keyof World['tokens']) => (await t.call(contract.overview.home, {}, by(role))).referrals
const notices = async (role: keyof World['tokens']) => (await t.call(contract.notify.page, {}, by(role))).list

it('names colleagues of the store who hold the right, those of this store before those of all', async () => {
  const found = await t.call(people, wish(), by('clerk'))
  expect(found).toMatchObject({ act: '取消订单', open: null })
  expect(found.people.length).toBeLessThanOrEqual(3)
  expect(found.people.map(({ roleName }) => roleName)).toContain('店长')
  expect(found.people.map(({ name }) => name)).not.toContain('测试clerk')
  // Before an order is saved, too.
  expect((await t.call(people, { act: 'order.discount' }, by('clerk'))).people.length).toBeGreaterThan(0)
})

it('a request is in the list of the day of all who may until one of them has done it', async () => {
  const sent = await t.call(ask, { ...wish(), note: '客户来电取消' }, by('clerk'))
  expect(sent).toMatchObject({ mine: true, byName: '测试clerk' })
  expect(sent.toldNames).toContain('测试manager')
  const row = { referralId: sent.id, act: '取消订单', byName: '测试clerk', note: '客户来电取消' }
  expect(await todos('manager')).toMatchObject([row])
  expect(await todos('service')).toMatchObject([row])
  expect((await todos('manager'))[0]!.title).toContain('蒋雨桐')
  expect((await todos('manager'))[0]!.link).toContain(orderId)
  // Finance may not cancel; the clerk asked.
  expect(await todos('finance')).toEqual([])
  expect(await todos('clerk')).toEqual([])
  expect(await notices('manager')).toMatchObject([
    {
      title: '请办理「取消订单」',
      body: expect.stringContaining('客户来电取消'),
      about: expect.stringContaining('蒋雨桐'),
    },
  ])
  expect(await asMerchant(t.kernel, w.merchantId, repairPendingWork)).toEqual([])

  await t.call(
    contract.order.cancel,
    {
      orderId,
      reason: cancelReason.tripOff,
      responsibility: responsibility.customer,
      expectPenalty: 100_000_000,
    },
    by('manager'),
  )
  expect(await todos('manager')).toEqual([])
  expect(await todos('service')).toEqual([])
  expect((await t.call(people, wish(), by('clerk'))).open).toBeNull()
  expect((await notices('clerk')).map(({ title }) => title)).toContain('测试manager已办理「取消订单」')
  // Their notices need no reading any more.
  expect((await notices('manager')).filter(({ read }) => !read)).toEqual([])
  expect(await asMerchant(t.kernel, w.merchantId, repairPendingWork)).toEqual([])
})

it('another write on the order does not end it', async () => {
  await t.call(ask, wish(), by('clerk'))
  await t.call(contract.order.saveRemark, { orderId, content: '已联系客户' }, by('manager'))
  expect(await todos('manager')).toHaveLength(1)
})

it('at most one is open for an act on an order, whoever asks', async () => {
  const first = await t.call(ask, wish(), by('clerk'))
  const second = await t.call(ask, { ...wish(), note: '再问一次' }, by('fleet'))
  expect(second).toMatchObject({ id: first.id, mine: false, byName: '测试clerk' })
  const both = await Promise.all([
    t.call(ask, { ...wish(), act: 'order.undo' }, by('clerk')),
    t.call(ask, { ...wish(), act: 'order.undo' }, by('fleet')),
  ])
  expect(both[0].id).toBe(both[1].id)
  expect(await todos('manager')).toHaveLength(2)
})

it('is taken back by the requester, and declined by a colleague who may', async () => {
  const { id } = await t.call(ask, wish(), by('clerk'))
  expect(await t.send(close, { id }, by('finance'))).toMatchObject({ errorCode: -3 })
  await t.call(close, { id }, by('clerk'))
  await t.call(close, { id }, by('clerk'))
  expect(await todos('manager')).toEqual([])
  const again = await t.call(ask, wish(), by('clerk'))
  await t.call(close, { id: again.id }, by('manager'))
  expect((await notices('clerk')).map(({ title }) => title)).toEqual(['测试manager不办理「取消订单」'])
})

it('about an order that the caller may not see nobody is asked', async () => {
  const other = await makeWorld(t, { name: '别家租车' })
  const theirs = await insertOrder(t, other, { status: orderStatus.confirmed, pickupAt: TEST_NOW + DAY })
  expect(await t.send(ask, { ...wish(), subjectId: theirs }, by('clerk'))).toMatchObject({ errorCode: -4 })
  expect(await t.send(people, { ...wish(), subjectId: theirs }, by('clerk'))).toMatchObject({ errorCode: -4 })
  expect(await t.send(ask, { ...wish(), act: 'order.nothing' }, by('clerk'))).toMatchObject({ errorCode: -2 })
})

it('an account asks at most 30 times an hour', async () => {
  for (let n = 0; n < 30; n++) {
    const { id } = await t.call(ask, wish(), by('clerk'))
    await t.call(close, { id }, by('clerk'))
  }
  expect(await t.send(ask, wish(), by('clerk'))).toMatchObject({ errorCode: -7 })
  t.clock.set(TEST_NOW + HOUR + 1)
  expect(await t.send(ask, wish(), by('clerk'))).toMatchObject({ success: true })
})
