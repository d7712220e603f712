import type { ChannelTerms } from '@cheyi/domain/pricing/quote/rules'
import { channelStatus, rulingStatuses } from '@cheyi/domain/sales/channel/steps'
import { type Sql, sql } from '../../kernel/db/sql.ts'

/*
 * The terms of a channel, as a part of the statements that quotes and prices run anyway, so that a merchant without channels has no extra
 * query.
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
