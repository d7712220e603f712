import { flowKind, offlinePayWays } from '@cheyi/domain/money/payment/codes'
import { account, clearingOf, moneyAccounts } from '@cheyi/domain/money/payment/ledger'

/* SQL fragments for money entries. */

export const moneyAccountsSql = moneyAccounts.map((name) => `'${name}'`).join(', ')

/** SQL: the account of an entry. An old entry has the former common account and gets the one that its payment method has now. */
export const accountSql = (e: string): string =>
  `case when ${e}.account = '${account.cashOffline}' and ${e}.moved_on is not null then case ${e}.pay_way
    ${offlinePayWays.map((way) => `when ${way} then '${clearingOf(way)}'`).join(' ')} end else ${e}.account end`

/** SQL: the kind of a money movement. An outflow for a violation without an order is a fine that the merchant paid, not a refund. */
export const flowKindSql = (e: string): string =>
  `case when ${e}.flow_kind = ${flowKind.violation} and ${e}.order_id is null then ${flowKind.fine} else ${e}.flow_kind end`
