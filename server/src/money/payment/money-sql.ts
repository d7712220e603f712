import { flowKind, offlinePayWays } from '@cheyi/domain/money/payment/codes'
import { account, clearingOf, moneyAccounts } from '@cheyi/domain/money/payment/ledger'

/*
 * How SQL reads entries of money (migration 0115).
 */

export const moneyAccountsSql = moneyAccounts.map((name) => `'${name}'`).join(', ')

/** SQL: the account of an entry, of an old one the account that its way of payment has now. */
export const accountSql = (e: string): string =>
  `case when ${e}.account = '${account.cashOffline}' and ${e}.moved_on is not null then case ${e}.pay_way
    ${offlinePayWays.map((way) => `when ${way} then '${clearingOf(way)}'`).join(' ')} end else ${e}.account end`

/** SQL: why an entry of money moved. What left for a violation and is of no order is a fine that the merchant paid, no refund. */
export const flowKindSql = (e: string): string =>
  `case when ${e}.flow_kind = ${flowKind.violation} and ${e}.order_id is null then ${flowKind.fine} else ${e}.flow_kind end`
