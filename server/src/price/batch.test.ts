import { contract } from '@cheyi/contract/index'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { at } from '../testing/at.ts'
import { priceWorld } from '../testing/world/prices.ts'

const { price } = contract
const { t, w, owner, gl8, ruleOf, dayOf, lavida } = await priceWorld()
afterAll(() => t.close())
beforeEach(() => {
  t.clock.set(at('11-20T10:00'))
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
    await t.call(price.saveRule, { ...gl8(), longRows: [{ fromMonths: 1, monthlyPrice: 990_000 }] }, owner())
    await t.call(price.saveCalendar, { ...gl8(), from: '2026-12-30', to: '2026-12-31', price: 99_900 }, owner())
    const to = { storeIds: [w.stores.pudong, w.stores.hangzhou], sources: [0, 4] as const }
    const ask = { ...gl8(), ...to, sources: [...to.sources], parts: ['rule', 'long', 'calendar'] as const }
    const { rows: copied } = await t.call(price.copy, { ...ask, parts: [...ask.parts] }, owner())
    expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(21)
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
