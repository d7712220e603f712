import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { priceWorld } from '../../testing/world/prices.ts'
import { changeShown } from './batch-work.ts'

const { price } = contract
const { t, w, owner, gl8, ruleOf, dayOf, lavida } = await priceWorld()
afterAll(() => t.close())
beforeEach(() => {
  t.clock.set(at('11-20T10:00'))
})

/** So many models more, each with a price at every store. */
async function manyPlaces(models: number) {
  await t.root.query(
    `insert into model (merchant_id, brand, series, name, config, car_type, seats, doors, gearbox, energy, displacement, sort)
     select merchant_id, brand, series, '批量' || n, config, car_type, seats, doors, gearbox, energy, displacement, 100 + n
       from model, generate_series(1, $2::int) n where id = $1`,
    [w.models.lavida, models],
  )
  await t.root.query(
    `insert into price_rule (merchant_id, store_id, model_id, source, base_fen)
     select m.merchant_id, $2, m.id, 0, 20000 + m.sort from model m where m.merchant_id = $1 and m.name like '批量%'`,
    [w.merchantId, w.stores.hongqiao],
  )
}

describe('many at once', () => {
  it('shows before it adjusts, rounds, and names what leaves the bounds', async () => {
    const filter = {
      storeIds: [w.stores.pudong],
      modelIds: [w.models.qin, w.models.gl8],
      bp: 1000,
      roundTo: 100 as const,
    }
    const shown = await t.call(price.adjust, { ...filter, preview: true }, owner())
    expect(shown.rows.map(({ modelName, prices }) => [modelName, prices[0]])).toEqual([
      ['比亚迪秦PLUS', { label: '平日价', before: 22_800, after: 25_100 }],
      ['别克GL8', { label: '平日价', before: 46_800, after: 51_500 }],
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
      message: '比亚迪秦PLUS调整后价格须在¥0.01至¥99,999.00之间',
    })
  })

  it('shows the very price that it changes, and leaves the others', async () => {
    const key = { storeId: w.stores.hangzhou, modelId: w.models.qin }
    const before = (await ruleOf(key)).rule!
    const filter = { storeIds: [key.storeId], modelIds: [key.modelId], parts: ['weekendPrice' as const], bp: 1000 }
    const shown = await t.call(price.adjust, { ...filter, preview: true }, owner())
    const after = Math.round(before.weekendPrice! * 1.1)
    expect(shown.rows.map(({ prices }) => prices)).toEqual([[{ label: '周末价', before: before.weekendPrice, after }]])
    await t.call(price.adjust, { ...filter, version: shown.version }, owner())
    expect((await ruleOf(key)).rule).toEqual({ ...before, weekendPrice: after, version: before.version + 1 })
  })

  it('does nothing when prices are no longer those that were shown', async () => {
    const filter = { storeIds: [w.stores.hangzhou], fen: 1000, parts: ['basePrice' as const] }
    const shown = await t.call(price.adjust, { ...filter, preview: true }, owner())
    const key = { storeId: w.stores.hangzhou, modelId: w.models.gl8 }
    await t.call(price.saveRule, { ...key, basePrice: 50_000 }, owner())
    expect(await t.send(price.adjust, { ...filter, version: shown.version }, owner())).toMatchObject({ errorCode: -5 })
    expect((await ruleOf(key)).rule!.basePrice).toBe(50_000)
    const again = await t.call(price.adjust, { ...filter, preview: true }, owner())
    await t.call(price.adjust, { ...filter, version: again.version }, owner())
    expect((await ruleOf(key)).rule!.basePrice).toBe(51_000)
  })

  it('makes and raises the monthly prices of many, each month by itself', async () => {
    const key = { storeId: w.stores.pudong, modelId: w.models.lavida }
    const place = { storeIds: [key.storeId], modelIds: [key.modelId], kind: 'month' as const }
    const { rule } = await ruleOf(key)
    const made = await t.call(price.adjust, { ...place, months: [1, 3], ofDaysBp: 7500, roundTo: 100 }, owner())
    const month = Math.round((rule!.basePrice * 30 * 0.75) / 100) * 100
    expect(made.rows[0]!.prices).toEqual([
      { label: '满1个月', before: null, after: month },
      { label: '满3个月', before: null, after: month },
    ])
    // Planned for three months; meanwhile somebody else sets the first, which stays.
    const plan = { ...place, months: [3], price: 400_000, publishAt: '2026-11-21 10:00' }
    await t.call(price.adjust, plan, owner())
    const rows = [
      { fromMonths: 1, monthlyPrice: 555_500 },
      { fromMonths: 3, monthlyPrice: month },
    ]
    await t.call(price.saveLong, { ...key, rows }, owner())
    t.clock.set(at('11-21T10:01'))
    await runDue(t, 'pricePublish')
    expect((await ruleOf(key)).long).toEqual([
      { fromMonths: 1, monthlyPrice: 555_500 },
      { fromMonths: 3, monthlyPrice: 400_000 },
    ])
    expect(await t.send(price.adjust, { ...place, price: 400_000 }, owner())).toMatchObject({ errorCode: -2 })
  })

  it('changes a large fleet as a job, and leaves what others changed meanwhile', async () => {
    await manyPlaces(320)
    const ask = { kind: 'day' as const, parts: ['basePrice' as const], fen: 500 }
    const shown = await t.call(price.adjust, { ...ask, preview: true }, owner())
    expect(shown.changes).toBeGreaterThan(300)
    expect(shown.rows).toHaveLength(200)
    const { jobId } = await t.call(price.adjust, { ...ask, version: shown.version }, owner())
    const other = shown.rows[150]!
    await t.call(price.saveRule, { storeId: other.storeId, modelId: other.modelId, basePrice: 77_700 }, owner())
    await workOff(t.jobs, [changeShown])
    const job = await t.call(contract.job.detail, { jobId: jobId! }, owner())
    expect(job).toMatchObject({ state: jobState.partly, counts: { updated: shown.changes - 1, failed: 1 } })
    expect(job.issues).toMatchObject([{ reason: '平日价已被他人修改，没有调整' }])
    const rows = new Map(
      (await t.call(price.rules, {}, owner())).map((row) => [`${row.storeId}/${row.modelId}`, row.rule?.basePrice]),
    )
    for (const { storeId, modelId, prices } of shown.rows)
      expect(rows.get(`${storeId}/${modelId}`)).toBe(
        storeId === other.storeId && modelId === other.modelId ? 77_700 : prices[0]!.after,
      )
  })

  it('copies a rule, its months and its coming dates to other places in few statements', async () => {
    await t.call(price.saveRule, { ...gl8(), longRows: [{ fromMonths: 1, monthlyPrice: 990_000 }] }, owner())
    await t.call(price.saveCalendar, { ...gl8(), from: '2026-12-30', to: '2026-12-31', price: 99_900 }, owner())
    const to = { storeIds: [w.stores.pudong, w.stores.hangzhou], sources: [0, 4] as const }
    const ask = { ...gl8(), ...to, sources: [...to.sources], parts: ['rule', 'long', 'calendar'] as const }
    const { rows: copied } = await t.call(price.copy, { ...ask, parts: [...ask.parts] }, owner())
    expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(23)
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
