import { contract } from '@cheyi/contract/index'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, createUser } from '../../platform/merchant/provision.ts'
import { at } from '../../testing/at.ts'
import { priceWorld } from '../../testing/world/prices.ts'

const { price } = contract
const { t, w, owner, lavida, qin, gl8, rows, ruleOf, dayOf, saveDays, rentOf } = await priceWorld()
afterAll(() => t.close())
beforeEach(() => {
  t.clock.set(at('11-20T10:00'))
})

describe('rule list', () => {
  it('shows every model at every store, priced or not, in six statements', async () => {
    await t.root.query(
      'delete from price_tier where rule_id in (select id from price_rule where store_id = $1 and model_id = $2)',
      [w.stores.hangzhou, w.models.gl8],
    )
    await t.root.query('delete from price_rule where store_id = $1 and model_id = $2', [
      w.stores.hangzhou,
      w.models.gl8,
    ])
    const all = await rows()
    expect(t.calls.at(-1)).toMatchObject({ call: 'price.rules', queries: 6 })
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
    const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
    const { rows: roles } = await t.root.query(
      `select role_ids from account where merchant_id = $1 and name = '测试owner'`,
      [w.merchantId],
    )
    await createAccount(t.commands, w.merchantId, {
      userId,
      mobile,
      parentId: null,
      name: '杭州店长',
      roleIds: roles[0].roleIds,
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
    [{ basePrice: 0 }, 3201, '平日价格须在¥0.01至¥99,999.00之间', 'basePrice'],
    [{ weekendPrice: 9_999_901 }, 3201, '周末价格须在¥0.01至¥99,999.00之间', 'weekendPrice'],
    [{ overHourPrice: 0 }, 3201, '超时每小时价格须在¥0.01至¥99,999.00之间', 'overHourPrice'],
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
    [
      { longRows: [{ fromMonths: 1, monthlyPrice: 0 }] },
      3201,
      '满1个月每月价格须在¥0.01至¥99,999.00之间',
      'longRows.0',
    ],
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

  it('gives several models their first price at once, all of them or none', async () => {
    const places = await Promise.all([lavida(), qin()].map(async ({ modelId }) => ({ modelId })))
    await t.root.query('delete from price_tier where rule_id in (select id from price_rule where store_id = $1)', [
      w.stores.hangzhou,
    ])
    await t.root.query('delete from price_rule where store_id = $1', [w.stores.hangzhou])
    const asked = { storeId: w.stores.hangzhou, rows: places.map((one, i) => ({ ...one, basePrice: 18_800 + i })) }
    expect(await t.call(price.begin, asked, owner())).toEqual({ count: 2 })
    const rowsNow = await rows({ storeId: w.stores.hangzhou })
    expect(rowsNow.map(({ modelId, rule }) => [modelId, rule?.basePrice ?? null])).toEqual(
      expect.arrayContaining(places.map(({ modelId }, i) => [modelId, 18_800 + i])),
    )
    const again = { ...asked, rows: [{ modelId: w.models.gl8, basePrice: 50_000 }, ...asked.rows] }
    expect(await t.send(price.begin, again, owner())).toMatchObject({ errorCode: -5, data: { current: { rule: {} } } })
    expect((await rows({ storeId: w.stores.hangzhou, modelId: w.models.gl8 }))[0]!.rule).toBeNull()
    const dear = { ...asked, rows: [{ modelId: w.models.gl8, basePrice: 0 }] }
    expect(await t.send(price.begin, dear, owner())).toMatchObject({ errorCode: 3201 })
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
