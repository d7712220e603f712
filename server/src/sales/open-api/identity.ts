import { scopeKeys } from '@cheyi/contract/kernel/open-call'
import { sources } from '@cheyi/domain/booking/order/codes'
import { type Identity, nobody } from '../../kernel/identity.ts'
import type { OpenKey } from './door.ts'

/**
 * An identity without an account, in the merchant of the key, with the permissions of its scopes and no right to
 * override anything. Row policies show it the orders of its channel only.
 */
export const identityOf = ({ merchantId, merchantStatus, source, scopes, storeIds }: OpenKey): Identity => ({
  ...nobody,
  merchantId,
  merchantStatus,
  name: `${sources.text(source)}接口`,
  scope: 'channel',
  channel: source,
  storeIds,
  keys: new Set(['channel', ...scopes.flatMap((scope) => scopeKeys[scope])]),
})
