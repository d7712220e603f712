import { type MerchantStatus, storeStatus } from '@cheyi/domain/merchant/codes'
import { defaultRoles } from '@cheyi/domain/permission'
import { asGate, asMerchant, type Entrance, type Transaction } from '../kernel/enter.ts'
import type { Vault } from '../kernel/vault.ts'
import { hashPassword } from '../session/actions.ts'
import { defaultCancelRows } from './default-terms.ts'

/*
 * What founds a merchant and the people in it. The functions over a transaction are for a registration, which does all
 * of it at once; those over the kernel open one of their own each, for the demo, the bench and tests.
 */

const place = 'app_user.mobile'

type Rows = Pick<Transaction, 'db' | 'query'>

async function nextId({ query }: Rows): Promise<string> {
  const [row] = await query<{ id: string }>(`select nextval('row_id') as id`)
  return row!.id
}

/** A natural person who may sign in; runs as role `gate`. @returns the id, or null when somebody has this mobile */
export async function insertUser(
  tx: Rows,
  platform: Vault,
  user: { mobile: string; passwordHash: string | null; operator?: boolean },
): Promise<string | null> {
  const id = await nextId(tx)
  const row = await tx.db
    .insertInto('appUser')
    .values({
      id,
      mobileEnc: platform.seal(place, id, user.mobile),
      mobileHash: platform.index(place, user.mobile),
      passwordHash: user.passwordHash,
      operator: user.operator ?? false,
    })
    .onConflict((conflict) => conflict.column('mobileHash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

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

/** The seven default roles; runs as the merchant. @returns their ids by letter */
export async function insertRoles({ db }: Pick<Rows, 'db'>): Promise<Record<string, string>> {
  const rows = await db
    .insertInto('role')
    .values(defaultRoles.map(({ name, letter, menuIds }) => ({ name, letter, builtIn: true, menuIds: [...menuIds] })))
    .returning(['id', 'name'])
    .execute()
  return Object.fromEntries(defaultRoles.map((role) => [role.letter, rows.find((r) => r.name === role.name)!.id]))
}

const insertCancelRules = ({ db }: Pick<Rows, 'db'>) =>
  db.insertInto('cancelRule').values(defaultCancelRows()).execute()

/** What a merchant that registered by itself begins with: a store that is not open yet, and the usual terms. */
export async function insertBeginnings(
  tx: Pick<Rows, 'db'>,
  { phone, ...store }: { name: string; cityCode: string; cityName: string; phone: string },
): Promise<void> {
  await tx.db
    .insertInto('store')
    .values({ ...store, phones: [phone], status: storeStatus.paused })
    .execute()
  await insertCancelRules(tx)
}

/** A merchant with the seven default roles and the default cancel rules. @returns its id and the role ids by letter */
export async function createMerchant(
  kernel: Entrance,
  merchant: NewMerchant,
): Promise<{ merchantId: string; roles: Record<string, string> }> {
  const merchantId = await asGate(kernel, (tx) => insertMerchant(tx, merchant))
  const roles = await asMerchant(kernel, merchantId, async (tx) => {
    await insertCancelRules(tx)
    return insertRoles(tx)
  })
  return { merchantId, roles }
}

export interface NewAccount {
  readonly userId: string
  readonly mobile: string
  /** null: the owner account. */
  readonly parentId: string | null
  readonly name: string
  readonly roleIds: readonly string[]
  readonly jobNo?: string
  readonly isDriver?: boolean
  /** 0 all stores, 1 the listed ones, 2 own orders of the listed ones. */
  readonly storeScope?: 0 | 1 | 2
  readonly storeIds?: readonly string[]
  /** Epoch ms since when they have worked here; now when left out. */
  readonly since?: number
}

/** An account of a user; runs as the merchant. @returns its id */
export async function insertAccount(tx: Rows, vault: Vault, account: NewAccount): Promise<string> {
  const id = await nextId(tx)
  await tx.db
    .insertInto('account')
    .values({
      id,
      userId: account.userId,
      parentId: account.parentId ?? '0',
      name: account.name,
      roleIds: [...account.roleIds],
      jobNo: account.jobNo ?? '',
      isDriver: account.isDriver ?? false,
      storeScope: account.storeScope ?? 0,
      storeIds: [...(account.storeIds ?? [])],
      mobileEnc: vault.seal('account.mobile', id, account.mobile),
      ...(account.since === undefined ? {} : { createdAt: account.since, confirmedAt: account.since }),
    })
    .execute()
  return id
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
