import { sql } from 'kysely'
import type { Db } from '../kernel/context.ts'
import { at } from '../kernel/instant.ts'

export const userByPartner = (db: Db, partner: string, hash: Buffer) =>
  db
    .selectFrom('partner_user as p')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .select(['u.id', 'u.operator', 'u.status'])
    .where('p.partner', '=', partner)
    .where('p.partner_hash', '=', hash)
    .executeTakeFirst()

export const userByMobile = (db: Db, mobileHash: Buffer) =>
  db
    .selectFrom('app_user')
    .select(['id', 'operator', 'status'])
    .where('mobile_hash', '=', mobileHash)
    .executeTakeFirst()

/** Whether the user has an enabled account in a merchant that lets the partner's people in. */
export async function worksWith(db: Db, userId: string, partner: string): Promise<boolean> {
  const row = await db
    .selectFrom('account as a')
    .innerJoin('merchant as m', 'm.id', 'a.merchant_id')
    .select('m.id')
    .where('a.user_id', '=', userId)
    .where('a.status', '=', 1)
    .where('a.deleted_at', 'is', null)
    .where(sql<boolean>`${partner} = any (m.partners)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const insertBindToken = (
  db: Db,
  token: { tokenHash: Buffer; partner: string; hash: Buffer; sealed: Buffer; expireAt: number },
) =>
  db
    .insertInto('bind_token')
    .values({
      token_hash: token.tokenHash,
      partner: token.partner,
      partner_hash: token.hash,
      partner_enc: token.sealed,
      expire_at: at(token.expireAt),
    })
    .execute()

export const lockBindToken = (db: Db, tokenHash: Buffer, now: number) =>
  db
    .selectFrom('bind_token')
    .select(['partner', 'partner_hash', 'partner_enc'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expire_at', '>', at(now))
    .forUpdate()
    .executeTakeFirst()

export const spendBindToken = (db: Db, tokenHash: Buffer, now: number) =>
  db
    .updateTable('bind_token')
    .set({ used_at: at(now) })
    .where('token_hash', '=', tokenHash)
    .execute()

/** One person of the partner is one of ours, and the other way round: what was bound before gives way. */
export async function bindPartner(
  db: Db,
  who: { partner: string; partner_hash: Buffer; partner_enc: Buffer },
  userId: string,
): Promise<void> {
  await db
    .deleteFrom('partner_user')
    .where('partner', '=', who.partner)
    .where((e) => e.or([e('user_id', '=', userId), e('partner_hash', '=', who.partner_hash)]))
    .execute()
  await db
    .insertInto('partner_user')
    .values({ ...who, user_id: userId })
    .execute()
}

export const userByWechat = async (db: Db, hash: Buffer): Promise<string | undefined> =>
  (await db.selectFrom('app_user').select('id').where('wx_open_hash', '=', hash).executeTakeFirst())?.id

export const setWechat = (db: Db, userId: string, hash: Buffer, sealed: Buffer, now: number) =>
  db
    .updateTable('app_user')
    .set({ wx_open_hash: hash, wx_open_enc: sealed, wx_bound_at: at(now) })
    .where('id', '=', userId)
    .execute()

export const clearWechat = (db: Db, userId: string) =>
  db
    .updateTable('app_user')
    .set({ wx_open_hash: null, wx_open_enc: null, wx_bound_at: null })
    .where('id', '=', userId)
    .execute()
