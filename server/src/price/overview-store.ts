import type { CarType } from '@cheyi/domain/inventory/codes'
import { modelStatus } from '@cheyi/domain/inventory/codes'
import type { PriceKey } from '@cheyi/domain/price/change'
import { BASE_LAYER } from '@cheyi/domain/price/change'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context, Db } from '../kernel/context.ts'
import { cursorKeys, offsetOf, type PageAsk, pageSize } from '../kernel/db/paging.ts'
import { visibleStores } from './store.ts'

export interface ModelsAsk extends PageAsk {
  readonly keyword?: string
  readonly carType?: CarType
}

function named(db: Db, keyword: string | undefined) {
  const query = db.selectFrom('model as m').where('m.status', '=', modelStatus.inUse)
  if (!keyword) return query
  const found: Expression<SqlBool> = sql`strpos(lower(m.name), ${keyword.toLowerCase()}) > 0`
  return query.where(found)
}

/** A page of the models in use, in the merchant's order; one row more than asked for. */
export function modelsPage({ db }: Pick<Context, 'db'>, ask: ModelsAsk) {
  let query = named(db, ask.keyword).select(['m.id', 'm.sort']).orderBy('m.sort').orderBy('m.id')
  if (ask.carType !== undefined) query = query.where('m.carType', '=', ask.carType)
  const after = cursorKeys(ask, 'int', 'id')
  if (after !== null) query = query.where(sql<boolean>`(m.sort, m.id) > (${after[0]}::int, ${after[1]}::bigint)`)
  const offset = offsetOf(ask)
  return (offset > 0 ? query.offset(offset) : query).limit(pageSize(ask) + 1).execute()
}

/** How many models the keyword finds of each type. */
export const modelCounts = ({ db }: Pick<Context, 'db'>, keyword: string | undefined) =>
  named(db, keyword)
    .select(['m.carType', (e) => e.fn.countAll<string>().as('count')])
    .groupBy('m.carType')
    .orderBy('m.carType')
    .execute()

/** Channels that sell these models at a price of their own. */
export const channelPrices = (ctx: Context, modelIds: readonly string[]) =>
  ctx.query<PriceKey>(
    `select store_id, model_id, source from price_rule
      where model_id = any ($1::bigint[]) and source <> ${BASE_LAYER} and enabled
        and ($2::bigint[] is null or store_id = any ($2::bigint[])) order by source`,
    [modelIds, visibleStores(ctx)],
  )
