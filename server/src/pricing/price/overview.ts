import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { BASE_LAYER } from '@cheyi/domain/pricing/price/change'
import type { HandlerOf } from '../../kernel/context.ts'
import { buildPage, isFirstPage, totalOf } from '../../kernel/db/paging.ts'
import * as store from './overview-store.ts'
import { placesOf } from './rules.ts'

type Calls = typeof contract.price
type Answer = OutputOf<Calls['models']>
type Model = Answer['list'][number]

/** Models with their prices at every store, in one layer. Nine statements for any page size. */
export const models: HandlerOf<'price', 'models'> = async (input, ctx) => {
  const { source, carType } = input
  const [found, counts] = await Promise.all([
    store.modelsPage(ctx, input),
    isFirstPage(input) ? store.modelCounts(ctx, input.keyword) : null,
  ])
  const page = buildPage(found, input, (row) => [row.sort, row.id])
  const modelIds = page.rows.map(({ id }) => id)
  const [rows, channels] =
    modelIds.length === 0
      ? [[], []]
      : await Promise.all([placesOf(ctx, { modelIds, source }), store.channelPrices(ctx, modelIds)])
  const carTypes = counts?.map((row) => ({ carType: row.carType, count: row.count })) ?? null
  const asked = carTypes?.filter((row) => carType === undefined || row.carType === carType)
  return {
    list: [...Map.groupBy(rows, (row) => row.modelId).values()].map((mine): Model => {
      const { modelId, name, carType, energy, gearbox, seats, displacement, image } = mine[0]!
      const places = mine.map((row): Model['places'][number] => {
        const own = channels.filter((one) => one.storeId === row.storeId && one.modelId === modelId)
        const follows = source !== BASE_LAYER && row.rule?.enabled !== true
        const rule = follows ? row.base : row.rule
        return {
          ...row,
          basePrice: rule?.basePrice ?? null,
          weekendPrice: rule === null ? null : (rule.weekendPrice ?? rule.basePrice),
          holidayPrice: rule?.holidayPrice ?? null,
          off: rule?.enabled === false,
          follows,
          channels: own.map(({ source, baseFen, weekendFen, holidayFen, long }) => ({
            source,
            basePrice: baseFen,
            weekendPrice: weekendFen,
            holidayPrice: holidayFen,
            long: [...long],
          })),
        }
      })
      return { modelId, name, carType, energy, gearbox, seats, displacement, image, places }
    }),
    nextCursor: page.nextCursor,
    ...totalOf(asked === undefined ? null : asked.reduce((sum, { count }) => sum + count, 0)),
    carTypes,
  }
}
