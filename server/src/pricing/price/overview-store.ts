import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { Source } from '@cheyi/domain/booking/order/codes'
import { modelStatus } from '@cheyi/domain/fleet/inventory/codes'
import type { PriceKey } from '@cheyi/domain/pricing/price/change'
import { BASE_LAYER } from '@cheyi/domain/pricing/price/change'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { cursorKeys, offsetOf, pageSize } from '../../kernel/db/paging.ts'
import { visibleStores } from './store.ts'

export type ModelsAsk = ParsedOf<typeof contract.price.models>

function modelsByName(db: Db, keyword: string | undefined) {
  const query = db.selectFrom('model as m').where('m.status', '=', modelStatus.inUse)
  if (!keyword) return query
  const found: Expression<SqlBool> = sql`strpos(lower(m.name), ${keyword.toLowerCase()}) > 0`
  return query.where(found)
}

/** A page of the active models, in the merchant's order; one row more than the page size. */
export function modelsPage({ db }: Pick<Context, 'db'>, ask: ModelsAsk) {
  let query = modelsByName(db, ask.keyword).select(['m.id', 'm.sort']).orderBy('m.sort').orderBy('m.id')
  if (ask.carType !== undefined) query = query.where('m.carType', '=', ask.carType)
  const after = cursorKeys(ask, 'int', 'id')
  if (after !== null) query = query.where(sql<boolean>`(m.sort, m.id) > (${after[0]}::int, ${after[1]}::bigint)`)
  return query
    .offset(offsetOf(ask))
    .limit(pageSize(ask) + 1)
    .execute()
}

export const modelCounts = ({ db }: Pick<Context, 'db'>, keyword: string | undefined) =>
  modelsByName(db, keyword)
    .select(['m.carType', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('m.carType')
    .orderBy('m.carType')
    .execute()

type ChannelPrices = Pick<PriceKey, 'storeId' | 'modelId'> & {
  readonly source: Source
  readonly baseFen: number | null
  readonly weekendFen: number | null
  readonly holidayFen: number | null
  readonly long: readonly { readonly fromMonths: number; readonly monthlyPrice: number }[]
}

/** Channels with their own prices for these models, by day, by month, or both. */
export const channelPrices = (ctx: Context, modelIds: readonly string[]) =>
  ctx.query<ChannelPrices>(
    `select store_id, model_id, source, r.base_fen, coalesce(r.weekend_fen, r.base_fen) as weekend_fen, r.holiday_fen,
            coalesce(p.long, '[]') as long
       from (select * from price_rule where model_id = any ($1::bigint[]) and source <> ${BASE_LAYER} and enabled) r
       full join (select store_id, model_id, source,
                    jsonb_agg(jsonb_build_object('fromMonths', from_months, 'monthlyPrice', monthly_fen) order by from_months) as long
                    from long_price where model_id = any ($1::bigint[]) and source <> ${BASE_LAYER} group by 1, 2, 3) p
         using (store_id, model_id, source)
      where $2::bigint[] is null or store_id = any ($2::bigint[]) order by source`,
    [modelIds, visibleStores(ctx)],
  )
