import { isClosedMerchant } from '@cheyi/domain/platform/merchant/codes'
import type { OpenBusiness } from '@cheyi/domain/platform/session/cancellation'
import type { Transaction } from '../../../kernel/enter.ts'
import * as store from './store.ts'

export interface AccountBusiness {
  readonly merchantId: string
  readonly accountId: string
  readonly name: string
  readonly owner: boolean
  /** The merchant is closed: nobody can end what is open there, so it keeps nobody. */
  readonly closed: boolean
  readonly checks: readonly OpenBusiness[]
}

/** Open business of each account of a user, merchant by merchant; an owner is responsible for the whole merchant. */
export async function openBusinessOf(
  tx: Pick<Transaction, 'db' | 'query' | 'inMerchant'>,
  userId: string,
): Promise<AccountBusiness[]> {
  const accounts = await store.accountsOf(tx.db, userId)
  const found: AccountBusiness[] = []
  // Sequential, because all checks share one transaction, which can be in one merchant at a time.
  for (const { id, merchantId, name, parentId, status } of accounts) {
    const owner = parentId === '0'
    const closed = isClosedMerchant(status)
    const checks = closed
      ? []
      : await tx.inMerchant({ merchantId, accountId: id, scope: 'all', storeIds: [] }, () =>
          owner ? store.ofMerchant(tx.query) : store.ofEmployee(tx.query, id),
        )
    found.push({ merchantId, accountId: id, name, owner, closed, checks })
  }
  return found
}

/** All of it in one list, for the check of the state machine. */
export const allOf = (accounts: readonly AccountBusiness[]): OpenBusiness[] => accounts.flatMap(({ checks }) => checks)
