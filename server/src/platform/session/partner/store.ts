import { accountStatus } from '@cheyi/domain/platform/account/codes'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/context.ts'

export const userByPartner = (db: Db, partner: string, hash: Buffer) =>
  db
    .selectFrom('partnerUser as p')
    .innerJoin('appUser as u', 'u.id', 'p.userId')
    .select(['u.id', 'u.operator', 'u.status'])
    .where('p.partner', '=', partner)
    .where('p.partnerHash', '=', hash)
    .executeTakeFirst()

export const userByMobile = (db: Db, mobileHash: Buffer) =>
  db.selectFrom('appUser').select(['id', 'operator', 'status']).where('mobileHash', '=', mobileHash).executeTakeFirst()

/** Whether the user has an enabled account at a merchant that allows sign-in through the partner. */
export async function worksWith(db: Db, userId: string, partner: string): Promise<boolean> {
  const row = await db
    .selectFrom('account as a')
    .innerJoin('merchant as m', 'm.id', 'a.merchantId')
    .select('m.id')
    .where('a.userId', '=', userId)
    .where('a.status', '=', accountStatus.enabled)
    .where('a.deletedAt', 'is', null)
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
    .insertInto('bindToken')
    .values({
      tokenHash: token.tokenHash,
      partner: token.partner,
      partnerHash: token.hash,
      partnerEnc: token.sealed,
      expireAt: token.expireAt,
    })
    .execute()

export const lockBindToken = (db: Db, tokenHash: Buffer, now: number) =>
  db
    .selectFrom('bindToken')
    .select(['partner', 'partnerHash', 'partnerEnc'])
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expireAt', '>', now)
    .forUpdate()
    .executeTakeFirst()

export const spendBindToken = (db: Db, tokenHash: Buffer, now: number) =>
  db.updateTable('bindToken').set({ usedAt: now }).where('tokenHash', '=', tokenHash).execute()

/** Links one person of the partner with one user; earlier links of either are removed. */
export async function bindPartner(
  db: Db,
  who: { partner: string; partnerHash: Buffer; partnerEnc: Buffer },
  userId: string,
): Promise<void> {
  await db
    .deleteFrom('partnerUser')
    .where('partner', '=', who.partner)
    .where((e) => e.or([e('userId', '=', userId), e('partnerHash', '=', who.partnerHash)]))
    .execute()
  await db
    .insertInto('partnerUser')
    .values({ ...who, userId })
    .execute()
}

export const usersByWechat = (db: Db, hashes: readonly Buffer[]) =>
  db.selectFrom('appUser').select('id').where('wxOpenHash', 'in', hashes).execute()

export const setWechat = (db: Db, userId: string, hash: Buffer, sealed: Buffer, now: number) =>
  db
    .updateTable('appUser')
    .set({ wxOpenHash: hash, wxOpenEnc: sealed, wxBoundAt: now })
    .where('id', '=', userId)
    .execute()

export const clearWechat = (db: Db, userId: string) =>
  db
    .updateTable('appUser')
    .set({ wxOpenHash: null, wxOpenEnc: null, wxBoundAt: null })
    .where('id', '=', userId)
    .execute()
