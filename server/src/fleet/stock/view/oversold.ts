import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { createCounts } from '@cheyi/domain/fleet/stock/count/count'
import { addDays, localDate } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { readOnce, sql } from '../../../kernel/db/sql.ts'
import { screen } from '../../../kernel/screen.ts'
import { isCounted } from '../../../platform/todo/actions.ts'
import { type OpeningRow, openingColumns, openingFrom } from '../fleet/opening.ts'
import { readPoolsOf } from '../read-pools.ts'
import type { PoolKey } from '../store.ts'

/** Number of days that the stock screens show. */
const OVERSOLD_DAYS = 30

/**
 * Visible pools that have promised more than they have on one of the next 30 days, as the days of `/stock` show them:
 * one statement if nothing is short, otherwise five, regardless of the number of stores.
 */
async function oversoldPools(ctx: Context, storeId: string | undefined): Promise<PoolKey[]> {
  const today = localDate(ctx.now)
  const dates = Array.from({ length: OVERSOLD_DAYS }, (_, i) => addDays(today, i))
  const rows = await suspects(ctx, storeId)
  if (rows.length === 0) return []
  const keys = rows.map((row) => {
    const { settings, span } = openingFrom(row, ctx.now)
    return { storeId: row.storeId, modelId: row.modelId, settings, span }
  })
  const pools = await ctx.elevated(() => readPoolsOf(ctx, keys))
  return keys.filter((key) => {
    const counts = createCounts(pools.get(key)!)
    return dates.some((date) => counts.worst(key.span(date)).spare < 0)
  })
}

/**
 * Pools that can be short at all. A row on a vehicle of the pool takes an existing vehicle; so there must be an order
 * without a car, a stop of sale, or a vehicle that leaves. Pools and stores are read once: looked up for each row, a merchant with many
 * orders without a car paid thousands of pages for a counter.
 */
const suspects = (ctx: Context, storeId: string | undefined) =>
  ctx.query(
    sql<OpeningRow & { storeId: string; modelId: string }>`with short as materialized (
        select c.store_id, c.model_id from occupancy c where c.active and c.vehicle_id is null and c.kind = ${occupancyKind.order} and c.to_at > $2
        union select t.store_id, t.model_id from stop_sale t
          where t.removed_at is null and t.vehicle_id is null and t.channels = '{}' and t.to_at > $2
        union select d.store_id, d.model_id from pool_delta d where not d.consumed and d.delta < 0)
     select p.store_id, p.model_id, s.*
       from short join ${readOnce('select store_id, model_id from pool')} p on p.store_id = short.store_id and p.model_id = short.model_id
         join ${readOnce(`select s.id, ${openingColumns} from store s join merchant m on m.id = s.merchant_id`)} s on s.id = p.store_id
      where ($1::bigint is null or p.store_id = $1) and ($3::bigint[] is null or p.store_id = any ($3))
      order by p.store_id, p.model_id`,
    [storeId ?? null, at(ctx.now), ctx.identity.scope === 'all' ? null : ctx.identity.storeIds],
  )

// The stock page shows one store at a time: the link opens the first store that is oversold.
isCounted('oversold', async (ctx, storeId) => {
  const short = await oversoldPools(ctx, storeId)
  const [first] = short
  const search = first === undefined ? {} : { storeId: first.storeId, only: 'oversold', days: OVERSOLD_DAYS }
  return { name: '超售车型', count: short.length, link: screen('stock.list', search) }
})
