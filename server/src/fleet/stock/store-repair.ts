import { lifecycle, modelStatus, type PlateColor } from '@cheyi/domain/fleet/inventory/codes'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'

/*
 * Other places with a possible car for an order.
 */

/** Models with a pool at the store that may replace a model: of the same or a higher class, the nearest class first. */
export const higherModels = (ctx: Context, storeId: string, modelId: string) =>
  ctx.query(
    sql<{ id: string; higher: boolean }>`select m.id, m.class_rank > own.class_rank as higher from pool p
       join model m on m.merchant_id = p.merchant_id and m.id = p.model_id
       join model own on own.merchant_id = p.merchant_id and own.id = $2
      where p.store_id = $1 and m.id <> $2 and m.status = ${modelStatus.inUse} and m.class_rank >= own.class_rank
      order by m.class_rank, m.sort, m.id limit 10`,
    [storeId, modelId],
  )

/** Other visible stores of the city that have cars of the model. */
export const storesAround = (ctx: Context, storeId: string, modelId: string, limit: number) =>
  ctx.query(
    sql<{ id: string }>`select s.id from store s join store own on own.merchant_id = s.merchant_id and own.id = $1
      where s.id <> $1 and s.city_code = own.city_code and s.status = ${storeStatus.open}
        and exists (select from vehicle v where v.home_store_id = s.id and v.model_id = $2 and v.lifecycle = ${lifecycle.inService})
      order by s.id limit $3`,
    [storeId, modelId, limit],
  )

/** How a vehicle is shown. */
export const byIds = (ctx: Context, ids: readonly string[]) =>
  ctx.query<{ vehicleId: string; plate: string; plateColor: PlateColor; modelName: string; storeName: string }>(
    `select v.id as "vehicleId", v.plate, v.plate_color as "plateColor", m.name as "modelName", s.name as "storeName"
       from vehicle v
       join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
       join store s on s.merchant_id = v.merchant_id and s.id = v.current_store_id
      where v.id = any ($1::bigint[])`,
    [ids],
  )
