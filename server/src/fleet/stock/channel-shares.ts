import type { ChannelShare } from '@cheyi/domain/fleet/stock/pool'
import { stockRuleModes } from '@cheyi/domain/sales/channel/codes'
import { channelStatus, rulingStatuses } from '@cheyi/domain/sales/channel/steps'
import { type Sql, sql } from '../../kernel/db/sql.ts'

const { shared, guaranteed } = stockRuleModes.code

/** How channels share the stock: one row for each channel with a share. */
export interface ShareRow extends Required<ChannelShare> {
  /** For a guarantee: the stores and models that are open to the channel. No cars are reserved elsewhere. */
  readonly stores: readonly string[] | null
  readonly models: readonly string[] | null
}

/** Those rows, each as JSON, so that they fit beside the rows of another statement. */
export const sharesSql: Sql = sql`select json_build_object('source', c.source, 'mode', c.stock_mode, 'value', c.stock_value,
    'bufferUnits', c.buffer_units, 'paused', c.status = ${channelStatus.paused}, 'stores', m.stores, 'models', m.models) as share
  from merchant_channel c
    left join lateral (select json_agg(store_id::text) filter (where store_id is not null) as stores,
        json_agg(model_id::text) filter (where model_id is not null) as models
      from channel_mapping where merchant_id = c.merchant_id and source = c.source and their_code is not null) m on c.stock_mode = ${guaranteed}
  where c.status in (${rulingStatuses}) and (c.stock_mode <> ${shared} or c.buffer_units > 0 or c.status = ${channelStatus.paused})`

/** The shares of one pool. */
export const sharesOf = (
  rows: readonly ShareRow[],
  { storeId, modelId }: { readonly storeId: string; readonly modelId: string },
): ChannelShare[] =>
  rows
    .filter(
      ({ mode, stores, models }) => mode !== guaranteed || (stores?.includes(storeId) && models?.includes(modelId)),
    )
    .map(({ source, mode, value, bufferUnits, paused }) => ({ source, mode, value, bufferUnits, paused }))
