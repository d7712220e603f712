import type { InputOf } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { runTimer } from '../kernel/jobs.ts'
import { createAccount, createUser } from '../merchant/provision.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { at } from '../testing/at.ts'
import { book } from '../testing/bookings.ts'
import { keepSignedIn, runDue } from '../testing/jobs.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { publish } from './history.ts'

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  w = await makeWorld(t, { cars: 3 })
  await keepSignedIn(t)
})
afterAll(() => t.close())
beforeEach(() => {
  t.clock.set(at('11-20T10:00'))
})

const { price, pricing } = contract
type Layer = NonNullable<InputOf<typeof price.rules>['source']>
const owner = () => ({ token: w.tokens.owner })
const lavida = <const S extends Layer = 0>(source: S = 0 as S) => ({
  storeId: w.stores.hongqiao,
  modelId: w.models.lavida,
  source,
})
const qin = () => ({ storeId: w.stores.hongqiao, modelId: w.models.qin })
const gl8 = () => ({ storeId: w.stores.hongqiao, modelId: w.models.gl8 })
const rows = (ask: InputOf<typeof price.rules> = {}) => t.call(price.rules, ask, owner())
const ruleOf = async (ask: InputOf<typeof price.rules>) => (await rows(ask))[0]!
const month = (ask: object = {}) =>
  t.call(price.calendar, { ...lavida(), from: '2026-12-01', to: '2026-12-31', ...ask }, owner())
const dayOf = async (date: string, ask: object = {}) => (await month(ask)).days.find((day) => day.date === date)!
const saveDays = (ask: object) =>
  t.call(price.saveCalendar, { ...lavida(), from: '2026-12-08', to: '2026-12-08', ...ask } as never, owner())
/** The rent of one day, as a booking is quoted. */
const rentOf = async (trip: object) => {
  const quote = await t.call(pricing.quote, { ...lavida(1), ...trip } as never, owner())
  return quote.lines.filter((line) => line.code === 'rent').map((line) => line.amount)
}

describe('rule list', () => {
  it('shows every model at every store, priced or not, in five statements', async () => {
    await t.root.query(
      'delete from price_tier where rule_id in (select id from price_rule where store_id = $1 and model_id = $2)',
      [w.stores.hangzhou, w.models.gl8],
    )
    await t.root.query('delete from price_rule where store_id = $1 and model_id = $2', [
      w.stores.hangzhou,
      w.models.gl8,
    ])
    const all = await rows()
    expect(t.calls.at(-1)).toMatchObject({ call: 'price.rules', queries: 5 })
    expect(all).toHaveLength(9)
    expect(all.find((row) => row.storeName === '杭州东站店' && row.name === '别克GL8')).toMatchObject({
      rule: null,
      today: null,
    })
    expect(await ruleOf(lavida())).toMatchObject({
      name: '大众朗逸',
      storeName: '虹桥机场店',
      vehicles: 3,
      rule: { basePrice: 20000, weekendPrice: 26000, holidayPrice: 39900, version: 1, tiers: { length: 4 } },
      base: null,
      today: { price: 20000, origin: 'base', stop: false },
    })
    expect(await rows({ kind: 'short' })).toHaveLength(8)
    expect(await rows({ kind: 'long' })).toHaveLength(0)
  })

  it('shows a store account its own stores only', async () => {
    const mobile = '13700000031'
    const userId = await createUser(t.kernel, { mobile, password: 'Cheyi2026' })
    const { rows: roles } = await t.root.query(
      `select role_ids from account where merchant_id = $1 and name = '测试owner'`,
      [w.merchantId],
    )
    await createAccount(t.kernel, w.merchantId, {
      userId,
      mobile,
      parentId: null,
      name: '杭州店长',
      roleIds: roles[0].role_ids,
      storeScope: 1,
      storeIds: [w.stores.hangzhou],
    })
    const token = await t.login(mobile)
    const seen = await t.call(price.rules, {}, { token })
    expect(new Set(seen.map((row) => row.storeName))).toEqual(new Set(['杭州东站店']))
    expect(await t.send(price.saveRule, { ...lavida(), basePrice: 100 }, { token })).toMatchObject({ errorCode: -4 })
    expect(
      await t.send(price.calendar, { ...lavida(), from: '2026-12-01', to: '2026-12-02' }, { token }),
    ).toMatchObject({ errorCode: -4 })
    const copied = { ...lavida(), storeId: w.stores.hangzhou, storeIds: [w.stores.hongqiao], parts: ['rule'] }
    expect(await t.send(price.copy, copied, { token })).toMatchObject({ errorCode: -4 })
  })
})

describe('rule save', () => {
  it('changes what is named and keeps the rest; null clears', async () => {
    const before = (await ruleOf(qin())).rule!
    const saved = await t.call(
      price.saveRule,
      { ...qin(), version: before.version, basePrice: 23_000, holidayPrice: null },
      owner(),
    )
    expect(saved).toMatchObject({ id: before.id, version: before.version + 1, planId: null })
    const after = (await ruleOf(qin())).rule!
    expect(after).toEqual({ ...before, basePrice: 23_000, holidayPrice: null, version: before.version + 1 })
  })

  it('saves tiers and months with it in one go', async () => {
    await t.call(
      price.saveRule,
      {
        ...gl8(),
        tiers: [
          { fromDays: 7, fixedDayPrice: 40_000 },
          { fromDays: 3, rateBp: 9500 },
        ],
        longRows: [
          { fromMonths: 3, monthlyPrice: 900_000 },
          { fromMonths: 1, monthlyPrice: 990_000 },
        ],
      },
      owner(),
    )
    expect(await ruleOf(gl8())).toMatchObject({
      rule: {
        tiers: [
          { fromDays: 3, rateBp: 9500 },
          { fromDays: 7, rateBp: null, fixedDayPrice: 40_000 },
        ],
      },
      long: [
        { fromMonths: 1, monthlyPrice: 990_000 },
        { fromMonths: 3, monthlyPrice: 900_000 },
      ],
    })
  })

  it.each([
    [{ basePrice: 0 }, 3201, '平日价格须在0.01至99999元之间', 'basePrice'],
    [{ weekendPrice: 9_999_901 }, 3201, '周末价格须在0.01至99999元之间', 'weekendPrice'],
    [{ overHourPrice: 0 }, 3201, '超时每小时价格须在0.01至99999元之间', 'overHourPrice'],
    [
      {
        tiers: [
          { fromDays: 3, rateBp: 9500 },
          { fromDays: 3, rateBp: 9000 },
        ],
      },
      3202,
      '阶梯天数不能重复',
      'tiers.1',
    ],
    [{ tiers: [{ fromDays: 3, rateBp: 999 }] }, -2, '参数错误：折扣须在10%至100%之间', 'tiers.0'],
    [{ tiers: [{ fromDays: 3 }] }, -2, '参数错误：请填写折扣或固定日价', 'tiers.0'],
    [{ longRows: [{ fromMonths: 1, monthlyPrice: 0 }] }, 3201, '满1个月每月价格须在0.01至99999元之间', 'longRows.0'],
    [{ minDays: 5, maxDays: 3 }, -2, '参数错误：最长租期不能短于起租天数', 'maxDays'],
  ])('refuses %j and names the field', async (fields, errorCode, message, field) => {
    const before = await ruleOf(lavida())
    expect(await t.send(price.saveRule, { ...lavida(), ...fields }, owner())).toMatchObject({
      errorCode,
      message,
      data: { field },
    })
    expect(await ruleOf(lavida())).toEqual(before)
  })

  it('needs a price for what had none', async () => {
    const place = { storeId: w.stores.hangzhou, modelId: w.models.gl8 }
    expect(await t.send(price.saveRule, { ...place, minDays: 2 }, owner())).toMatchObject({
      errorCode: -2,
      message: '参数错误：请输入日租价',
    })
    const saved = await t.call(price.saveRule, { ...place, version: 0, basePrice: 50_000 }, owner())
    expect(saved).toMatchObject({ version: 1 })
    expect((await ruleOf(place)).rule).toMatchObject({
      basePrice: 50_000,
      weekendDays: [6, 7],
      overHourDivisor: 6,
      minDays: 1,
    })
  })

  it('tells the second of two writers what the first one wrote', async () => {
    const { rule } = await ruleOf(lavida())
    await t.call(price.saveRule, { ...lavida(), version: rule!.version, basePrice: 20_100 }, owner())
    const second = await t.send(price.saveRule, { ...lavida(), version: rule!.version, basePrice: 19_900 }, owner())
    expect(second).toMatchObject({ errorCode: -5, data: { by: '测试owner', current: { rule: { basePrice: 20_100 } } } })
    await t.call(price.saveRule, { ...lavida(), version: rule!.version + 1, basePrice: 20_000 }, owner())
  })

  it('does not let two create the same rule at once', async () => {
    const place = { ...lavida(6), version: 0 }
    const answers = await Promise.all(
      [30_000, 31_000].map((basePrice) => t.send(price.saveRule, { ...place, basePrice }, owner())),
    )
    expect(answers.map((answer) => answer.errorCode).toSorted()).toEqual([-5, 0])
  })

  it('is for who may edit prices', async () => {
    for (const token of [w.tokens.clerk, w.tokens.finance, w.tokens.channel])
      expect(await t.send(price.saveRule, { ...lavida(), basePrice: 1 }, { token })).toMatchObject({ errorCode: -3 })
    expect(await t.send(price.rules, {}, { token: w.tokens.finance })).toMatchObject({ errorCode: 0 })
  })

  it('saves tiers and months by themselves, each against its version', async () => {
    const place = { storeId: w.stores.pudong, modelId: w.models.lavida }
    const { rule } = await ruleOf(place)
    const tiers = [{ fromDays: 5, rateBp: 9100 }]
    const saved = await t.call(price.saveTiers, { ruleId: rule!.id, version: rule!.version, tiers }, owner())
    expect(saved).toEqual({ tiers: [{ fromDays: 5, rateBp: 9100, fixedDayPrice: null }], version: rule!.version + 1 })
    expect(await t.send(price.saveTiers, { ruleId: rule!.id, version: rule!.version, tiers }, owner())).toMatchObject({
      errorCode: -5,
    })
    const { longVersion } = await ruleOf(place)
    const ask = { ...place, version: longVersion, rows: [{ fromMonths: 1, monthlyPrice: 480_000 }] }
    const long = await t.call(price.saveLong, ask, owner())
    expect(long.version).not.toBe(longVersion)
    expect(await t.send(price.saveLong, { ...ask, rows: [] }, owner())).toMatchObject({
      errorCode: -5,
      data: { current: { long: [{ monthlyPrice: 480_000 }] } },
    })
  })
})

describe('a channel over the base layer', () => {
  it('has its own price until it follows again', async () => {
    const trip = { pickupAt: at('12-07T10:00'), returnAt: at('12-08T10:00') }
    await t.call(price.saveRule, { ...lavida(2), basePrice: 25_000 }, owner())
    await saveDays({ ...lavida(2), price: 29_900 })
    await t.call(price.saveLong, { ...lavida(2), rows: [{ fromMonths: 1, monthlyPrice: 600_000 }] }, owner())
    expect(await rentOf({ ...trip, source: 2 })).toEqual([25_000])
    expect(await rentOf({ ...trip, source: 1 })).toEqual([20_000])
    expect(await ruleOf(lavida(2))).toMatchObject({
      rule: { basePrice: 25_000 },
      base: { basePrice: 20_000 },
      today: { price: 25_000 },
    })
    expect(await dayOf('2026-12-08', { source: 2 })).toMatchObject({ price: 29_900, own: true, followed: 25_000 })

    const { rows: changed } = await t.call(price.follow, { ...lavida(), source: 2 }, owner())
    expect(changed[0]!.lines.map((line) => line.label)).toEqual(['启用', '长租月价', '2026-12-08'])
    expect(await rentOf({ ...trip, source: 2 })).toEqual([20_000])
    expect(await ruleOf(lavida(2))).toMatchObject({ rule: { enabled: false }, long: [], today: { price: 20_000 } })
    expect(await dayOf('2026-12-08', { source: 2 })).toMatchObject({ price: 20_000, own: false })
  })

  it('cannot open what the base layer closed', async () => {
    await saveDays({ from: '2026-12-15', to: '2026-12-15', stop: true })
    await saveDays({ ...lavida(3), from: '2026-12-15', to: '2026-12-15', stop: false })
    expect(await dayOf('2026-12-15', { source: 3 })).toMatchObject({ stop: true, stopBelow: true, own: false })
    await saveDays({ from: '2026-12-15', to: '2026-12-15', restore: true })
  })
})

describe('calendar', () => {
  it('shows a month in a fixed number of statements: price, holiday, free capacity', async () => {
    const october = await t.call(price.calendar, { ...lavida(), from: '2026-12-01', to: '2026-12-31' }, owner())
    const { queries } = t.calls.at(-1)!
    await month({ to: '2026-12-02' })
    expect(t.calls.at(-1)!.queries).toBe(queries)
    expect(october.days).toHaveLength(31)
    expect(october.days[0]).toMatchObject({
      date: '2026-12-01',
      price: 20_000,
      origin: 'base',
      free: 3,
      own: false,
      stop: false,
    })
    expect(october.days[4]).toMatchObject({ date: '2026-12-05', price: 26_000, origin: 'weekend' })
    expect(october).toMatchObject({ vehicles: 3, unpublishedYears: [] })
    t.clock.set(at('09-20T10:00'))
    const golden = await t.call(price.calendar, { ...lavida(), from: '2026-09-30', to: '2026-10-10' }, owner())
    expect(golden.days[1]).toMatchObject({ price: 39_900, origin: 'holiday', holiday: '国庆节' })
    expect(golden.days[10]).toMatchObject({ date: '2026-10-10', price: 20_000, makeUpWorkday: true })
    t.clock.set(at('11-20T10:00'))
    const past = await month({ from: '2026-11-18', to: '2026-11-21' })
    expect(past.days.map((day) => day.free)).toEqual([null, null, 3, 3])
    expect((await month({ from: '2028-01-01', to: '2028-01-02' })).unpublishedYears).toEqual([2028])
  })

  it('sets weekdays of a range, and a booking costs exactly that', async () => {
    const saved = await saveDays({ from: '2026-12-07', to: '2026-12-20', weekdays: [1, 2], price: 31_100 })
    expect(saved.changed).toBe(4)
    expect(await rentOf({ pickupAt: at('12-07T10:00'), returnAt: at('12-08T10:00') })).toEqual([31_100])
    expect(await rentOf({ pickupAt: at('12-09T10:00'), returnAt: at('12-10T10:00') })).toEqual([20_000])
    await saveDays({ from: '2026-12-07', to: '2026-12-20', restore: true })
    expect(await rentOf({ pickupAt: at('12-07T10:00'), returnAt: at('12-08T10:00') })).toEqual([20_000])
  })

  it('closes dates for sale and opens them again', async () => {
    const trip = { ...lavida(1), pickupAt: at('12-23T10:00'), returnAt: at('12-24T10:00') }
    await saveDays({ from: '2026-12-23', to: '2026-12-23', price: 30_000 })
    await saveDays({ from: '2026-12-23', to: '2026-12-23', stop: true })
    expect(await t.send(pricing.quote, trip, owner())).toMatchObject({ errorCode: 3002 })
    expect(await dayOf('2026-12-23')).toMatchObject({ stop: true, price: 30_000 })
    await saveDays({ from: '2026-12-23', to: '2026-12-23', stop: false })
    expect(await rentOf(trip)).toEqual([30_000])
  })

  it('raises each date from the price it has', async () => {
    const { days } = await saveDays({ from: '2026-12-25', to: '2026-12-26', adjustBp: 1000 })
    expect(days.map((day) => day.price)).toEqual([22_000, 28_600])
  })

  it('takes the last change back exactly, and the one before it after that', async () => {
    const ask = { from: '2027-01-04', to: '2027-01-08' }
    const shown = async () => (await month(ask)).days.map(({ price, stop, own }) => ({ price, stop, own }))
    const first = await shown()
    await saveDays({ ...ask, price: 15_000 })
    const second = await shown()
    const saved = await saveDays({ from: '2027-01-05', to: '2027-01-06', stop: true })
    expect(saved.undo).toMatchObject({
      name: '测试owner',
      lines: [{ label: '2027-01-05至2027-01-06', before: '150.00元', after: '150.00元，停售' }],
    })
    const undone = await t.call(price.undoCalendar, { changeId: saved.undo!.changeId }, owner())
    expect(await shown()).toEqual(second)
    await t.call(price.undoCalendar, { changeId: undone.undo!.changeId }, owner())
    expect(await shown()).toEqual(first)
    expect(await t.send(price.undoCalendar, { changeId: saved.undo!.changeId }, owner())).toMatchObject({
      errorCode: -4,
    })
  })

  it('takes nothing back over what somebody changed since', async () => {
    const ask = { from: '2027-01-11', to: '2027-01-12' }
    const saved = await saveDays({ ...ask, price: 15_000 })
    await saveDays({ ...ask, to: '2027-01-11', price: 16_000 })
    expect(await t.send(price.undoCalendar, { changeId: saved.undo!.changeId }, owner())).toMatchObject({
      errorCode: -5,
    })
  })

  it.each([
    [{ from: '2026-11-19', to: '2026-11-21', price: 100 }, 3203, '不能修改过去日期'],
    [{ from: '2026-12-01', to: '2027-06-01', price: 100 }, -2, '参数错误：日期跨度不能超过180天'],
    [{ from: '2026-12-02', to: '2026-12-01', price: 100 }, -2, '参数错误：结束日期不能早于开始日期'],
    [{ price: 0 }, 3201, '所选日期价格须在0.01至99999元之间'],
    [{ price: 100, stop: true }, -2, '参数错误：请选择改价、调整、停售或恢复中的一项'],
    [{}, -2, '参数错误：请选择改价、调整、停售或恢复中的一项'],
  ])('refuses %j', async (ask, errorCode, message) => {
    const input = { ...lavida(), from: '2026-12-08', to: '2026-12-08', ...ask }
    expect(await t.send(price.saveCalendar, input, owner())).toMatchObject({ errorCode, message })
  })
})

describe('many at once', () => {
  it('shows before it adjusts, rounds, and names what leaves the bounds', async () => {
    const filter = {
      storeIds: [w.stores.pudong],
      modelIds: [w.models.qin, w.models.gl8],
      bp: 1000,
      roundTo: 100 as const,
    }
    const shown = await t.call(price.adjust, { ...filter, preview: true }, owner())
    expect(shown.rows.map(({ modelName, before, after }) => [modelName, before.basePrice, after.basePrice])).toEqual([
      ['比亚迪秦PLUS', 22_800, 25_100],
      ['别克GL8', 46_800, 51_500],
    ])
    expect((await ruleOf({ storeId: w.stores.pudong, modelId: w.models.qin })).rule!.basePrice).toBe(22_800)
    await t.call(price.adjust, filter, owner())
    expect((await ruleOf({ storeId: w.stores.pudong, modelId: w.models.qin })).rule).toMatchObject({
      basePrice: 25_100,
      weekendPrice: 29_500,
    })
    const down = { ...filter, bp: undefined, fen: -30_000 }
    expect(await t.send(price.adjust, down, owner())).toMatchObject({
      errorCode: 3201,
      message: '比亚迪秦PLUS调整后价格须在0.01至99999元之间',
    })
  })

  it('copies a rule, its months and its coming dates to other places in few statements', async () => {
    await t.call(price.saveCalendar, { ...gl8(), from: '2026-12-30', to: '2026-12-31', price: 99_900 }, owner())
    const to = { storeIds: [w.stores.pudong, w.stores.hangzhou], sources: [0, 4] as const }
    const ask = { ...gl8(), ...to, sources: [...to.sources], parts: ['rule', 'long', 'calendar'] as const }
    const { rows: copied } = await t.call(price.copy, { ...ask, parts: [...ask.parts] }, owner())
    expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(20)
    expect(copied).toHaveLength(4)
    const original = await ruleOf(gl8())
    for (const storeId of to.storeIds)
      for (const source of to.sources) {
        const place = { storeId, modelId: w.models.gl8, source }
        const { rule, long } = await ruleOf(place)
        expect({ ...rule, id: '', version: 0, source: 0 }).toEqual({ ...original.rule, id: '', version: 0 })
        expect(long).toEqual(original.long)
        expect(await dayOf('2026-12-31', place)).toMatchObject({ price: 99_900, own: true })
      }
  })

  it('copies no rule where there is none', async () => {
    const ask = { ...lavida(8), modelIds: [w.models.qin], parts: ['rule'] }
    expect(await t.send(price.copy, ask, owner())).toMatchObject({ errorCode: 3001 })
  })
})

describe('trial', () => {
  it('prices lengths by unsaved values, beside the saved ones, as a quote would', async () => {
    const trip = { pickupAt: at('12-28T10:00'), returnAt: at('12-31T10:00') }
    const [saved] = await t.call(price.trial, { ...lavida(), trips: [trip] }, owner())
    const quote = await t.call(pricing.quote, { ...lavida(1), ...trip }, owner())
    expect(saved).toMatchObject({ days: 3, total: quote.total, saved: null })
    expect(saved!.lines).toEqual(quote.lines)
    const draft = { basePrice: 30_000, tiers: [] }
    const [tried] = await t.call(price.trial, { ...lavida(), trips: [trip], draft }, owner())
    expect(tried).toMatchObject({ rent: 90_000, saved: quote.total })
    expect((await ruleOf(lavida())).rule!.basePrice).toBe(20_000)
  })

  it('says why a length cannot be sold', async () => {
    const trips = [{ pickupAt: at('12-28T10:00'), returnAt: at('12-29T10:00') }]
    const [tried] = await t.call(price.trial, { ...lavida(), trips, draft: { minDays: 2 } }, owner())
    expect(tried).toMatchObject({ total: null, why: '租期超出限制' })
    expect(await t.send(price.trial, { ...lavida(), trips, draft: { basePrice: 0 } }, owner())).toMatchObject({
      errorCode: 3201,
    })
  })
})

describe('what is quoted or booked', () => {
  it('keeps its price, whatever changes', async () => {
    const trip = { ...lavida(1), pickupAt: at('12-17T10:00'), returnAt: at('12-18T10:00') }
    const order = await book(t, w, { trip })
    const quote = await t.call(pricing.quote, trip, owner())
    const told = async () =>
      (
        await t.root.query('select total_fen, quote_snapshot, cancel_rule_snapshot from "order" where id = $1', [
          order.orderId,
        ])
      ).rows[0]
    const before = await told()

    await t.call(price.saveRule, { ...lavida(), basePrice: 77_700, longRows: [] }, owner())
    await saveDays({ from: '2026-12-17', to: '2026-12-17', price: 88_800 })
    await t.call(price.adjust, { fen: 100 }, owner())
    const services = await t.call(pricing.services, { all: true }, owner())
    const base = services.find((service) => service.code === 'base')!
    await t.call(contract.terms.saveService, { ...base, itemType: 1, unit: 'day', price: 9900 } as never, owner())

    expect(await told()).toEqual(before)
    const made = await t.call(
      contract.order.create,
      {
        submit: true,
        quoteId: quote.quoteId,
        expectTotal: quote.total,
        contactName: '王小明',
        contactPhone: '13800138000',
      },
      owner(),
    )
    expect((await t.root.query('select total_fen from "order" where id = $1', [made.orderId])).rows[0].total_fen).toBe(
      String(quote.total),
    )
    expect(await rentOf(trip)).toEqual([88_800])
    await t.call(
      price.saveRule,
      { ...lavida(), basePrice: 20_000, weekendPrice: 26_000, holidayPrice: 39_900 },
      owner(),
    )
  })
})

describe('history and plans', () => {
  it('tells who changed what, newest first, page by page', async () => {
    await t.call(price.saveRule, { ...lavida(5), basePrice: 21_000 }, owner())
    await t.call(price.saveRule, { ...lavida(5), basePrice: 22_000, weekendDays: [5, 6, 7] }, owner())
    const first = await t.call(price.history, { ...lavida(5), pageSize: 1 }, owner())
    expect(first).toMatchObject({
      total: 2,
      list: [
        {
          name: '测试owner',
          at: at('11-20T10:00'),
          modelName: '大众朗逸',
          storeName: '虹桥机场店',
          planned: false,
          lines: [
            { label: '平日价', before: '210.00元', after: '220.00元' },
            { label: '周末为', before: '周六、周日', after: '周五、周六、周日' },
          ],
        },
      ],
    })
    const second = await t.call(price.history, { ...lavida(5), pageSize: 1, cursor: first.nextCursor! }, owner())
    expect(second.list[0]!.lines).toContainEqual({ label: '平日价', before: '未设置', after: '210.00元' })
  })

  it('publishes at its moment, once, and keeps what others changed meanwhile', async () => {
    const place = { storeId: w.stores.pudong, modelId: w.models.qin }
    const { rule: before } = await ruleOf(place)
    const planned = await t.call(
      price.saveRule,
      { ...place, weekendPrice: 66_600, publishAt: at('11-21T00:00') },
      owner(),
    )
    expect(planned.planId).not.toBeNull()
    expect(await ruleOf(place)).toMatchObject({ waiting: 1, rule: { weekendPrice: before!.weekendPrice } })
    expect(await t.call(price.plans, place, owner())).toMatchObject([
      {
        id: planned.planId,
        name: '测试owner',
        publishAt: at('11-21T00:00'),
        rows: [{ lines: [{ label: '周末价', after: '666.00元' }] }],
      },
    ])
    await t.call(price.saveRule, { ...place, basePrice: 24_400 }, owner())

    expect(await runDue(t, 'pricePublish')).toBe(0)
    t.clock.set(at('11-21T00:00'))
    // Two processes on the same data find the same row due, each more than once.
    const { config, clock, log } = t.kernel
    const second = await buildApp({ config, gateUrl: t.database.gateUrl, clock, log, poolSize: 4 })
    await second.ready()
    const publishDue = (kernel: typeof t.kernel) => runTimer(kernel, 'pricePublish', publish)
    await Promise.all([t.kernel, second.kernel, t.kernel, second.kernel].map(publishDue))
    await second.close()
    expect(await ruleOf(place)).toMatchObject({ waiting: 0, rule: { weekendPrice: 66_600, basePrice: 24_400 } })
    const { rows: told } = await t.root.query('select account_id from price_change where plan_id = $1', [
      planned.planId,
    ])
    expect(told).toHaveLength(1)
    const { list } = await t.call(price.history, place, owner())
    expect(list[0]).toMatchObject({ name: '测试owner', planned: true })
    expect(await t.call(price.plans, place, owner())).toEqual([])
    expect(await runDue(t, 'pricePublish')).toBe(0)
  })

  it('publishes nothing that was cancelled', async () => {
    const planned = await t.call(price.saveRule, { ...qin(), basePrice: 99_900, publishAt: at('11-21T00:00') }, owner())
    expect(await t.call(price.cancelPlan, { id: planned.planId! }, owner())).toEqual({ status: 2 })
    t.clock.set(at('11-21T00:01'))
    await runDue(t, 'pricePublish')
    expect((await ruleOf(qin())).rule!.basePrice).not.toBe(99_900)
    expect(await t.call(price.cancelPlan, { id: planned.planId! }, owner())).toEqual({ status: 2 })
  })

  it('plans a batch and a calendar too, and no past or empty one', async () => {
    const publishAt = at('11-22T00:00')
    const batch = await t.call(price.adjust, { modelIds: [w.models.gl8], fen: 1000, publishAt }, owner())
    const days = await saveDays({ price: 12_300, publishAt })
    expect((await dayOf('2026-12-08')).price).not.toBe(12_300)
    t.clock.set(publishAt)
    expect(await runDue(t, 'pricePublish')).toBe(2)
    expect([batch.planId, days.planId].every((id) => id !== null)).toBe(true)
    expect((await dayOf('2026-12-08')).price).toBe(12_300)
    const past = { ...qin(), basePrice: 20_200, publishAt: at('11-21T00:00') }
    expect(await t.send(price.saveRule, past, owner())).toMatchObject({
      errorCode: -2,
      message: '参数错误：生效时间须晚于当前时间',
    })
    const { basePrice } = (await ruleOf(qin())).rule!
    expect(await t.send(price.saveRule, { ...qin(), basePrice, publishAt: at('12-01T00:00') }, owner())).toMatchObject({
      errorCode: -2,
    })
  })
})
