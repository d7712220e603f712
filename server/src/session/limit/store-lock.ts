import type { LockState } from '@cheyi/domain/session/lockout'
import type { Db } from '../../kernel/context.ts'

/** What is remembered under a key, held so that guesses side by side are all counted. */
export async function lockForUpdate(db: Db, mobileHash: Buffer): Promise<LockState> {
  await db
    .insertInto('loginLock')
    .values({ mobileHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('loginLock')
    .select(['failCount', 'failSince', 'lockLevel', 'lockedUntil'])
    .where('mobileHash', '=', mobileHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function setLock(db: Db, mobileHash: Buffer, state: LockState): Promise<void> {
  await db.updateTable('loginLock').set(state).where('mobileHash', '=', mobileHash).execute()
}
