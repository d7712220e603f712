import { contract } from '@cheyi/contract/index'
import { HOUR } from '@cheyi/domain/time'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { runTimer } from '../../kernel/process/jobs.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { priceWorld } from '../../testing/world/prices.ts'
import { publish } from './history.ts'

const { price } = contract
const { t, w, owner, qin, ruleOf, dayOf, saveDays, lavida } = await priceWorld()
afterAll(() => t.close())
beforeEach(() => {
  t.clock.set(at('11-20T10:00'))
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
            { label: '平日价', before: '¥210.00', after: '¥220.00' },
            { label: '周末为', before: '周六、周日', after: '周五、周六、周日' },
          ],
        },
      ],
    })
    const second = await t.call(price.history, { ...lavida(5), pageSize: 1, cursor: first.nextCursor! }, owner())
    expect(second.list[0]!.lines).toContainEqual({ label: '平日价', before: '未设置', after: '¥210.00' })
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
        rows: [{ lines: [{ label: '周末价', after: '¥666.00' }] }],
      },
    ])
    await t.call(price.saveRule, { ...place, basePrice: 24_400 }, owner())

    expect(await runDue(t, 'pricePublish')).toBe(0)
    t.clock.set(at('11-21T00:00'))
    // Two processes on the same data find the same row due, each more than once.
    const { config, clock, log } = t.kernel
    const second = await buildApp({ config, addresses: t.database.addresses, clock, log, poolSize: 4 })
    await second.ready()
    await t.root.query(`delete from event where type = 'record.changed'`)
    const publishDue = (kernel: typeof t.kernel) => runTimer(kernel, 'pricePublish', publish)
    await Promise.all([t.jobs, second.jobs, t.jobs, second.jobs].map(publishDue))
    await second.close()
    // Whoever has the prices open sees the new ones.
    const { rows: events } = await t.root.query(`select data from event where type = 'record.changed'`)
    expect(events).toEqual([{ data: { feature: 'price' } }])
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

  it('refuses a plan and a later change that together would leave a model that nobody can book', async () => {
    const place = { storeId: w.stores.pudong, modelId: w.models.gl8 }
    const publishAt = at('11-21T00:00')
    await t.call(price.saveRule, { ...place, basePrice: 30_000 }, owner())
    const { planId } = await t.call(price.saveRule, { ...place, maxDays: 2, publishAt }, owner())
    const answer = await t.send(price.saveRule, { ...place, minDays: 5 }, owner())
    expect(answer).toMatchObject({ errorCode: -2, data: { field: 'maxDays' } })
    expect(answer.message).toContain('最长租期不能短于起租天数')
    expect(answer.message).toContain('请先取消该计划')
    const other = { ...place, minDays: 3, publishAt: publishAt + HOUR }
    expect(await t.send(price.saveRule, other, owner())).toMatchObject({ errorCode: -2 })
    expect(await t.send(price.saveRule, { ...place, minDays: 2 }, owner())).toMatchObject({ success: true })
    await t.call(price.cancelPlan, { id: planId! }, owner())
    expect(await t.send(price.saveRule, { ...place, minDays: 5 }, owner())).toMatchObject({ success: true })
  })

  it('publishes no change that contradicts what was changed since, and says so', async () => {
    const place = { storeId: w.stores.pudong, modelId: w.models.gl8 }
    await t.call(price.saveRule, { ...place, basePrice: 30_000, minDays: 1 }, owner())
    const publishAt = at('11-21T00:00')
    await t.call(price.saveRule, { ...place, maxDays: 2, publishAt }, owner())
    await t.root.query('update price_rule set min_days = 5 where store_id = $1 and model_id = $2', [
      place.storeId,
      place.modelId,
    ])
    t.clock.set(publishAt)
    expect(await runDue(t, 'pricePublish')).toBe(1)
    expect((await ruleOf(place)).rule).toMatchObject({ minDays: 5, maxDays: null })
    const { rows } = await t.root.query(`select distinct title, body from notification where ref like 'pricePlan/%'`)
    expect(rows).toEqual([{ title: '定时价格未生效', body: expect.stringContaining('最长租期不能短于起租天数') }])
    expect(await t.call(price.plans, place, owner())).toEqual([])
    expect(await runDue(t, 'pricePublish')).toBe(0)
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
