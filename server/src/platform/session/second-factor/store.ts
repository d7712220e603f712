import type { Insertable } from 'kysely'
import type { Db } from '../../../kernel/context.ts'
import { countUpTo } from '../../../kernel/db/count-up-to.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'

export const byUser = (db: Db, userId: string) =>
  db
    .selectFrom('userTotp')
    .select(['secretEnc', 'pendingEnc', 'confirmedAt', 'lastStep'])
    .where('userId', '=', userId)
    .executeTakeFirst()

export const keepPending = (db: Db, userId: string, sealed: Buffer) =>
  db
    .insertInto('userTotp')
    .values({ userId, pendingEnc: sealed })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ pendingEnc: sealed }))
    .execute()

/** Activates the secret that was shown; `step` is that of the code which proved that the app has it. */
export const putInForce = (db: Db, userId: string, sealed: Buffer, step: number, now: number) =>
  db
    .updateTable('userTotp')
    .set({ secretEnc: sealed, pendingEnc: null, confirmedAt: now, lastStep: step })
    .where('userId', '=', userId)
    .execute()

/** Uses up a time step. @returns false when a code of this or a later step was already used */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('userTotp')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes all data of a user's second factor. */
export async function remove(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await db.deleteFrom('userTotp').where('userId', '=', userId).execute()
}

export async function replaceRecovery(db: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await db
    .insertInto('recoveryCode')
    .values(hashes.map((hash) => ({ userId, codeHash: hash })))
    .execute()
}

/** @returns false when there is no such code, or it was used */
export async function takeRecovery(db: Db, userId: string, hash: Buffer, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('codeHash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const recoveryLeft = (db: Db, userId: string): Promise<number> =>
  countUpTo(
    db,
    db.selectFrom('recoveryCode').select('userId').where('userId', '=', userId).where('usedAt', 'is', null).as('c'),
  )

/** Expired tickets of all users are deleted with each new one. */
export async function insertTicket(db: Db, ticket: Insertable<DB['factorTicket']>, now: number): Promise<void> {
  await db.deleteFrom('factorTicket').where('expireAt', '<', now).execute()
  await db.insertInto('factorTicket').values(ticket).execute()
}

/** The user who showed the first factor, if the ticket is valid and the user is not frozen. */
export const ticketOf = (db: Db, tokenHash: Buffer, now: number) =>
  db
    .selectFrom('factorTicket as f')
    .innerJoin('appUser as u', 'u.id', 'f.userId')
    .select(['f.userId', 'f.source', 'f.merchantId', 'f.invitationId', 'u.operator', 'u.status'])
    .where('f.tokenHash', '=', tokenHash)
    .where('f.usedAt', 'is', null)
    .where('f.expireAt', '>', now)
    .executeTakeFirst()

/** @returns false when another call was faster */
export async function spendTicket(db: Db, tokenHash: Buffer, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factorTicket')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
