import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { storeScope } from '@cheyi/domain/platform/account/codes'
import { HOUR } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { book, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

const { data, payment } = contract

let t: TestApp
let w: World
let orderId: string
let total: number

/** One order out for two days and back, one that is out, one that was cancelled, among two cars of three models. */
beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  t.clock.set(at('11-20T09:00'))
  w = await makeWorld(t, { cars: 2 })
  const first = await book(t, w, { trip: { pickupAt: at('11-20T10:00'), returnAt: at('11-22T10:00') } })
  ;({ orderId, total } = first)
  await t.call(payment.collect, { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }, owner())
  t.clock.set(at('11-20T10:00'))
  await leaves(orderId)
  const out = await book(t, w, { trip: { pickupAt: at('11-21T10:00'), returnAt: at('11-26T10:00') } })
  await t.call(
    payment.collect,
    { orderId: out.orderId, payKind: payKind.rent, amount: out.total, payWay: payWay.cash },
    owner(),
  )
  const gone = await book(t, w, { trip: { pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') } })
  await t.call(
    contract.order.cancel,
    { orderId: gone.orderId, reason: 5, responsibility: 2, expectPenalty: 0 },
    owner(),
  )
  t.clock.set(at('11-21T10:00'))
  await leaves(out.orderId)
  t.clock.set(at('11-22T10:00'))
  await giveBack(t, w, orderId)
  await t.root.query('update vehicle_assignment set to_at = $2, end_odo = 1480 where order_id = $1', [
    orderId,
    new Date(t.clock.now()),
  ])
  t.clock.set(at('11-23T10:00'))
})
afterAll(() => t.close())

/** A car is with its customer, and said to be. */
async function leaves(id: string): Promise<void> {
  await pickUp(t, w, id)
  await t.root.query(
    `insert into vehicle_assignment (merchant_id, order_id, vehicle_id, from_at, start_odo)
     select merchant_id, id, vehicle_id, $2, 1000 from "order" where id = $1`,
    [id, new Date(t.clock.now())],
  )
}

const owner = () => ({ token: w.tokens.owner })
const days = { from: '2026-11-20', to: '2026-11-23' }
async function figures(more: object = {}, token = w.tokens.owner) {
  const { figures: list, ...rest } = await t.call(data.overview, { ...days, ...more }, { token })
  return { ...rest, ...Object.fromEntries(list.map(({ key, value }) => [key, value])) } as Record<string, unknown>
}

describe('the days of a small shop', () => {
  it('tell what the books and the cars tell', async () => {
    const { rows } = await t.root.query(
      `select account, sum(credit_fen - debit_fen)::int as fen from ledger_entry where order_id = $1 group by account`,
      [orderId],
    )
    const income = Object.fromEntries(rows.map(({ account, fen }) => [account, fen]))
    const { list } = await t.call(data.orders, { ...days, figure: 'rent' }, owner())
    expect(list.find((row) => row.orderId === orderId)?.share).toBe(income.rent_income)
    const services = await t.call(data.orders, { ...days, figure: 'service' }, owner())
    expect(services.list.find((row) => row.orderId === orderId)?.share ?? 0).toBe(income.service_income ?? 0)

    const { total: sums } = await t.call(payment.takings, { period: [days.from, days.to] }, owner())
    expect(await figures()).toMatchObject({
      // Six cars, since they came on the 20th at 9 o'clock, until 10 on the 23rd.
      fleet: 6 * (3 * 24 + 1) * 60,
      // Two days of the first order, two of the second until now.
      rented: (48 + 48) * 60,
      utilisation: Math.round((96 / (6 * 73)) * 10_000),
      created: 3,
      valid: 2,
      cancelRate: 3333,
      cancelled: { customer: 0, merchant: 1, channel: 0, system: 0 },
      pickups: 2,
      returns: 1,
      out: 1,
      onTime: 10_000,
      stay: 200,
      cash: sums.collected - sums.refunded,
    })
  })

  it('open into orders that come to the figure, in pages', async () => {
    const all = await figures()
    for (const figure of ['revenue', 'rent', 'rented', 'created', 'returns'] as const) {
      const first = await t.call(data.orders, { ...days, figure, pageSize: 1 }, owner())
      const shares = first.list.map(({ share }) => share)
      let { nextCursor } = first
      while (nextCursor !== null) {
        const more = await t.call(data.orders, { ...days, figure, pageSize: 1, cursor: nextCursor }, owner())
        shares.push(...more.list.map(({ share }) => share))
        nextCursor = more.nextCursor
      }
      expect(
        shares.reduce((sum, share) => sum + share, 0),
        figure,
      ).toBe(first.sum)
      expect(first.sum, figure).toBe(all[figure])
      expect(first.total, figure).toBe(shares.length)
    }
  })

  it('open into the orders of a count, the newest first, and as many as are counted of each part', async () => {
    const { orderNo } = await t.call(contract.order.detail, { orderId }, owner())
    const { list: booked } = await t.call(data.orders, { ...days, figure: 'created' }, owner())
    expect(booked.map((row) => row.orderNo)).toEqual(
      booked
        .map((row) => row.orderNo)
        .toSorted()
        .toReversed(),
    )
    expect(booked.at(-1)!.orderNo).toBe(orderNo)
    const parts = [{}, { storeIds: [w.stores.pudong] }, { modelIds: [w.models.qin] }, { source: 2 as const }]
    for (const part of [...parts, { source: 1 as const, kind: 1 as const }, { kind: 2 as const }])
      for (const [figure, number] of [
        ['created', 3],
        ['cancelRate', 1],
        ['returns', 1],
        ['renewalRate', 0],
      ] as const) {
        const { list, sum, total } = await t.call(data.orders, { ...days, ...part, figure }, owner())
        expect([list.length, total], figure).toEqual([sum, sum])
        if (part === parts[0]) expect(sum, figure).toBe(number)
      }
  })

  it('come to the same by day, by store, by model and by source', async () => {
    const all = await figures()
    const { days: each, previous } = await t.call(data.trend, days, owner())
    const sum = (rows: readonly { revenue: number | null; created: number }[]) => [
      rows.reduce((fen, { revenue }) => fen + revenue!, 0),
      rows.reduce((n, { created }) => n + created, 0),
    ]
    expect(each.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
    expect(previous.map(({ day }) => day)).toEqual(['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'])
    for (const rows of [
      each,
      (await t.call(data.rank, { ...days, by: 'store' }, owner())).list,
      (await t.call(data.rank, { ...days, by: 'model' }, owner())).list,
      (await t.call(data.mix, days, owner())).sources,
      (await t.call(data.mix, days, owner())).kinds,
    ])
      expect(sum(rows)).toEqual([all.revenue, all.created])
  })

  it('tell of each model how it was used by day, the last days only', async () => {
    const { days: dates, list } = await t.call(data.rank, { ...days, by: 'model', daily: 3 }, owner())
    expect(dates).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
    for (const { id, used } of list) {
      const one = await t.call(data.trend, { ...days, modelIds: [id] }, owner())
      expect(used).toEqual(one.days.slice(-3).map(({ utilisation }) => utilisation))
    }
    expect(list.some(({ used }) => used.some((share) => share !== null && share > 0))).toBe(true)
    const plain = await t.call(data.rank, { ...days, by: 'model' }, owner())
    expect([plain.days, plain.list[0]!.used]).toEqual([[], []])
  })

  it('have no growth over days that had no business', async () => {
    const { figures: list } = await t.call(data.overview, days, owner())
    expect(list.every(({ previous, lastYear }) => previous === null && lastYear === null)).toBe(true)
  })

  it('are a part of themselves by store, model and source, of which the cash is not told by model', async () => {
    const here = await figures({ storeIds: [w.stores.hongqiao] })
    expect(here.rented).toBe((await figures()).rented)
    expect(await figures({ storeIds: [w.stores.pudong] })).toMatchObject({
      rented: 0,
      created: 0,
      fleet: 0,
      utilisation: null,
      adr: null,
    })
    expect(await figures({ modelIds: [w.models.gl8] })).toMatchObject({ created: 0, utilisation: 0, cash: null })
    expect(await figures({ source: 2 })).toMatchObject({ created: 0, rent: 0 })
  })
})

describe('who may know', () => {
  it('no amounts is told none, by no ratio, list or table', async () => {
    await t.root.query(
      `update role set menu_ids = array_remove(menu_ids, 401) where merchant_id = $1 and 401 = any (menu_ids)`,
      [w.merchantId],
    )
    await t.root.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [w.merchantId])
    try {
      const answer = await t.call(data.overview, days, owner())
      expect(answer.money).toBe(false)
      const keys = answer.figures.map(({ key }) => key)
      for (const key of ['revenue', 'rent', 'service', 'other', 'cash', 'adr', 'revpac', 'totalPerDay'] as const)
        expect(keys).not.toContain(key)
      expect(keys).toContain('utilisation')
      expect((await t.call(data.trend, days, owner())).days.every(({ revenue }) => revenue === null)).toBe(true)
      for (const by of ['store', 'model'] as const)
        for (const row of (await t.call(data.rank, { ...days, by }, owner())).list)
          expect(row).toMatchObject({ revenue: null, adr: null, revpac: null })
      expect((await t.call(data.mix, days, owner())).sources.every(({ revenue }) => revenue === null)).toBe(true)
      expect(await t.send(data.orders, { ...days, figure: 'adr' }, owner())).toMatchObject({ errorCode: -3 })
      expect(await t.send(data.orders, { ...days, figure: 'rented' }, owner())).toMatchObject({ success: true })
    } finally {
      await t.root.query(`update role set menu_ids = menu_ids || 401 where merchant_id = $1 and 400 = any (menu_ids)`, [
        w.merchantId,
      ])
      await t.root.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [w.merchantId])
    }
  })

  const scoped = async (scope: number, storeIds: string[], work: () => Promise<void>) => {
    const set = (to: number, ids: string[]) =>
      t.root.query(
        `update account a set store_scope = $2, store_ids = $3 where merchant_id = $1 and name = '测试manager'`,
        [w.merchantId, to, ids],
      )
    await set(scope, storeIds)
    await t.root.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [w.merchantId])
    // A refusal that asks the database nothing would be that of the account as it was.
    await t.call(contract.session.userInfo, {}, { token: w.tokens.manager })
    try {
      await work()
    } finally {
      await set(storeScope.all, [])
      await t.root.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [w.merchantId])
    }
  }
  it('only own orders is told why there are no figures', () =>
    scoped(storeScope.own, [w.stores.hongqiao], async () => {
      const answer = await t.send(data.overview, days, { token: w.tokens.manager })
      expect(answer).toMatchObject({ errorCode: -3, message: expect.stringContaining('只能查看本人的订单') })
    }))
  it('some stores is told of those', () =>
    scoped(storeScope.listed, [w.stores.pudong], async () => {
      expect(await figures({}, w.tokens.manager)).toMatchObject({ created: 0, fleet: 0, rented: 0, cash: 0 })
      const token = { token: w.tokens.manager }
      expect(await t.send(data.overview, { ...days, storeIds: [w.stores.hongqiao] }, token)).toMatchObject({
        errorCode: -4,
      })
      expect((await t.call(data.rank, { ...days, by: 'store' }, token)).list).toEqual([])
      expect((await t.call(data.orders, { ...days, figure: 'created' }, token)).list).toEqual([])
    }))
})

describe('the days that are asked for', () => {
  const refused = (more: object) => t.send(data.overview, more, owner())
  it('are a year at most, in their order, and begun', async () => {
    expect(await refused({ from: '2025-11-23', to: '2026-11-23' })).toMatchObject({ success: true })
    expect(await refused({ from: '2025-11-22', to: '2026-11-23' })).toMatchObject({ errorCode: 6040 })
    expect(await refused({ from: '2026-11-23', to: '2026-11-22' })).toMatchObject({
      errorCode: -2,
      message: '参数错误：结束日期不能早于开始日期',
    })
    expect(await refused({ from: '2026-02-31', to: '2026-03-01' })).toMatchObject({ errorCode: -2 })
    expect(await refused({ from: '2026-12-01', to: '2026-12-02' })).toMatchObject({
      errorCode: -2,
      message: '参数错误：开始日期不能晚于今天',
    })
    expect(await refused({ from: '2026-11-02', to: '2026-11-10', unit: 'month' })).toMatchObject({ errorCode: -2 })
  })
  it('are the last seven where nobody says, until now', async () => {
    const { window, previous } = await t.call(data.overview, {}, owner())
    expect(window).toEqual({ from: at('11-17T00:00'), until: t.clock.now() })
    expect(previous).toEqual({ from: at('11-10T00:00'), until: at('11-16T00:00') + 10 * HOUR })
  })
})

it('leaves as a table what a tab shows', async () => {
  for (const [of, heading, name] of [
    ['figures', '指标', '营业收入（元）'],
    ['store', '门店', '虹桥机场店'],
    ['day', '日期', '2026-11-20'],
    ['source', '来源', '线下'],
  ] as const) {
    const { jobId } = await t.call(data.exportFigures, { ...days, of }, owner())
    await workOff(t.jobs, bulk)
    const { resultUrl } = await t.call(contract.job.detail, { jobId }, owner())
    const [sheet] = await readTables((await t.app.inject({ url: resultUrl! })).rawPayload, '.xlsx', 100)
    expect(sheet!.rows[0]?.[0]).toBe(heading)
    expect(sheet!.rows.map(([first]) => first)).toContain(name)
  }
})
