import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { World } from './world/world.ts'

const { data } = contract

interface Shop {
  readonly t: TestApp
  readonly w: World
}
interface Days {
  readonly from: string
  readonly to: string
}

type Slice = Omit<InputOf<typeof data.overview>, 'from' | 'to'>
const slicesOf = (w: World): Slice[] => [
  {},
  { storeIds: [w.stores.hongqiao] },
  { modelIds: [w.models.qin] },
  { source: 1 },
  { kind: 2 },
  { storeIds: [w.stores.hongqiao], source: 1 },
]

/** All that is told of some days, by several slices, but for the moment that it is of. */
export async function toldFigures({ t, w }: Shop, of: Days, slices = slicesOf(w)): Promise<unknown[]> {
  const owner = { token: w.tokens.owner }
  const answers: unknown[] = []
  for (const slice of slices) {
    const ask = { ...of, ...slice }
    const all = [
      await t.call(data.overview, ask, owner),
      await t.call(data.trend, ask, owner),
      await t.call(data.rank, { ...ask, by: 'store' }, owner),
      await t.call(data.rank, { ...ask, by: 'model' }, owner),
      await t.call(data.mix, ask, owner),
    ]
    for (const figure of ['revenue', 'rented', 'created', 'returns', 'out', 'violationRate'] as const)
      all.push((await t.call(data.orders, { ...ask, figure, pageSize: 100 }, owner)) as never)
    answers.push(...all.map(({ at: _, ...rest }) => rest))
  }
  return answers
}

/** The same, reckoned from the orders of all these days. */
export async function reckonedFigures({ t, w }: Shop, of: Days, slices = slicesOf(w)): Promise<unknown[]> {
  await t.root.query(`update figure_state set filling = '{"subject": "order", "after": "0"}' where merchant_id = $1`, [
    w.merchantId,
  ])
  try {
    return await toldFigures({ t, w }, of, slices)
  } finally {
    await t.root.query('update figure_state set filling = null where merchant_id = $1', [w.merchantId])
  }
}

/** What is kept is what is reckoned. */
export const figuresAgree = async (shop: Shop, of: Days, slices?: Slice[]): Promise<void> =>
  expect(await toldFigures(shop, of, slices)).toEqual(await reckonedFigures(shop, of, slices))
