import { contract } from '@cheyi/contract/index'
import { orderKind, orderStatus as s } from '@cheyi/domain/booking/order/codes'
import { type StoreScope, storeScope } from '@cheyi/domain/platform/account/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../kernel/context.ts'
import { asMerchant } from '../../kernel/enter.ts'
import { refreshMoney } from '../../money/payment/actions.ts'
import { createAccount, createUser } from '../../platform/merchant/provision.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { findPendingWork, insertOrder, type OrderColumns } from '../../testing/world/orders.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

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
      pickupAt: now - DAY,
      returnAt: now + 3 * HOUR,
      returnStoreId: pudong,
    },
    grace: {
      status: s.pickedUp,
      pickupAt: now - DAY,
      returnAt: now - 10 * MINUTE,
      returnType: 2,
      returnAddress: '世纪大道1号',
    },
    overdue: { status: s.pickedUp, pickupAt: now - DAY, returnAt: now - HOUR },
    soon: { status: s.arranged, pickupAt: now + HOUR },
    missed: { status: s.arranged, pickupAt: now - 2 * HOUR },
    noCar: { status: s.confirmed, pickupAt: now + 2 * HOUR, contactName: '蒋雨桐' },
    tomorrow: { status: s.confirmed, pickupAt: now + DAY },
    asked: {
      status: s.confirming,
      pickupAt: now + 3 * DAY,
      confirmDeadline: now + 30 * MINUTE,
      owedFen: 9000,
      prepayFen: 3000,
    },
    // Goes on by its prepayment or runs out: nobody need look.
    waiting: { status: s.submitted, pickupAt: now + 3 * DAY, owedFen: 9000, prepayFen: 3000 },
    refund: { status: s.cancelling, pickupAt: now + 5 * DAY },
    refundTask: { status: s.cancelling, pickupAt: now + 6 * DAY },
    back: { status: s.returned, pickupAt: now - 40 * DAY, returnAt: now - 35 * DAY },
    debt: { status: s.cancelled, pickupAt: now - 50 * DAY, owedFen: 5000 },
    long: { status: s.confirmed, orderKind: orderKind.long, pickupAt: now + 4 * HOUR },
  }
  for (const [name, columns] of Object.entries(orders)) ids[name] = await insertOrder(t, w, columns)
  const back = { refType: 'order', payKind: 1, amountFen: 100, direction: 'out' } as const
  await asMerchant(t.kernel, w.merchantId, async ({ db, query }) => {
    await db
      .insertInto('payment')
      .values([
        { ...back, orderId: ids.refundTask!, payMode: 4, payWay: 3, status: 0, outTradeNo: 'x' },
        { ...back, orderId: ids.refund!, payMode: 3, payWay: 1, status: 3, failCount: 5, outTradeNo: 'y' },
        // Tried again by itself: nobody need look.
        { ...back, orderId: ids.back!, payMode: 3, payWay: 1, status: 3, failCount: 4, outTradeNo: 'z' },
      ])
      .execute()
    for (const name of ['refundTask', 'refund', 'back']) await refreshMoney({ query } as Context, ids[name]!)
    // What goes back was paid.
    await query('update "order" set owed_fen = -refunding_fen where refunding_fen > 0')
    await db
      .insertInto('deposit')
      .values([
        { orderId: ids.back!, kind: 1, amountFen: 1, payStatus: 2, holdStatus: 1, heldFen: 1 },
        {
          orderId: ids.back!,
          kind: 2,
          amountFen: 1,
          payStatus: 2,
          holdStatus: 1,
          heldFen: 1,
          dueReleaseAt: now - DAY,
        },
        { orderId: ids.out!, kind: 1, amountFen: 1, payStatus: 2, holdStatus: 1, heldFen: 1 },
      ])
      .execute()
    await db
      .insertInto('remark')
      .values([
        { orderId: ids.soon!, content: '航班延误', topFlag: true },
        { orderId: ids.soon!, content: '其他' },
      ])
      .execute()
    const [clerk] = await db.selectFrom('account').select('id').where('name', '=', '测试clerk').execute()
    await db
      .insertInto('driverTask')
      .values({ orderId: ids.grace!, type: 1, accountId: clerk!.id, planAt: now })
      .execute()
    await db
      .insertInto('occupancy')
      .values([
        {
          storeId: w.stores.hongqiao,
          modelId: w.models.lavida,
          vehicleId: w.vehicles.lavida[0]!.id,
          fromAt: now - DAY,
          toAt: now - HOUR,
          kind: 0,
          refId: ids.overdue!,
          onRent: true,
        },
        {
          storeId: w.stores.hongqiao,
          modelId: w.models.lavida,
          vehicleId: w.vehicles.lavida[1]!.id,
          fromAt: now - DAY,
          toAt: now + DAY,
          kind: 2,
          refId: '1',
        },
        {
          storeId: w.stores.hongqiao,
          modelId: w.models.gl8,
          vehicleId: w.vehicles.gl8[0]!.id,
          fromAt: now + DAY,
          toAt: now + 2 * DAY,
          kind: 1,
          refId: '2',
        },
      ])
      .execute()
    for (const [journal, postedOn, fen, createdAt] of [
      [1, '2026-11-20', 86900, now],
      [3, '2026-11-20', 2000, now],
      [2, '2026-11-20', 999, now],
      [1, '2026-11-13', 50000, now - 7 * DAY],
      // A week ago it was sold later than it is now.
      [1, '2026-11-13', 3000, now - 7 * DAY + 60_000],
      [1, '2026-11-19', 7, now - DAY],
    ] as const) {
      const txn = await db
        .insertInto('ledgerTxn')
        .values({ journal, idemKey: `${journal}${createdAt}`, orderId: ids.out!, postedOn, createdAt })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('ledgerEntry')
        .values([
          { txnId: txn.id, account: 'customer_receivable', debitFen: fen, orderId: ids.out! },
          { txnId: txn.id, account: journal === 2 ? 'bank' : 'unearned', creditFen: fen, orderId: ids.out! },
        ])
        .execute()
    }
  })
  await findPendingWork(t, w)
})
afterAll(() => t.close())

const counts = async (token: string, storeId?: string) => {
  const answer = await t.call(contract.todo.counts, { storeId }, { token })
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
      refundTask: 1,
      prepay: 1,
      debt: 1,
      turnaround: 0,
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
      'damage',
      'lost',
      'video',
      'unprinted',
      'arrange',
      'conflict',
      'reassign',
      'pickup',
      'return',
      'overdue',
      'selfCheck',
      'papers',
      'turnaround',
      'oversold',
      'ticketDue',
      'ticketApprove',
      'ticketAssign',
      'ticketReassign',
      'violationMatch',
      'violationTodo',
      'violationClose',
      'tollMatch',
      'insuranceReport',
      'insuranceTodo',
      'alarm',
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
    const answer = await t.call(contract.todo.counts, {}, { token: w.tokens.owner })
    expect(t.calls.at(-1)).toMatchObject({ call: 'todo.counts', queries: 4 })
    expect(answer.find(({ code }) => code === 'overdue')).toMatchObject({
      name: '超时未还',
      link: '/order?pickupReturnQueryStatus=6',
    })
    expect(answer.find(({ code }) => code === 'debt')).toMatchObject({ count: 1, fen: 5000, link: '/order?waits=debt' })
    expect(answer.find(({ code }) => code === 'prepay')).toMatchObject({ name: '待收预付款', count: 1, fen: 3000 })
    // What waits to go back to customers, with its sum.
    for (const code of ['refundTask', 'refund'])
      expect(answer.find((one) => one.code === code)).toMatchObject({ count: 1, fen: 100 })
    for (const code of ['rentalDeposit', 'violationDeposit'])
      expect(answer.find((one) => one.code === code)).toMatchObject({ count: 1, fen: 1 })
  })
  it('says of a screen what waits on it, each order once however many counters it stands in', async () => {
    const onScreen = async (token: string, path: string, storeId?: string) => {
      const of = (await t.call(contract.todo.counts, { storeId }, { token })).filter(({ link }) =>
        link.startsWith(`${path}?`),
      )
      return {
        sum: of.reduce((sum, { count }) => sum + count, 0),
        waiting: [...new Set(of.map((one) => one.onScreen))],
      }
    }
    // Not counted twice: who is to be refunded and cancelled, late and returning, with two deposits, to be arranged and picked up.
    expect(await onScreen(w.tokens.owner, '/order')).toEqual({ sum: 18, waiting: [12] })
    expect(await onScreen(w.tokens.owner, '/long-order')).toEqual({ sum: 2, waiting: [1] })
    expect(await onScreen(w.tokens.fleet, '/order')).toEqual({ sum: 9, waiting: [7] })
    expect(await onScreen(w.tokens.owner, '/order', w.stores.pudong)).toEqual({ sum: 1, waiting: [1] })
  })
  it('shows nothing of others', async () => {
    expect(Object.values(await counts(other.tokens.owner)).every((count) => count === 0)).toBe(true)
  })
})

const nameOf = (id: string) => Object.entries(ids).find(([, value]) => value === id)?.[0]

let managers = 0
/** Signs in somebody with the owner's keys who sees these stores, or own orders in them. */
async function managerOf(storeIds: readonly string[], scope: StoreScope = storeScope.listed): Promise<string> {
  const mobile = `1370000${String(++managers).padStart(4, '0')}`
  const { rows } = await t.root.query(`select role_ids from account where merchant_id = $1 and name = '测试owner'`, [
    w.merchantId,
  ])
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const staff = { userId, mobile, parentId: null, name: '店长', roleIds: rows[0].roleIds, storeScope: scope, storeIds }
  await createAccount(t.commands, w.merchantId, staff)
  return t.login(mobile)
}

describe('home', () => {
  it('lists the jobs of today by urgency, each with its verb', async () => {
    const { todos, todoTotal } = await t.call(contract.overview.home, {}, { token: w.tokens.owner })
    expect(todos.map((todo) => [nameOf(todo.orderId), todo.kind, todo.actionLabel])).toEqual([
      ['missed', 'latePickup', '取车'],
      ['overdue', 'overdue', '还车'],
      ['grace', 'lateReturn', '还车'],
      ['asked', 'confirm', '接单'],
      ['soon', 'pickup', '取车'],
      ['noCar', 'arrange', '排车'],
      ['out', 'return', '还车'],
      ['long', 'arrange', '排车'],
      ['refund', 'refund', '退款重试'],
      ['refundTask', 'refundTask', '线下退款'],
      ['back', 'violationRelease', '退押金'],
    ])
    expect(todoTotal).toBe(11)
    expect(todos[4]).toMatchObject({ note: '航班延误', address: null, modelName: '大众朗逸', storeName: '虹桥机场店' })
    expect(todos[2]).toMatchObject({ driverName: '测试clerk', address: '世纪大道1号' })
    // It comes back to another store than it left.
    expect(todos[6]).toMatchObject({ storeName: '浦东机场店', oneWay: { from: '虹桥机场店', to: '浦东机场店' } })
    expect(todos[4]).toMatchObject({ oneWay: null })
    expect(todos.slice(8)).toMatchObject([{ amountFen: 100 }, { amountFen: 100 }, { amountFen: 1 }])
    expect(todos[0]).toMatchObject({ amountFen: null })
    expect(t.calls.at(-1)).toMatchObject({ queries: 6 })
  })
  it('counts beyond what it shows, and hides no money behind what has a time', async () => {
    expect(await t.call(contract.overview.home, { limit: 1 }, { token: w.tokens.owner })).toMatchObject({
      todoTotal: 11,
      todos: [{ kind: 'latePickup' }, { kind: 'refund' }],
    })
  })
  it('lists those of some stores, what begins there and what ends there, each once', async () => {
    const { hongqiao, pudong } = w.stores
    const homeOf = async (storeIds: readonly string[], storeId?: string) => {
      const { todos, todoTotal } = await t.call(
        contract.overview.home,
        { storeId },
        { token: await managerOf(storeIds) },
      )
      return { total: todoTotal, todos: todos.map(({ orderId, kind }) => [nameOf(orderId), kind]) }
    }
    const all = await t.call(contract.overview.home, {}, { token: w.tokens.owner })
    const whole = { total: 11, todos: all.todos.map(({ orderId, kind }) => [nameOf(orderId), kind]) }
    expect(await homeOf([pudong])).toEqual({ total: 1, todos: [['out', 'return']] })
    expect(await homeOf([hongqiao])).toEqual(whole)
    expect(await homeOf([hongqiao, pudong])).toEqual(whole)
    // So many are not looked at one by one.
    const many = [hongqiao, pudong, '1', '2', '3', '4']
    expect(await homeOf(many)).toEqual(whole)
    // What comes back elsewhere is no business of the store that it left.
    for (const storeIds of [[hongqiao, pudong], many]) {
      expect(await homeOf(storeIds, pudong)).toEqual({ total: 1, todos: [['out', 'return']] })
      expect(await homeOf(storeIds, hongqiao)).toMatchObject({ total: 10 })
    }
  })
  it('sums of own orders what was billed on them, in a store too', async () => {
    const { hongqiao, pudong } = w.stores
    const token = await managerOf([hongqiao, pudong], storeScope.own)
    const incomeOf = async (storeId?: string) => (await t.call(contract.overview.home, { storeId }, { token })).income
    const none = { today: 0, weekAgo: 0, days: [] }
    expect(await incomeOf()).toEqual(none)
    const { rows } = await t.root.query(`select created_by from "order" where id = $1`, [ids.out])
    const make = (accountId: string) =>
      t.root.query(`update "order" set created_by = $2 where id = $1`, [ids.out, accountId])
    const { accountId } = await t.call(contract.session.userInfo, {}, { token })
    await make(accountId!)
    expect(await incomeOf()).toEqual({ ...none, today: 88900, weekAgo: 50000 })
    expect(await incomeOf(hongqiao)).toEqual({ ...none, today: 88900, weekAgo: 50000 })
    expect(await incomeOf(pudong)).toEqual(none)
    await make(rows[0].createdBy)
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
    expect(income).toEqual({
      today: 88900,
      weekAgo: 50000,
      days: [0, 0, 0, 0, 0, 0, 53000, 0, 0, 0, 0, 0, 7, 88900],
    })
    expect(fleet).toEqual({ total: 6, rented: 1, free: 4, maintenance: 1, relocation: 0 })
    expect((await t.call(contract.overview.home, {}, { token: other.tokens.owner })).fleet).toMatchObject({
      total: 6,
      rented: 0,
    })
  })
  it('says of all cars what it says of the stores together, one that is out and out of service too', async () => {
    const { owner } = w.tokens
    const fleetOf = async (storeId?: string) =>
      (await t.call(contract.overview.home, { storeId }, { token: owner })).fleet as Record<string, number>
    const together = async () => {
      const parts = await Promise.all(Object.values(w.stores).map(fleetOf))
      return Object.fromEntries(
        Object.keys(parts[0]!).map((key) => [key, parts.reduce((n, part) => n + part[key]!, 0)]),
      )
    }
    expect(await fleetOf()).toEqual(await together())
    const out = (lifecycle: 1 | 2) =>
      asMerchant(t.kernel, w.merchantId, ({ query }) =>
        query(
          `update vehicle set lifecycle = $1 where id in (select vehicle_id from occupancy where active and on_rent)`,
          [lifecycle],
        ),
      )
    await out(2)
    expect(await fleetOf()).toEqual({ total: 5, rented: 0, free: 4, maintenance: 1, relocation: 0 })
    expect(await fleetOf()).toEqual(await together())
    await out(1)
  })
})

describe('tasks', () => {
  beforeAll(async () => {
    const now = t.clock.now()
    const returned = { status: s.returned, pickupAt: now - 40 * DAY, returnAt: now - 34 * DAY }
    ids.absent = await insertOrder(t, w, { status: s.arranged, pickupAt: now - 5 * HOUR })
    ids.due = await insertOrder(t, w, { ...returned, returnType: 2, returnAddress: '世纪大道1号' })
    ids.deducted = await insertOrder(t, w, returned)
    await asMerchant(t.kernel, w.merchantId, async ({ db }) => {
      // Whoever drives one of today's cars works here no longer.
      await db.updateTable('account').set({ status: 0 }).where('name', '=', '测试clerk').execute()
      const deposit = { kind: 2, amountFen: 1, payStatus: 2, heldFen: 1, dueReleaseAt: now - DAY } as const
      await db
        .insertInto('deposit')
        .values([
          { ...deposit, orderId: ids.due!, holdStatus: 1 },
          { ...deposit, orderId: ids.deducted!, holdStatus: 5 },
        ])
        .execute()
      await db
        .insertInto('task')
        .values([
          { kind: 'noShow', refId: ids.absent!, orderId: ids.absent! },
          { kind: 'planConflict', refId: ids.noCar!, orderId: ids.noCar! },
          { kind: 'noShow', refId: ids.missed!, orderId: ids.missed!, doneAt: now },
        ])
        .execute()
    })
    await findPendingWork(t, w)
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
      actionLabel: '退押金',
      address: null,
      amountFen: 1,
    })
    expect(t.calls.at(-1)).toMatchObject({ queries: 6 })
  })
  it('leave the pickup to whoever may not cancel, and deposits to whoever may give them back', async () => {
    const fleet = await todosOf(w.tokens.fleet)
    const kinds = fleet.filter(({ orderId }) => orderId === ids.absent || orderId === ids.due).map(({ kind }) => kind)
    expect(kinds).toEqual(['latePickup'])
  })
  it.each(['rentalDeposit', 'violationDeposit'])('%s: its link lists as many as it counts', async (counter) => {
    const counted = await t.call(contract.todo.counts, {}, { token: w.tokens.owner })
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
  it.each(['refund', 'refundTask', 'prepay', 'debt', 'conflict', 'reassign'] as const)(
    '%s: its link lists what it counts',
    async (counter) => {
      const counted = await t.call(contract.todo.counts, {}, { token: w.tokens.owner })
      const { link, count } = counted.find(({ code }) => code === counter)!
      expect(link).toBe(`/order?waits=${counter}`)
      const page = await t.call(contract.order.list, { orderKind: 1, waits: counter }, { token: w.tokens.owner })
      expect(page.total).toBe(count)
      expect(page.list.map(({ orderId }) => nameOf(orderId))).toEqual(
        {
          refund: ['refund'],
          refundTask: ['refundTask'],
          prepay: ['asked'],
          debt: ['debt'],
          conflict: ['noCar'],
          reassign: ['grace'],
        }[counter],
      )
      const none = { orderKind: 1 as const, waits: counter, keyword: '查无此人' }
      expect((await t.call(contract.order.list, none, { token: w.tokens.owner })).total).toBe(0)
      expect((await t.call(contract.order.list, { waits: counter }, { token: other.tokens.owner })).total).toBe(0)
    },
  )
  it('of others are not seen', async () => {
    expect(await todosOf(other.tokens.owner)).toEqual([])
  })
})
