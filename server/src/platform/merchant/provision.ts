import { type MerchantStatus, storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { insertStore } from '../../fleet/store/actions.ts'
import { asGate, asMerchant, type Entrance, type Transaction } from '../../kernel/enter.ts'
import { insertCancelRules } from '../../pricing/terms/actions.ts'
import { insertAccount, type NewAccount } from '../account/actions.ts'
import { insertRoles } from '../role/actions.ts'
import { hashPassword, insertUser } from '../session/actions.ts'

/*
 * What founds a merchant and the people in it. The functions over a transaction are for a registration, which does all
 * of it at once; those over the kernel open one of their own each, for the demo, the bench and tests.
 */

type Rows = Pick<Transaction, 'db' | 'query'>

/** As typed, or hashed before: hashing is slow on purpose. */
export type NewPassword = { readonly password: string } | { readonly passwordHash: string }

/** A natural person who may sign in. @returns the user's id */
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

/** The merchant's own row; runs as role `gate`. */
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

/** What a merchant that registered by itself begins with: a store that is not open yet, and the usual terms. */
export async function insertBeginnings(
  tx: Pick<Rows, 'db'>,
  { phone, ...store }: { name: string; cityCode: string; cityName: string; phone: string },
): Promise<void> {
  await insertStore(tx.db, { ...store, phones: [phone], status: storeStatus.paused })
  await insertCancelRules(tx.db)
}

/** A merchant with the seven default roles and the default cancel rules. @returns its id and the role ids by letter */
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

/** An account of somebody who exists already. @returns its id */
export async function createAccount(kernel: Entrance, merchantId: string, account: NewAccount): Promise<string> {
  const vault = await kernel.vaults.merchant(merchantId)
  return asMerchant(kernel, merchantId, (tx) => insertAccount(tx, vault, account))
}

/** A person who signs in to one merchant: a new user and the account. */
export async function createStaff(
  kernel: Entrance,
  merchantId: string,
  staff: Omit<NewAccount, 'userId'> & NewPassword,
): Promise<{ merchantId: string; userId: string; accountId: string }> {
  const userId = await createUser(kernel, staff)
  return { merchantId, userId, accountId: await createAccount(kernel, merchantId, { ...staff, userId }) }
}
