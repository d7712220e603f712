import { flowKind, offlinePayWays } from '@cheyi/domain/money/payment/codes'
import { type Account, account, clearingOf, moneyAccounts, rentAccounts } from '@cheyi/domain/money/payment/ledger'

/* SQL fragments for ledger entries. */

/** SQL: a list of accounts. */
const listSql = (accounts: readonly Account[]): string => accounts.map((name) => `'${name}'`).join(', ')

export const moneyAccountsSql = listSql(moneyAccounts)
export const rentAccountsSql = listSql(rentAccounts)
/** What orders earn over time: rent and services. */
export const earnedAccountsSql = listSql([...rentAccounts, account.serviceIncome])
/** What orders are charged beside rent and services: penalties, damage and fees of violations. */
export const chargeAccountsSql = listSql([account.penaltyIncome, account.damageIncome, account.violationIncome])

/** SQL: the account of an entry. An old entry has the former common account and gets the one that its payment method has now. */
export const accountSql = (e: string): string =>
  `case when ${e}.account = '${account.cashOffline}' and ${e}.moved_on is not null then case ${e}.pay_way
    ${offlinePayWays.map((way) => `when ${way} then '${clearingOf(way)}'`).join(' ')} end else ${e}.account end`

/** SQL: the kind of a money movement. An outflow for a violation without an order is a fine that the merchant paid, not a refund. */
export const flowKindSql = (e: string): string =>
  `case when ${e}.flow_kind = ${flowKind.violation} and ${e}.order_id is null then ${flowKind.fine} else ${e}.flow_kind end`
