import { lifecycle } from '@cheyi/domain/vehicle/codes'
import { sql } from 'kysely'
import type { Db } from '../kernel/context.ts'
import { cursorKeys, offsetOf, type PageAsk, pageSize, TOTAL_CAP } from '../kernel/paging.ts'

export interface ModelAsk extends PageAsk {
  readonly keyword?: string
  readonly carType?: number
  readonly status?: number
}

function matching(db: Db, { keyword, carType, status }: ModelAsk) {
  let query = db.selectFrom('model as m')
  if (carType !== undefined) query = query.where('m.car_type', '=', carType)
  if (status !== undefined) query = query.where('m.status', '=', status)
  if (keyword) {
    const words = sql`lower(m.brand || ' ' || m.series || ' ' || m.name)`
    query = query.where(sql<boolean>`strpos(${words}, ${keyword.toLowerCase()}) > 0`)
  }
  return query
}

/** One page in the merchant's own order, one row more than asked for; vehicles are those not yet disposed of. */
export function page(db: Db, ask: ModelAsk) {
  const vehicles = db
    .selectFrom('vehicle')
    .select(['model_id', (e) => e.fn.countAll<string>().as('count')])
    .where('lifecycle', '<>', lifecycle.disposed)
    .groupBy('model_id')
    .as('v')
  let query = matching(db, ask)
    .leftJoin(vehicles, 'v.model_id', 'm.id')
    .selectAll('m')
    .select('v.count as vehicle_count')
    .orderBy('m.sort')
    .orderBy('m.id')
    .limit(pageSize(ask) + 1)
  const after = cursorKeys(ask, 2)
  if (after !== null) query = query.where(sql<boolean>`(m.sort, m.id) > (${after[0]}::int, ${after[1]}::bigint)`)
  const offset = offsetOf(ask)
  if (offset > 0) query = query.offset(offset)
  return query.execute()
}

export async function count(db: Db, ask: ModelAsk): Promise<number> {
  const row = await db
    .selectFrom(
      matching(db, ask)
        .select('m.id')
        .limit(sql.lit(TOTAL_CAP + 1))
        .as('counted'),
    )
    .select((e) => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
