import { type AccountStatus, accountStatus, type StoreScope, storeScope } from '@cheyi/domain/platform/account/codes'
import { sql } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { cursorKeys, offsetOf, type PageAsk, pageSize } from '../../kernel/db/paging.ts'

export interface AccountAsk extends PageAsk {
  readonly keyword?: string
  readonly status?: AccountStatus
  readonly roleId?: string
  readonly storeId?: string
  /** Accounts whose mobile holds the keyword; null when it is not looked for. */
  readonly ofMobile: readonly string[] | null
  /** The caller's stores; null for all. */
  readonly within: readonly string[] | null
}

const bigints = (ids: readonly string[]) => sql<string[]>`${[...ids]}::bigint[]`

/** What an ask finds, whatever the status. */
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

/** Until when the newest invitation of an account can be confirmed. */
const inviteExpireAt = sql<number | null>`(select i.expire_at from invitation i
  where i.merchant_id = account.merchant_id and i.account_id = account.id order by i.id desc limit 1)`.as(
  'inviteExpireAt',
)

/** Newest first, one row more than asked for. */
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

/** How many there are of each status. */
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

/** The mobiles of a merchant's people, who are few enough to look through. */
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

/** The roles of the merchant with what they open, few enough for one answer. */
export const roles = (db: Db) =>
  db
    .selectFrom('role')
    .select(['id', 'name', 'letter', 'menuIds'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()

export const stores = (db: Db) => db.selectFrom('store').select(['id', 'name']).orderBy('id').execute()

/** What an employee's row holds of what was entered. */
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

/** An account of nobody yet. */
export const insertInvited = (db: Db, account: AccountValues & { id: string; parentId: string; mobileEnc: Buffer }) =>
  db
    .insertInto('account')
    .values({ ...account, userId: null, status: accountStatus.invited, confirmedAt: null })
    .execute()

/** @returns nothing when it was withdrawn, or confirmed before */
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

/** The owner account, which all others name as their parent. */
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

/** Drops the roles too: a row that is read past its end opens nothing. */
export const remove = (db: Db, id: string, now: number) =>
  db
    .updateTable('account')
    .set((e) => ({ deletedAt: now, roleIds: [], version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Devices signed in as this account at the moment. */
export async function liveSessions(query: Context['query'], id: string): Promise<number> {
  const [row] = await query<{ n: number }>('select live_sessions($1) as n', [id])
  return row!.n
}

/** Takes away the person's password and signs them out, if they have no life but here. @returns whether it did */
export async function forgetPassword(query: Context['query'], id: string): Promise<boolean> {
  const [row] = await query<{ done: boolean }>('select forget_password($1) as done', [id])
  return row!.done
}
