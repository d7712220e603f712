import { accountStatus } from '@cheyi/domain/platform/account/codes'
import { merchantPlace } from '@cheyi/domain/platform/merchant/codes'
import type { Db } from '../../kernel/context.ts'

/** The user with a mobile's blind index. Runs without a merchant. */
export const userByMobile = (db: Db, mobileHash: Buffer) =>
  db
    .selectFrom('appUser')
    .select(['id', 'passwordHash', 'passwordHistory', 'operator', 'status'])
    .where('mobileHash', '=', mobileHash)
    .executeTakeFirst()

export const userById = (db: Db, userId: string) =>
  db
    .selectFrom('appUser')
    .select(['id', 'passwordHash', 'passwordHistory', 'operator', 'status'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** `history`: earlier hashes that may not be reused. */
export const setPassword = (db: Db, userId: string, hash: string, history: string[], now: number) =>
  db
    .updateTable('appUser')
    .set({ passwordHash: hash, passwordHistory: history, passwordChangedAt: now })
    .where('id', '=', userId)
    .execute()

export const revokeAll = (db: Db, userId: string, reason: string, now: number, butId = '0') =>
  db
    .updateTable('loginSession')
    .set({ revokedAt: now, revokeReason: reason })
    .where('userId', '=', userId)
    .where('id', '<>', butId)
    .where('revokedAt', 'is', null)
    .execute()

export const mobileOf = async (db: Db, userId: string): Promise<Buffer> =>
  (await db.selectFrom('appUser').select('mobileEnc').where('id', '=', userId).executeTakeFirstOrThrow()).mobileEnc

/** The user's enabled accounts in merchants. The row policy shows the role of the process only those of `app.user_id`. */
export const accountsOf = (db: Db, userId: string) =>
  db
    .selectFrom('account as a')
    .innerJoin('merchant as m', 'm.id', 'a.merchantId')
    .select(['a.id', 'a.merchantId', 'm.status as merchantStatus'])
    .where('a.userId', '=', userId)
    .where('a.status', '=', accountStatus.enabled)
    .where('a.deletedAt', 'is', null)
    .execute()

export const operatesMerchant = async (db: Db, userId: string, merchantId: string): Promise<boolean> =>
  (await db
    .selectFrom('operatorMerchant')
    .select('merchantId')
    .where('userId', '=', userId)
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()) !== undefined

export const merchantStatusOf = async (db: Db, merchantId: string): Promise<number | undefined> =>
  (await db.selectFrom('merchant').select('status').where('id', '=', merchantId).executeTakeFirst())?.status

export interface NewSession {
  readonly tokenHash: Buffer
  readonly userId: string
  readonly accountId: string | null
  readonly merchantId: string
  readonly source: string
  readonly ip: string
  readonly userAgent: string
  readonly idleExpireAt: number
  readonly absoluteExpireAt: number
  readonly operatorTicket: string | null
  /** When the user last showed a password or a code; null after a sign-in through a partner. */
  readonly provedAt: number | null
  /** When the user showed the second factor; null for a user without one. */
  readonly factorAt: number | null
}

/** The address of the cluster that serves a merchant of ours; undefined for one that is served here. */
export const urlElsewhere = async (db: Db, merchantId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('merchantPlace')
      .select('url')
      .where('merchantId', '=', merchantId)
      .where('state', '=', merchantPlace.elsewhere)
      .executeTakeFirst()
  )?.url

export async function insertSession(db: Db, session: NewSession): Promise<string> {
  const row = await db.insertInto('loginSession').values(session).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** The distinct user agents of the devices that a user signed in on since an instant. */
export const userAgentsOf = async (db: Db, userId: string, since: number): Promise<string[]> =>
  (
    await db
      .selectFrom('loginSession')
      .select('userAgent')
      .distinct()
      .where('userId', '=', userId)
      .where('createdAt', '>=', since)
      .execute()
  ).map((row) => row.userAgent)

/** Revokes all live sessions of a user except the newest `keep`. */
export const revokeOldest = (db: Db, userId: string, keep: number, now: number) =>
  db
    .updateTable('loginSession')
    .set({ revokedAt: now, revokeReason: '登录设备过多' })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('id', 'not in', (inner) =>
      inner
        .selectFrom('loginSession')
        .select('id')
        .where('userId', '=', userId)
        .where('revokedAt', 'is', null)
        .orderBy('id', 'desc')
        .limit(keep),
    )
    .execute()

export const revoke = (db: Db, tokenHash: Buffer, reason: string, now: number) =>
  db
    .updateTable('loginSession')
    .set({ revokedAt: now, revokeReason: reason })
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .execute()

export const sessionByToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('loginSession')
    .select(['absoluteExpireAt', 'operatorTicket', 'provedAt', 'factorAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()

export const proofTimesOf = (db: Db, sessionId: string) =>
  db.selectFrom('loginSession').select(['provedAt', 'factorAt']).where('id', '=', sessionId).executeTakeFirstOrThrow()

/** `factor`: the proof was the second factor, which also counts as an ordinary proof. */
export const setProved = (db: Db, sessionId: string, factor: boolean, now: number) =>
  db
    .updateTable('loginSession')
    .set({ provedAt: now, ...(factor && { factorAt: now }) })
    .where('id', '=', sessionId)
    .execute()

/** The ways in which a user can prove their identity, besides a code by SMS. */
export async function proofsOf(db: Db, userId: string): Promise<{ password: boolean; factor: boolean }> {
  const row = await db
    .selectFrom('appUser as u')
    .leftJoin('userTotp as f', 'f.userId', 'u.id')
    .select(['u.passwordHash', 'f.confirmedAt'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { password: row.passwordHash !== null, factor: row.confirmedAt !== null }
}

/** The rotated token is valid until `end`, for calls in progress. */
export const endAt = (db: Db, tokenHash: Buffer, end: number) =>
  db.updateTable('loginSession').set({ absoluteExpireAt: end }).where('tokenHash', '=', tokenHash).execute()

export async function currentUserRows(db: Db, userId: string, accountId: string | null, merchantId: string) {
  const user = await db
    .selectFrom('appUser as u')
    .leftJoin('userTotp as f', 'f.userId', 'u.id')
    .select(['u.id', 'u.mobileEnc', 'u.operator', 'u.status', 'u.wxBoundAt', 'u.cancelAt'])
    .select('f.confirmedAt as factorAt')
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const merchant =
    merchantId === '-1'
      ? undefined
      : await db
          .selectFrom('merchant')
          .select(['id', 'name', 'status', 'statusNote', 'settings', 'paySettings'])
          .where('id', '=', merchantId)
          .executeTakeFirst()
  const account =
    accountId === null
      ? undefined
      : await db
          .selectFrom('account')
          .select(['id', 'parentId', 'name', 'roleIds', 'storeScope', 'storeIds', 'isDriver'])
          .where('id', '=', accountId)
          .where('merchantId', '=', merchantId)
          .executeTakeFirst()
  const roles =
    account === undefined || account.roleIds.length === 0
      ? []
      : await db
          .selectFrom('role')
          .select(['id', 'name', 'menuIds', 'letter'])
          .where('merchantId', '=', merchantId)
          .where('id', 'in', account.roleIds)
          .where('deletedAt', 'is', null)
          .orderBy('id')
          .execute()
  return { user, merchant, account, roles }
}
