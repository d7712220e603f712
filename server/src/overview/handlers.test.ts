import { contract } from '@cheyi/contract/index'
import { orderKind, orderStatus as s } from '@cheyi/domain/order/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asMerchant } from '../kernel/enter.ts'
import { refreshMoney } from '../payment/actions.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { insertOrder, type OrderColumns } from '../testing/orders.ts'
import { makeWorld, type World } from '../testing/world.ts'

let t: TestApp
let w: World
let other: World
const ids: Record<string, string> = {}

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  other = await makeWorld(t, { name: '别家租车' })
  const now = t.clock.now()
  const { pudong } = w.stores
  const orders: Record<string, OrderColumns & { status: number }> = {
    out: {
      status: s.pickedUp,
      pickup_at: new Date(now - DAY),
      return_at: new Date(now + 3 * HOUR),
      return_store_id: pudong,
    },
    grace: {
      status: s.pickedUp,
      pickup_at: new Date(now - DAY),
      return_at: new Date(now - 10 * MINUTE),
      return_type: 2,
      return_address: '世纪大道1号',
    },
    overdue: { status: s.pickedUp, pickup_at: new Date(now - DAY), return_at: new Date(now - HOUR) },
    soon: { status: s.arranged, pickup_at: new Date(now + HOUR) },
    missed: { status: s.arranged, pickup_at: new Date(now - 2 * HOUR) },
    noCar: { status: s.confirmed, pickup_at: new Date(now + 2 * HOUR), contact_name: '蒋雨桐' },
    tomorrow: { status: s.confirmed, pickup_at: new Date(now + DAY) },
    asked: { status: s.confirming, pickup_at: new Date(now + 3 * DAY), confirm_deadline: new Date(now + 30 * MINUTE) },
    refund: { status: s.cancelling, pickup_at: new Date(now + 5 * DAY) },
    payback: { status: s.cancelling, pickup_at: new Date(now + 6 * DAY) },
    back: { status: s.returned, pickup_at: new Date(now - 40 * DAY), return_at: new Date(now - 35 * DAY) },
    long: { status: s.confirmed, order_kind: orderKind.long, pickup_at: new Date(now + 4 * HOUR) },
  }
  for (const [name, columns] of Object.entries(orders)) ids[name] = await insertOrder(t, w, columns)
  const back = { ref_type: 'order', pay_kind: 1, amount_fen: 100, direction: 'out' } as const
  await asMerchant(t.kernel, w.merchantId, async ({ db, query }) => {
    await db
      .insertInto('payment')
      .values([
        { ...back, order_id: ids.payback!, pay_mode: 4, pay_way: 3, status: 0, out_trade_no: 'x' },
        { ...back, order_id: ids.refund!, pay_mode: 3, pay_way: 1, status: 3, fail_count: 5, out_trade_no: 'y' },
        // Tried again by itself: nobody need look.
        { ...back, order_id: ids.back!, pay_mode: 3, pay_way: 1, status: 3, fail_count: 4, out_trade_no: 'z' },
      ])
      .execute()
    for (const name of ['payback', 'refund', 'back']) await refreshMoney({ query }, ids[name]!)
    await db
      .insertInto('deposit')
      .values([
        { order_id: ids.back!, kind: 1, amount_fen: 1, pay_status: 2, hold_status: 1, held_fen: 1 },
        {
          order_id: ids.back!,
          kind: 2,
          amount_fen: 1,
          pay_status: 2,
          hold_status: 1,
          held_fen: 1,
          due_release_at: new Date(now - DAY),
        },
        { order_id: ids.out!, kind: 1, amount_fen: 1, pay_status: 2, hold_status: 1, held_fen: 1 },
      ])
      .execute()
    await db
      .insertInto('remark')
      .values([
        { order_id: ids.soon!, content: '航班延误', top_flag: true },
        { order_id: ids.soon!, content: '其他' },
      ])
      .execute()
    const [clerk] = await db.selectFrom('account').select('id').where('name', '=', '测试clerk').execute()
    await db
      .insertInto('driver_task')
      .values({ order_id: ids.grace!, type: 1, account_id: clerk!.id, plan_at: new Date(now) })
      .execute()
    await db
      .insertInto('occupancy')
      .values([
        {
          store_id: w.stores.hongqiao,
          model_id: w.models.lavida,
          vehicle_id: w.vehicles.lavida[0]!.id,
          from_at: new Date(now - DAY),
          to_at: new Date(now - HOUR),
          kind: 0,
          ref_id: ids.overdue!,
          on_rent: true,
        },
        {
          store_id: w.stores.hongqiao,
          model_id: w.models.lavida,
          vehicle_id: w.vehicles.lavida[1]!.id,
          from_at: new Date(now - DAY),
          to_at: new Date(now + DAY),
          kind: 2,
          ref_id: '1',
        },
        {
          store_id: w.stores.hongqiao,
          model_id: w.models.gl8,
          vehicle_id: w.vehicles.gl8[0]!.id,
          from_at: new Date(now + DAY),
          to_at: new Date(now + 2 * DAY),
          kind: 1,
          ref_id: '2',
        },
      ])
      .execute()
    for (const [journal, posted_on, fen] of [
      [1, '2026-11-20', 86900],
      [3, '2026-11-20', 2000],
      [2, '2026-11-20', 999],
      [1, '2026-11-13', 50000],
      [1, '2026-11-19', 7],
    ] as const) {
      const txn = await db
        .insertInto('ledger_txn')
        .values({ journal, idem_key: `${journal}${posted_on}`, order_id: ids.out!, posted_on })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('ledger_entry')
        .values([
          { txn_id: txn.id, account: 'customer_receivable', debit_fen: fen, order_id: ids.out! },
          { txn_id: txn.id, account: journal === 2 ? 'bank' : 'unearned', credit_fen: fen, order_id: ids.out! },
        ])
        .execute()
    }
  })
})
afterAll(() => t.close())

const counts = async (token: string, storeId?: string) => {
  const answer = await t.call(contract.overview.todo, { storeId }, { token })
  return Object.fromEntries(
    answer.map(({ link, code, count }) => [`${link.startsWith('/long') ? 'long ' : ''}${code}`, count]),
  )
}

describe('todo', () => {
  it('counts what waits, by kind of order', async () => {
    expect(await counts(w.tokens.owner)).toMatchObject({
      confirm: 1,
      cancelling: 2,
      refund: 1,
      arrange: 2,
      conflict: 0,
      pickup: 3,
      return: 3,
      overdue: 1,
      rentalDeposit: 1,
      violationDeposit: 1,
      'long arrange': 1,
      'long pickup': 1,
      'long return': 0,
    })
  })
  it('shows only counters whose key is held', async () => {
    expect(Object.keys(await counts(w.tokens.channel))).toEqual(['confirm', 'oversold'])
    expect(Object.keys(await counts(w.tokens.fleet))).toEqual([
      'refund',
      'arrange',
      'conflict',
      'reassign',
      'pickup',
      'return',
      'overdue',
      'papers',
      'oversold',
    ])
  })
  it('looks at the store where the job is done', async () => {
    expect(await counts(w.tokens.owner, w.stores.pudong)).toMatchObject({
      pickup: 0,
      return: 1,
      overdue: 0,
      arrange: 0,
    })
    expect(await counts(w.tokens.owner, w.stores.hongqiao)).toMatchObject({ pickup: 3, return: 2 })
  })
  it('agrees with the list that it links to, in one flight of four statements', async () => {
    const answer = await t.call(contract.overview.todo, {}, { token: w.tokens.owner })
    expect(t.calls.at(-1)).toMatchObject({ call: 'overview.todo', queries: 4 })
    expect(answer.find(({ code }) => code === 'overdue')).toMatchObject({
      name: '超期未还',
      link: '/order?pickupReturnQueryStatus=6',
    })
  })
  it('shows nothing of others', async () => {
    expect(Object.values(await counts(other.tokens.owner)).every((count) => count === 0)).toBe(true)
  })
})

const nameOf = (id: string) => Object.entries(ids).find(([, value]) => value === id)?.[0]

describe('home', () => {
  it('lists the jobs of today by urgency, each with its verb', async () => {
    const { todos, todoTotal } = await t.call(contract.overview.home, {}, { token: w.tokens.owner })
    expect(todos.map((todo) => [nameOf(todo.orderId), todo.kind, todo.actionLabel])).toEqual([
      ['overdue', 'overdue', '还车'],
      ['missed', 'latePickup', '取车'],
      ['grace', 'lateReturn', '还车'],
      ['asked', 'confirm', '确认'],
      ['soon', 'pickup', '取车'],
      ['noCar', 'arrange', '排车'],
      ['out', 'return', '还车'],
      ['long', 'arrange', '排车'],
      ['refund', 'refund', '退款重试'],
      ['payback', 'payback', '线下退款'],
    ])
    expect(todoTotal).toBe(10)
    expect(todos[4]).toMatchObject({ note: '航班延误', address: null, modelName: '大众朗逸', storeName: '虹桥机场店' })
    expect(todos[2]).toMatchObject({ driverName: '测试clerk', address: '世纪大道1号' })
    expect(t.calls.at(-1)).toMatchObject({ queries: 3 })
  })
  it('counts beyond what it shows', async () => {
    expect(await t.call(contract.overview.home, { limit: 1 }, { token: w.tokens.owner })).toMatchObject({
      todoTotal: 10,
      todos: [{ kind: 'overdue' }],
    })
  })
  it('leaves out jobs of others, and money without its key', async () => {
    const clerk = await t.call(contract.overview.home, {}, { token: w.tokens.channel })
    expect(clerk.todos.map((todo) => todo.kind)).toEqual(['confirm'])
    expect(clerk.income).toBeNull()
    const finance = await t.call(contract.overview.home, { storeId: w.stores.pudong }, { token: w.tokens.finance })
    expect(finance).toMatchObject({ todos: [], income: { today: 0, weekAgo: 0 } })
  })
  it('sums what was billed, and tells what the cars do', async () => {
    const { income, fleet } = await t.call(contract.overview.home, {}, { token: w.tokens.owner })
    expect(income).toEqual({ today: 88900, weekAgo: 50000 })
    expect(fleet).toEqual({ total: 6, rented: 1, free: 4, maintenance: 1, shunting: 0 })
    expect((await t.call(contract.overview.home, {}, { token: other.tokens.owner })).fleet).toMatchObject({
      total: 6,
      rented: 0,
    })
  })
})

describe('tasks', () => {
  beforeAll(async () => {
    const now = t.clock.now()
    const returned = { status: s.returned, pickup_at: new Date(now - 40 * DAY), return_at: new Date(now - 34 * DAY) }
    ids.absent = await insertOrder(t, w, { status: s.arranged, pickup_at: new Date(now - 5 * HOUR) })
    ids.due = await insertOrder(t, w, { ...returned, return_type: 2, return_address: '世纪大道1号' })
    ids.deducted = await insertOrder(t, w, returned)
    await asMerchant(t.kernel, w.merchantId, async ({ db }) => {
      // Whoever drives one of today's cars works here no longer.
      await db.updateTable('account').set({ status: 0 }).where('name', '=', '测试clerk').execute()
      const deposit = { kind: 2, amount_fen: 1, pay_status: 2, held_fen: 1, due_release_at: new Date(now - DAY) }
      const deposits = await db
        .insertInto('deposit')
        .values([
          { ...deposit, order_id: ids.due!, hold_status: 1 },
          { ...deposit, order_id: ids.deducted!, hold_status: 5 },
        ])
        .returning(['id', 'order_id'])
        .execute()
      await db
        .insertInto('task')
        .values([
          { kind: 'noShow', ref_id: ids.absent!, order_id: ids.absent! },
          { kind: 'planConflict', ref_id: ids.noCar!, order_id: ids.noCar! },
          { kind: 'noShow', ref_id: ids.missed!, order_id: ids.missed!, done_at: new Date(now) },
          ...deposits.map(({ id, order_id }) => ({ kind: 'violationRelease', ref_id: id, order_id })),
        ])
        .execute()
    })
  })
  const todosOf = async (token: string) => (await t.call(contract.overview.home, {}, { token })).todos

  it('about a customer who did not come and a violation deposit come with their verbs', async () => {
    const todos = await todosOf(w.tokens.owner)
    const at = (id: string) => todos.filter(({ orderId }) => orderId === id)
    expect(at(ids.absent!)).toMatchObject([{ kind: 'noShow', action: 'cancel', actionLabel: '取消' }])
    expect(at(ids.missed!)).toMatchObject([{ kind: 'latePickup' }])
    expect(at(ids.deducted!)).toEqual([])
    // Nobody waits for it: after everything else.
    expect(todos.at(-1)).toMatchObject({
      kind: 'violationRelease',
      orderId: ids.due,
      at: t.clock.now() - DAY,
      action: 'release',
      actionLabel: '退押',
      address: null,
    })
    expect(t.calls.at(-1)).toMatchObject({ queries: 3 })
  })
  it('leave the pickup to whoever may not cancel, and deposits to whoever may give them back', async () => {
    const fleet = await todosOf(w.tokens.fleet)
    const kinds = fleet.filter(({ orderId }) => orderId === ids.absent || orderId === ids.due).map(({ kind }) => kind)
    expect(kinds).toEqual(['latePickup'])
  })
  it.each(['rentalDeposit', 'violationDeposit'])('%s: its link lists as many as it counts', async (counter) => {
    const counted = await t.call(contract.overview.todo, {}, { token: w.tokens.owner })
    const { link, count } = counted.find(({ code }) => code === counter)!
    const asked = new URLSearchParams(link.split('?')[1])
    const page = await t.call(
      contract.order.list,
      { orderKind: 1, status: [s.returned], depositDue: Number(asked.get('depositDue')) as 1 | 2 },
      { token: w.tokens.owner },
    )
    expect(asked.get('status')).toBe(String(s.returned))
    expect(page.total).toBe(count)
    expect(count).toBe(counter === 'rentalDeposit' ? 1 : 2)
  })
  it.each(['refund', 'conflict', 'reassign'] as const)('%s: its link lists what it counts', async (counter) => {
    const counted = await t.call(contract.overview.todo, {}, { token: w.tokens.owner })
    const { link, count } = counted.find(({ code }) => code === counter)!
    expect(link).toBe(`/order?waits=${counter}`)
    const page = await t.call(contract.order.list, { orderKind: 1, waits: counter }, { token: w.tokens.owner })
    expect(page.total).toBe(count)
    expect(page.list.map(({ orderId }) => nameOf(orderId))).toEqual(
      { refund: ['refund'], conflict: ['noCar'], reassign: ['grace'] }[counter],
    )
    const none = { orderKind: 1 as const, waits: counter, keyword: '查无此人' }
    expect((await t.call(contract.order.list, none, { token: w.tokens.owner })).total).toBe(0)
    expect((await t.call(contract.order.list, { waits: counter }, { token: other.tokens.owner })).total).toBe(0)
  })
  it('of others are not seen', async () => {
    expect(await todosOf(other.tokens.owner)).toEqual([])
  })
})
