import { advance } from '@cheyi/domain/advance'
import type { Source } from '@cheyi/domain/booking/order/codes'
import type { ChannelShare } from '@cheyi/domain/fleet/stock/pool'
import type { ChannelTerms } from '@cheyi/domain/pricing/quote/rules'
import { stockRuleModes } from '@cheyi/domain/sales/channel/codes'
import { channelStatus, channelSteps, connectedStatuses, rulingStatuses } from '@cheyi/domain/sales/channel/steps'
import { startsAt } from '@cheyi/domain/step'
import type { Context } from '../../kernel/context.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import * as store from './store.ts'

export { OLD_SECRET_PLACE, SECRET_PLACE } from './secret.ts'
export { stored as channelNow } from './store.ts'

/** Follows the address of a channel: it is failing after many failures, and on sale again after a success. */
export async function connectionIs(ctx: Context, source: Source, state: 'fail' | 'recover'): Promise<void> {
  const row = await store.lock(ctx, source)
  if (startsAt(channelSteps, state, row.status))
    await store.update(ctx, row, { status: advance(channelSteps, state, row.status) })
}

const { shared, guaranteed } = stockRuleModes.code

/*
 * Channel data for quotes, the stock and price pages, as parts of statements that they run anyway, so that a merchant
 * without channels has no extra query.
 */

/** The terms of a source as a column: its price rule, its limits, whether it is paused; null without terms. */
export interface ChannelTermsColumn extends ChannelTerms {
  readonly paused: boolean
}

/** @param source SQL of the source */
export const termsColumn = (
  source: Sql,
): Sql => sql`(select json_build_object('mode', c.price_mode, 'value', c.price_value,
    'roundTo', c.round_to, 'minFen', c.min_fen, 'minLeadMinutes', c.min_lead_minutes, 'maxDays', c.max_days,
    'paused', c.status = ${channelStatus.paused})
  from merchant_channel c where c.source = ${source} and c.status in (${rulingStatuses}))`

/** The sources of the merchant's own channels, as a column. */
export const connectedSql: Sql = sql`array(select source from merchant_channel where status in (${connectedStatuses}))`

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
