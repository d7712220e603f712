import type { Db } from '../kernel/context.ts'
import { at, atOrNull } from '../kernel/instant.ts'

/** The user behind a mobile's blind index. Runs as role `gate`. */
export const userByMobile = (db: Db, mobileHash: Buffer) =>
  db
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'password_history', 'operator', 'status'])
    .where('mobile_hash', '=', mobileHash)
    .executeTakeFirst()

export const userById = (db: Db, userId: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'password_history', 'operator', 'status'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** `history`: earlier hashes that may not come back. */
export const setPassword = (db: Db, userId: string, hash: string, history: string[], now: number) =>
  db
    .updateTable('app_user')
    .set({ password_hash: hash, password_history: history, password_changed_at: at(now) })
    .where('id', '=', userId)
    .execute()

/** Ends every session of a user but one. */
export const revokeAll = (db: Db, userId: string, reason: string, now: number, butId = '0') =>
  db
    .updateTable('login_session')
    .set({ revoked_at: at(now), revoke_reason: reason })
    .where('user_id', '=', userId)
    .where('id', '<>', butId)
    .where('revoked_at', 'is', null)
    .execute()

export const mobileOf = async (db: Db, userId: string): Promise<Buffer> =>
  (await db.selectFrom('app_user').select('mobile_enc').where('id', '=', userId).executeTakeFirstOrThrow()).mobile_enc

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
  /** When its holder last showed a password or a code; null for who came in by another's word. */
  readonly provedAt: number | null
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
      operator_ticket: session.operatorTicket,
      proved_at: atOrNull(session.provedAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** What the devices say of themselves that a user signed in on since, each once. */
export const userAgentsOf = async (db: Db, userId: string, since: number): Promise<string[]> =>
  (
    await db
      .selectFrom('login_session')
      .select('user_agent')
      .distinct()
      .where('user_id', '=', userId)
      .where('created_at', '>=', at(since))
      .execute()
  ).map((row) => row.user_agent)

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

export const sessionByToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('login_session')
    .select(['absolute_expire_at', 'operator_ticket', 'proved_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export const provedAt = async (db: Db, sessionId: string): Promise<Date | null> =>
  (await db.selectFrom('login_session').select('proved_at').where('id', '=', sessionId).executeTakeFirst())
    ?.proved_at ?? null

export const setProved = (db: Db, sessionId: string, now: number) =>
  db
    .updateTable('login_session')
    .set({ proved_at: at(now) })
    .where('id', '=', sessionId)
    .execute()

/** What a user can prove themselves by, besides a code by SMS. */
export async function proofsOf(db: Db, userId: string): Promise<{ password: boolean; factor: boolean }> {
  const row = await db
    .selectFrom('app_user as u')
    .leftJoin('user_totp as f', 'f.user_id', 'u.id')
    .select(['u.password_hash', 'f.confirmed_at'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { password: row.password_hash !== null, factor: row.confirmed_at !== null }
}

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

/** What the current user's answer is made of. */
export async function currentUserRows(db: Db, userId: string, accountId: string | null, merchantId: string) {
  const user = await db
    .selectFrom('app_user as u')
    .leftJoin('user_totp as f', 'f.user_id', 'u.id')
    .select(['u.id', 'u.mobile_enc', 'u.operator', 'u.status', 'u.wx_bound_at', 'u.cancel_at'])
    .select('f.confirmed_at as factor_at')
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const merchant =
    merchantId === '-1'
      ? undefined
      : await db
          .selectFrom('merchant')
          .select(['id', 'name', 'status', 'status_note', 'settings', 'pay_settings'])
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
          .select(['id', 'name', 'menu_ids', 'letter'])
          .where('merchant_id', '=', merchantId)
          .where('id', 'in', account.role_ids)
          .where('deleted_at', 'is', null)
          .orderBy('id')
          .execute()
  return { user, merchant, account, roles }
}

export interface PlatformEntry {
  readonly userId: string | null
  readonly ip: string
  readonly traceId: string
  readonly device: string
  readonly action: string
  readonly result: string
}

export const insertPlatformLog = (db: Db, { userId, traceId, ...entry }: PlatformEntry) =>
  db
    .insertInto('platform_log')
    .values({ ...entry, user_id: userId, trace_id: traceId })
    .execute()
