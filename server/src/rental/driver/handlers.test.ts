import { contract } from '@cheyi/contract/index'
import { orderStatus, pickupType, returnType } from '@cheyi/domain/booking/order/codes'
import { DAY, HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAccount, createStaff, createUser } from '../../platform/merchant/provision.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { openSession } from '../../testing/session.ts'
import { messagesWhere } from '../../testing/sms.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder, type OrderColumns } from '../../testing/world/orders.ts'

const { driver } = contract
const deliver = 0
const collect = 1

sharedMerchant({ other: true })
/** The clerk of the world, who drives for every store. */
let clerk: string
beforeAll(async () => {
  clerk = (await boxOf())[0]!.id
})

const boxOf = (input: { storeId?: string } = {}, token = w.tokens.manager) => t.call(driver.box, input, { token })

const delivered = (columns: Partial<OrderColumns> = {}) =>
  insertOrder(t, w, {
    status: orderStatus.confirmed,
    pickupType: pickupType.delivery,
    returnType: returnType.collection,
    pickupAddress: '延安西路100号',
    pickupDistanceM: 5200,
    returnAddress: '南京西路1号',
    returnDistanceM: 8100,
    ...columns,
  })

const arrange = (input: object, token = w.tokens.manager, key?: string) => t.send(driver.arrange, input, { token, key })

/** A driver of some stores; each test that counts tasks takes one of its own. */
async function newDriver(name: string, storeIds: string[] = []): Promise<string> {
  const mobile = `137${Math.floor(Math.random() * 1e8)
    .toString()
    .padStart(8, '0')}`
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  return createAccount(t.commands, w.merchantId, {
    userId,
    mobile,
    parentId: '1',
    name,
    roleIds: [],
    isDriver: true,
    storeScope: storeIds.length > 0 ? 1 : 0,
    storeIds,
  })
}

describe('drivers', () => {
  it('are the accounts that drive, with what they have to do today and a masked mobile', async () => {
    const id = await newDriver('忙师傅')
    const inTwoHours = t.clock.now() + 2 * HOUR
    await arrange({ orderId: await delivered({ pickupAt: inTwoHours }), type: deliver, accountId: id })
    await arrange({ orderId: await delivered(), type: deliver, accountId: id }) // tomorrow
    t.calls.length = 0
    const drivers = await boxOf()
    expect(t.calls.at(-1)).toMatchObject({ call: 'driver.box', queries: 2 })
    expect(drivers.find((one) => one.id === id)).toMatchObject({
      name: '忙师傅',
      onDuty: true,
      tasksToday: 1,
      busyUntil: t.clock.now() + 3 * HOUR,
    })
    expect(drivers.find((one) => one.id === clerk)).toMatchObject({ name: '测试clerk', tasksToday: 0, busyUntil: null })
    for (const { mobile } of drivers) expect(mobile).toMatch(/^\d{3}\*{4}\d{4}$/)
    expect(drivers.map((one) => one.name)).not.toContain('测试owner')
  })

  it('of a store are those of the store and those of all', async () => {
    const pudong = await newDriver('浦东师傅', [w.stores.pudong])
    const ids = async (input: { storeId?: string }) => (await boxOf(input)).map((one) => one.id)
    expect(await ids({ storeId: w.stores.pudong })).toEqual(expect.arrayContaining([clerk, pudong]))
    expect(await ids({ storeId: w.stores.hongqiao })).not.toContain(pudong)
    expect(await ids({ storeId: other.stores.hongqiao })).not.toContain(pudong)
    expect((await boxOf({}, other.tokens.owner)).map((one) => one.id)).not.toContain(clerk)
  })

  it('are not shown to who neither arranges nor has tickets', async () => {
    expect(await t.send(driver.box, {}, { token: w.tokens.channel })).toMatchObject({ errorCode: -3 })
  })
})

describe('arranging a driver', () => {
  it('makes a task at the planned time, shown with where to go, the phone masked', async () => {
    const id = await newDriver('送车员甲')
    const orderId = await delivered()
    t.calls.length = 0
    const { task } = await t.call(
      driver.arrange,
      { orderId, type: deliver, accountId: id },
      { token: w.tokens.manager },
    )
    // Three of them tell the customer and the driver.
    expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(14)
    expect(task).toMatchObject({
      orderId,
      type: deliver,
      status: 0,
      planAt: t.clock.now() + 24 * HOUR,
      driverName: '送车员甲',
      storeName: '虹桥机场店',
      address: '延安西路100号',
      distanceM: 5200,
      contactName: '周明轩',
      modelName: '大众朗逸',
    })
    expect(task!.phone).toMatch(/^138\*{4}\d{4}$/)
    const { rows } = await t.root.query('select action, detail, actor_name from order_log where order_id = $1', [
      orderId,
    ])
    expect(rows[0]).toMatchObject({ action: 'assignDelivery', actorName: '测试manager' })
    expect(rows[0].detail).toMatchObject({ driver: '送车员甲' })
  })

  it('tells the customer who comes, and the driver, once for each driver and time', async () => {
    const [one, two] = [await newDriver('赵师傅'), await newDriver('钱师傅')]
    const orderId = await delivered()
    const texts = async () => (await messagesWhere(t, `order_id = $1 and kind = 'driverAssigned'`, [orderId])).length
    const notices = async (accountId: string) =>
      (await t.root.query('select title, body, link from notification where account_id = $1 order by id', [accountId]))
        .rows
    await arrange({ orderId, type: deliver, accountId: one })
    await arrange({ orderId, type: deliver, accountId: one })
    expect(await texts()).toBe(1)
    const [message] = await messagesWhere(t, `order_id = $1 and kind = 'driverAssigned'`, [orderId])
    expect(message.body).toMatch(/赵师傅（1\d{10}）将于11月\d\d日\d\d:\d\d为您送取大众朗逸/)
    expect(await notices(one)).toEqual([
      {
        title: expect.stringMatching(/^送车任务 /),
        body: expect.stringContaining('延安西路100号'),
        link: '/driver?day=any',
      },
    ])
    await arrange({ orderId, type: deliver, accountId: two })
    expect([await texts(), (await notices(two)).length]).toEqual([2, 1])
    // Whoever need not drive any more hears of it too.
    expect((await notices(one)).slice(1)).toEqual([
      expect.objectContaining({
        title: expect.stringMatching(/^送车任务取消 /),
        body: expect.stringMatching(/^原定 11-.*，已改由他人负责$/),
      }),
    ])
    await arrange({ orderId, type: deliver, accountId: '' })
    expect((await notices(two)).slice(1)).toMatchObject([{ body: expect.stringContaining('已取消安排') }])
  })

  it('changes the waiting task, and takes it back', async () => {
    const [one, two] = [await newDriver('甲'.repeat(2)), await newDriver('乙'.repeat(2))]
    const orderId = await delivered()
    const first = await t.call(driver.arrange, { orderId, type: collect, accountId: one }, { token: w.tokens.manager })
    const planAt = first.task!.planAt - 30 * MINUTE
    const second = await t.call(
      driver.arrange,
      { orderId, type: collect, accountId: two, planAt },
      { token: w.tokens.manager },
    )
    expect(second.task).toMatchObject({
      taskId: first.task!.taskId,
      accountId: two,
      planAt,
      address: '南京西路1号',
      version: 2,
    })
    for (let again = 0; again < 2; again++)
      expect(await arrange({ orderId, type: collect, accountId: '' })).toMatchObject({ data: { task: null } })
    const tasks = await t.call(driver.tasksOfOrder, { orderId }, { token: w.tokens.clerk })
    expect(tasks.map((task) => task.status)).toEqual([3])
    // A new one may follow.
    expect(await arrange({ orderId, type: collect, accountId: one })).toMatchObject({ success: true })
  })

  it('refuses a driver who has another task within the hour', async () => {
    const id = await newDriver('一个人')
    const orders = [await delivered(), await delivered()]
    const planAt = t.clock.now() + 5 * HOUR
    expect(await arrange({ orderId: orders[0], type: deliver, accountId: id, planAt })).toMatchObject({ success: true })
    expect(
      await arrange({ orderId: orders[1], type: deliver, accountId: id, planAt: planAt + 59 * MINUTE }),
    ).toMatchObject({ errorCode: 5101, message: '该员工时间冲突', data: { planAt } })
    expect(
      await arrange({ orderId: orders[1], type: deliver, accountId: id, planAt: planAt + 60 * MINUTE }),
    ).toMatchObject({ success: true })
    // Moving a task within its own hour is no conflict with itself.
    expect(
      await arrange({ orderId: orders[0], type: deliver, accountId: id, planAt: planAt - 30 * MINUTE }),
    ).toMatchObject({ success: true })
  })

  it('gives a driver to one of two orders that ask at once', async () => {
    const id = await newDriver('抢手师傅')
    const orders = [await delivered(), await delivered(), await delivered()]
    const done = await Promise.all(orders.map((orderId) => arrange({ orderId, type: deliver, accountId: id })))
    expect(done.map((envelope) => envelope.errorCode).sort()).toEqual([0, 5101, 5101])
  })

  it('refuses an order whose customer comes to the store, and one that is over', async () => {
    const atStore = await insertOrder(t, w, { status: orderStatus.confirmed })
    expect(await arrange({ orderId: atStore, type: deliver, accountId: clerk })).toMatchObject({ errorCode: 5102 })
    expect(await arrange({ orderId: atStore, type: collect, accountId: clerk })).toMatchObject({ errorCode: 5102 })
    const gone = await delivered({ status: orderStatus.cancelled })
    expect(await arrange({ orderId: gone, type: deliver, accountId: clerk })).toMatchObject({ errorCode: 2001 })
    const driven = await delivered({ status: orderStatus.pickedUp })
    expect(await arrange({ orderId: driven, type: deliver, accountId: clerk })).toMatchObject({ errorCode: 2001 })
    expect(await arrange({ orderId: driven, type: collect, accountId: clerk })).toMatchObject({ success: true })
    expect(await arrange({ orderId: driven, type: collect, accountId: '' })).toMatchObject({ success: true })
  })

  it('knows nothing of other merchants, and no drivers who are none', async () => {
    const orderId = await delivered()
    expect(await arrange({ orderId, type: deliver, accountId: clerk }, other.tokens.owner)).toMatchObject({
      errorCode: 2002,
    })
    const foreign = (await boxOf({}, other.tokens.owner))[0]!.id
    const { rows } = await t.root.query(`select id from account where merchant_id = $1 and name = '测试owner'`, [
      w.merchantId,
    ])
    for (const accountId of [foreign, rows[0].id, '999999999'])
      expect(await arrange({ orderId, type: deliver, accountId })).toMatchObject({ errorCode: -4 })
    expect(await arrange({ orderId, type: deliver, accountId: clerk }, w.tokens.finance)).toMatchObject({
      errorCode: -3,
    })
    expect(await arrange({ orderId, type: 7, accountId: clerk })).toMatchObject({
      errorCode: -2,
      data: { field: 'type' },
    })
  })

  it('answers a repeat with the first task', async () => {
    const id = await newDriver('双击师傅')
    const orderId = await delivered()
    const [first, again] = [
      await arrange({ orderId, type: deliver, accountId: id }, w.tokens.manager, 'double-tap'),
      await arrange({ orderId, type: deliver, accountId: id }, w.tokens.manager, 'double-tap'),
    ]
    expect(again.data).toEqual(first.data)
    expect(again.headers['x-idempotent-replay']).toBe('1')
    const { rows } = await t.root.query('select count(*)::int as n from driver_task where order_id = $1', [orderId])
    expect(rows[0].n).toBe(1)
  })
})

describe('a driver who is there', () => {
  const arrive = (taskId: string, input: object = {}, token = w.tokens.clerk) =>
    t.send(driver.arrive, { taskId, ...input }, { token })
  const here = { lng: 121.434, lat: 31.196 }
  const rowOf = async (taskId: string) =>
    (await t.root.query('select * from driver_task where id = $1', [taskId])).rows[0]
  const sent = async () => {
    const orderId = await delivered({ pickupAt: t.clock.now() + 30 * DAY + ++days * DAY })
    const { task } = await t.call(
      driver.arrange,
      { orderId, type: deliver, accountId: clerk },
      { token: w.tokens.manager },
    )
    return { orderId, taskId: task!.taskId }
  }
  let days = 0

  it('tells the customer once, and says where; the task goes on by the handover alone', async () => {
    const { orderId, taskId } = await sent()
    const at = t.clock.now()
    expect(await arrive(taskId, here)).toMatchObject({ data: { arrivedAt: at } })
    t.clock.advance(MINUTE)
    expect(await arrive(taskId, { lng: 1, lat: 1 })).toMatchObject({ data: { arrivedAt: at } })
    expect(await rowOf(taskId)).toMatchObject({ arrivedLng: here.lng, arrivedLat: here.lat, status: 0 })
    const texts = await messagesWhere(t, `order_id = $1 and kind = 'driverArrived'`, [orderId])
    expect(texts.map(({ body }) => body)).toEqual([
      expect.stringMatching(/测试clerk（1\d{10}）已到达延安西路100号，为您送来大众朗逸，请前往交接。/),
    ])
    expect(await t.call(driver.tasksOfOrder, { orderId }, { token: w.tokens.clerk })).toMatchObject([{ arrivedAt: at }])
    const { list } = await t.call(contract.order.log, { orderId }, { token: w.tokens.clerk })
    expect(list[0]!.text).toBe('送车员已到达 · 测试clerk')
  })

  it('is where they were for ninety days, and that they were there for good', async () => {
    const { taskId } = await sent()
    const at = t.clock.now()
    await arrive(taskId, here)
    t.clock.set(at + 90 * DAY - MINUTE)
    await runMerchants(t, 'retention')
    expect(await rowOf(taskId)).toMatchObject({ arrivedLng: here.lng })
    t.clock.set(at + 90 * DAY + MINUTE)
    await runMerchants(t, 'retention')
    expect(await rowOf(taskId)).toMatchObject({ arrivedLng: null, arrivedLat: null, arrivedAt: new Date(at) })
    t.clock.set(at)
  })

  it('may keep to themselves where they are, and says it of their own tasks alone; who plans says it for them', async () => {
    const { taskId } = await sent()
    const manager = await t.call(driver.arrive, { taskId }, { token: w.tokens.manager })
    expect(await rowOf(taskId)).toMatchObject({ arrivedLng: null, arrivedAt: new Date(manager.arrivedAt) })
    const foreign = await newDriver('别人的')
    const orderId = await delivered()
    const { task } = await t.call(
      driver.arrange,
      { orderId, type: deliver, accountId: foreign },
      { token: w.tokens.manager },
    )
    await t.root.query(`update driver_task set account_id = $2 where id = $1`, [task!.taskId, foreign])
    expect(await arrive(task!.taskId, {}, w.tokens.finance)).toMatchObject({ errorCode: -3 })
    expect(await arrive(task!.taskId, {}, other.tokens.owner)).toMatchObject({ errorCode: -4 })
    expect(await arrive(task!.taskId, { lng: 1 })).toMatchObject({ errorCode: -2 })
    await arrange({ orderId, type: deliver, accountId: '' })
    expect(await arrive(task!.taskId, {}, w.tokens.manager)).toMatchObject({ errorCode: 2001 })
  })
})

describe('tasks', () => {
  it('of a day come from morning to evening, page by page', async () => {
    const id = await newDriver('一天六趟')
    const date = '2026-12-24'
    const times = [9, 11, 13, 15, 17, 19].map((hour) =>
      Date.parse(`${date}T${String(hour).padStart(2, '0')}:00:00+08:00`),
    )
    for (const planAt of [...times].reverse()) {
      const done = await arrange({ orderId: await delivered(), type: deliver, accountId: id, planAt })
      expect(done).toMatchObject({ success: true })
    }
    const ask = { accountId: id, date, pageSize: 4 }
    t.calls.length = 0
    const first = await t.call(driver.tasks, ask, { token: w.tokens.clerk })
    expect(t.calls.at(-1)!.queries).toBe(2)
    expect(first).toMatchObject({ total: 6, totalCapped: false })
    const second = await t.call(driver.tasks, { ...ask, cursor: first.nextCursor! }, { token: w.tokens.clerk })
    expect(second).toMatchObject({ total: null, nextCursor: null })
    expect([...first.list, ...second.list].map((task) => task.planAt)).toEqual(times)
    const waiting = await t.call(driver.tasks, { ...ask, status: [2] }, { token: w.tokens.clerk })
    expect(waiting).toMatchObject({ total: 0, list: [] })
    // Without a day the newest come first.
    const all = await t.call(driver.tasks, { accountId: id, pageSize: 4 }, { token: w.tokens.clerk })
    expect(all.list.map((task) => task.planAt)).toEqual([...times].reverse().slice(0, 4))
    const rest = await t.call(
      driver.tasks,
      { accountId: id, pageSize: 4, cursor: all.nextCursor! },
      { token: w.tokens.clerk },
    )
    expect(rest.list.map((task) => task.planAt)).toEqual([...times].reverse().slice(4))
    expect(await t.send(driver.tasks, { cursor: 'x' }, { token: w.tokens.clerk })).toMatchObject({ errorCode: -2 })
    expect((await t.call(driver.tasks, { accountId: id }, { token: other.tokens.owner })).list).toEqual([])
  })

  it('of today begin with what was left of the days before, and with nothing that was done then', async () => {
    const id = await newDriver('昨日师傅')
    const planned = async (planAt: number) => {
      const orderId = await delivered()
      return (
        await t.call(driver.arrange, { orderId, type: deliver, accountId: id, planAt }, { token: w.tokens.manager })
      ).task!.taskId
    }
    const today = startOfDate(localDate(t.clock.now()))
    const [left, done, now, later] = [
      await planned(today - 20 * HOUR),
      await planned(today - 10 * HOUR),
      await planned(today + 12 * HOUR),
      await planned(today + 36 * HOUR),
    ]
    await t.root.query('update driver_task set status = 2 where id = $1', [done])
    const ask = { accountId: id, date: localDate(t.clock.now()) }
    const ids = async (more: object) =>
      (await t.call(driver.tasks, { ...ask, ...more }, { token: w.tokens.clerk })).list.map(({ taskId }) => taskId)
    expect(await ids({})).toEqual([now])
    expect(await ids({ left: true })).toEqual([left, now])
    expect(await ids({ left: true, status: [0, 1] })).toEqual([left, now])
    const first = await t.call(driver.tasks, { ...ask, left: true, pageSize: 1 }, { token: w.tokens.clerk })
    expect(await ids({ left: true, pageSize: 1, cursor: first.nextCursor! })).toEqual([now])
    expect((await boxOf()).find((one) => one.id === id)).toMatchObject({ tasksToday: 2 })
    expect(await ids({ date: localDate(today + 36 * HOUR) })).toEqual([later])
  })

  it('still to do come with the earliest first where no day is asked for, page by page', async () => {
    const id = await newDriver('三天三趟')
    const times = ['2026-12-21', '2026-12-22', '2026-12-23'].map((date) => Date.parse(`${date}T10:00:00+08:00`))
    for (const planAt of [times[1], times[2], times[0]])
      await arrange({ orderId: await delivered(), type: deliver, accountId: id, planAt })
    await arrange({ orderId: await delivered(), type: deliver, accountId: id, planAt: times[0]! - 2 * HOUR })
    await t.root.query('update driver_task set status = 2 where account_id = $1 and plan_at < to_timestamp($2)', [
      id,
      times[0]! / 1000,
    ])
    const ask = { accountId: id, status: [0, 1] as (0 | 1)[], pageSize: 2 }
    const first = await t.call(driver.tasks, ask, { token: w.tokens.clerk })
    const rest = await t.call(driver.tasks, { ...ask, cursor: first.nextCursor! }, { token: w.tokens.clerk })
    expect(first.total).toBe(3)
    expect([...first.list, ...rest.list].map((task) => task.planAt)).toEqual(times)
  })

  it('lead to the place of the customer, or to the store where they meet there after all', async () => {
    const id = await newDriver('认路的')
    const place = { pickupLng: 121.4, pickupLat: 31.2 }
    const orderId = await delivered(place)
    await arrange({ orderId, type: deliver, accountId: id })
    const ask = () => t.call(driver.tasks, { accountId: id }, { token: w.tokens.clerk })
    expect((await ask()).list).toMatchObject([{ address: '延安西路100号', lng: 121.4, lat: 31.2, distanceM: 5200 }])
    await t.root.query('update "order" set pickup_type = 1 where id = $1', [orderId])
    const { rows } = await t.root.query('select address, lng, lat from store where id = $1', [w.stores.hongqiao])
    expect((await ask()).list).toMatchObject([{ ...rows[0], distanceM: null }])
  })

  it('are seen as far as their orders: a driver of own orders sees what is his, whoever he asks for', async () => {
    const { rows } = await t.root.query(`select id from role where merchant_id = $1 and letter = 'C'`, [w.merchantId])
    const staffOf = async (mobile: string, storeScope: 1 | 2, storeId: string) => {
      const staff = {
        mobile,
        passwordHash: '-',
        parentId: '1',
        name: '外勤师傅',
        roleIds: [rows[0].id],
        isDriver: true,
      }
      const made = await createStaff(t.commands, w.merchantId, { ...staff, storeScope, storeIds: [storeId] })
      return { id: made.accountId, token: await openSession(t.kernel, made) }
    }
    const own = await staffOf('13900000911', 2, w.stores.hongqiao)
    const pudong = await staffOf('13900000912', 1, w.stores.pudong)
    const planAt = Date.parse('2026-12-28T10:00:00+08:00')
    const mine = await delivered()
    const another = await delivered()
    await arrange({ orderId: mine, type: deliver, accountId: own.id, planAt })
    await arrange({ orderId: another, type: deliver, accountId: clerk, planAt })
    const seen = async (token: string, accountId?: string) => {
      const { list, total } = await t.call(driver.tasks, { accountId, date: '2026-12-28' }, { token })
      expect(total).toBe(list.length)
      return list.map((task) => task.orderId)
    }
    expect(await seen(w.tokens.manager)).toEqual([mine, another])
    expect(await seen(w.tokens.manager, own.id)).toEqual([mine])
    expect(await seen(own.token)).toEqual([mine])
    expect(await seen(own.token, clerk)).toEqual([])
    // Of another store.
    expect(await seen(pudong.token)).toEqual([])
    expect(await seen(other.tokens.owner)).toEqual([])
  })

  it('of an order that is not the caller’s do not exist', async () => {
    const orderId = await delivered()
    expect(await t.send(driver.tasksOfOrder, { orderId }, { token: other.tokens.owner })).toMatchObject({
      errorCode: 2002,
    })
    expect(await t.send(driver.tasksOfOrder, { orderId: '1' }, { token: w.tokens.owner })).toMatchObject({
      errorCode: 2002,
    })
  })
})
