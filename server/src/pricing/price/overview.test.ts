import { contract } from '@cheyi/contract/index'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, createUser } from '../../platform/merchant/provision.ts'
import { at } from '../../testing/at.ts'
import { priceWorld } from '../../testing/world/prices.ts'

const { price } = contract
const { t, w, owner, lavida, gl8 } = await priceWorld()
afterAll(() => t.close())
beforeEach(() => {
  t.clock.set(at('11-20T10:00'))
})

const models = (ask: object = {}) => t.call(price.models, ask, owner())
const placeOf = async (ask: object, name: string, storeId: string) =>
  (await models(ask)).list.find((model) => model.name === name)!.places.find((place) => place.storeId === storeId)!

describe('prices of all stores', () => {
  it('are those that each store shows by itself, in as many statements for one model as for all', async () => {
    const all = await models()
    const { queries } = t.calls.at(-1)!
    expect(queries).toBeLessThanOrEqual(9)
    expect(all).toMatchObject({ total: 3, nextCursor: null, list: { length: 3 } })
    for (const { storeId, modelId, rule, today, vehicles } of await t.call(price.rules, {}, owner())) {
      const model = all.list.find((one) => one.modelId === modelId)!
      expect(model.places.find((place) => place.storeId === storeId)).toMatchObject({
        basePrice: rule!.basePrice,
        weekendPrice: rule!.weekendPrice ?? rule!.basePrice,
        holidayPrice: rule!.holidayPrice,
        off: false,
        follows: false,
        today,
        vehicles,
        channels: [],
      })
    }
    await models({ pageSize: 1 })
    expect(t.calls.at(-1)!.queries).toBe(queries)
  })

  it('come page by page, each model once and in the order of the catalogue', async () => {
    const whole = (await models()).list.map(({ modelId }) => modelId)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await models({ pageSize: 1, cursor })
      expect(page.carTypes === null).toBe(cursor !== undefined)
      paged.push(...page.list.map(({ modelId }) => modelId))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(whole)
  })

  it('are found by name and type, with the counts of every type', async () => {
    const { list } = await models({ keyword: 'gl8' })
    expect(list.map(({ name }) => name)).toEqual(['别克GL8'])
    const all = await models()
    const [type] = all.carTypes!
    const some = await models({ carType: type!.carType })
    expect([some.list.length, some.total, some.carTypes]).toEqual([type!.count, type!.count, all.carTypes])
  })

  it('say where a channel has a price of its own, what it follows else, and what is off or not set', async () => {
    const { storeId } = lavida()
    await t.call(price.saveRule, { ...lavida(4), basePrice: 45_600 }, owner())
    const months = { longRows: [{ fromMonths: 3, monthlyPrice: 500_000 }] }
    await t.call(price.saveRule, { ...lavida(10), ...months }, owner())
    const none = { basePrice: null, weekendPrice: null, holidayPrice: null, long: [] }
    expect((await placeOf({}, '大众朗逸', storeId)).channels).toEqual([
      { ...none, source: 4, basePrice: 45_600, weekendPrice: 45_600 },
      { ...none, source: 10, long: [{ fromMonths: 3, monthlyPrice: 500_000 }] },
    ])
    expect(await placeOf({ source: 4 }, '大众朗逸', storeId)).toMatchObject({ basePrice: 45_600, follows: false })
    const base = await placeOf({}, '大众朗逸', w.stores.pudong)
    expect(await placeOf({ source: 4 }, '大众朗逸', w.stores.pudong)).toMatchObject({
      basePrice: base.basePrice,
      follows: true,
    })
    await t.call(price.saveRule, { ...gl8(), enabled: false }, owner())
    expect(await placeOf({}, '别克GL8', storeId)).toMatchObject({ off: true, today: null })
    await t.root.query('update price_rule set enabled = true where merchant_id = $1', [w.merchantId])
  })

  it('show a store account its own stores only', async () => {
    const mobile = '13700000032'
    const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
    const { rows } = await t.root.query(`select role_ids from account where merchant_id = $1 and name = '测试owner'`, [
      w.merchantId,
    ])
    await createAccount(t.commands, w.merchantId, {
      userId,
      mobile,
      parentId: null,
      name: '杭州店长',
      roleIds: rows[0].roleIds,
      storeScope: 1,
      storeIds: [w.stores.hangzhou],
    })
    const seen = await t.call(price.models, {}, { token: await t.login(mobile) })
    expect(seen.list.flatMap(({ places }) => places.map((place) => place.storeName))).toEqual(
      seen.list.map(() => '杭州东站店'),
    )
    expect(seen.list[0]!.places[0]!.channels).toEqual([])
  })
})
