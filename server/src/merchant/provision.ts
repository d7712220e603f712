import { defaultRoles } from '@cheyi/domain/permission'
import { asGate, asMerchant, type Entrance } from '../kernel/enter.ts'
import { hashPassword } from '../session/password.ts'
import { defaultCancelRows } from './default-terms.ts'

const place = 'app_user.mobile'

/** As typed, or hashed before: hashing is slow on purpose. */
export type NewPassword = { readonly password: string } | { readonly passwordHash: string }

/** A natural person who may sign in. @returns the user's id */
export async function createUser(
  kernel: Entrance,
  user: { mobile: string; operator?: boolean } & NewPassword,
): Promise<string> {
  const { platform, pepper } = kernel.vaults
  const passwordHash = 'passwordHash' in user ? user.passwordHash : await hashPassword(pepper, user.password)
  return asGate(kernel, async ({ db, query }) => {
    const [row] = await query<{ id: string }>(`select nextval('row_id') as id`)
    const id = row!.id
    await db
      .insertInto('app_user')
      .values({
        id,
        mobile_enc: platform.seal(place, id, user.mobile),
        mobile_hash: platform.index(place, user.mobile),
        password_hash: passwordHash,
        operator: user.operator ?? false,
      })
      .execute()
    return id
  })
}

/** A merchant with the seven default roles and the default cancel rules. @returns its id and the role ids by letter */
export async function createMerchant(
  kernel: Entrance,
  merchant: {
    name: string
    shortName?: string
    contactName?: string
    cityCode?: string
    licenceNo?: string
    status?: number
  },
): Promise<{ merchantId: string; roles: Record<string, string> }> {
  const merchantId = await asGate(kernel, async ({ db }) => {
    const row = await db
      .insertInto('merchant')
      .values({
        name: merchant.name,
        short_name: merchant.shortName ?? merchant.name.slice(0, 12),
        contact_name: merchant.contactName ?? '',
        city_code: merchant.cityCode ?? '',
        licence_no: merchant.licenceNo ?? '',
        status: merchant.status ?? 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
  const roles = await asMerchant(kernel, merchantId, async ({ db }) => {
    const rows = await db
      .insertInto('role')
      .values(defaultRoles.map((role) => ({ name: role.name, built_in: true, menu_ids: [...role.menuIds] })))
      .returning(['id', 'name'])
      .execute()
    await db.insertInto('cancel_rule').values(defaultCancelRows()).execute()
    return Object.fromEntries(defaultRoles.map((role) => [role.letter, rows.find((r) => r.name === role.name)!.id]))
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
}

/** An account of a user in a merchant. @returns its id */
export async function createAccount(kernel: Entrance, merchantId: string, account: NewAccount): Promise<string> {
  const vault = await kernel.vaults.merchant(merchantId)
  return asMerchant(kernel, merchantId, async ({ db, query }) => {
    const [row] = await query<{ id: string }>(`select nextval('row_id') as id`)
    const id = row!.id
    await db
      .insertInto('account')
      .values({
        id,
        user_id: account.userId,
        parent_id: account.parentId ?? '0',
        name: account.name,
        role_ids: [...account.roleIds],
        job_no: account.jobNo ?? '',
        is_driver: account.isDriver ?? false,
        store_scope: account.storeScope ?? 0,
        store_ids: [...(account.storeIds ?? [])],
        mobile_enc: vault.seal('account.mobile', id, account.mobile),
      })
      .execute()
    return id
  })
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
