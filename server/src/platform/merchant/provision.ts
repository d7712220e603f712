import { type MerchantStatus, storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { insertStore } from '../../fleet/store/actions.ts'
import { asGate, asMerchant, type Entrance, type Transaction } from '../../kernel/enter.ts'
import { insertCancelRules } from '../../pricing/terms/actions.ts'
import { insertAccount, type NewAccount } from '../account/actions.ts'
import { insertRoles } from '../role/actions.ts'
import { hashPassword, insertUser } from '../session/actions.ts'

/*
 * Creates a merchant and its people. The functions over a transaction are for a registration, which does everything in one transaction;
 * those over the kernel open a transaction each, for the demo, the benchmark and tests.
 */

type Rows = Pick<Transaction, 'db' | 'query'>

/** Plain text, or a hash that was computed before: hashing is slow on purpose. */
export type NewPassword = { readonly password: string } | { readonly passwordHash: string }

/** Creates a natural person who may sign in. @returns the user's id */
export async function createUser(
  kernel: Entrance,
  user: { mobile: string; operator?: boolean } & NewPassword,
): Promise<string> {
  const { platform, pepper } = kernel.vaults
  const passwordHash = 'passwordHash' in user ? user.passwordHash : await hashPassword(pepper, user.password)
  const id = await asGate(kernel, (tx) => insertUser(tx, platform, { ...user, passwordHash }))
  if (id === null) throw new Error('somebody has this mobile')
  return id
}

export interface NewMerchant {
  readonly name: string
  readonly shortName?: string
  readonly contactName?: string
  readonly cityCode?: string
  readonly licenceNo?: string
  readonly status?: MerchantStatus
}

/** Inserts the merchant's row; runs as role `gate`. */
export async function insertMerchant({ db }: Pick<Rows, 'db'>, merchant: NewMerchant): Promise<string> {
  const row = await db
    .insertInto('merchant')
    .values({
      name: merchant.name,
      shortName: merchant.shortName ?? merchant.name.slice(0, 12),
      contactName: merchant.contactName ?? '',
      cityCode: merchant.cityCode ?? '',
      licenceNo: merchant.licenceNo ?? '',
      status: merchant.status ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** What a self-registered merchant begins with: a store that is not open yet, and the default terms. */
export async function insertBeginnings(
  tx: Pick<Rows, 'db'>,
  { phone, ...store }: { name: string; cityCode: string; cityName: string; phone: string },
): Promise<void> {
  await insertStore(tx.db, { ...store, phones: [phone], status: storeStatus.paused })
  await insertCancelRules(tx.db)
}

/** Creates a merchant with the seven default roles and the default cancellation rules. @returns its id and the role ids by letter */
export async function createMerchant(
  kernel: Entrance,
  merchant: NewMerchant,
): Promise<{ merchantId: string; roles: Record<string, string> }> {
  const merchantId = await asGate(kernel, (tx) => insertMerchant(tx, merchant))
  const roles = await asMerchant(kernel, merchantId, async (tx) => {
    await insertCancelRules(tx.db)
    return insertRoles(tx.db)
  })
  return { merchantId, roles }
}

/** Creates an account for an existing user. @returns its id */
export async function createAccount(kernel: Entrance, merchantId: string, account: NewAccount): Promise<string> {
  const vault = await kernel.vaults.merchant(merchantId)
  return asMerchant(kernel, merchantId, (tx) => insertAccount(tx, vault, account))
}

/** Creates a user with an account of one merchant. */
export async function createStaff(
  kernel: Entrance,
  merchantId: string,
  staff: Omit<NewAccount, 'userId'> & NewPassword,
): Promise<{ merchantId: string; userId: string; accountId: string }> {
  const userId = await createUser(kernel, staff)
  return { merchantId, userId, accountId: await createAccount(kernel, merchantId, { ...staff, userId }) }
}
