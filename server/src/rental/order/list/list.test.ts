import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { type OrderStatus, orderKind, orderStatus, pickupReturnQueryStatus } from '@cheyi/domain/booking/order/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asMerchant } from '../../../kernel/enter.ts'
import { createAccount, createUser } from '../../../platform/merchant/provision.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { findPendingWork, insertOrder, type OrderColumns } from '../../../testing/world/orders.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'

let t: TestApp
let w: World
let now: number
type Ask = InputOf<typeof contract.order.list>

const ids: Record<string, string> = {}
const s = orderStatus
let other: World
/** Accounts that see less: the store manager of Pudong, and a clerk of two stores who sees own orders only. */
let pudongManager: string
let ownClerk: string

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  other = await makeWorld(t, { name: '别家租车' })
  now = t.clock.now()
  const { hongqiao, pudong, hangzhou } = w.stores
  const plate = w.vehicles.lavida[0]!.plate
  const orders: Record<string, OrderColumns & { status: OrderStatus }> = {
    draft: { status: s.notSubmitted },
    confirming: {
      status: s.confirming,
      pickupAt: now + 5 * HOUR,
      source: 10,
      channelOrderNo: 'D2611188213',
    },
    tomorrow: { status: s.confirmed, pickupAt: now + DAY, contactName: '蒋雨桐' },
    soon: { status: s.arranged, pickupAt: now + HOUR, plate, vehicleId: w.vehicles.lavida[0]!.id },
    missed: { status: s.arranged, pickupAt: now - HOUR, pickupType: 2, source: 2 },
    out: {
      status: s.pickedUp,
      pickupAt: now - 2 * DAY,
      returnAt: now + 6 * HOUR,
      storeId: pudong,
    },
    grace: { status: s.pickedUp, pickupAt: now - 2 * DAY, returnAt: now - 20 * MINUTE },
    overdue: {
      status: s.pickedUp,
      pickupAt: now - 2 * DAY,
      returnAt: now - 2 * HOUR,
      returnStoreId: pudong,
    },
    back: {
      status: s.returned,
      pickupAt: now - 9 * DAY,
      returnAt: now - 6 * DAY,
      depositStatus: 2,
      depositPayStatus: 1,
    },
    backLater: {
      status: s.returned,
      pickupAt: now - 9 * DAY,
      returnAt: now - 5 * DAY,
      modelId: w.models.gl8,
    },
    cancelled: {
      status: s.cancelled,
      pickupAt: now + 2 * DAY,
      nextAt: now - DAY,
      prevStatus: s.confirmed,
    },
    dropped: { status: s.cancelled, prevStatus: s.notSubmitted },
    long: {
      status: s.pickedUp,
      orderKind: orderKind.long,
      pickupAt: now - 30 * DAY,
      returnAt: now + 60 * DAY,
    },
    hangzhou: {
      status: s.confirmed,
      storeId: hangzhou,
      returnStoreId: hangzhou,
      pickupAt: now + 3 * DAY,
    },
  }
  for (const [name, columns] of Object.entries(orders))
    ids[name] = await insertOrder(t, w, { storeId: hongqiao, ...columns })
  pudongManager = (await account('13700000001', 1, [pudong])).token
  const clerk = await account('13700000002', 2, [hongqiao, pudong])
  ownClerk = clerk.token
  await t.root.query(`update "order" set created_by = $1 where id = any ($2)`, [
    clerk.id,
    [ids.tomorrow, ids.back, ids.hangzhou],
  ])
  await asMerchant(t.kernel, w.merchantId, ({ db }) =>
    db.insertInto('driverTask').values({ orderId: ids.missed!, type: 0, accountId: clerk.id, planAt: now }).execute(),
  )
})
afterAll(() => t.close())

/** A store manager (店长) who sees the listed stores, all of their orders (1) or the own ones (2). */
async function account(mobile: string, storeScope: 1 | 2, storeIds: string[]) {
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const { rows } = await t.root.query(`select id from role where merchant_id = $1 and name = '店长'`, [w.merchantId])
  const roleIds = [rows[0].id]
  const id = await createAccount(t.commands, w.merchantId, {
    userId,
    mobile,
    parentId: null,
    name: '分店员工',
    roleIds,
    storeScope,
    storeIds,
  })
  return { id, token: await t.login(mobile) }
}

const nameOf = (id: string) => Object.entries(ids).find(([, value]) => value === id)?.[0] ?? id
async function shown(ask: Ask = {}, token = w.tokens.owner) {
  const page = await t.call(contract.order.list, { orderKind: orderKind.short, ...ask }, { token })
  return page.list.map((card) => nameOf(card.orderId))
}

describe('tabs', () => {
  it('lists all orders newest first, without drafts', async () => {
    expect(await shown()).toEqual([
      'hangzhou',
      'cancelled',
      'backLater',
      'back',
      'overdue',
      'grace',
      'out',
      'missed',
      'soon',
      'tomorrow',
      'confirming',
    ])
    expect(await shown({ status: [s.notSubmitted] })).toEqual(['draft'])
  })
  it('lists open orders by their next step, ended ones latest first', async () => {
    expect(await shown({ status: [s.arranged] })).toEqual(['missed', 'soon'])
    expect(await shown({ status: [s.confirmed, s.arranged] })).toEqual(['missed', 'soon', 'tomorrow', 'hangzhou'])
    expect(await shown({ status: [s.returned] })).toEqual(['backLater', 'back'])
    expect(await shown({ sort: 'next' })).toEqual([
      'overdue',
      'missed',
      'grace',
      'soon',
      'confirming',
      'out',
      'tomorrow',
      'hangzhou',
      'cancelled',
      'backLater',
      'back',
    ])
    expect(await shown({ status: [s.returned], sort: 'newest' })).toEqual(['backLater', 'back'])
  })
  it('counts every status under the other filters, with the first page only', async () => {
    const first = await t.call(
      contract.order.list,
      { orderKind: 1, status: [s.arranged], pageSize: 1 },
      { token: w.tokens.owner },
    )
    expect(first.total).toBe(2)
    expect(Object.fromEntries(first.counts!.map((c) => [c.status, c.count]))).toEqual({
      0: 1,
      2: 1,
      3: 2,
      4: 2,
      5: 3,
      6: 2,
      8: 1,
    })
    const next = await t.call(
      contract.order.list,
      { orderKind: 1, status: [s.arranged], pageSize: 1, cursor: first.nextCursor! },
      { token: w.tokens.owner },
    )
    expect(next).toMatchObject({ total: null, counts: null, nextCursor: null })
    expect(next.list.map((card) => nameOf(card.orderId))).toEqual(['soon'])
  })
})

describe('filters', () => {
  it.each<[string, Ask, string[]]>([
    ['pickups of today', { pickupReturnQueryStatus: pickupReturnQueryStatus.pickupToday }, ['missed', 'soon']],
    ['pickups of tomorrow', { pickupReturnQueryStatus: pickupReturnQueryStatus.pickupTomorrow }, ['tomorrow']],
    ['returns of today', { pickupReturnQueryStatus: pickupReturnQueryStatus.returnToday }, ['overdue', 'grace', 'out']],
    ['missed pickups', { pickupReturnQueryStatus: pickupReturnQueryStatus.pickupOverdue }, ['missed']],
    [
      'overdue returns, past the grace',
      { pickupReturnQueryStatus: pickupReturnQueryStatus.returnOverdue },
      ['overdue'],
    ],
    ['self-service checks', { pickupReturnQueryStatus: pickupReturnQueryStatus.selfCheckWaiting }, []],
    ['overdue', { overdue: true }, ['overdue']],
    ['a source', { source: [10] }, ['confirming']],
    ['a model', { modelId: undefined, status: [s.returned], depositStatus: [2] }, ['back']],
    ['a pay status of deposits', { depositPayStatus: [1] }, ['back']],
    [
      'deposits that are not collected, of what is not cancelled: there nobody collects them',
      { depositPayStatus: [0], status: [s.returned, s.cancelled] },
      ['backLater'],
    ],
    ['deposits that are not collected, of what is cancelled', { depositPayStatus: [0], status: [s.cancelled] }, []],
    ['a way of pickup', { pickupType: 2 }, ['missed']],
    ['dates of pickup', { dateRange: ['2026-11-21', '2026-11-21'] }, ['tomorrow']],
    ['dates of return', { dateType: 2, dateRange: ['2026-11-20', '2026-11-20'] }, ['overdue', 'grace', 'out']],
    ['dates of creation', { dateType: 3, dateRange: ['2026-11-19', '2026-11-19'] }, []],
    ['a filter that no status can meet', { pickupReturnQueryStatus: 1, status: [s.returned] }, []],
  ])('%s', async (_, ask, expected) => {
    expect(await shown(ask)).toEqual(expected)
  })
  it('models', async () => {
    expect(await shown({ modelId: w.models.gl8 })).toEqual(['backLater'])
  })
  it('stores at either end, and at the end that a quick filter is about', async () => {
    expect(await shown({ storeId: [w.stores.pudong] })).toEqual(['overdue', 'out'])
    expect(await shown({ storeId: [w.stores.pudong, w.stores.hangzhou] })).toEqual(['hangzhou', 'overdue', 'out'])
    expect(await shown({ storeId: [w.stores.pudong], pickupReturnQueryStatus: 2 })).toEqual(['overdue'])
    expect(await shown({ storeId: [w.stores.hongqiao], pickupReturnQueryStatus: 2 })).toEqual(['grace', 'out'])
  })
})

describe('deposits due', () => {
  beforeAll(async () => {
    const deposit = { amountFen: 1, payStatus: 2, holdStatus: 1, heldFen: 1 } as const
    const due = { ...deposit, kind: 2, dueReleaseAt: now - DAY } as const
    await asMerchant(t.kernel, w.merchantId, ({ db }) =>
      db
        .insertInto('deposit')
        .values(
          [
            { ...deposit, kind: 1 as const, orderId: ids.back! },
            { ...deposit, kind: 1 as const, orderId: ids.out! },
            { ...deposit, kind: 1 as const, orderId: ids.backLater!, holdStatus: 4 as const },
            { ...due, orderId: ids.backLater! },
            { ...due, orderId: ids.back!, dueReleaseAt: now + DAY },
          ].map((row) => ({ dueReleaseAt: null, ...row })),
        )
        .execute(),
    )
    await findPendingWork(t, w)
  })
  it.each<[string, Ask, string[]]>([
    ['rental', { depositDue: 1 }, ['back']],
    ['violation, from its day on', { depositDue: 2 }, ['backLater']],
    ['with the tab', { depositDue: 1, status: [s.returned] }, ['back']],
    ['with a search', { depositDue: 1, keyword: 'O261118' }, ['back']],
    ['with a search that finds others', { depositDue: 1, keyword: '蒋' }, []],
    ['beside a job of other statuses', { depositDue: 1, pickupReturnQueryStatus: 1 }, []],
  ])('%s', async (_, ask, expected) => {
    expect(await shown(ask)).toEqual(expected)
  })
  it('at the store where the car came back, among own orders, of nobody else, in two statements', async () => {
    expect(await shown({ depositDue: 1, storeId: [w.stores.pudong] })).toEqual([])
    expect(await shown({ depositDue: 1, storeId: [w.stores.hongqiao] })).toEqual(['back'])
    expect(t.calls.at(-1)!.queries).toBe(2)
    expect(await shown({ depositDue: 1 }, ownClerk)).toEqual(['back'])
    expect(await shown({ depositDue: 2 }, ownClerk)).toEqual([])
    expect(await shown({ depositDue: 1 }, other.tokens.owner)).toEqual([])
  })
})

describe('search', () => {
  it.each<[string, string[]]>([
    [
      'O261118',
      [
        'hangzhou',
        'cancelled',
        'backLater',
        'back',
        'overdue',
        'grace',
        'out',
        'missed',
        'soon',
        'tomorrow',
        'confirming',
      ],
    ],
    ['D2611188213', ['confirming']],
    ['沪a·10001', ['soon']],
    ['0001', ['soon']],
    ['蒋', ['tomorrow']],
    ['雨桐', []],
    ['%', []],
    ['x', []],
  ])('%s', async (keyword, expected) => {
    expect((await shown({ keyword })).filter((name) => expected.includes(name) || name !== 'draft')).toEqual(expected)
  })
})

describe('scope', () => {
  it('shows a store what begins or ends there', async () => {
    expect(await shown({}, pudongManager)).toEqual(['overdue', 'out'])
    expect(await shown({ storeId: [w.stores.hongqiao] }, pudongManager)).toEqual(['overdue', 'out'])
    expect(await shown({ keyword: '周' }, pudongManager)).toEqual(['overdue', 'out'])
    expect(await shown({ status: [s.pickedUp], sort: 'newest' }, pudongManager)).toEqual(['overdue', 'out'])
  })
  it('shows own orders of the listed stores, driven ones among them', async () => {
    expect(await shown({}, ownClerk)).toEqual(['back', 'missed', 'tomorrow'])
    const { counts, total } = await t.call(contract.order.list, { status: [s.confirmed] }, { token: ownClerk })
    expect(total).toBe(1)
    expect(counts).toEqual([
      { status: 3, count: 1 },
      { status: 4, count: 1 },
      { status: 6, count: 1 },
    ])
  })
  it('shows nothing of another merchant, whatever is asked', async () => {
    for (const ask of [
      {},
      { storeId: [w.stores.hongqiao] },
      { keyword: 'O261118' },
      { keyword: '沪A10001' },
      { modelId: w.models.gl8 },
    ])
      expect(await shown(ask, other.tokens.owner)).toEqual([])
  })
  it('shows a kind only with its page key', async () => {
    expect(await shown({ orderKind: orderKind.long })).toEqual(['long'])
    expect(await shown({ orderKind: undefined, status: [s.pickedUp] })).toContain('long')
    // Fleet managers see regular orders only.
    expect(await shown({ orderKind: orderKind.long }, w.tokens.fleet)).toEqual([])
    expect(await shown({ orderKind: undefined, status: [s.pickedUp] }, w.tokens.fleet)).not.toContain('long')
    expect(await t.send(contract.order.list, {}, {})).toMatchObject({ errorCode: -9 })
  })
})

describe('pages', () => {
  const pages = async (ask: Ask, between: () => Promise<unknown> = async () => {}) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await t.call(
        contract.order.list,
        { orderKind: 1, pageSize: 2, cursor, ...ask },
        { token: w.tokens.owner },
      )
      seen.push(...page.list.map((card) => nameOf(card.orderId)))
      cursor = page.nextCursor ?? undefined
      await between()
    } while (cursor !== undefined)
    return seen
  }
  it.each<[string, () => Ask]>([
    ['newest', () => ({})],
    ['next step, open and ended', () => ({ sort: 'next' })],
    ['ended', () => ({ status: [s.returned, s.cancelled] })],
    ['stores', () => ({ storeId: [w.stores.pudong, w.stores.hangzhou], sort: 'next' })],
    ['a search', () => ({ keyword: '周', sort: 'next' })],
    ['statuses, newest', () => ({ sort: 'newest', status: [s.arranged, s.pickedUp] })],
  ])('by %s hold every row once', async (_, ask) => {
    expect(await pages(ask())).toEqual(await shown({ ...ask(), pageSize: 100 }))
  })
  it('hold every row once whose instant the database was given more finely than a cursor tells', async () => {
    const finer = `update "order" set next_at = next_at + interval '600 microseconds' * $1 where status in (6, 8)`
    await t.root.query(finer, [1])
    const ended = { status: [s.returned, s.cancelled] }
    expect(await pages({ ...ended, pageSize: 1 })).toEqual(await shown({ ...ended, pageSize: 100 }))
    await t.root.query(finer, [-1])
  })
  it('stay in step while orders arrive', async () => {
    const before = await shown({ status: [s.confirmed] })
    const arriving = () => insertOrder(t, w, { status: s.confirmed, pickupAt: now + 60_000 })
    expect(await pages({ status: [s.confirmed], pageSize: 1 }, arriving)).toEqual(before)
    expect((await pages({}, arriving)).filter((name) => name in ids)).toEqual(
      (await shown({ pageSize: 100 })).filter((name) => name in ids),
    )
  })
  it('may be numbered', async () => {
    const all = await shown({ pageSize: 100 })
    expect(await shown({ pageSize: 3, pageNum: 2 })).toEqual(all.slice(3, 6))
  })
  it.each(['', 'x', '1.2', '1.2.3.4', '0.0.99999999999999999999', "0.0.1'"])('refuse the cursor %j', async (cursor) => {
    const answer = await t.send(contract.order.list, { cursor }, { token: w.tokens.owner })
    expect(answer).toMatchObject(cursor === '' ? { success: true } : { errorCode: -2, data: { field: 'cursor' } })
  })
  it('cost one statement, two with the counts', async () => {
    const queries = async (ask: Ask, token = w.tokens.owner) => {
      await shown(ask, token)
      return t.calls.at(-1)!.queries
    }
    expect(await queries({})).toBe(2)
    expect(await queries({ cursor: '0.0.999999999' })).toBe(1)
    expect(await queries({ keyword: 'A1', storeId: [w.stores.pudong], sort: 'next' })).toBe(2)
    expect(await queries({ sort: 'next', cursor: '0.1.1' }, ownClerk)).toBe(1)
  })
})

it('finds a customer by the whole phone', async () => {
  const { phone } = (await t.root.query(`select contact_phone_tail4 as phone from "order" where id = $1`, [ids.soon]))
    .rows[0]
  expect(await shown({ keyword: `1380000${phone}` })).toEqual(['soon'])
  expect(await shown({ keyword: phone })).toEqual(['soon'])
  expect(await shown({ keyword: '13800009999' })).toEqual([])
})
