import type { MerchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { asGate, asMerchant, type Entrance, type Transaction } from '../../kernel/enter.ts'
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

/** Inserts the merchant's row; runs without a merchant. */
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

/** The first store of a merchant that registers itself. */
export interface FirstStore {
  readonly name: string
  readonly cityCode: string
  readonly cityName: string
  readonly phone: string
}

type Begin = (db: Rows['db'], first: FirstStore | null) => Promise<unknown>

const beginnings: Begin[] = []

/** Registers what a feature of a higher module writes for a new merchant; `first`: null where the merchant has no store yet. */
export function merchantsBeginWith(begin: Begin): void {
  beginnings.push(begin)
}

/** What a new merchant begins with: its first store, and the default terms. */
export async function insertBeginnings({ db }: Pick<Rows, 'db'>, first: FirstStore | null): Promise<void> {
  for (const begin of beginnings) await begin(db, first)
}

/** Creates a merchant with the seven default roles and the default cancellation rules. @returns its id and the role ids by letter */
export async function createMerchant(
  kernel: Entrance,
  merchant: NewMerchant,
): Promise<{ merchantId: string; roles: Record<string, string> }> {
  const merchantId = await asGate(kernel, (tx) => insertMerchant(tx, merchant))
  const roles = await asMerchant(kernel, merchantId, async (tx) => {
    await insertBeginnings(tx, null)
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
