import type { Source } from '@cheyi/domain/booking/order/codes'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { sql } from '../../kernel/db/sql.ts'
import { isDue } from './store.ts'

/** Maximum number of pools in one message. */
const MOST_POOLS = 50

// A mapping without a code was closed to the channel, which has to learn that.
const MARK = `insert into channel_dirty (source, store_id, model_id, due_at)
  select w.source, s.store_id, m.model_id, $1 from channel_webhook w
    join channel_mapping s on s.source = w.source and s.store_id is not null
    join channel_mapping m on m.source = w.source and m.model_id is not null`
const AGAIN = `on conflict (merchant_id, source, store_id, model_id)
    do update set revision = channel_dirty.revision + 1, due_at = least(channel_dirty.due_at, excluded.due_at)`

/** Marks pools, for each channel that receives stock and has them. */
export const mark = (
  ctx: Pick<Context, 'query'>,
  pools: readonly { readonly storeId: string; readonly modelId: string }[],
  dueAt: number,
) =>
  ctx.query(
    `${MARK} join (select distinct p.store, p.model from unnest($2::bigint[], $3::bigint[]) p (store, model)) p
        on p.store = s.store_id and p.model = m.model_id
      where w.push_stock order by w.source, s.store_id, m.model_id ${AGAIN}`,
    [at(dueAt), pools.map(({ storeId }) => storeId), pools.map(({ modelId }) => modelId)],
  )

/** Marks everything that a channel has, or each of them. @returns how many pools */
export const markAll = async (ctx: Pick<Context, 'query'>, source: Source | null, dueAt: number): Promise<number> =>
  (
    await ctx.query(
      `${MARK} where w.push_stock and ($2::smallint is null or w.source = $2) order by w.source, s.store_id, m.model_id ${AGAIN} returning 1`,
      [at(dueAt), source],
    )
  ).length

export interface DirtyPool {
  readonly storeId: string
  readonly modelId: string
  readonly revision: number
  /** The store and the model are open to the channel. */
  readonly open: boolean
}

/** Pools that are due, of the store that has been due longest. */
export const due = (ctx: Pick<Context, 'query' | 'now'>, source: Source) =>
  ctx.query<DirtyPool>(
    `select d.store_id, d.model_id, d.revision, s.their_code is not null and m.their_code is not null as open
       from channel_dirty d
         join channel_mapping s on s.source = d.source and s.store_id = d.store_id
         join channel_mapping m on m.source = d.source and m.model_id = d.model_id
      where d.source = $1 and ${isDue(sql`d.due_at`)}
        and d.store_id = (select f.store_id from channel_dirty f where f.source = $1 and ${isDue(sql`f.due_at`)} order by f.due_at, f.store_id limit 1)
      order by d.due_at, d.model_id limit ${MOST_POOLS}`,
    [source, at(ctx.now)],
  )

interface Sent {
  readonly storeId: string
  readonly pools: readonly DirtyPool[]
}

const parametersOf = (source: Source, { storeId, pools }: Sent, dueAt: number) => [
  source,
  storeId,
  pools.map(({ modelId }) => modelId),
  pools.map(({ revision }) => revision),
  at(dueAt),
]

/** Removes pools; one that changed after its state was read is due again. */
export const remove = (ctx: Pick<Context, 'query'>, source: Source, sent: Sent, dueAt: number) =>
  ctx.query(
    `with p as (select * from unnest($3::bigint[], $4::int[]) p (model, revision)),
       again as (update channel_dirty d set due_at = $5 from p where d.source = $1 and d.store_id = $2 and d.model_id = p.model and d.revision <> p.revision)
     delete from channel_dirty d using p where d.source = $1 and d.store_id = $2 and d.model_id = p.model and d.revision = p.revision`,
    parametersOf(source, sent, dueAt),
  )

export const postpone = (ctx: Pick<Context, 'query'>, source: Source, { storeId, pools }: Sent, dueAt: number) =>
  ctx.query(
    'update channel_dirty set due_at = $4 where source = $1 and store_id = $2 and model_id = any ($3::bigint[])',
    [source, storeId, pools.map(({ modelId }) => modelId), at(dueAt)],
  )
