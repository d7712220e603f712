import type { Db } from '../kernel/context.ts'
import { at, atOrNull } from '../kernel/instant.ts'

/** The user behind a mobile's blind index. Runs as role `gate`. */
export const userByMobile = (db: Db, mobileHash: Buffer) =>
  db
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'operator', 'status', 'fail_count', 'fail_since', 'lock_level', 'locked_until'])
    .where('mobile_hash', '=', mobileHash)
    .executeTakeFirst()

/** The user's enabled accounts in merchants; policy shows gate only those of `app.user_id`. */
export const accountsOf = (db: Db, userId: string) =>
  db
    .selectFrom('account as a')
    .innerJoin('merchant as m', 'm.id', 'a.merchant_id')
    .select(['a.id', 'a.merchant_id', 'm.status as merchant_status'])
    .where('a.user_id', '=', userId)
    .where('a.status', '=', 1)
    .where('a.deleted_at', 'is', null)
    .execute()

export const operatesMerchant = async (db: Db, userId: string, merchantId: string): Promise<boolean> =>
  (await db
    .selectFrom('operator_merchant')
    .select('merchant_id')
    .where('user_id', '=', userId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()) !== undefined

export const merchantStatus = async (db: Db, merchantId: string): Promise<number | undefined> =>
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
}

export async function insertSession(db: Db, session: NewSession): Promise<string> {
  const row = await db
    .insertInto('login_session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      account_id: session.accountId,
      merchant_id: session.merchantId,
      source: session.source,
      ip: session.ip,
      user_agent: session.userAgent,
      idle_expire_at: at(session.idleExpireAt),
      absolute_expire_at: at(session.absoluteExpireAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Keeps the newest `keep` live sessions of a user and revokes the others. */
export const revokeOldest = (db: Db, userId: string, keep: number, now: number) =>
  db
    .updateTable('login_session')
    .set({ revoked_at: at(now), revoke_reason: '登录设备过多' })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('id', 'not in', (inner) =>
      inner
        .selectFrom('login_session')
        .select('id')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(keep),
    )
    .execute()

export const revoke = (db: Db, tokenHash: Buffer, reason: string, now: number) =>
  db
    .updateTable('login_session')
    .set({ revoked_at: at(now), revoke_reason: reason })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute()

/** The rotated token still answers calls in flight until `end`. */
export const endAt = (db: Db, tokenHash: Buffer, end: number) =>
  db
    .updateTable('login_session')
    .set({ absolute_expire_at: at(end) })
    .where('token_hash', '=', tokenHash)
    .execute()

export const noteLogin = (db: Db, accountId: string, now: number) =>
  db
    .updateTable('account')
    .set({ last_login_at: at(now) })
    .where('id', '=', accountId)
    .execute()

/** Failures of an address within the window, to slow down guessing. */
export async function failuresOfIp(db: Db, ip: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('login_attempt')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where('ip', '=', ip)
    .where('at', '>=', at(since))
    .where('ok', '=', false)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function attemptsOfIp(db: Db, ip: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('login_attempt')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where('ip', '=', ip)
    .where('at', '>=', at(since))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const insertAttempt = (db: Db, ip: string, mobileHash: Buffer, ok: boolean) =>
  db.insertInto('login_attempt').values({ ip, mobile_hash: mobileHash, ok }).execute()

export const insertPlatformLog = (
  db: Db,
  row: { userId: string | null; ip: string; traceId: string; action: string; result: string },
) =>
  db
    .insertInto('platform_log')
    .values({ user_id: row.userId, ip: row.ip, trace_id: row.traceId, action: row.action, result: row.result })
    .execute()

export const setFailures = (
  db: Db,
  userId: string,
  state: { failCount: number; failSince: number | null; lockLevel: number; lockedUntil: number | null },
) =>
  db
    .updateTable('app_user')
    .set({
      fail_count: state.failCount,
      fail_since: atOrNull(state.failSince),
      lock_level: state.lockLevel,
      locked_until: atOrNull(state.lockedUntil),
    })
    .where('id', '=', userId)
    .execute()

/** What the current user's answer is made of. */
export async function currentUserRows(db: Db, userId: string, accountId: string | null, merchantId: string) {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'mobile_enc', 'operator'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const merchant =
    merchantId === '-1'
      ? undefined
      : await db
          .selectFrom('merchant')
          .select(['id', 'name', 'status', 'pay_settings'])
          .where('id', '=', merchantId)
          .executeTakeFirst()
  const account =
    accountId === null
      ? undefined
      : await db
          .selectFrom('account')
          .select(['id', 'parent_id', 'name', 'role_ids', 'store_scope', 'store_ids', 'is_driver'])
          .where('id', '=', accountId)
          .where('merchant_id', '=', merchantId)
          .executeTakeFirst()
  const roles =
    account === undefined || account.role_ids.length === 0
      ? []
      : await db
          .selectFrom('role')
          .select(['id', 'name', 'menu_ids'])
          .where('merchant_id', '=', merchantId)
          .where('id', 'in', account.role_ids)
          .where('deleted_at', 'is', null)
          .orderBy('id')
          .execute()
  return { user, merchant, account, roles }
}
