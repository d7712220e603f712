import type { Db } from '../kernel/context.ts'
import { at } from '../kernel/instant.ts'

export const byUser = (db: Db, userId: string) =>
  db
    .selectFrom('user_totp')
    .select(['secret_enc', 'pending_enc', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const keepPending = (db: Db, userId: string, sealed: Buffer) =>
  db
    .insertInto('user_totp')
    .values({ user_id: userId, pending_enc: sealed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_enc: sealed }))
    .execute()

/** The secret that was shown is the one in force; `step` is that of the code which showed that it arrived. */
export const putInForce = (db: Db, userId: string, sealed: Buffer, step: number, now: number) =>
  db
    .updateTable('user_totp')
    .set({ secret_enc: sealed, pending_enc: null, confirmed_at: at(now), last_step: String(step) })
    .where('user_id', '=', userId)
    .execute()

/** Takes a step out of use. @returns false when a code of it, or of a later one, was taken already */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_totp')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Nothing of a second factor is left. */
export async function remove(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db.deleteFrom('user_totp').where('user_id', '=', userId).execute()
}

export async function replaceRecovery(db: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute()
}

/** @returns false when there is no such code, or it was used */
export async function takeRecovery(db: Db, userId: string, hash: Buffer, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: at(now) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function recoveryLeft(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Old tickets of anybody go with each new one. */
export async function insertTicket(
  db: Db,
  ticket: { tokenHash: Buffer; userId: string; source: string; expireAt: number },
  now: number,
): Promise<void> {
  await db.deleteFrom('factor_ticket').where('expire_at', '<', at(now)).execute()
  await db
    .insertInto('factor_ticket')
    .values({
      token_hash: ticket.tokenHash,
      user_id: ticket.userId,
      source: ticket.source,
      expire_at: at(ticket.expireAt),
    })
    .execute()
}

/** Who showed the first factor: the ticket still stands, and so does its user. */
export const ticketOf = (db: Db, tokenHash: Buffer, now: number) =>
  db
    .selectFrom('factor_ticket as f')
    .innerJoin('app_user as u', 'u.id', 'f.user_id')
    .select(['f.user_id', 'f.source', 'u.operator', 'u.status'])
    .where('f.token_hash', '=', tokenHash)
    .where('f.used_at', 'is', null)
    .where('f.expire_at', '>', at(now))
    .executeTakeFirst()

/** @returns false when another call was quicker */
export async function spendTicket(db: Db, tokenHash: Buffer, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factor_ticket')
    .set({ used_at: at(now) })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
