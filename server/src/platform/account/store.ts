import { type AccountStatus, accountStatus, type StoreScope, storeScope } from '@cheyi/domain/platform/account/codes'
import { sql } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { cursorKeys, offsetOf, type PageAsk, pageSize } from '../../kernel/db/paging.ts'

export interface AccountAsk extends PageAsk {
  readonly keyword?: string
  readonly status?: AccountStatus
  readonly roleId?: string
  readonly storeId?: string
  /** Ids of accounts whose mobile contains the keyword; null when the keyword is no part of a mobile. */
  readonly ofMobile: readonly string[] | null
  /** The caller's stores; null for all. */
  readonly within: readonly string[] | null
}

const bigints = (ids: readonly string[]) => sql<string[]>`${[...ids]}::bigint[]`

/** Accounts that match the filter, of any status. */
function matching(db: Db, { keyword, roleId, storeId, ofMobile, within }: AccountAsk) {
  let query = db.selectFrom('account').where('deletedAt', 'is', null)
  if (within !== null)
    query = query.where('storeScope', '<>', storeScope.all).where(sql<boolean>`store_ids <@ ${bigints(within)}`)
  if (roleId !== undefined) query = query.where(sql<boolean>`${roleId}::bigint = any (role_ids)`)
  if (storeId !== undefined)
    query = query.where((e) =>
      e.or([e('storeScope', '=', storeScope.all), sql<boolean>`${storeId}::bigint = any (store_ids)`]),
    )
  if (keyword)
    query = query.where((e) =>
      e.or([
        sql<boolean>`strpos(lower(name), ${keyword.toLowerCase()}) > 0`,
        sql<boolean>`strpos(lower(job_no), ${keyword.toLowerCase()}) > 0`,
        ...(ofMobile === null ? [] : [sql<boolean>`id = any (${bigints(ofMobile)})`]),
      ]),
    )
  return query
}

const columns = [
  'id',
  'userId',
  'parentId',
  'name',
  'mobileEnc',
  'jobNo',
  'roleIds',
  'storeScope',
  'storeIds',
  'isDriver',
  'status',
  'lastLoginAt',
  'driverLicenceMask',
  'driverLicenceExpireOn',
  'remark',
  'createdAt',
  'version',
] as const

/** Expiry of the account's newest invitation. */
const inviteExpireAt = sql<number | null>`(select i.expire_at from invitation i
  where i.merchant_id = account.merchant_id and i.account_id = account.id order by i.id desc limit 1)`.as(
  'inviteExpireAt',
)

/** Newest first; fetches one extra row to detect a next page. */
export function page(db: Db, ask: AccountAsk) {
  let query = matching(db, ask)
    .select(columns)
    .select(inviteExpireAt)
    .orderBy('id', 'desc')
    .limit(pageSize(ask) + 1)
  if (ask.status !== undefined) query = query.where('status', '=', ask.status)
  const after = cursorKeys(ask, 'id')
  if (after !== null) query = query.where('id', '<', after[0]!)
  return query.offset(offsetOf(ask)).execute()
}

export type AccountRow = Awaited<ReturnType<typeof page>>[number]

/** Number of accounts by status. */
export async function counts(db: Db, ask: AccountAsk): Promise<{ enabled: number; disabled: number; invited: number }> {
  const row = await matching(db, ask)
    .select((e) => [
      e.fn.countAll<number>().filterWhere('status', '=', accountStatus.enabled).as('enabled'),
      e.fn.countAll<number>().filterWhere('status', '=', accountStatus.disabled).as('disabled'),
      e.fn.countAll<number>().filterWhere('status', '=', accountStatus.invited).as('invited'),
    ])
    .executeTakeFirstOrThrow()
  return { enabled: row.enabled, disabled: row.disabled, invited: row.invited }
}

/** Encrypted mobiles of all accounts of a merchant, which are few enough to decrypt all. */
export const mobiles = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'mobileEnc'])
    .where('deletedAt', 'is', null)
    .where('mobileEnc', 'is not', null)
    .execute()

export const byId = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .select(columns)
    .select(inviteExpireAt)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

export const byJobNo = (db: Db, jobNo: string) =>
  db.selectFrom('account').select('id').where('jobNo', '=', jobNo).where('deletedAt', 'is', null).executeTakeFirst()

/** All roles of the merchant with their permissions: few enough to be read without pages. */
export const roles = (db: Db) =>
  db
    .selectFrom('role')
    .select(['id', 'name', 'letter', 'menuIds'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()

export const stores = (db: Db) => db.selectFrom('store').select(['id', 'name']).orderBy('id').execute()

/** Column values that come from an entry. */
export interface AccountValues {
  readonly name: string
  readonly jobNo: string
  readonly roleIds: string[]
  readonly storeScope: StoreScope
  readonly storeIds: string[]
  readonly isDriver: boolean
  readonly driverLicenceEnc?: Buffer | null
  readonly driverLicenceMask?: string
  readonly driverLicenceExpireOn: string | null
  readonly remark: string
}

/** Inserts an invited account, which has no user yet. */
export const insertInvited = (db: Db, account: AccountValues & { id: string; parentId: string; mobileEnc: Buffer }) =>
  db
    .insertInto('account')
    .values({ ...account, userId: null, status: accountStatus.invited, confirmedAt: null })
    .execute()

/** @returns undefined when the invitation was withdrawn or confirmed before */
export const confirm = (db: Db, id: string, userId: string, now: number) =>
  db
    .updateTable('account')
    .set((e) => ({
      userId,
      status: accountStatus.enabled,
      confirmedAt: now,
      version: e('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '=', accountStatus.invited)
    .where('deletedAt', 'is', null)
    .returning('name')
    .executeTakeFirst()

/** Id of the owner account, which is the parent of all other accounts. */
export const ownerId = async (db: Db): Promise<string> =>
  (await db.selectFrom('account').select('id').where('parentId', '=', '0').orderBy('id').executeTakeFirstOrThrow()).id

export async function update(db: Db, id: string, values: AccountValues): Promise<number> {
  const row = await db
    .updateTable('account')
    .set((e) => ({ ...values, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

export const setStatus = (db: Db, id: string, status: AccountStatus) =>
  db
    .updateTable('account')
    .set((e) => ({ status, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Removes the roles too, so that a deleted row that is still read by mistake grants nothing. */
export const remove = (db: Db, id: string, now: number) =>
  db
    .updateTable('account')
    .set((e) => ({ deletedAt: now, roleIds: [], version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Number of sessions of this account that are signed in now. */
export async function liveSessions(query: Context['query'], id: string): Promise<number> {
  const [row] = await query<{ n: number }>('select live_sessions($1) as n', [id])
  return row!.n
}

/** Removes the user's password and ends their sessions if they have no other account. @returns whether it did */
export async function forgetPassword(query: Context['query'], id: string): Promise<boolean> {
  const [row] = await query<{ done: boolean }>('select forget_password($1) as done', [id])
  return row!.done
}
