import type { Source } from '@cheyi/domain/booking/order/codes'

/** The access of a transaction. `all` and the listed stores restrict what policies show. */
export interface Scope {
  readonly merchantId: string
  readonly accountId: string
  readonly scope: 'all' | 'stores' | 'own' | 'link' | 'channel' | 'phone'
  readonly storeIds: readonly string[]
  /** The order of scope `link`. */
  readonly orderId?: string
  /** The source whose orders scope `channel` shows. */
  readonly channel?: Source
}

/**
 * Sets the role of a merchant, and its access. `at_home` refuses a merchant that another cluster serves. A session needs no such
 * question: a move changes the stamps of all sessions of the merchant, and the identity is refused where it is read again.
 */
const entering = (
  merchant: string,
) => `select set_config('role', 'tenant', true), set_config('app.merchant_id', ${merchant}, true),
  set_config('app.scope', $2, true), set_config('app.store_ids', $3, true), set_config('app.account_id', $4, true),
  set_config('app.order_id', $5, true), set_config('app.channel', $6, true)`
/** Without a session: of links, keys, timers and jobs. */
export const ENTER = entering('at_home($1)')

/** {@link ENTER} with the time of the transaction. */
export const SCOPE = `${ENTER}, set_config('app.now', $7, true)`
/** The same, without a row when the session is no longer valid. */
export const SCOPE_OF_SESSION = `${entering('$1')}, set_config('app.now', $7, true) from login_session
  where token_hash = $8 and stamp = $9 and revoked_at is null and idle_expire_at > $7::timestamptz
    and absolute_expire_at > $7::timestamptz`

/** The values $1 to $6 of these statements. */
export const scopeValues = (scope: Scope): unknown[] => [
  scope.merchantId,
  scope.scope,
  `{${scope.storeIds.join(',')}}`,
  scope.accountId,
  scope.orderId ?? '0',
  scope.channel ?? 0,
]
